// The orders behind the figures, page by page: each leads to the page of its vehicle, and together they add up to the figures.
import type { FigureCars, Figures } from '@walkaround/contract/dms/figures.ts'
import { type CarOrder, carOrders, MOST_SORTED_ORDERS, ordersByMoney } from '@walkaround/contract/figures.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { ExportButtons } from '../../../office/ui/export-buttons.tsx'
import { usePeriod } from '../../../office/ui/period-picker.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { Table } from '../../../office/ui/table.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Choice } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { carColumnsOf } from './car-columns.tsx'
import { type ChosenFigure, currenciesOf } from './figure-choice.ts'
import { queryOf } from './numbers-query.ts'

const listed = 25

interface Props {
  shown: Figures
  chosen: ChosenFigure
}

/** Everything that the figures count: rejected orders are figures too. */
const countOf = ({ groups: [whole] }: Figures): number =>
  (whole?.figures ?? []).reduce(
    (sum, { id, value = 0 }) => (id === 'orders' || id === 'rejected' ? sum + value : sum),
    0,
  )

export function Cars({ shown, chosen }: Props) {
  const { t, number } = useWords()
  const [query, ask] = useQuery()
  const count = countOf(shown)
  const currencies = currenciesOf(shown)
  const currency = chosen.currency ?? currencies[0]
  const offered = carOrders.filter((one) => currency !== undefined || !ordersByMoney.includes(one))
  const isTooMany = count > MOST_SORTED_ORDERS
  const sort = isTooMany ? 'day' : (offered.find((one) => one === query.cars) ?? 'day')
  return (
    <section className="panel numbers-cars" aria-labelledby="numbers-cars">
      <h2 id="numbers-cars">{t('numbers.cars')}</h2>
      <p className="soft">{t('numbers.carsWhat')}</p>
      {isTooMany ? (
        <p className="soft">{t('numbers.carsMany', { most: number(MOST_SORTED_ORDERS) })}</p>
      ) : (
        <div className="no-print">
          <Choice
            label={t('numbers.carsBy')}
            isLabelUnseen
            value={sort}
            options={offered.map((value) => ({ value, label: t(`numbers.carsBy.${value}`) }))}
            onChoose={(value) => ask({ cars: value })}
          />
        </div>
      )}
      <Listed sort={sort} currency={currency} shown={shown} count={count} />
    </section>
  )
}

interface ListedProps {
  sort: CarOrder
  currency: string | undefined
  shown: Figures
  count: number
}

function Listed({ sort, currency, shown, count }: ListedProps) {
  const { language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [query] = useQuery()
  const { beforeFrom: _, beforeTo: __, ...where } = queryOf(query, usePeriod(), language)
  const asked = {
    ...where,
    sort,
    limit: listed,
    ...(currency !== undefined && ordersByMoney.includes(sort) ? { currency } : {}),
  }
  const read = (more: { cursor?: string } = {}) =>
    call('showFigureCars', { system_client_id: client.id }, { query: { ...asked, ...more } })
  const subject = `${client.id} ${JSON.stringify(asked)}`
  const reading = useRead(subject, () => read())
  return (
    <ShowReading of={reading}>
      {(first) => (
        // What was read anew has no further pages yet.
        <Pages key={`${subject} ${first.asOf}`} first={first} read={read} shown={shown} count={count} />
      )}
    </ShowReading>
  )
}

function Pages(props: {
  first: FigureCars
  read: (more: { cursor: string }) => Promise<FigureCars>
  shown: Figures
  count: number
}) {
  const words = useWords()
  const { t, number } = words
  const { branches } = useSignedIn().client
  const [{ branch }] = useQuery()
  const [pages, setPages] = useState<readonly FigureCars[]>([props.first])
  const [error, setError] = useState<unknown>()
  const cars = pages.flatMap((page) => page.cars)
  const { next } = pages.at(-1) ?? {}
  const more = async () => {
    if (next === undefined) return
    setError(undefined)
    try {
      const page = await props.read({ cursor: next })
      setPages((before) => [...before, page])
    } catch (failed) {
      setError(failed)
    }
  }
  if (cars.length === 0) return <p className="soft">{t('chart.nothing')}</p>
  const { compared, all } = carColumnsOf(words, props.shown, {
    hasBranches: branches.length > 1 && branch === undefined,
    cars,
  })
  const sheet = () => ({
    name: 'figures-cars',
    columns: all,
    rows: cars.map((car) => all.map(({ read }) => read(car))),
  })
  return (
    <>
      <div className="numbers-groups">
        <Table
          caption={t('numbers.cars')}
          columns={compared}
          rows={cars}
          keyOf={({ orderId }) => orderId}
          sortName="sort-cars"
        />
      </div>
      <p className="soft" role="status">
        {t('numbers.carsShown', {
          shown: number(cars.length),
          all: number(Math.max(props.count, cars.length)),
        })}
      </p>
      {error !== undefined && <RefusalNote error={error} onRetry={more} />}
      <div className="actions no-print">
        {next !== undefined && <Button onClick={more}>{t('numbers.carsMore')}</Button>}
        <ExportButtons make={sheet} />
      </div>
    </>
  )
}

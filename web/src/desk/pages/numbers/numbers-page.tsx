// What was checked, found, offered and sold in a period, beside the period before: of the whole group, of a site, a branch or a person.
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Choice } from '../../../workshop/ui/parts.tsx'
import { useDesk, useSignedIn } from '../../app/context.tsx'
import { useQuery } from '../../app/query.ts'
import { useWords } from '../../app/words.tsx'
import { Page } from '../../ui/page.tsx'
import { PeriodLine, PeriodPicker, usePeriod } from '../../ui/period-picker.tsx'
import { ShowReading } from '../../ui/reading.tsx'
import { Comparison } from './comparison.tsx'
import { KeyFigures } from './key-figures.tsx'
import { type By, byOf, comparisons, queryOf } from './numbers-query.ts'
import { Questions } from './questions.tsx'

export function NumbersPage() {
  const { t } = useWords()
  const period = usePeriod()
  return (
    <Page
      title={t('numbers.title')}
      what={<PeriodLine period={period} />}
      tools={<PeriodPicker period={period} />}
      className="numbers"
    >
      <Filters />
      <Whole />
      <Compared />
      <Questions />
    </Page>
  )
}

/** What the address narrows the figures to, each with a tap to widen them again. */
function Filters() {
  const { t } = useWords()
  const [query, ask] = useQuery()
  const chosen = (['site', 'branch', 'person'] as const).flatMap((name) => {
    const value = query[name]
    return value === undefined ? [] : [{ name, value }]
  })
  if (chosen.length === 0) return null
  return (
    <ul className="numbers-filters" aria-label={t('numbers.only')}>
      {chosen.map(({ name, value }) => (
        <li key={name}>
          <button type="button" className="button quiet" onClick={() => ask({ [name]: undefined })}>
            {t(`numbers.by.${name}`)}: {value} <span aria-hidden="true">×</span>
            <span className="unseen">{t('numbers.widen')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Whole() {
  const { call } = useDesk()
  const { client } = useSignedIn()
  const [query] = useQuery()
  const asked = queryOf(query, usePeriod())
  const reading = useRead(`${client.id} ${JSON.stringify(asked)}`, () =>
    call('showFigures', { system_client_id: client.id }, { query: asked }),
  )
  return <ShowReading of={reading}>{(shown) => <KeyFigures shown={shown} />}</ShowReading>
}

function Compared() {
  const { t } = useWords()
  const { call } = useDesk()
  const { client } = useSignedIn()
  const [query, ask] = useQuery()
  const by = byOf(query)
  const asked = { ...queryOf(query, usePeriod()), by }
  const reading = useRead(`${client.id} ${JSON.stringify(asked)}`, () =>
    call('showFigures', { system_client_id: client.id }, { query: asked }),
  )
  return (
    <section className="panel" aria-labelledby="numbers-compared">
      <h2 id="numbers-compared">{t('numbers.compared')}</h2>
      <div className="no-print">
        <Choice
          label={t('numbers.compared')}
          isLabelUnseen
          value={by}
          options={comparisons.map((value: By) => ({ value, label: t(`numbers.by.${value}`) }))}
          onChoose={(chosen) => ask({ by: chosen })}
        />
      </div>
      <ShowReading of={reading}>{(shown) => <Comparison key={by} by={by} shown={shown} />}</ShowReading>
    </section>
  )
}

// What was checked, found, offered and sold in a period, beside the period before: of the whole group, of a site, a branch or a person.

import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { Page } from '../../../office/ui/page.tsx'
import { PeriodLine, PeriodPicker, usePeriod } from '../../../office/ui/period-picker.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Empty } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { Cars } from './cars.tsx'
import { Comparison } from './comparison.tsx'
import { Development } from './development.tsx'
import { choicesOf, chosenOf } from './figure-choice.ts'
import { FigurePicker } from './figure-picker.tsx'
import { Funnels } from './funnels.tsx'
import { isNothing, KeyFigures } from './key-figures.tsx'
import { queryOf } from './numbers-query.ts'
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
      <Questions />
    </Page>
  )
}

/** What the address narrows the figures to, each with a tap to widen them again. */
function Filters() {
  const { t } = useWords()
  const { branches } = useSignedIn().client
  const [query, ask] = useQuery()
  const nameOf = (value: string) => branches.find(({ id }) => id === value)?.name ?? value
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
            {t(`numbers.by.${name}`)}: {name === 'branch' ? nameOf(value) : value}{' '}
            <span aria-hidden="true">×</span>
            <span className="unseen">{t('numbers.widen')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Whole() {
  const { t, language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [query] = useQuery()
  const period = usePeriod()
  const asked = queryOf(query, period, language)
  const reading = useRead(`${client.id} ${JSON.stringify(asked)}`, () =>
    call('showFigures', { system_client_id: client.id }, { query: asked }),
  )
  return (
    <ShowReading of={reading}>
      {(shown) => {
        const choices = choicesOf(shown)
        const chosen = chosenOf(query, choices)
        return isNothing(shown) || !chosen ? (
          <Empty icon="star" title={t('numbers.nothing')} what={t('numbers.nothingWhat')} />
        ) : (
          <>
            <Funnels shown={shown} />
            <FigurePicker choices={choices} chosen={chosen} />
            {period.days.from < period.days.to && <Development chosen={chosen} />}
            <Comparison chosen={chosen} />
            <Cars shown={shown} chosen={chosen} />
            <KeyFigures shown={shown} />
          </>
        )
      }}
    </ShowReading>
  )
}

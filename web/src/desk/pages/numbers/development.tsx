// The chosen figure by day, week or month, with the period before as the second line; below it every figure by the same steps.
import type { Figures } from '@walkaround/contract/dms/figures.ts'
import type { Days } from '@walkaround/contract/rules/periods.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { usePeriod } from '../../../office/ui/period-picker.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Choice } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import type { Day } from '../../charts/line-rows.ts'
import { type ChosenFigure, keyOfFigure, leastStepOf, valueIn } from './figure-choice.ts'
import { drawnOf, nameOfFigure, sayStep, sayValue } from './figure-words.ts'
import { GroupTable } from './group-table.tsx'
import { queryOf } from './numbers-query.ts'
import { beginsOf, type Step, stepOf, stepsFor } from './steps.ts'

export function Development({ chosen }: { chosen: ChosenFigure }) {
  const { t, language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [query, ask] = useQuery()
  const period = usePeriod()
  const offered = stepsFor(period.days)
  const step = stepOf(query, period.days)
  const now = { ...queryOf(query, period, language), by: step }
  // Groups of time bring no values of the period before, so it is read as a period of its own.
  const { from, to } = period.before
  const before = { ...now, from, to, beforeFrom: from, beforeTo: to }
  const reading = useRead(`${client.id} ${JSON.stringify([now, before])}`, () =>
    Promise.all(
      [now, before].map((asked) => call('showFigures', { system_client_id: client.id }, { query: asked })),
    ),
  )
  return (
    <section className="panel" aria-labelledby="numbers-time">
      <h2 id="numbers-time">{t('numbers.time')}</h2>
      {offered.length > 1 && (
        <div className="no-print">
          <Choice
            label={t('numbers.time')}
            isLabelUnseen
            value={step}
            options={offered.map((value) => ({ value, label: t(`numbers.by.${value}`) }))}
            onChoose={(value) => ask({ step: value })}
          />
        </div>
      )}
      <ShowReading of={reading}>
        {([shown, shownBefore]) => (
          <Lines key={step} step={step} chosen={chosen} now={shown!} before={shownBefore!} />
        )}
      </ShowReading>
    </section>
  )
}

interface Props {
  step: Step
  chosen: ChosenFigure
  now: Figures
  before: Figures
}

function Lines({ step, chosen, now, before }: Props) {
  const words = useWords()
  const { t } = words
  const { definition, currency } = chosen
  const write = (value: number) => sayValue(words, definition, { value }, currency)
  const daysOf = ({ groups }: Figures, days: Days): Day[] => {
    const known = new Map(groups.map((group) => [group.key, group]))
    return beginsOf(step, days).map((at) => {
      const group = known.get(at)
      return { at, ...drawnOf(words, chosen, group && valueIn(group, chosen)) }
    })
  }
  return (
    <>
      <LineChart
        isInPanel
        name={`${keyOfFigure(chosen)}-by-${step}`}
        title={nameOfFigure(definition, currency)}
        what={t(step === 'day' ? 'numbers.gap' : 'numbers.edges')}
        now={daysOf(now, now.period)}
        before={daysOf(before, before.period)}
        of={t(`numbers.by.${step}`)}
        write={write}
        writeTick={(value) => (currency === undefined ? write(value) : words.wholeMoney(value, currency))}
        writeDay={(at) => sayStep(words, step, at)}
        leastStep={leastStepOf(chosen)}
        whyWords={t('numbers.small')}
      />
      {now.groups.length > 0 && (
        <details className="numbers-more no-print">
          <summary>{t(`numbers.allBy.${step}`)}</summary>
          <GroupTable by={step} shown={now} sortName="sort-time" />
        </details>
      )}
    </>
  )
}

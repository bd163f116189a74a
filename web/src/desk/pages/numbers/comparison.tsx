// Sites, branches or persons side by side: bars of the chosen figure from the most to the least, and a table that leads on to each.
import type { Figures } from '@walkaround/contract/dms/figures.ts'
import { type FigureId, figuresCompared } from '@walkaround/contract/figures.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { usePeriod } from '../../../office/ui/period-picker.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { sortRows } from '../../../office/ui/sort-rows.ts'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Choice } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { BarChart } from '../../charts/bar-chart.tsx'
import { averageOf } from './branch-average.ts'
import { type ChosenFigure, keyOfFigure, valueIn } from './figure-choice.ts'
import { drawnOf, nameOfFigure, sayValue } from './figure-words.ts'
import { GroupTable } from './group-table.tsx'
import { type By, byOf, comparisons, queryOf } from './numbers-query.ts'

export function Comparison({ chosen }: { chosen: ChosenFigure }) {
  const { t, language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [query, ask] = useQuery()
  const by = byOf(query)
  const all = { ...queryOf(query, usePeriod(), language), by }
  const read = (asked: typeof all & { figure?: FigureId[] }) =>
    call('showFigures', { system_client_id: client.id }, { query: asked })
  // Of a thousand branches, all figures are two megabytes.
  const asked = { ...all, figure: [...new Set([...figuresCompared, chosen.definition.id as FigureId])] }
  const reading = useRead(`${client.id} ${JSON.stringify(asked)}`, () => read(asked))
  return (
    <section className="panel" aria-labelledby="numbers-compared">
      <h2 id="numbers-compared">{t('numbers.compared')}</h2>
      <div className="no-print">
        <Choice
          label={t('numbers.compared')}
          isLabelUnseen
          value={by}
          options={comparisons.map((value) => ({ value, label: t(`numbers.by.${value}`) }))}
          onChoose={(value) => ask({ by: value })}
        />
      </div>
      <ShowReading of={reading}>
        {(shown) =>
          shown.groups.length === 0 ? (
            <p className="soft">
              {t(by === 'person' && !shown.arePersonsNamed ? 'numbers.notNamed' : 'chart.nothing')}
            </p>
          ) : (
            <>
              {shown.groups.length > 1 && <Bars by={by} chosen={chosen} shown={shown} />}
              <GroupTable key={by} by={by} shown={shown} readAll={() => read(all)} />
              {shown.more !== undefined && (
                <p className="soft">{t('numbers.more', { shown: shown.groups.length, more: shown.more })}</p>
              )}
            </>
          )
        }
      </ShowReading>
    </section>
  )
}

/** More would be no picture; the table has all. */
const mostBars = 20

function Bars({ by, chosen, shown }: { by: By; chosen: ChosenFigure; shown: Figures }) {
  const words = useWords()
  const { t, locale } = words
  const { definition, currency } = chosen
  const bars = shown.groups.map((group) => {
    const { key = '', name = key, isOwn = false } = group
    const found = valueIn(group, chosen)
    const { value: before, words: wordsBefore } = drawnOf(words, chosen, found?.before)
    return {
      id: key,
      label: isOwn ? `${name} (${t('numbers.own')})` : name,
      isMarked: isOwn,
      before,
      ...(wordsBefore === undefined ? {} : { wordsBefore }),
      ...drawnOf(words, chosen, found),
    }
  })
  const average = by === 'branch' && !shown.isOwnOnly ? averageOf(shown.groups, chosen) : undefined
  const isCut = bars.length > mostBars
  return (
    <BarChart
      isInPanel
      name={`${keyOfFigure(chosen)}-by-${by}`}
      title={nameOfFigure(definition, currency)}
      what={isCut && t('numbers.highest', { most: mostBars, all: bars.length })}
      bars={sortRows(bars, ({ value }) => value, true, locale)}
      most={mostBars}
      of={t(`numbers.by.${by}`)}
      {...(average?.value === undefined
        ? {}
        : { average: { value: average.value, label: t('numbers.average') } })}
      write={(value) => sayValue(words, definition, { value }, currency)}
    />
  )
}

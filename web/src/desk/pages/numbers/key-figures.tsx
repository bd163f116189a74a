// Every figure beside the period before, with its definition on a tap.
import type { FigureDefinition, Figures, FigureValue } from '@walkaround/contract/dms/figures.ts'
import { useWords } from '../../app/words.tsx'
import { ExportButtons } from '../../ui/export-buttons.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { nameOfFigure, readOf, sayValue } from './figure-words.ts'

interface Row {
  definition: FigureDefinition
  figure: FigureValue
}

/** In neither of the two periods. */
export const isNothing = ({ groups: [whole] }: Figures): boolean =>
  (whole?.figures ?? []).every(({ value = 0, of = 0, before }) => value === 0 && of === 0 && !before?.value)

export function KeyFigures({ shown }: { shown: Figures }) {
  const words = useWords()
  const { t } = words
  const known = new Map(shown.definitions.map((definition) => [definition.id, definition]))
  const figures = shown.groups[0]?.figures ?? []
  const rows: Row[] = figures.flatMap((figure) => {
    const definition = known.get(figure.id)
    return definition ? [{ definition, figure }] : []
  })
  const columns: Column<Row>[] = [
    {
      name: 'figure',
      label: t('numbers.figure'),
      read: ({ definition, figure }) => nameOfFigure(definition, figure.currency),
      show: ({ definition, figure }) => (
        <details className="figure-words">
          <summary>{nameOfFigure(definition, figure.currency)}</summary>
          <p className="soft">{definition.words}</p>
        </details>
      ),
    },
    {
      name: 'now',
      label: t('chart.now'),
      read: ({ definition, figure }) => readOf(words, { definition }, figure),
      show: ({ definition, figure }) => sayValue(words, definition, figure, figure.currency),
      isNumber: true,
    },
    {
      name: 'before',
      label: t('chart.before'),
      read: ({ definition, figure: { before } }) => readOf(words, { definition }, before),
      show: ({ definition, figure }) =>
        figure.before ? sayValue(words, definition, figure.before, figure.currency) : '–',
      isNumber: true,
    },
  ]
  const sheet = () => ({
    name: 'figures',
    columns,
    rows: rows.map((row) => columns.map(({ read }) => read(row))),
  })
  return (
    <section className="panel" aria-labelledby="numbers-all">
      <h2 id="numbers-all">{t('numbers.all')}</h2>
      <Table
        caption={t('numbers.all')}
        columns={columns}
        rows={rows}
        keyOf={({ figure: { id, currency = '' } }) => `${id} ${currency}`}
        sortName="sort-all"
      />
      <ExportButtons make={sheet} canPrint />
    </section>
  )
}

// What stands around every chart: its title, what the figure means, the same figures as a table, and the way to take them along. A screen
// reader hears the summary, and reads the table.
import { type ReactNode, useState } from 'preact/compat'
import type { Sheet } from '../../office/ui/download.ts'
import { ExportButtons } from '../../office/ui/export-buttons.tsx'
import { type Column, Table } from '../../office/ui/table.tsx'
import { Button } from '../../workshop/ui/parts.tsx'
import { useWords } from '../app/words.ts'
import { useWidth } from './use-width.ts'

export interface FigureWords {
  title: string
  /** What the figure means, in words. */
  what?: ReactNode
  /** Of the file, and of the table's order in the address. Stable, in no language. */
  name: string
  /** It stands in a panel that has a heading already. */
  isInPanel?: boolean
}

export function ChartFigure<R>(
  props: FigureWords & {
    columns: readonly Column<R>[]
    rows: readonly R[]
    keyOf: (row: R) => string
    isEmpty: boolean
    /** Which line or bar is what, where the drawing does not say it itself. */
    legend?: ReactNode
    /** Why there is a table alone. */
    whyTable?: ReactNode
    children: (width: number) => ReactNode
  },
) {
  const { t } = useWords()
  const { title, what, name, columns, rows, keyOf, isInPanel, whyTable } = props
  const Heading = isInPanel ? 'h3' : 'h2'
  const [isTable, showTable] = useState(false)
  const [box, width] = useWidth()
  const sheet = (): Sheet => ({
    name,
    columns,
    rows: rows.map((row) => columns.map(({ read }) => read(row))),
  })
  return (
    <figure className={isInPanel ? 'chart' : 'panel chart'}>
      <figcaption className="chart-head">
        <div>
          <Heading>{title}</Heading>
          {what && <p className="soft">{what}</p>}
        </div>
        {!props.isEmpty && (
          <div className="chart-tools no-print">
            {!whyTable && (
              <Button look="quiet" onClick={() => showTable(!isTable)}>
                {t(isTable ? 'chart.asChart' : 'chart.asTable')}
              </Button>
            )}
            <ExportButtons make={sheet} />
          </div>
        )}
      </figcaption>
      <div ref={box} className="chart-box">
        {props.isEmpty ? (
          <p className="soft">{t('chart.nothing')}</p>
        ) : isTable || whyTable ? (
          <>
            {whyTable}
            <Table caption={title} columns={columns} rows={rows} keyOf={keyOf} sortName={`sort-${name}`} />
          </>
        ) : (
          <>
            {props.legend}
            {props.children(width)}
          </>
        )}
      </div>
    </figure>
  )
}

// Every figure beside the period before and, of one branch, beside the average of the branches; with its definition on a tap.
import type { FigureDefinition, FigureGroup, Figures, FigureValue } from '@walkaround/contract/dms/figures.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { ExportButtons } from '../../../office/ui/export-buttons.tsx'
import { usePeriod } from '../../../office/ui/period-picker.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'
import { averageOf } from './branch-average.ts'
import { nameOfFigure, readOf, sayValue } from './figure-words.ts'
import { queryOf } from './numbers-query.ts'

interface Row {
  definition: FigureDefinition
  figure: FigureValue
}

/** In neither of the two periods. */
export const isNothing = ({ groups: [whole] }: Figures): boolean =>
  (whole?.figures ?? []).every(({ value = 0, of = 0, before }) => value === 0 && of === 0 && !before?.value)

export function KeyFigures({ shown }: { shown: Figures }) {
  const [{ branch, person }] = useQuery()
  const { branches } = useSignedIn().client
  const isCompared = branch !== undefined && person === undefined && branches.length > 1 && !shown.isOwnOnly
  return isCompared ? <BesideBranches shown={shown} /> : <All shown={shown} branches={[]} />
}

/** The branches follow when they are read. */
function BesideBranches({ shown }: { shown: Figures }) {
  const { language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const asked = { ...queryOf({}, usePeriod(), language), by: 'branch' } as const
  const { value } = useRead(`${client.id} ${JSON.stringify(asked)}`, () =>
    call('showFigures', { system_client_id: client.id }, { query: asked }),
  )
  return <All shown={shown} branches={value?.groups ?? []} />
}

function All({ shown, branches }: { shown: Figures; branches: readonly FigureGroup[] }) {
  const words = useWords()
  const { t } = words
  const averageFor = ({ definition, figure: { currency } }: Row) =>
    averageOf(branches, { definition, ...(currency === undefined ? {} : { currency }) })
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
    ...(branches.length > 1
      ? [
          {
            name: 'average',
            label: t('numbers.average'),
            read: (row: Row) => readOf(words, row, averageFor(row)),
            show: (row: Row) => sayValue(words, row.definition, averageFor(row) ?? {}, row.figure.currency),
            isNumber: true,
          },
        ]
      : []),
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
      {branches.length > 1 && <p className="soft">{t('numbers.averageWhat', { n: branches.length })}</p>}
      <ExportButtons make={sheet} canPrint />
    </section>
  )
}

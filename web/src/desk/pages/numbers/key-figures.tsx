// Every figure beside the period before, with its definition on a tap; and the steps from found to sold.
import type { FigureDefinition, Figures, FigureValue } from '@walkaround/contract/dms/figures.ts'
import { funnel } from '@walkaround/contract/figures.ts'
import { Empty } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.tsx'
import { FunnelChart } from '../../charts/funnel-chart.tsx'
import { ExportButtons } from '../../ui/export-buttons.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { nameOfFigure, sayValue } from './figure-words.ts'

interface Row {
  definition: FigureDefinition
  figure: FigureValue
}

export function KeyFigures({ shown }: { shown: Figures }) {
  const words = useWords()
  const { t } = words
  const known = new Map(shown.definitions.map((definition) => [definition.id, definition]))
  const figures = shown.groups[0]?.figures ?? []
  const rows: Row[] = figures.flatMap((figure) => {
    const definition = known.get(figure.id)
    return definition ? [{ definition, figure }] : []
  })
  const isNothing = figures.every(
    ({ value = 0, of = 0, before }) => value === 0 && of === 0 && !before?.value,
  )
  if (isNothing) return <Empty icon="star" title={t('numbers.nothing')} what={t('numbers.nothingWhat')} />
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
      read: ({ figure }) => figure.value ?? figure.count,
      show: ({ definition, figure }) => sayValue(words, definition, figure, figure.currency),
      isNumber: true,
    },
    {
      name: 'before',
      label: t('chart.before'),
      read: ({ figure: { before } }) => before?.value ?? before?.count,
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
    <>
      {currenciesOf(figures).map((currency) => (
        <Funnel key={currency} figures={figures} currency={currency} known={known} />
      ))}
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
    </>
  )
}

/** Money of two currencies stands in two funnels; without any money there is one in pieces. */
const currenciesOf = (figures: readonly FigureValue[]): readonly (string | undefined)[] => {
  const found = new Set(figures.flatMap(({ currency }) => currency ?? []))
  return found.size > 0 ? [...found] : [undefined]
}

function Funnel(props: {
  figures: readonly FigureValue[]
  currency: string | undefined
  known: ReadonlyMap<string, FigureDefinition>
}) {
  const words = useWords()
  const { figures, currency, known } = props
  const moneyOf = ['', ...funnel.money]
  const steps = funnel.pieces.map((name, at) => ({
    name,
    label: known.get(name)?.name ?? name,
    pieces: figures.find(({ id }) => id === name)?.value ?? 0,
    money: figures.find(({ id, currency: own }) => id === moneyOf[at] && own === currency)?.value ?? 0,
  }))
  return (
    <FunnelChart
      title={words.t('numbers.funnel')}
      what={words.t('numbers.funnelWhat')}
      name="funnel"
      steps={steps}
      writeMoney={(value) => sayValue(words, { kind: 'money' }, { value }, currency)}
    />
  )
}

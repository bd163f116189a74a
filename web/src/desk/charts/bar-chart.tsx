// A comparison side by side, of branches or people: bars with their values in words, and a stroke where each was in the period before.
import { useWords } from '../app/words.tsx'
import type { Column } from '../ui/table.tsx'
import { type Bar, cut, layoutBars } from './bar-layout.ts'
import { ChartFigure, type FigureWords } from './chart-figure.tsx'
import { Drawing, Sign } from './drawing.tsx'

interface NamedBar extends Bar {
  readonly id: string
  /** One's own, for instance: filled where the others are pale. */
  readonly isMarked?: boolean
}

interface Props extends FigureWords {
  bars: readonly NamedBar[]
  write: (value: number) => string
  /** What is compared: the head of the table. */
  of?: string
}

export function BarChart({ bars, write, of, ...figure }: Props) {
  const { t } = useWords()
  const written = bars.map(({ value }) => (value === undefined ? '–' : write(value)))
  const shown = (value: number | undefined) => (value === undefined ? undefined : write(value))
  const hasBefore = bars.some(({ before }) => before !== undefined)
  const columns: Column<NamedBar>[] = [
    { name: 'name', label: of ?? t('chart.branch'), read: ({ label }) => label },
    {
      name: 'now',
      label: t('chart.now'),
      read: ({ value }) => value,
      show: ({ value }) => shown(value),
      isNumber: true,
    },
    ...(hasBefore
      ? [
          {
            name: 'before',
            label: t('chart.before'),
            read: ({ before }: NamedBar) => before,
            show: ({ before }: NamedBar) => shown(before),
            isNumber: true,
          },
        ]
      : []),
  ]
  const summary = [figure.title, ...bars.map(({ label }, at) => `${label}: ${written[at]}`)].join('. ')
  return (
    <ChartFigure
      {...figure}
      columns={columns}
      rows={bars}
      keyOf={({ id }) => id}
      isEmpty={bars.every(({ value }) => value === undefined)}
      legend={hasBefore && <BeforeLegend />}
    >
      {(width) => {
        const { bars: placed, height, mostLetters } = layoutBars(bars, written, width)
        return (
          <Drawing width={width} height={height} summary={summary}>
            {bars.map(({ id, label, before, isMarked }, at) => {
              const place = placed[at]!
              const top = place.y - 4
              return (
                <g key={id} className={isMarked ? 'marked' : ''}>
                  <title>{`${label}: ${written[at]}${before === undefined ? '' : ` (${t('chart.before')}: ${write(before)})`}`}</title>
                  <text className="bar-label" x={place.labelX} y={place.labelY}>
                    {cut(label, mostLetters)}
                  </text>
                  <rect
                    className="bar"
                    x={place.x}
                    y={place.y}
                    width={place.width}
                    height={place.height}
                    rx="2"
                  />
                  {place.beforeX !== undefined && (
                    <path
                      className="bar-before"
                      d={`M${place.beforeX} ${top}V${place.y + place.height + 4}`}
                    />
                  )}
                  <text className="bar-value" x={place.valueX} y={place.valueY}>
                    {written[at]}
                  </text>
                </g>
              )
            })}
          </Drawing>
        )
      }}
    </ChartFigure>
  )
}

function BeforeLegend() {
  const { t } = useWords()
  return (
    <p className="legend">
      <span>
        <Sign width={12} height={20}>
          <path className="bar-before" d="M6 1V19" />
        </Sign>
        {t('chart.before')}
      </span>
    </p>
  )
}

// A comparison side by side, of branches or people: bars with their values in words, and a stroke where each was in the period before.

import type { Column } from '../../office/ui/table.tsx'
import { useWords } from '../app/words.ts'
import { type Bar, cut, layoutBars } from './bar-layout.ts'
import { ChartFigure, type FigureWords } from './chart-figure.tsx'
import { Drawing, Sign } from './drawing.tsx'

interface NamedBar extends Bar {
  readonly id: string
  /** One's own, for instance: filled where the others are pale. */
  readonly isMarked?: boolean
  /** What is said instead of a value, such as "3 of 4". */
  readonly words?: string
  readonly wordsBefore?: string
}

interface Props extends FigureWords {
  bars: readonly NamedBar[]
  write: (value: number) => string
  /** What is compared: the head of the table. */
  of?: string
  /** Only the first so many are drawn; the table has all. */
  most?: number
  /** What all of them have on average: a dashed line, and words. */
  average?: { readonly value: number; readonly label: string }
}

export function BarChart({ bars: all, write, of, most = all.length, average, ...figure }: Props) {
  const { t } = useWords()
  const bars = all.slice(0, most)
  const say = (value: number | undefined, words: string | undefined) =>
    value === undefined ? words : write(value)
  const written = bars.map(({ value, words }) => say(value, words) ?? '–')
  const hasBefore = all.some(({ before, wordsBefore }) => before !== undefined || wordsBefore !== undefined)
  const columns: Column<NamedBar>[] = [
    { name: 'name', label: of ?? t('chart.branch'), read: ({ label }) => label },
    {
      name: 'now',
      label: t('chart.now'),
      read: ({ value, words }) => value ?? words,
      show: ({ value, words }) => say(value, words),
      isNumber: true,
    },
    ...(hasBefore
      ? [
          {
            name: 'before',
            label: t('chart.before'),
            read: ({ before, wordsBefore }: NamedBar) => before ?? wordsBefore,
            show: ({ before, wordsBefore }: NamedBar) => say(before, wordsBefore),
            isNumber: true,
          },
        ]
      : []),
  ]
  const averageWords = average && `${average.label}: ${write(average.value)}`
  const summary = [figure.title, ...bars.map(({ label }, at) => `${label}: ${written[at]}`), averageWords]
    .filter(Boolean)
    .join('. ')
  return (
    <ChartFigure
      {...figure}
      columns={columns}
      rows={all}
      keyOf={({ id }) => id}
      isEmpty={all.every(({ value, words }) => value === undefined && words === undefined)}
      legend={
        (averageWords !== undefined || bars.some(({ before }) => before !== undefined)) && (
          <Legend hasBefore={bars.some(({ before }) => before !== undefined)} average={averageWords} />
        )
      }
    >
      {(width) => {
        const {
          bars: placed,
          height,
          mostLetters,
          averageX,
        } = layoutBars(bars, written, width, average?.value)
        return (
          <Drawing width={width} height={height} summary={summary}>
            {bars.map(({ id, label, before, wordsBefore, isMarked }, at) => {
              const place = placed[at]!
              const was = say(before, wordsBefore)
              const top = place.y - 4
              return (
                <g key={id} className={isMarked ? 'marked' : ''}>
                  <title>{`${label}: ${written[at]}${was === undefined ? '' : ` (${t('chart.before')}: ${was})`}`}</title>
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
                </g>
              )
            })}
            {averageX !== undefined && (
              <path className="bar-average" d={`M${averageX} 0V${height}`}>
                <title>{averageWords}</title>
              </path>
            )}
            {placed.map(({ valueX, valueY }, at) => (
              <text key={bars[at]!.id} className="bar-value" x={valueX} y={valueY}>
                {written[at]}
              </text>
            ))}
          </Drawing>
        )
      }}
    </ChartFigure>
  )
}

function Legend({ hasBefore, average }: { hasBefore: boolean; average: string | undefined }) {
  const { t } = useWords()
  return (
    <p className="legend">
      {hasBefore && (
        <span>
          <Sign width={12} height={20}>
            <path className="bar-before" d="M6 1V19" />
          </Sign>
          {t('chart.before')}
        </span>
      )}
      {average !== undefined && (
        <span>
          <Sign width={12} height={20}>
            <path className="bar-average" d="M6 1V19" />
          </Sign>
          {average}
        </span>
      )}
    </p>
  )
}

// A small curve of one measured value, such as the depth of a tread: readings as dots, the limits as a dotted and a dashed line with their
// words, and the band in which it is expected to go on. Small enough to stand in a line of text or in a grid of wheels.
import { useId } from 'preact/compat'
import { useWords } from '../app/words.ts'
import { type CurveLimit, type CurvePoint, type Expected, layoutCurve } from './curve-layout.ts'
import { Drawing, Hatch } from './drawing.tsx'
import { widthOf } from './scale.ts'

interface Props {
  /** What is measured and where: the beginning of what a screen reader hears. */
  title: string
  points: readonly CurvePoint[]
  limits?: readonly CurveLimit[]
  expected?: readonly Expected[]
  write: (value: number) => string
  width?: number
  height?: number
}

/** Lower ones have no room for words: the page says the limits beside them. */
const wordsFrom = 96

export function Curve({
  title,
  points,
  limits = [],
  expected = [],
  write,
  width = 220,
  height = 120,
}: Props) {
  const { t, briefDate } = useWords()
  const hatch = `hatch${useId()}`
  const hasWords = height >= wordsFrom
  const last = points.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)
  const lastWords = last ? write(last.value) : ''
  const edge = hasWords ? 12 : 6
  const below = hasWords ? 16 : 0
  const layout = layoutCurve({ points, limits, expected }, { width, height: height - below, edge })
  const { marks, band, middle, days } = layout
  const end = marks.at(-1)
  const summary = [
    title,
    ...points
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .map(({ at, value }) => `${briefDate(at)}: ${write(value)}`),
    ...limits.map(({ status, value }) => `${t(`status.${status}`)}: ${write(value)}`),
  ].join('. ')
  // Left of the last dot and below it where the drawing ends: what wears falls, so the line is above.
  const isAtEnd = end !== undefined && end.x + widthOf(lastWords) + 8 > width
  return (
    <Drawing width={width} height={height} summary={summary} className="curve">
      <defs>
        <Hatch id={hatch} />
      </defs>
      {layout.limits.map(({ y, limit }) => (
        <g key={limit.status}>
          <path className={`limit ${limit.status}`} d={`M0 ${y}H${width}`} />
          {hasWords && (
            <text className="limit-word" x="0" y={y - 5}>
              {`${t(`status.${limit.status}`)} ${write(limit.value)}`}
            </text>
          )}
        </g>
      ))}
      {band && <path className="band" d={band} fill={`url(#${hatch})`} />}
      {middle && <path className="line expected" d={middle} />}
      {layout.paths.map((path) => (
        <path key={path} className="line now" d={path} />
      ))}
      {marks.map(({ x, y, point }) => (
        <g key={point.at}>
          <title>{`${briefDate(point.at)}: ${write(point.value)}`}</title>
          <circle className="hit" cx={x} cy={y} r="8" />
          <circle
            className={`mark now ${point.isNew ? 'is-new' : ''}`}
            cx={x}
            cy={y}
            r={hasWords ? 3.5 : 2.5}
          />
        </g>
      ))}
      {hasWords && end && (
        <text
          className={`curve-value ${isAtEnd ? 'end' : ''}`}
          x={isAtEnd ? end.x - 7 : end.x + 7}
          y={isAtEnd ? end.y + 16 : end.y - 6}
        >
          {lastWords}
        </text>
      )}
      {hasWords && days && (
        <>
          <text className="tick" x="0" y={height - 3}>
            {briefDate(days.from)}
          </text>
          {days.to !== days.from && (
            <text className="tick end" x={width} y={height - 3}>
              {briefDate(days.to)}
            </text>
          )}
        </>
      )}
    </Drawing>
  )
}

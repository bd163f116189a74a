// A figure over time, day by day, with the period before as a second line: solid with dots against dashed with squares.
import { useWords } from '../app/words.ts'
import { ChartFigure, type FigureWords } from './chart-figure.tsx'
import { Drawing, Sign } from './drawing.tsx'
import { type Line, layoutLines, spread } from './line-layout.ts'
import { columnsOf, type Day, type Row } from './line-rows.ts'
import { widthOf } from './scale.ts'

interface Props extends FigureWords {
  now: readonly Day[]
  before: readonly Day[]
  /** A value in words, such as money. */
  write: (value: number) => string
  /** A day in words; without it, a short date. */
  writeDay?: (at: string) => string
  /** Whether the steps are days, weeks or months: the head of the table. */
  of?: string
  /** At the edge; without it, as values are written. */
  writeTick?: (value: number) => string
  /** The smallest step of the scale; 1 for what is counted. */
  leastStep?: number
  /** Said where `words` stand for values. */
  whyWords?: string
}

const height = 280
/** Beside the lines there is room for their names. */
const wide = 620
/** More marks than this would cover the line. */
const mostMarks = 45

export function LineChart(props: Props) {
  const { t, briefDate } = useWords()
  const {
    now,
    before,
    write,
    writeDay: dayWords = briefDate,
    of,
    writeTick,
    leastStep,
    whyWords,
    ...figure
  } = props
  const rows: Row[] = Array.from({ length: Math.max(now.length, before.length) }, (_, index) => ({
    now: now[index],
    before: before[index],
  }))
  const days = [...now, ...before]
  const areWords = whyWords !== undefined && days.some(({ words }) => words !== undefined)
  const drawn = days.filter(({ value }) => value !== undefined).length
  // A single dot among words says less than the table.
  const isDrawn = drawn > (areWords ? 1 : 0)
  const note = areWords && <p className="soft">{whyWords}</p>
  const known = now.filter((day): day is Day & { value: number } => day.value !== undefined)
  const summary = [
    figure.title,
    ...extremes(known).map(([key, { value, at }]) => t(key, { value: write(value), when: dayWords(at) })),
  ].join('. ')
  return (
    <ChartFigure
      {...figure}
      columns={columnsOf(t, of ?? t('chart.day'), write, dayWords)}
      rows={isDrawn ? rows : rows.filter(hasWords)}
      keyOf={(row) => `${row.now?.at} ${row.before?.at}`}
      isEmpty={!isDrawn && !areWords}
      whyTable={!isDrawn && note}
      legend={
        <>
          {note}
          <Legend />
        </>
      }
    >
      {(width) => (
        <Lines
          width={width}
          summary={summary}
          rows={rows}
          write={write}
          writeTick={writeTick ?? write}
          leastStep={leastStep ?? 0}
          dayWords={dayWords}
        />
      )}
    </ChartFigure>
  )
}

const hasWords = ({ now, before }: Row) =>
  [now, before].some((day) => day?.value !== undefined || day?.words !== undefined)

function extremes(days: readonly (Day & { value: number })[]) {
  const sorted = days.toSorted((a, b) => a.value - b.value)
  const [least, most] = [sorted[0], sorted.at(-1)]
  return least && most
    ? ([
        ['chart.highest', most],
        ['chart.lowest', least],
      ] as const)
    : []
}

function Legend() {
  const { t } = useWords()
  return (
    <p className="legend">
      <span>
        <Sign width={34} height={12}>
          <path className="line now" d="M0 6H34" />
          <circle className="mark now" cx="17" cy="6" r="3.5" />
        </Sign>
        {t('chart.now')}
      </span>
      <span>
        <Sign width={34} height={12}>
          <path className="line before" d="M0 6H34" />
          <rect className="mark before" x="14" y="3" width="6" height="6" />
        </Sign>
        {t('chart.before')}
      </span>
    </p>
  )
}

function Lines(props: {
  width: number
  summary: string
  rows: readonly Row[]
  write: (value: number) => string
  writeTick: (value: number) => string
  leastStep: number
  dayWords: (at: string) => string
}) {
  const { t } = useWords()
  const { width, rows, write, writeTick, leastStep, dayWords } = props
  const dayWidth = Math.max(0, ...rows.map(({ now, before }) => widthOf(dayWords((now ?? before)?.at ?? ''))))
  const frame = { width, height, top: 12, bottom: 30, leastStep, dayWidth }
  const [now, before] = [rows.map((row) => row.now?.value), rows.map((row) => row.before?.value)]
  // Once for the ticks, whose words decide how much room is left for the lines.
  const { ticks } = layoutLines(now, before, { ...frame, left: 0, right: 0 }).y
  const left = Math.max(...ticks.map((tick) => widthOf(writeTick(tick)))) + 10
  const names = [t('chart.now'), t('chart.before')] as const
  const right = width >= wide ? Math.max(...names.map((name) => widthOf(name))) + 14 : 14
  const layout = layoutLines(now, before, { ...frame, left, right })
  const ends = ([layout.now, layout.before] as const).flatMap(({ marks }, at) => {
    const last = marks.at(-1)
    return last ? [{ name: names[at]!, y: last.y }] : []
  })
  const endPlaces = spread(
    ends.map(({ y }) => y),
    17,
    frame.top + 6,
    height - frame.bottom,
  )
  return (
    <Drawing width={width} height={height} summary={props.summary}>
      {layout.y.ticks.map((tick) => (
        <g key={tick}>
          <path
            className={tick === 0 ? 'axis' : 'grid'}
            d={`M${left} ${layout.y.at(tick)}H${width - right}`}
          />
          <text className="tick end" x={left - 8} y={layout.y.at(tick) + 4}>
            {writeTick(tick)}
          </text>
        </g>
      ))}
      {layout.days.map(({ index, x }) => (
        <text key={index} className="tick middle" x={x} y={height - 8}>
          {sayDay(rows[index]?.now, dayWords)}
        </text>
      ))}
      <OneLine look="before" line={layout.before} rows={rows} write={write} dayWords={dayWords} />
      <OneLine look="now" line={layout.now} rows={rows} write={write} dayWords={dayWords} />
      {width >= wide &&
        ends.map(({ name }, at) => (
          <text
            key={name}
            className={`name ${name === names[0] ? 'now' : ''}`}
            x={width - right + 8}
            y={endPlaces[at]! + 4}
          >
            {name}
          </text>
        ))}
    </Drawing>
  )
}

const sayDay = (day: Day | undefined, dayWords: (at: string) => string) => (day ? dayWords(day.at) : '')

function OneLine(props: {
  look: 'now' | 'before'
  line: Line
  rows: readonly Row[]
  write: (value: number) => string
  dayWords: (at: string) => string
}) {
  const { look, line, rows, write, dayWords } = props
  const areFew = line.marks.length <= mostMarks
  return (
    <g>
      {line.paths.map((path) => (
        <path key={path} className={`line ${look}`} d={path} />
      ))}
      {line.marks.map(({ x, y, index, value }) => (
        <g key={index}>
          <title>{`${sayDay(rows[index]?.[look], dayWords)}: ${write(value)}`}</title>
          {/* Larger than the mark, so that a mouse finds it. */}
          <circle className="hit" cx={x} cy={y} r="9" />
          {areFew && look === 'now' && <circle className="mark now" cx={x} cy={y} r="3.5" />}
          {areFew && look === 'before' && (
            <rect className="mark before" x={x - 3} y={y - 3} width="6" height="6" />
          )}
        </g>
      ))}
    </g>
  )
}

// From found to sold, in pieces and in money: two bars a step, with how much of the step before is left.
import { Fragment, useId } from 'preact/compat'
import type { Column } from '../../office/ui/table.tsx'
import { useWords } from '../app/words.ts'
import { ChartFigure, type FigureWords } from './chart-figure.tsx'
import { Drawing, Hatch, Sign } from './drawing.tsx'
import { type FunnelStep, layoutFunnel, type PlacedStep, slope } from './funnel-layout.ts'
import { widthOf } from './scale.ts'

interface Props extends FigureWords {
  steps: readonly FunnelStep[]
  writeMoney: (value: number) => string
}

type Row = FunnelStep & PlacedStep

const barHeight = 18
const labelHeight = 22
/** One below the other: name, pieces, money, slope. */
const stepHeight = labelHeight + 2 * barHeight + 4 + 20

export function FunnelChart({ steps, writeMoney, ...figure }: Props) {
  const { t, number, percent } = useWords()
  const hatch = `hatch${useId()}`
  const placed = layoutFunnel(steps)
  const rows: Row[] = steps.map((step, at) => ({ ...placed[at]!, ...step }))
  const left = (share: number | undefined) => (share === undefined ? undefined : percent(share))
  const columns: Column<Row>[] = [
    { name: 'step', label: t('chart.step'), read: ({ label }) => label },
    { name: 'pieces', label: t('chart.pieces'), read: ({ pieces }) => pieces, isNumber: true },
    {
      name: 'piecesLeft',
      label: `${t('chart.pieces')}: ${t('chart.share')}`,
      read: ({ piecesLeft }) => piecesLeft,
      show: ({ piecesLeft }) => left(piecesLeft),
      isNumber: true,
    },
    {
      name: 'money',
      label: t('chart.money'),
      read: ({ money }) => money,
      show: ({ money }) => (money === undefined ? undefined : writeMoney(money)),
      isNumber: true,
    },
    {
      name: 'moneyLeft',
      label: `${t('chart.money')}: ${t('chart.share')}`,
      read: ({ moneyLeft }) => moneyLeft,
      show: ({ moneyLeft }) => left(moneyLeft),
      isNumber: true,
    },
  ]
  const withShare = (words: string, share: number | undefined) =>
    share === undefined ? words : `${words} · ${percent(share)}`
  const wordsOf = ({ pieces, money, piecesLeft, moneyLeft }: Row) =>
    [
      withShare(number(pieces), piecesLeft),
      ...(money === undefined ? [] : [withShare(writeMoney(money), moneyLeft)]),
    ] as const
  const summary = [figure.title, ...rows.map((row) => `${row.label}: ${wordsOf(row).join(', ')}`)].join('. ')
  return (
    <ChartFigure
      {...figure}
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
      isEmpty={steps.every(({ pieces, money }) => pieces === 0 && !money)}
      legend={<FunnelLegend />}
    >
      {(width) => {
        const behind = Math.max(...rows.flatMap((row) => wordsOf(row).map((words) => widthOf(words)))) + 12
        const room = Math.max(60, width - behind)
        return (
          <Drawing width={width} height={rows.length * stepHeight - 20} summary={summary}>
            <defs>
              <Hatch id={hatch} />
            </defs>
            {rows.map((row, at) => {
              const y = at * stepHeight
              const [pieces, money] = wordsOf(row)
              const next = placed[at + 1]
              const piecesY = y + labelHeight
              const moneyY = piecesY + barHeight + 4
              const end = moneyY + barHeight
              return (
                <Fragment key={row.name}>
                  {next && money !== undefined && (
                    <path
                      className="funnel-slope"
                      d={slope(row.moneyLength * room, end, next.moneyLength * room, end + 20)}
                    />
                  )}
                  <text className="bar-label strong" x="0" y={y + 15}>
                    {row.label}
                  </text>
                  <rect
                    className="bar solid"
                    x="0"
                    y={piecesY}
                    width={row.piecesLength * room}
                    height={barHeight}
                    rx="2"
                  />
                  <text className="bar-value" x={row.piecesLength * room + 8} y={piecesY + 14}>
                    {pieces}
                  </text>
                  {money !== undefined && (
                    <>
                      <rect
                        className="hatched"
                        x="0"
                        y={moneyY}
                        width={row.moneyLength * room}
                        height={barHeight}
                        rx="2"
                        fill={`url(#${hatch})`}
                      />
                      <text className="bar-value" x={row.moneyLength * room + 8} y={moneyY + 14}>
                        {money}
                      </text>
                    </>
                  )}
                </Fragment>
              )
            })}
          </Drawing>
        )
      }}
    </ChartFigure>
  )
}

function FunnelLegend() {
  const { t } = useWords()
  const hatch = `hatch${useId()}`
  return (
    <p className="legend">
      <span>
        <Sign width={26} height={14}>
          <rect className="bar solid" x="1" y="1" width="24" height="12" rx="2" />
        </Sign>
        {t('chart.pieces')}
      </span>
      <span>
        <Sign width={26} height={14}>
          <defs>
            <Hatch id={hatch} />
          </defs>
          <rect className="hatched" x="1" y="1" width="24" height="12" rx="2" fill={`url(#${hatch})`} />
        </Sign>
        {t('chart.money')}
      </span>
      <span>{t('chart.ofBefore', { share: '%' })}</span>
    </p>
  )
}

// The steps from found to sold: how long the bars of each are, and how much of the step before is left. Pure.
import { isSmall } from '@walkaround/contract/rules/figure-values.ts'
import { round } from './scale.ts'

export interface FunnelStep {
  readonly name: string
  readonly label: string
  readonly pieces: number
  /** Left out of what has no price. */
  readonly money: number | undefined
}

export interface PlacedStep {
  /** Of the whole width, from 0 to 1. */
  readonly piecesLength: number
  readonly moneyLength: number
  /** Of the step before; undefined for the first, and if nothing was left before or too few pieces for a share. */
  readonly piecesLeft: number | undefined
  readonly moneyLeft: number | undefined
}

const share = (part: number, whole: number) => (whole > 0 ? Math.max(0, part) / whole : 0)

/** Pieces and money have a scale each: the widest step of either fills the width. */
export function layoutFunnel(steps: readonly FunnelStep[]): readonly PlacedStep[] {
  const mostPieces = Math.max(0, ...steps.map(({ pieces }) => pieces))
  const mostMoney = Math.max(0, ...steps.map(({ money = 0 }) => money))
  return steps.map(({ pieces, money }, at) => {
    const last = steps[at - 1]
    const before = last && !isSmall(last.pieces) ? last : undefined
    return {
      piecesLength: share(pieces, mostPieces),
      moneyLength: share(money ?? 0, mostMoney),
      piecesLeft: before ? pieces / before.pieces : undefined,
      moneyLeft: before?.money && before.money > 0 && money !== undefined ? money / before.money : undefined,
    }
  })
}

/** The slope between the ends of two bars, which shows at a glance where most is lost. */
export const slope = (fromX: number, fromY: number, toX: number, toY: number): string =>
  `M0 ${fromY}L${round(fromX)} ${fromY}L${round(toX)} ${toY}L0 ${toY}Z`

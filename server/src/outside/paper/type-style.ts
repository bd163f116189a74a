// How a text is set. Sizes are points.

export type Weight = 'regular' | 'semibold' | 'bold'

export type TypeStyle = {
  readonly weight: Weight
  readonly size: number
  /** Baseline to baseline. */
  readonly leading: number
  readonly colour: string
  /** Extra space between letters; only for short words in capitals. */
  readonly tracking?: number
}

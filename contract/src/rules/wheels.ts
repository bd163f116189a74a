// Which questions are about a wheel: its tread, its brake pads, the brake discs of its axle. Pure.
import { axleOf, type PlacedQuestion, sideOf } from './covered-work.ts'

export const wheels = ['frontLeft', 'frontRight', 'rearLeft', 'rearRight'] as const
export type Wheel = (typeof wheels)[number]

export const wheelParts = ['tread', 'pad', 'disc'] as const
export type WheelPart = (typeof wheelParts)[number]

export interface AtWheels {
  readonly part: WheelPart
  /** One, or both of an axle. */
  readonly wheels: readonly Wheel[]
}

/** `clientSettings.wheelPart`, else a question about a tyre, else the end of the id: padFL, discR. */
function partOf({ id, clientSettings }: PlacedQuestion): WheelPart | undefined {
  const { wheelPart, tyre } = (clientSettings ?? {}) as { wheelPart?: unknown; tyre?: unknown }
  const named = wheelParts.find((part) => part === wheelPart)
  if (named) return named
  if (tyre === true) return 'tread'
  const word = /(?:^|[^A-Za-z])(tread|pad|disc)[FR][LR]?$/.exec(id)?.[1]
  return wheelParts.find((part) => part === word)
}

export function placeAtWheels(question: PlacedQuestion): AtWheels | undefined {
  const [part, axle, side] = [partOf(question), axleOf(question), sideOf(question)]
  if (part === undefined || axle === undefined) return undefined
  const sides =
    side === undefined ? (['Left', 'Right'] as const) : ([side === 'left' ? 'Left' : 'Right'] as const)
  return { part, wheels: sides.map((one) => `${axle}${one}` as const) }
}

// The signs of the kinds of damage on paper, as the tablet draws them. Each has its own shape, so that neither colour nor sharp eyes
// are needed.

import type { MarkKind } from '@walkaround/contract/mark-kinds.ts'
import { markSigns } from '@walkaround/contract/mark-signs.ts'
import type { Ink } from '../../../outside/paper/paper.ts'
import { colours } from './theme.ts'

/** Centred on x, y. The white halo separates it from the lines of the vehicle. */
export function drawMarkSign(
  ink: Ink,
  kind: MarkKind,
  x: number,
  y: number,
  size: number,
  colour: string,
): void {
  const { lines, weight = 1 } = markSigns[kind]
  const place = (gx: number, gy: number) =>
    [x + ((gx - 12) / 19) * size, y + ((gy - 12) / 19) * size] as const
  ink.save().lineCap('round').lineJoin('round')
  for (const [more, tone] of [
    [2.1, colours.white],
    [0, colour],
  ] as const)
    ink
      .placed(lines, place)
      .lineWidth(1.4 * weight + more)
      .stroke(tone)
  ink.restore()
}

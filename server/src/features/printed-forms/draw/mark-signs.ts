// The signs of the kinds of damage. Each has its own shape, so that neither colour nor sharp eyes are needed.

import type { MarkKind } from '@walkaround/contract/mark-kinds.ts'
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
  ink.save().lineCap('round').lineJoin('round')
  for (const [weight, tone] of [
    [3.6, colours.white],
    [1.5, colour],
  ] as const)
    shape(ink, kind, x, y, size / 2, weight, tone)
  ink.restore()
}

function shape(
  ink: Ink,
  kind: MarkKind,
  x: number,
  y: number,
  r: number,
  weight: number,
  tone: string,
): void {
  const halo = tone === colours.white ? 1.2 : 0
  ink.lineWidth(weight)
  switch (kind) {
    case 'scratch':
      for (const shift of [-0.7, 0, 0.7])
        ink.moveTo(x + shift * r - r * 0.45, y + r * 0.85).lineTo(x + shift * r + r * 0.45, y - r * 0.85)
      ink.stroke(tone)
      break
    case 'dent':
      ink.circle(x, y, r * 0.9).stroke(tone)
      ink.circle(x, y, r * 0.32 + halo).fill(tone)
      break
    case 'crack':
      ink
        .moveTo(x - r, y - r * 0.2)
        .lineTo(x - r * 0.45, y - r * 0.75)
        .lineTo(x - r * 0.1, y + r * 0.45)
      ink
        .lineTo(x + r * 0.4, y - r * 0.45)
        .lineTo(x + r, y + r * 0.75)
        .stroke(tone)
      break
    case 'chip':
      ink.polygon([x, y - r * 0.9], [x + r * 0.9, y + r * 0.75], [x - r * 0.9, y + r * 0.75])
      ink.fillAndStroke(tone, tone)
      break
    case 'rust':
      for (const [dx, dy] of [
        [-0.72, -0.72],
        [0.72, -0.72],
        [0, 0],
        [-0.72, 0.72],
        [0.72, 0.72],
      ] as const)
        ink.circle(x + dx * r, y + dy * r, r * 0.34 + halo).fill(tone)
      break
    case 'missing':
      ink.moveTo(x - r * 0.8, y - r * 0.8).lineTo(x + r * 0.8, y + r * 0.8)
      ink
        .moveTo(x + r * 0.8, y - r * 0.8)
        .lineTo(x - r * 0.8, y + r * 0.8)
        .stroke(tone)
      break
    default:
      ink.polygon([x, y - r], [x + r, y], [x, y + r], [x - r, y]).stroke(tone)
  }
}

// The signs of the kinds of damage. Each has a shape of its own, so that neither colour nor sharp eyes are needed.
import type { DamageKind } from '../model.ts'
import type { Doc } from './pen.ts'
import { colours } from './theme.ts'

export const damageKinds: readonly DamageKind[] = [
  'scratch',
  'dent',
  'crack',
  'chip',
  'rust',
  'missing',
  'other',
]

/** Centred on x, y. The white halo keeps it apart from the lines of the vehicle. */
export function drawMarkSign(
  doc: Doc,
  kind: DamageKind,
  x: number,
  y: number,
  size: number,
  colour: string,
): void {
  doc.save().lineCap('round').lineJoin('round')
  for (const [weight, ink] of [
    [3.6, colours.white],
    [1.5, colour],
  ] as const)
    shape(doc, kind, x, y, size / 2, weight, ink)
  doc.restore()
}

function shape(
  doc: Doc,
  kind: DamageKind,
  x: number,
  y: number,
  r: number,
  weight: number,
  ink: string,
): void {
  const halo = ink === colours.white ? 1.2 : 0
  doc.lineWidth(weight)
  switch (kind) {
    case 'scratch':
      for (const shift of [-0.7, 0, 0.7])
        doc.moveTo(x + shift * r - r * 0.45, y + r * 0.85).lineTo(x + shift * r + r * 0.45, y - r * 0.85)
      doc.stroke(ink)
      break
    case 'dent':
      doc.circle(x, y, r * 0.9).stroke(ink)
      doc.circle(x, y, r * 0.32 + halo).fill(ink)
      break
    case 'crack':
      doc
        .moveTo(x - r, y - r * 0.2)
        .lineTo(x - r * 0.45, y - r * 0.75)
        .lineTo(x - r * 0.1, y + r * 0.45)
      doc
        .lineTo(x + r * 0.4, y - r * 0.45)
        .lineTo(x + r, y + r * 0.75)
        .stroke(ink)
      break
    case 'chip':
      doc.polygon([x, y - r * 0.9], [x + r * 0.9, y + r * 0.75], [x - r * 0.9, y + r * 0.75])
      doc.fillAndStroke(ink, ink)
      break
    case 'rust':
      for (const [dx, dy] of [
        [-0.72, -0.72],
        [0.72, -0.72],
        [0, 0],
        [-0.72, 0.72],
        [0.72, 0.72],
      ] as const)
        doc.circle(x + dx * r, y + dy * r, r * 0.34 + halo).fill(ink)
      break
    case 'missing':
      doc.moveTo(x - r * 0.8, y - r * 0.8).lineTo(x + r * 0.8, y + r * 0.8)
      doc
        .moveTo(x + r * 0.8, y - r * 0.8)
        .lineTo(x - r * 0.8, y + r * 0.8)
        .stroke(ink)
      break
    default:
      doc.polygon([x, y - r], [x + r, y], [x, y + r], [x - r, y]).stroke(ink)
  }
}

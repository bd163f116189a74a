// Fields for signatures: the strokes from the tablet as smooth curves, or an empty line to sign on paper. Signatures from before a
// change are below, small and struck out.

import { fill } from '@walkaround/contract/rules/texts.ts'
import type { Ink } from '../../../outside/paper/paper.ts'
import type { FormSignature } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, gapOf, row, stack, together } from './block.ts'
import { text } from './text.ts'
import { colours, columnGap, columns, statusColours, type as typeScale } from './theme.ts'

export type SignatureField = {
  readonly label: string
  readonly name?: string
  readonly signature?: FormSignature | undefined
  readonly struck?: readonly FormSignature[]
}

const fieldHeight = 50

export function signatureFields(sheet: Sheet, fields: readonly SignatureField[]): Block {
  const width = columns(6)
  return together(
    row(fields.map((one, index) => ({ x: index * (width + columnGap), block: field(sheet, one, width) }))),
  )
}

function field(sheet: Sheet, { label, name, signature, struck = [] }: SignatureField, width: number): Block {
  const { texts, formats } = sheet
  const signer = signature?.name?.trim() || name
  const ground: Block = {
    height: fieldHeight,
    first: fieldHeight,
    draw(pen, x, y, parent) {
      pen.artifact((ink) => {
        ink.roundedRect(x, y, width, fieldHeight, 3).fill(colours.pale)
        ink.moveTo(x + 12, y + fieldHeight - 13).lineTo(x + width - 12, y + fieldHeight - 13)
        ink.lineWidth(0.6).stroke(colours.earlier)
      })
      if (!signature?.strokes?.length) return
      const alt = signer ? fill(texts.signatures.drawn, { name: signer }) : texts.signatures.unnamed
      const element = pen.open({ type: 'Figure', options: { alt } }, parent)
      pen.content(element, (ink) => drawStrokes(ink, signature, x + 14, y + 5, width - 28, fieldHeight - 12))
    },
  }
  const below = signature?.signedAt
    ? fill(texts.signatures.signedAt, { date: formats.dateTime(signature.signedAt) })
    : texts.signatures.placeAndDate
  return stack(
    [
      text(label, typeScale.label, width),
      gapOf(3),
      ground,
      gapOf(4),
      signer && text(signer, typeScale.strong, width),
      text(below, typeScale.small, width),
      signature?.hash &&
        text(fill(texts.signatures.covers, { hash: signature.hash }), typeScale.small, width),
      ...struck.flatMap((one) => [gapOf(6), struckOut(sheet, one, width)]),
    ].filter((block) => typeof block === 'object'),
  )
}

const struckHeight = 30
const struckWidth = 78

function struckOut(sheet: Sheet, signature: FormSignature, width: number): Block {
  const { texts, formats } = sheet
  const { name, signedAt, hash } = signature
  const side = width - struckWidth - 8
  const signer = [name?.trim(), signedAt && formats.dateTime(signedAt)].filter(Boolean).join(', ')
  const words = stack(
    [
      text(texts.signatures.struck, { ...typeScale.small, colour: statusColours.red.ink }, side),
      signer && text(signer, typeScale.small, side),
      hash && text(fill(texts.signatures.covers, { hash }), typeScale.small, side),
    ].filter((block) => typeof block === 'object'),
  )
  const picture: Block = {
    height: struckHeight,
    first: struckHeight,
    draw(pen, x, y, parent) {
      const alt = name ? fill(texts.signatures.drawn, { name }) : texts.signatures.unnamed
      const element = pen.open(
        { type: 'Figure', options: { alt: `${alt}: ${texts.signatures.struck}` } },
        parent,
      )
      pen.content(element, (ink) => {
        drawStrokes(ink, signature, x + 4, y + 3, struckWidth - 8, struckHeight - 6)
        ink.moveTo(x, y + struckHeight - 6).lineTo(x + struckWidth, y + 6)
        ink.moveTo(x, y + 6).lineTo(x + struckWidth, y + struckHeight - 6)
        ink.lineWidth(0.9).stroke(statusColours.red.fill)
      })
    },
  }
  return row([
    { x: 0, block: picture },
    { x: struckWidth + 8, block: words },
  ])
}

/** As large as it was written, or smaller to fit; centred in the field. */
function drawStrokes(
  ink: Ink,
  { strokes = [], isStruck }: FormSignature,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const lines = strokes.map(pointsOf).filter((points) => points.length > 0)
  const all = lines.flat()
  if (all.length === 0) return
  const [left, right, top, bottom] = boundsOf(all)
  const scale = Math.min(height, width / Math.max(right - left, 1e-6), height / Math.max(bottom - top, 1e-6))
  const dx = x + (width - (right - left) * scale) / 2 - left * scale
  const dy = y + (height - (bottom - top) * scale) / 2 - top * scale
  const place = ([px, py]: Point): Point => [dx + px * scale, dy + py * scale]
  ink.save().lineWidth(1.1).lineCap('round').lineJoin('round')
  for (const line of lines) drawStroke(ink, line.map(place), isStruck === true)
  ink.restore()
}

type Point = [number, number]

function pointsOf(stroke: readonly number[]): Point[] {
  const points: Point[] = []
  for (let index = 0; index + 1 < stroke.length; index += 2) {
    const [px, py] = [stroke[index] as number, stroke[index + 1] as number]
    if (Number.isFinite(px) && Number.isFinite(py)) points.push([px, py])
  }
  return points
}

function boundsOf(points: readonly Point[]): [left: number, right: number, top: number, bottom: number] {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [px, py] of points) {
    left = Math.min(left, px)
    right = Math.max(right, px)
    top = Math.min(top, py)
    bottom = Math.max(bottom, py)
  }
  return [left, right, top, bottom]
}

/** Curves through the midpoints between points: a hand moves in curves, but a tablet samples corners. */
function drawStroke(ink: Ink, [start, ...rest]: readonly Point[], isStruck: boolean): void {
  if (!start) return
  ink.moveTo(...start)
  if (rest.length === 0) ink.lineTo(start[0] + 0.1, start[1])
  rest.forEach((point, index) => {
    const next = rest[index + 1]
    if (next) ink.quadraticCurveTo(...point, (point[0] + next[0]) / 2, (point[1] + next[1]) / 2)
    else ink.lineTo(...point)
  })
  ink.stroke(isStruck ? colours.earlier : '#14315c')
}

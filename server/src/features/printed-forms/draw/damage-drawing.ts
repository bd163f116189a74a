// The unfolded vehicle as vectors, with numbered marks. Numbers avoid each other; signs stay in place.

import { type MarkKind, markKinds } from '@walkaround/contract/mark-kinds.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import {
  capHeight,
  fitLine,
  type Ink,
  type Pen,
  type TypeStyle,
  widthOf,
} from '../../../outside/paper/paper.ts'
import type { FormDamage, FormMark, VehicleOutline } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, type Cell, row, stack } from './block.ts'
import { drawMarkSign } from './mark-signs.ts'
import { text } from './text.ts'
import { colours, contentWidth, type as typeScale } from './theme.ts'

const signSize = 9.5
const numberStyle: TypeStyle = { weight: 'bold', size: 8.5, leading: 10, colour: colours.white }

/** Fills the width unless it becomes too high; then it is centred. */
export function damageDrawing(
  sheet: Sheet,
  damage: FormDamage,
  width: number,
  maxHeight: number,
): Block | undefined {
  const { outline, marks } = damage
  if (!outline || !(outline.viewBox[0] > 0 && outline.viewBox[1] > 0)) return undefined
  const scale = Math.min(width / outline.viewBox[0], maxHeight / outline.viewBox[1])
  const [drawnWidth, height] = [outline.viewBox[0] * scale, outline.viewBox[1] * scale]
  const earlier = marks.filter(({ isEarlier }) => isEarlier).length
  const { damage: words } = sheet.texts
  const alt = fill(earlier ? words.drawingEarlier : words.drawing, { count: marks.length, earlier })
  return {
    height,
    first: height,
    draw(pen, x, y, parent) {
      const left = x + (width - drawnWidth) / 2
      pen.content(pen.open({ type: 'Figure', options: { alt } }, parent), (ink) => {
        pen.drawing((own) => drawOutline(own, outline, scale), outline.viewBox, left, y, scale)
        drawMarks(pen, ink, marks, outline.viewBox, left, y, scale)
      })
    },
  }
}

const fills: Record<string, string> = {
  paint: '#fcfdfd',
  glass: '#e6edf3',
  trim: '#eff1f3',
  lamp: '#f6f3e8',
  wheel: '#e2e6ea',
}

/** In its own units, where `scale` only keeps the line width constant; or one of its views, placed elsewhere. */
export function drawOutline(
  ink: Ink,
  { panels, lines }: VehicleOutline,
  scale: number,
  only?: { readonly view: string; place(x: number, y: number): readonly [number, number] },
): void {
  const trace = (path: string) => (only ? ink.placed(path, only.place) : ink.path(path))
  const isShown = ({ view }: { readonly view: string }) => !only || view === only.view
  ink.lineJoin('round').lineCap('round')
  for (const { path, kind = 'paint' } of panels.filter(isShown))
    trace(path)
      .lineWidth(0.5 / scale)
      .fillAndStroke(fills[kind] ?? '#fcfdfd', '#76828d')
  for (const { path, weight } of lines.filter(isShown))
    trace(path)
      .lineWidth(only ? 0.6 : (weight ?? 0.6 / scale))
      .stroke('#46525e')
}

type Spot = { readonly x: number; readonly y: number; readonly radius: number }

function drawMarks(
  pen: Pen,
  ink: Ink,
  marks: readonly FormMark[],
  viewBox: VehicleOutline['viewBox'],
  left: number,
  top: number,
  scale: number,
): void {
  const [right, bottom] = [left + viewBox[0] * scale, top + viewBox[1] * scale]
  // Earlier marks first, so that new ones are on top.
  const ordered = [...marks].sort((a, b) => Number(b.isEarlier ?? false) - Number(a.isEarlier ?? false))
  const placed = ordered.map((mark) => ({
    mark,
    x: left + clamp(mark.x) * (right - left),
    y: top + clamp(mark.y) * (bottom - top),
  }))
  const taken: Spot[] = placed.map(({ x, y }) => ({ x, y, radius: signSize / 2 }))
  const numbers = placed.map(({ mark, x, y }) => {
    const label = fitLine(String(mark.number), numberStyle, 40)
    const radius = Math.max(6, label.width / 2 + 2.6)
    const spot = findSpot(x, y, radius, taken, { left, top, right, bottom })
    taken.push(spot)
    return { mark, x, y, spot, label }
  })
  for (const { mark, x, y, spot } of numbers)
    if (Math.hypot(spot.x - x, spot.y - y) > signSize / 2 + spot.radius + 3)
      ink.moveTo(x, y).lineTo(spot.x, spot.y).lineWidth(0.6).stroke(colourOf(mark))
  for (const { mark, x, y } of numbers) drawMarkSign(ink, mark.kind, x, y, signSize, colourOf(mark))
  for (const { mark, spot, label } of numbers) drawNumber(pen, ink, mark, spot, label)
}

const clamp = (share: number) => Math.min(1, Math.max(0, share))
const colourOf = ({ isEarlier }: FormMark) => (isEarlier ? colours.earlier : colours.mark)

function drawNumber(
  pen: Pen,
  ink: Ink,
  mark: FormMark,
  { x, y, radius }: Spot,
  label: ReturnType<typeof fitLine>,
): void {
  const colour = colourOf(mark)
  ink.circle(x, y, radius).lineWidth(0.9)
  if (mark.isEarlier) ink.fillAndStroke(colours.white, colour)
  else ink.fillAndStroke(colour, colours.white)
  const style: TypeStyle = mark.isEarlier ? { ...numberStyle, colour: colours.soft } : numberStyle
  pen.write(label, style, x - label.width / 2, y + (capHeight * numberStyle.size) / 2, true)
}

type Frame = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** The nearest free place around a sign, tried in a fixed order; the first one if all are taken. */
function findSpot(x: number, y: number, radius: number, taken: readonly Spot[], frame: Frame): Spot {
  const near = signSize / 2 + radius + 1.5
  let best: Spot | undefined
  let least = Number.POSITIVE_INFINITY
  for (const distance of [near, near + 8, near + 16, near + 26])
    for (const angle of [-45, 45, 135, -135, 0, 180, -90, 90]) {
      const spot = {
        x: x + distance * Math.cos((angle * Math.PI) / 180),
        y: y + distance * Math.sin((angle * Math.PI) / 180),
        radius,
      }
      const isInside =
        spot.x - radius >= frame.left - 4 &&
        spot.x + radius <= frame.right + 4 &&
        spot.y - radius >= frame.top - 4 &&
        spot.y + radius <= frame.bottom + 4
      if (!isInside) continue
      const overlap = taken.reduce(
        (sum, other) =>
          sum + Math.max(0, radius + other.radius + 0.5 - Math.hypot(spot.x - other.x, spot.y - other.y)),
        0,
      )
      if (overlap === 0) return spot
      if (overlap < least) [best, least] = [spot, overlap]
    }
  return best ?? { x, y, radius }
}

/** All signs with their words, side by side as far as they fit. */
export function legend(sheet: Sheet, width: number, damage: FormDamage): Block {
  const hasEarlier = damage.marks.some(({ isEarlier }) => isEarlier)
  const rows: Cell[][] = [[]]
  let at = 0
  for (const kind of markKinds) {
    const own = 17 + widthOf(sheet.texts.kinds[kind], typeScale.smallInk) + 1
    if (at > 0 && at + own > width) {
      rows.push([])
      at = 0
    }
    rows.at(-1)?.push({ x: at, block: legendEntry(sheet, kind) })
    at += own + 17
  }
  return stack(
    [
      ...rows.map((cells) => row(cells)),
      hasEarlier && text(sheet.texts.damage.legendEarlier, typeScale.small, width),
    ],
    3,
  )
}

function legendEntry(sheet: Sheet, kind: MarkKind): Block {
  const words = text(sheet.texts.kinds[kind], typeScale.smallInk, contentWidth, { oneLine: true })
  const height = 12
  return {
    height,
    first: height,
    draw(pen, x, y, parent) {
      pen.artifact((ink) => drawMarkSign(ink, kind, x + 6, y + 6, 8.5, colours.mark))
      words.draw(pen, x + 17, y + (height - words.height) / 2, parent)
    },
  }
}

/** The number of a mark as on the drawing, for lists. */
export function markNumber(mark: FormMark): Block {
  const label = fitLine(String(mark.number), numberStyle, 40)
  const radius = Math.max(6.3, label.width / 2 + 2.8)
  const height = 13
  return {
    height,
    first: height,
    draw(pen, x, y, parent) {
      const spot = { x: x + radius, y: y + height / 2, radius }
      pen.content(pen.open({ type: 'P' }, parent), (ink) => drawNumber(pen, ink, mark, spot, label))
    },
  }
}

export function markKind(sheet: Sheet, mark: FormMark, width: number): Block {
  const words = text(sheet.texts.kinds[mark.kind], typeScale.body, width - 17)
  return {
    ...words,
    draw(pen, x, y, parent) {
      pen.artifact((ink) => drawMarkSign(ink, mark.kind, x + 5.5, y + 6.5, 8.5, colourOf(mark)))
      words.draw(pen, x + 17, y, parent)
    },
    split: () => undefined,
  }
}

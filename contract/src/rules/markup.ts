// Shapes on a photo: which are accepted, and how they are drawn. App, owner's page, printed forms and burnt-in pictures all draw what
// this says, so a mark looks the same everywhere. Pure.
import type { MarkupShape, ShapeOf } from '../app/markup.ts'
import type { markupColours } from '../markup-limits.ts'

export interface Extent {
  readonly width: number
  readonly height: number
}

export interface Area extends Extent {
  readonly x: number
  readonly y: number
}

/** The longer side of a photo in the units of a drawing. One decimal of them is finer than a pixel of any size that is served. */
const SIDE = 1000
/** Smaller is a slip of the finger. */
const LEAST = 0.01
const LEAST_ARROW = 0.02

const hex: Readonly<Record<(typeof markupColours)[number], string>> = {
  red: '#d0021b',
  blue: '#0b57d0',
  green: '#0a6b2d',
  black: '#111111',
}
export const colourOf = (name: (typeof markupColours)[number]): string => hex[name]
/** Around everything, so that it can be seen on any picture. */
export const outlineColour = '#ffffff'

const LINE = 9
const OUTLINE = 5
const TEXT = 46
const LINE_HEIGHT = 1.2
const MARGIN = 12

const clamp = (value: number, most = 1) => Math.min(most, Math.max(0, value))
const rounded = (value: number) => Math.round(value * 10_000) / 10_000
const tenth = (value: number) => Math.round(value * 10) / 10

/** As they are stored: rounded, cut at the edges of the photo, words without needless spaces. */
export const tidyShapes = (shapes: readonly MarkupShape[]): MarkupShape[] => shapes.map(tidyShape)

export function tidyShape(shape: MarkupShape): MarkupShape {
  const x = rounded(clamp(shape.x))
  const y = rounded(clamp(shape.y))
  switch (shape.kind) {
    case 'arrow':
      return { ...shape, x, y, toX: rounded(clamp(shape.toX)), toY: rounded(clamp(shape.toY)) }
    case 'text':
      return { ...shape, x, y, words: shape.words.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() }
    case 'circle':
    case 'blur':
      return {
        ...shape,
        x,
        y,
        width: rounded(Math.min(shape.width, 1 - x)),
        height: rounded(Math.min(shape.height, 1 - y)),
      }
  }
}

/** What is wrong with tidied shapes: the field, its value and the rule. */
export function findShapeFault(shapes: readonly MarkupShape[]): string | undefined {
  for (const [index, shape] of shapes.entries()) {
    const fault = faultOf(shape)
    if (fault !== undefined) return `shapes[${index}].${fault}`
  }
  return undefined
}

function faultOf(shape: MarkupShape): string | undefined {
  switch (shape.kind) {
    case 'text':
      return shape.words === '' ? 'words: has no words' : undefined
    case 'arrow': {
      const length = rounded(Math.hypot(shape.toX - shape.x, shape.toY - shape.y))
      return length < LEAST_ARROW
        ? `toX: the arrow is ${length} long; it needs at least ${LEAST_ARROW} of the photo`
        : undefined
    }
    case 'circle':
    case 'blur':
      for (const side of ['width', 'height'] as const)
        if (shape[side] < LEAST)
          return `${side}: ${shape[side]} within the photo; it needs at least ${LEAST} of it`
      return undefined
  }
}

/** Areas that must not be seen, in whole pixels of a picture of this extent; rather too large than too small. */
export function blurredAreas(shapes: readonly MarkupShape[], { width, height }: Extent): Area[] {
  return shapes.flatMap((shape) => {
    if (shape.kind !== 'blur') return []
    const x = Math.min(width - 1, Math.floor(shape.x * width))
    const y = Math.min(height - 1, Math.floor(shape.y * height))
    const right = Math.min(width, Math.ceil((shape.x + shape.width) * width))
    const bottom = Math.min(height, Math.ceil((shape.y + shape.height) * height))
    return [{ x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }]
  })
}

/** What is drawn, in the order it is painted. Paths are SVG path data of absolute M, L, C and Z. */
export type Drawn =
  | { readonly kind: 'fill'; readonly path: string; readonly colour: string }
  | { readonly kind: 'stroke'; readonly path: string; readonly colour: string; readonly width: number }
  | DrawnText

interface DrawnText {
  readonly kind: 'text'
  /** Each with the left end of its baseline. */
  readonly lines: readonly { readonly words: string; readonly x: number; readonly y: number }[]
  readonly size: number
  readonly colour: string
  /** Width of the line around the letters, half of which lies below them. */
  readonly outline: number
}

/** The units of a drawing on a photo of this extent. */
export function drawingExtent({ width, height }: Extent): Extent {
  const scale = SIDE / Math.max(width, height, 1)
  return { width: tenth(Math.max(width, 1) * scale), height: tenth(Math.max(height, 1) * scale) }
}

/** Everything but blurred areas, which are in the pixels. */
export function drawShapes(shapes: readonly MarkupShape[], photo: Extent): Drawn[] {
  const extent = drawingExtent(photo)
  return shapes.flatMap((shape) => drawShape(shape, extent))
}

function drawShape(shape: MarkupShape, extent: Extent): Drawn[] {
  switch (shape.kind) {
    case 'arrow':
      return filled(arrowPath(shape, extent), hex[shape.colour])
    case 'circle':
      return ringed(ellipsePath(shape, extent), hex[shape.colour])
    case 'text': {
      const { lines } = layText(shape, extent)
      return [{ kind: 'text', lines, size: TEXT, colour: hex[shape.colour], outline: 2 * OUTLINE }]
    }
    case 'blur':
      return []
  }
}

const filled = (path: string, colour: string): Drawn[] => [
  { kind: 'stroke', path, colour: outlineColour, width: 2 * OUTLINE },
  { kind: 'fill', path, colour },
]

const ringed = (path: string, colour: string): Drawn[] => [
  { kind: 'stroke', path, colour: outlineColour, width: LINE + 2 * OUTLINE },
  { kind: 'stroke', path, colour, width: LINE },
]

const point = (x: number, y: number) => `${tenth(x)} ${tenth(y)}`

function arrowPath({ x, y, toX, toY }: ShapeOf<'arrow'>, { width, height }: Extent): string {
  const [startX, startY, endX, endY] = [x * width, y * height, toX * width, toY * height]
  const length = Math.max(1, Math.hypot(endX - startX, endY - startY))
  const [alongX, alongY] = [(endX - startX) / length, (endY - startY) / length]
  // A short arrow is mostly head.
  const head = Math.min(48, length * 0.6)
  const half = head * 0.48
  const shaft = Math.min(LINE * 0.7, half * 0.5)
  const at = (along: number, aside: number) =>
    point(startX + alongX * along - alongY * aside, startY + alongY * along + alongX * aside)
  const neck = length - head
  return `M${at(0, -shaft * 0.6)}L${at(neck, -shaft)}L${at(neck, -half)}L${at(length, 0)}L${at(neck, half)}L${at(neck, shaft)}L${at(0, shaft * 0.6)}Z`
}

/** Distance of the control points, as a share of the radius, for a quarter circle as a cubic curve. */
const ROUND = 0.5522847498

function ellipsePath(shape: Area, { width, height }: Extent): string {
  const [rx, ry] = [(shape.width * width) / 2, (shape.height * height) / 2]
  const [cx, cy] = [shape.x * width + rx, shape.y * height + ry]
  const curve = (x1: number, y1: number, x2: number, y2: number, x: number, y: number) =>
    `C${point(cx + x1 * rx, cy + y1 * ry)} ${point(cx + x2 * rx, cy + y2 * ry)} ${point(cx + x * rx, cy + y * ry)}`
  return `M${point(cx - rx, cy)}${curve(-1, -ROUND, -ROUND, -1, 0, -1)}${curve(ROUND, -1, 1, -ROUND, 1, 0)}${curve(1, ROUND, ROUND, 1, 0, 1)}${curve(-ROUND, 1, -1, ROUND, -1, 0)}Z`
}

/** Roughly, in a bold type, as a share of the type size; rather too wide: fonts differ from device to device. */
function widthOf(words: string): number {
  let width = 0
  for (const sign of words) {
    if (/[\s.,:;!'’|ijlІі]/u.test(sign)) width += 0.33
    else if (/[mwMWмшщжюыфМШЩЖЮЫФ@%…]/u.test(sign)) width += 0.95
    else if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Extended_Pictographic}/u.test(sign))
      width += 1.1
    else width += /\p{Lu}/u.test(sign) ? 0.74 : 0.62
  }
  return width
}

function layText(
  shape: ShapeOf<'text'>,
  { width, height }: Extent,
): { lines: DrawnText['lines']; area: Area } {
  const left = shape.x * width
  const most = Math.min(width - 2 * MARGIN, Math.max(width - MARGIN - left, width / 2))
  const broken = breakWords(shape.words, most / TEXT)
  const wide = Math.min(most, Math.max(...broken.map(widthOf)) * TEXT)
  const high = broken.length * TEXT * LINE_HEIGHT
  const x = tenth(Math.max(MARGIN, Math.min(left, width - MARGIN - wide)))
  const y = tenth(Math.max(MARGIN, Math.min(shape.y * height, height - MARGIN - high)))
  const lines = broken.map((words, index) => ({
    words,
    x,
    y: tenth(y + TEXT * (0.95 + index * LINE_HEIGHT)),
  }))
  return { lines, area: { x, y, width: tenth(wide), height: tenth(high) } }
}

/** Between words; a word that is too long for a line is cut. */
function breakWords(words: string, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= most) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const sign of word) {
      if (line !== '' && widthOf(line + sign) > most) {
        lines.push(line)
        line = ''
      }
      line += sign
    }
  }
  return [...lines, line]
}

/** The smallest upright area around a shape, in the units of the drawing: what a finger can take hold of. */
export function areaOf(shape: MarkupShape, photo: Extent): Area {
  const extent = drawingExtent(photo)
  const { width, height } = extent
  switch (shape.kind) {
    case 'text':
      return layText(shape, extent).area
    case 'arrow': {
      const [x, y] = [Math.min(shape.x, shape.toX) * width, Math.min(shape.y, shape.toY) * height]
      return {
        x,
        y,
        width: Math.abs(shape.toX - shape.x) * width,
        height: Math.abs(shape.toY - shape.y) * height,
      }
    }
    case 'circle':
    case 'blur':
      return {
        x: shape.x * width,
        y: shape.y * height,
        width: shape.width * width,
        height: shape.height * height,
      }
  }
}

// The content of one page: shapes, pictures and text as PDF operators, with the origin at the upper left. It is one growing text,
// and a state is written only when it changes: PDFKit's own drawing copies every operator separately. Only draws; knows neither
// words nor positions.
import { parsePath } from '../../lib/outline-path.ts'
import type { EmbeddedFace } from './embedded-face.ts'

/** The state that lasts until the next change; `save` stores it. */
type State = {
  fill: string
  stroke: string
  lineWidth: number
  cap: number
  join: number
}

const caps = { butt: 0, round: 1, square: 2 } as const
const joins = { miter: 0, round: 1, bevel: 2 } as const

/** Thousandths of a point: a third of a micrometre. */
function n(value: number): number {
  if (!Number.isFinite(value)) throw new Error(`not a place on a page: ${value}`)
  return Math.round(value * 1000) / 1000
}

/** Distance of the control points, as a share of the radius, for a quarter circle as a cubic curve. */
const ROUND = 0.5522847498

/** Colours that this document shows in place of others. */
export type Palette = ReadonlyMap<string, string>

export class Ink {
  #text = ''
  /** Started but not painted yet: the state must not change inside a path. */
  #path = ''
  #state: State = { fill: '', stroke: '', lineWidth: 1, cap: 0, join: 0 }
  readonly #saved: State[] = []
  readonly #palette: Palette | undefined

  constructor(palette?: Palette) {
    this.#palette = palette
  }

  get content(): string {
    return this.#text
  }

  /** Operators made elsewhere: marked content, and the one that moves the origin to the top. */
  add(operators: string): void {
    this.#text += `${operators}\n`
  }

  save(): this {
    this.#saved.push({ ...this.#state })
    this.#text += 'q\n'
    return this
  }

  restore(): this {
    const saved = this.#saved.pop()
    if (!saved) throw new Error('restored what was never saved')
    this.#state = saved
    this.#text += 'Q\n'
    return this
  }

  lineWidth(width: number): this {
    if (this.#state.lineWidth !== width) this.#text += `${n(width)} w\n`
    this.#state.lineWidth = width
    return this
  }

  lineCap(name: keyof typeof caps): this {
    const cap = caps[name]
    if (this.#state.cap !== cap) this.#text += `${cap} J\n`
    this.#state.cap = cap
    return this
  }

  lineJoin(name: keyof typeof joins): this {
    const join = joins[name]
    if (this.#state.join !== join) this.#text += `${join} j\n`
    this.#state.join = join
    return this
  }

  moveTo(x: number, y: number): this {
    this.#path += `${n(x)} ${n(y)} m\n`
    return this
  }

  lineTo(x: number, y: number): this {
    this.#path += `${n(x)} ${n(y)} l\n`
    return this
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    this.#path += `${n(x1)} ${n(y1)} ${n(x2)} ${n(y2)} ${n(x)} ${n(y)} c\n`
    return this
  }

  /** A cubic curve whose first control point is the start itself. */
  quadraticCurveTo(x1: number, y1: number, x: number, y: number): this {
    this.#path += `${n(x1)} ${n(y1)} ${n(x)} ${n(y)} v\n`
    return this
  }

  rect(x: number, y: number, width: number, height: number): this {
    this.#path += `${n(x)} ${n(y)} ${n(width)} ${n(height)} re\n`
    return this
  }

  roundedRect(x: number, y: number, width: number, height: number, radius: number): this {
    const r = Math.min(radius, width / 2, height / 2)
    const [right, bottom, c] = [x + width, y + height, r * (1 - ROUND)]
    return this.moveTo(x + r, y)
      .lineTo(right - r, y)
      .bezierCurveTo(right - c, y, right, y + c, right, y + r)
      .lineTo(right, bottom - r)
      .bezierCurveTo(right, bottom - c, right - c, bottom, right - r, bottom)
      .lineTo(x + r, bottom)
      .bezierCurveTo(x + c, bottom, x, bottom - c, x, bottom - r)
      .lineTo(x, y + r)
      .bezierCurveTo(x, y + c, x + c, y, x + r, y)
      .close()
  }

  circle(x: number, y: number, radius: number): this {
    const [left, right, top, bottom] = [x - radius, x + radius, y - radius, y + radius]
    const o = radius * ROUND
    return this.moveTo(left, y)
      .bezierCurveTo(left, y - o, x - o, top, x, top)
      .bezierCurveTo(x + o, top, right, y - o, right, y)
      .bezierCurveTo(right, y + o, x + o, bottom, x, bottom)
      .bezierCurveTo(x - o, bottom, left, y + o, left, y)
      .close()
  }

  polygon(...points: readonly (readonly [number, number])[]): this {
    points.forEach(([x, y], index) => {
      if (index) this.lineTo(x, y)
      else this.moveTo(x, y)
    })
    return this.close()
  }

  /** A path of a vehicle's outline. */
  path(path: string): this {
    this.#path += operatorsOf(path)
    return this
  }

  /** The same path elsewhere: every point is moved by `place`. */
  placed(path: string, place: (x: number, y: number) => readonly [number, number]): this {
    for (const command of parsePath(path)) {
      if (command.name === 'Z') this.close()
      else if (command.name === 'C')
        this.bezierCurveTo(...place(...command.first), ...place(...command.second), ...place(...command.to))
      else if (command.name === 'M') this.moveTo(...place(...command.to))
      else this.lineTo(...place(...command.to))
    }
    return this
  }

  close(): this {
    this.#path += 'h\n'
    return this
  }

  clip(): this {
    return this.#paint('W n')
  }

  fill(colour: string): this {
    this.#fillColour(colour)
    return this.#paint('f')
  }

  stroke(colour: string): this {
    this.#strokeColour(colour)
    return this.#paint('S')
  }

  fillAndStroke(fill: string, stroke: string): this {
    this.#fillColour(fill)
    this.#strokeColour(stroke)
    return this.#paint('B')
  }

  #paint(operator: string): this {
    this.#text += `${this.#path}${operator}\n`
    this.#path = ''
    return this
  }

  /** Until the next `restore`: units are this large and begin here. */
  scaled(x: number, y: number, scale: number): this {
    const exact = Math.round(scale * 1e6) / 1e6
    this.#text += `${exact} 0 0 ${exact} ${n(x)} ${n(y)} cm\n`
    return this
  }

  /** A picture, by its name in the resources of the page. */
  picture(name: string, x: number, y: number, width: number, height: number): this {
    this.#text += `q\n${n(width)} 0 0 ${n(-height)} ${n(x)} ${n(y + height)} cm\n/${name} Do\nQ\n`
    return this
  }

  /** A drawing in its own units, by its name on the page. */
  drawing(name: string, x: number, y: number, scale: number): this {
    // Every coordinate of the drawing is multiplied by it, so it needs more digits than a coordinate.
    const exact = Math.round(scale * 1e6) / 1e6
    this.#text += `q\n${exact} 0 0 ${exact} ${n(x)} ${n(y)} cm\n/${name} Do\nQ\n`
    return this
  }

  /** Text with its baseline at y, on one line. */
  write(
    face: EmbeddedFace,
    size: number,
    colour: string,
    text: string,
    x: number,
    y: number,
    tracking: number,
  ): void {
    this.#fillColour(colour)
    const spacing = tracking ? `${n(tracking)} Tc\n` : ''
    const end = tracking ? '0 Tc\nET\n' : 'ET\n'
    this.#text += `BT\n1 0 0 -1 ${n(x)} ${n(y)} Tm\n/${face.id} ${n(size)} Tf\n${spacing}`
    let at = x
    let shown = ''
    for (const { hex, shifts, width } of face.encode(text)) {
      if (shifts === undefined) shown += hex
      else {
        // Letters made of several glyphs: each glyph at its own position.
        this.#show(shown)
        shown = ''
        for (const shift of shifts) {
          const place = at + (shift.before * size) / 1000
          this.#text += `1 0 0 -1 ${n(place + (shift.x * size) / 1000)} ${n(y - (shift.y * size) / 1000)} Tm\n`
          this.#show(shift.hex)
        }
        this.#text += `1 0 0 -1 ${n(at + (width * size) / 1000)} ${n(y)} Tm\n`
      }
      at += (width * size) / 1000
    }
    this.#show(shown)
    this.#text += end
  }

  #show(hex: string): void {
    if (hex) this.#text += `[<${hex}>] TJ\n`
  }

  #fillColour(named: string): void {
    const colour = this.#palette?.get(named) ?? named
    if (this.#state.fill !== colour) this.#text += `${rgbOf(colour)} rg\n`
    this.#state.fill = colour
  }

  #strokeColour(named: string): void {
    const colour = this.#palette?.get(named) ?? named
    if (this.#state.stroke !== colour) this.#text += `${rgbOf(colour)} RG\n`
    this.#state.stroke = colour
  }
}

const colours = new Map<string, string>()

/** #rrggbb as three numbers from 0 to 1. */
function rgbOf(colour: string): string {
  const known = colours.get(colour)
  if (known) return known
  const [, r = '', g = '', b = ''] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? []
  const shares = [r, g, b].map((part) => n(Number.parseInt(part, 16) / 255)).join(' ')
  colours.set(colour, shares)
  return shares
}

/** Nine outlines with about 150 paths each; other paths of stored forms must not pile up. */
const KEPT_PATHS = 5000
const paths = new Map<string, string>()

function operatorsOf(path: string): string {
  const known = paths.get(path)
  if (known !== undefined) return known
  const operators = parsePath(path).map((command) => {
    if (command.name === 'Z') return 'h\n'
    if (command.name === 'C') return `${[...command.first, ...command.second, ...command.to].join(' ')} c\n`
    return `${command.to.join(' ')} ${command.name.toLowerCase()}\n`
  })
  if (paths.size >= KEPT_PATHS) paths.clear()
  const text = operators.join('')
  paths.set(path, text)
  return text
}

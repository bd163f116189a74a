// The entrance to the PDF engine: all drawing on paper goes through here, and no other code knows the PDF library. A Pen puts text,
// shapes and pictures on pages, each inside the tag that says what it is; the other functions measure text. Decides no positions.
// Everything drawn is either tagged content or an artifact, as a tagged PDF requires.
import { EmbeddedFace } from './embedded-face.ts'
import { capHeight, getFace } from './fonts.ts'
import { widthOf, widthOfRuns } from './glyph-runs.ts'
import { Ink, type Palette } from './ink.ts'
import { breakLines, fitLine, type Line, sizeOfRun } from './lines.ts'
import { type OpenedImage, PdfFile } from './pdf-file.ts'
import { drawQr, fitsQr } from './qr.ts'
import { isSoundPng } from './sound-png.ts'
import { type Element, Structure, type TagOptions } from './structure.ts'
import { textPath } from './text-path.ts'
import type { TypeStyle, Weight } from './type-style.ts'

export type { Element, Ink, Line, TagOptions, TypeStyle }
export { breakLines, capHeight, drawQr, fitLine, fitsQr, textPath, widthOf }

/** One element of the document's structure; blocks that were split across pages share it. */
export type Tag = { readonly type: string; readonly options?: TagOptions; element?: Element }

type Picture = { readonly image: OpenedImage; readonly width: number; readonly height: number }

type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

type PenOptions = {
  readonly title: string
  readonly author: string
  readonly language: string
  readonly date: Date
  readonly photos: ReadonlyMap<string, Uint8Array>
  /** Size of every page, in points. */
  readonly page: { readonly width: number; readonly height: number }
  /** Colour of the codes for characters the font lacks. */
  readonly codeColour: string
  readonly palette?: Palette | undefined
}

export class Pen {
  readonly #structure = new Structure()
  readonly #file: PdfFile
  readonly #options: PenOptions
  readonly #faces = new Map<Weight, EmbeddedFace>()
  #isSilent = false
  readonly #pictures = new Map<string, Picture | undefined>()

  constructor(options: PenOptions) {
    this.#file = new PdfFile(options)
    this.#options = options
  }

  get root(): Element {
    return this.#structure.root
  }

  get pageCount(): number {
    return this.#file.inks.length
  }

  newPage(): void {
    this.#file.newPage(this.#options.page.width, this.#options.page.height)
  }

  /** Counted from 0. */
  turnTo(index: number): void {
    this.#file.turnTo(index)
  }

  open(tag: Tag, parent: Element): Element {
    if (tag.element) return tag.element
    if (this.#isSilent) return parent
    tag.element = this.#structure.open(tag.type, tag.options ?? {}, parent)
    return tag.element
  }

  /** Decoration: lines, tints, icons with their word next to them. Never inside `content`. */
  artifact(draw: (ink: Ink) => void, kind: 'Layout' | 'Pagination' = 'Layout'): void {
    const { ink } = this.#file
    ink.add(`/Artifact <</Type /${kind}>> BDC`)
    draw(ink)
    ink.add('EMC')
  }

  content(element: Element, draw: (ink: Ink) => void): void {
    if (this.#isSilent) {
      this.artifact(draw, 'Pagination')
      return
    }
    const { ink, pageIndex } = this.#file
    ink.add(`/${element.type} <</MCID ${this.#structure.mark(element, pageIndex)}>> BDC`)
    draw(ink)
    ink.add('EMC')
  }

  /** Repeats something that was already read: draws artifacts and makes no new elements. */
  silently(draw: () => void): void {
    this.#isSilent = true
    draw()
    this.#isSilent = false
  }

  /**
   * One line of text with its baseline at y; untagged, so call it inside `content` or `artifact`. With `moreFollows`, an invisible
   * space separates it from the next line of the paragraph for search, copying and screen readers.
   */
  write(line: Line, style: TypeStyle, x: number, y: number, moreFollows = false): void {
    const { ink } = this.#file
    const tracking = style.tracking ?? 0
    let at = x
    for (const [index, run] of line.runs.entries()) {
      const words = moreFollows && index === line.runs.length - 1 ? `${run.text} ` : run.text
      const face = this.#face(run.isCode ? 'regular' : style.weight)
      const colour = run.isCode ? this.#options.codeColour : style.colour
      ink.write(face, sizeOfRun(run, style), colour, words, at, y, tracking)
      at += widthOfRuns([run], style)
    }
  }

  /** Inside `content`. Fills the frame as far as the proportions of the picture allow, centred; returns where it is. */
  picture({ image, width, height }: Picture, x: number, y: number, most: number, mostHigh: number): Frame {
    const scale = Math.min(most / width, mostHigh / height)
    const [wide, high] = [width * scale, height * scale]
    const name = this.#file.usePicture(image)
    const placed = { x: x + (most - wide) / 2, y: y + (mostHigh - high) / 2, width: wide, height: high }
    this.#file.ink.picture(name, placed.x, placed.y, wide, high)
    return placed
  }

  /** Inside `content`. A drawing in its own units that other documents share: it is compressed once per thread. */
  drawing(
    draw: (ink: Ink) => void,
    [width, height]: readonly [number, number],
    x: number,
    y: number,
    scale: number,
  ): void {
    const own = new Ink()
    draw(own)
    this.#file.ink.drawing(this.#file.useDrawing(own.content, width, height), x, y, scale)
  }

  #face(weight: Weight): EmbeddedFace {
    const known = this.#faces.get(weight)
    if (known) {
      this.#file.useFace(weight)
      return known
    }
    const face = getFace(weight)
    const made = new EmbeddedFace(face, this.#file.embed(weight, face.font))
    this.#faces.set(weight, made)
    return made
  }

  /** Undefined if there are no bytes, or not a picture that a PDF can contain. */
  findPicture(ref: string): Picture | undefined {
    if (this.#pictures.has(ref)) return this.#pictures.get(ref)
    const bytes = this.#options.photos.get(ref)
    let picture: Picture | undefined
    try {
      if (bytes && (isJpeg(bytes) || isSoundPng(bytes))) {
        const image = openImage(this.#file, bytes)
        picture = { image, width: image.width, height: image.height }
      }
    } catch {
      picture = undefined
    }
    if (picture && !(picture.width > 0 && picture.height > 0)) picture = undefined
    this.#pictures.set(ref, picture)
    return picture
  }

  finish(): Promise<Buffer> {
    return this.#file.finish(this.#structure)
  }
}

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8

/** Throws if it is not a picture. */
function openImage(file: PdfFile, bytes: Uint8Array): OpenedImage {
  const image = file.open(bytes)
  if (isJpeg(bytes) && image.colorSpace === undefined) throw new Error('a JPEG of unknown colours')
  return image
}

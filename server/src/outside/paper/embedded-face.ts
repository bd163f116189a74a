// One weight of the font as a document embeds it: words as glyph numbers of that document, and a font file with only those glyphs.
// Shaping is not done here.
import type { Face } from './fonts.ts'
import type { Shaped } from './pair-shaping.ts'

/** PDFKit's font in a document. */
export type DocumentFont = {
  readonly id: string
  readonly subset: { includeGlyph(id: number): number }
  readonly widths: (number | undefined)[]
  readonly unicode: (readonly number[] | undefined)[]
  ref(): object
}

/** A glyph that is not where the previous one ends; in thousandths of the type size. */
type Shift = { readonly hex: string; readonly before: number; readonly x: number; readonly y: number }

/** Glyph numbers with the corrections between them, ready for the brackets of a TJ operator. */
type EncodedWord = {
  readonly hex: string
  readonly width: number
  readonly shifts: readonly Shift[] | undefined
}

const digits = Array.from({ length: 65_536 }, (_, id) => id.toString(16).padStart(4, '0'))

export class EmbeddedFace {
  readonly #face: Face
  readonly #font: DocumentFont
  readonly #words = new Map<string, EncodedWord>()

  constructor(face: Face, font: DocumentFont) {
    this.#face = face
    this.#font = font
  }

  get id(): string {
    return this.#font.id
  }

  /** Word by word with the space after it, as it was measured. */
  encode(text: string): EncodedWord[] {
    const words: EncodedWord[] = []
    let start = 0
    while (start < text.length) {
      const space = text.indexOf(' ', start)
      const end = space < 0 ? text.length : space + 1
      words.push(this.#encodeWord(text.slice(start, end)))
      start = end
    }
    return words
  }

  #encodeWord(word: string): EncodedWord {
    const known = this.#words.get(word)
    if (known) return known
    const shaped = this.#face.shape(word)
    const encoded = shaped.isShifted ? this.#encodeShifted(shaped) : this.#encodePlain(shaped)
    this.#words.set(word, encoded)
    return encoded
  }

  #encodePlain({ glyphs, width }: Shaped): EncodedWord {
    let hex = ''
    for (const glyph of glyphs) {
      hex += digits[this.#include(glyph)]
      const kern = glyph.advance - glyph.width
      if (kern !== 0) hex += `> ${-kern} <`
    }
    return { hex, width, shifts: undefined }
  }

  #encodeShifted({ glyphs, width }: Shaped): EncodedWord {
    let before = 0
    const shifts = glyphs.map((glyph) => {
      const shift = { hex: digits[this.#include(glyph)] as string, before, x: glyph.x, y: glyph.y }
      before += glyph.advance
      return shift
    })
    return { hex: '', width, shifts }
  }

  #include({ id, width, codePoints }: Shaped['glyphs'][number]): number {
    const { subset, widths, unicode } = this.#font
    const number = subset.includeGlyph(id)
    widths[number] ??= width
    unicode[number] ??= codePoints
    return number
  }
}

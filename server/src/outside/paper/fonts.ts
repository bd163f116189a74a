// The three weights of Noto Sans, parsed once per thread, with their characters and the shaping of words. Parsing takes a quarter
// of a second and shaping most of the drawing time, so both are kept beyond one document.
import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { SubsetSource } from './font-subset.ts'
import { pairShaper, type Shaped } from './pair-shaping.ts'
import type { Weight } from './type-style.ts'

type Glyph = { readonly id: number; readonly advanceWidth: number; readonly codePoints: readonly number[] }
type Run = {
  readonly advanceWidth: number
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly {
    readonly xAdvance: number
    readonly xOffset: number
    readonly yOffset: number
  }[]
}

/** The parts of a parsed font used here; PDFKit accepts the same object as a font source. */
type ParsedFont = {
  readonly unitsPerEm: number
  layout(text: string): Run
  hasGlyphForCodePoint(codePoint: number): boolean
  getGlyph(id: number, codePoints?: readonly number[]): Glyph
}

export type Face = {
  readonly weight: Weight
  /** The font source for PDFKit. */
  readonly font: ParsedFont
  shape(word: string): Shaped
  /** Width in thousandths of the type size. */
  measure(word: string): number
  canPrint(codePoint: number): boolean
}

const files: Record<Weight, string> = {
  regular: '400Regular/NotoSans_400Regular.ttf',
  semibold: '600SemiBold/NotoSans_600SemiBold.ttf',
  bold: '700Bold/NotoSans_700Bold.ttf',
}
/** Words kept per weight. Texts of one dealership repeat; when it is full, the cache starts again empty, so that it cannot grow. */
const keptWords = 20_000

const faces = new Map<Weight, Face>()

export function getFace(weight: Weight): Face {
  const known = faces.get(weight)
  if (known) return known
  const face = openFace(weight)
  faces.set(weight, face)
  return face
}

export const capHeight = 0.714

/** The parsed font, and its full shaper, which caches nothing. */
export function openFont(weight: Weight) {
  const data = readFileSync(
    new URL(import.meta.resolve(`@expo-google-fonts/noto-sans/${files[weight]}`), import.meta.url),
  )
  // The parser is PDFKit's own dependency; opening the font through PDFKit keeps it one version.
  const opened = new PDFDocument({ autoFirstPage: false, font: '' }).font(data) as unknown as {
    _font: { font: ParsedFont }
  }
  const parsed = opened._font.font
  if (parsed.unitsPerEm !== 1000) throw new Error(`${files[weight]} has ${parsed.unitsPerEm} units per em`)
  nameGlyphsByUse(parsed)
  return { data, parsed, shape: (text: string) => shapedOf(parsed.layout(text)) }
}

function openFace(weight: Weight): Face {
  const { data, parsed, shape: shapeFully } = openFont(weight)
  const shapeByPairs = pairShaper(shapeFully)
  let words = new Map<string, Shaped>()
  const shape = (word: string): Shaped => {
    const known = words.get(word)
    if (known) return known
    if (words.size >= keptWords) words = new Map()
    const shaped = shapeByPairs(word) ?? shapeFully(word)
    words.set(word, shaped)
    return shaped
  }
  const source = new SubsetSource(data)
  const font: ParsedFont = Object.create(parsed, { createSubset: { value: () => source.newSubset() } })
  const printable = new Map<number, boolean>()
  return {
    weight,
    font,
    shape,
    measure: (word) => shape(word).width,
    canPrint(codePoint) {
      const known = printable.get(codePoint)
      if (known !== undefined) return known
      const can = parsed.hasGlyphForCodePoint(codePoint)
      printable.set(codePoint, can)
      return can
    },
  }
}

function shapedOf({ glyphs, positions, advanceWidth }: Run): Shaped {
  const shaped = glyphs.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const { id, codePoints, advanceWidth: width } = glyph
    return { id, codePoints, width, advance: xAdvance, x: xOffset, y: yOffset }
  })
  return { width: advanceWidth, isShifted: shaped.some(({ x, y }) => x !== 0 || y !== 0), glyphs: shaped }
}

/**
 * The parser keeps each glyph with the characters of its first use, and has none if it was first used as part of another glyph (A
 * of Ä). Without this, the text that can be copied from a document, and its bytes, would depend on earlier documents.
 */
function nameGlyphsByUse(font: ParsedFont): void {
  const find = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = find(id, codePoints)
    const isSame =
      glyph.codePoints.length === codePoints.length &&
      codePoints.every((point, index) => point === glyph.codePoints[index])
    return isSame ? glyph : (Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph)
  }
}

// The three cuts of Noto Sans, parsed once per thread, with what they can print and how wide words are.
// Parsing takes a quarter of a second and shaping most of the drawing, so both outlive the document.
import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import type { Weight } from './theme.ts'

type Run = { readonly advanceWidth: number }
type Glyph = { readonly codePoints: readonly number[] }

/** As much of a parsed font as is used here; PDFKit takes the same object as a font source. */
type ParsedFont = {
  readonly unitsPerEm: number
  layout(text: string, features?: unknown): Run
  hasGlyphForCodePoint(codePoint: number): boolean
  getGlyph(id: number, codePoints?: readonly number[]): Glyph
}

export type Face = {
  readonly weight: Weight
  readonly font: ParsedFont
  /** Width in thousandths of the type size. */
  measure(word: string): number
  canPrint(codePoint: number): boolean
}

const files: Record<Weight, string> = {
  regular: '400Regular/NotoSans_400Regular.ttf',
  semibold: '600SemiBold/NotoSans_600SemiBold.ttf',
  bold: '700Bold/NotoSans_700Bold.ttf',
}
/** Words kept per cut. Texts of one dealership repeat; past this the store starts again, so that it cannot grow. */
const keptWords = 20_000

const faces = new Map<Weight, Face>()

export function getFace(weight: Weight): Face {
  const known = faces.get(weight)
  if (known) return known
  const face = openFace(weight)
  faces.set(weight, face)
  return face
}

export const ascent = 1.069
export const capHeight = 0.714

function openFace(weight: Weight): Face {
  const data = readFileSync(
    new URL(import.meta.resolve(`@expo-google-fonts/noto-sans/${files[weight]}`), import.meta.url),
  )
  // The parser is PDFKit's own dependency; opening the font through PDFKit keeps it one version.
  const opened = new PDFDocument({ autoFirstPage: false, font: '' }).font(data) as unknown as {
    _font: { font: ParsedFont }
  }
  const parsed = opened._font.font
  // PDFKit scales the positions of a run in place by 1000 / unitsPerEm; shared runs bear that only when it is 1.
  if (parsed.unitsPerEm !== 1000) throw new Error(`${files[weight]} has ${parsed.unitsPerEm} units per em`)
  nameGlyphsByUse(parsed)
  let runs = new Map<string, Run>()
  const layout = (text: string, features?: unknown): Run => {
    if (features) return parsed.layout(text, features)
    const known = runs.get(text)
    if (known) return known
    if (runs.size >= keptWords) runs = new Map()
    const run = parsed.layout(text)
    runs.set(text, run)
    return run
  }
  const font: ParsedFont = Object.create(parsed, { layout: { value: layout } })
  const printable = new Map<number, boolean>()
  return {
    weight,
    font,
    measure: (word) => layout(word).advanceWidth,
    canPrint(codePoint) {
      const known = printable.get(codePoint)
      if (known !== undefined) return known
      const can = parsed.hasGlyphForCodePoint(codePoint)
      printable.set(codePoint, can)
      return can
    },
  }
}

/**
 * The parser keeps each glyph with the characters of its first use, which are none when it was a part of another one
 * (A of Ä). What can be copied out of a document, and its bytes, would depend on the documents before it.
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

// Splits a text into printable runs: a character the font lacks becomes its code, [U+4E2D], smaller and grey. Pure except for the
// font's list of characters. No character a person wrote may disappear or become an empty box.

import { getFace } from './fonts.ts'
import type { TypeStyle } from './type-style.ts'

export type GlyphRun = { readonly text: string; readonly isCode: boolean }

/** Signs that people in the trade type and the font lacks, spelled with characters it has. */
const spelled: Record<string, string> = {
  '≥': '>=',
  '≤': '<=',
  '→': '->',
  '←': '<-',
  '≈': '~',
  '✓': '+',
  '✔': '+',
}

/** How much smaller a code is than the text around it. */
export const codeScale = 0.72

/** Control characters and other invisible ones; line ends and tabs are handled earlier. */
const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u

/** One word or line, without line ends. */
export function toRuns(text: string, style: TypeStyle): GlyphRun[] {
  if (/^[ -~\u00a0-\u00ac\u00ae-\u024f\u0400-\u045f]*$/.test(text))
    return text ? [{ text, isCode: false }] : []
  const face = getFace(style.weight)
  const runs: GlyphRun[] = []
  let plain = ''
  const flush = () => {
    if (plain) runs.push({ text: plain, isCode: false })
    plain = ''
  }
  for (const character of text.normalize('NFC')) {
    const codePoint = character.codePointAt(0) as number
    if (invisible.test(character)) continue
    if (face.canPrint(codePoint)) plain += character
    else if (spelled[character]) plain += spelled[character]
    else if (/\s/.test(character)) plain += ' '
    else {
      flush()
      runs.push({ text: `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`, isCode: true })
    }
  }
  flush()
  return runs
}

export function widthOfRuns(runs: readonly GlyphRun[], style: TypeStyle): number {
  let width = 0
  for (const { text, isCode } of runs) {
    const face = getFace(isCode ? 'regular' : style.weight)
    const size = isCode ? style.size * codeScale : style.size
    width += (widthOfText(face, text) * size) / 1000
    if (style.tracking) width += style.tracking * text.length
  }
  return width
}

export const widthOf = (text: string, style: TypeStyle) => widthOfRuns(toRuns(text, style), style)

/** Shaped word by word, as PDFKit does when it draws, so that both agree. */
function widthOfText(face: { measure(word: string): number }, text: string): number {
  let width = 0
  let start = 0
  for (let index = 0; index < text.length; index++)
    if (text[index] === ' ' || text[index] === '\t') {
      width += face.measure(text.slice(start, index + 1))
      start = index + 1
    }
  return start < text.length ? width + face.measure(text.slice(start)) : width
}

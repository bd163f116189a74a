// Breaks a text into lines of a width: at spaces, after hyphens and slashes, and inside a word only if it must. Pure. Line ends of
// the writer are kept; a line is measured exactly as it will be drawn.

import { getFace } from './fonts.ts'
import { codeScale, type GlyphRun, toRuns, widthOfRuns } from './glyph-runs.ts'
import type { TypeStyle } from './type-style.ts'

export type Line = { readonly runs: readonly GlyphRun[]; readonly width: number }

type Piece = {
  readonly text: string
  readonly isCode: boolean
  readonly width: number
  readonly isSpace: boolean
}

const lineEnds = /[\r\n\t\v\f\u2028\u2029]/

export function breakLines(text: string, style: TypeStyle, width: number): Line[] {
  if (!lineEnds.test(text)) return breakParagraph(text.trimEnd(), style, width)
  const lines: Line[] = []
  for (const paragraph of text.replaceAll(/\r\n?|[\u2028\u2029\v\f]/g, '\n').split('\n'))
    lines.push(...breakParagraph(paragraph.replaceAll('\t', '    ').trimEnd(), style, width))
  // Empty lines at both ends are typing slips; between lines one was meant.
  while (lines.length > 1 && lines.at(-1)?.runs.length === 0) lines.pop()
  while (lines.length > 1 && lines[0]?.runs.length === 0) lines.shift()
  return lines.filter((line, index) => line.runs.length > 0 || lines[index - 1]?.runs.length !== 0)
}

function breakParagraph(text: string, style: TypeStyle, width: number): Line[] {
  // Most texts fit on one line and need no search for break positions.
  const runs = toRuns(text, style)
  const whole = widthOfRuns(runs, style)
  if (whole <= width) return [{ runs, width: whole }]
  const lines: Line[] = []
  let pieces: Piece[] = []
  let used = 0
  const flush = () => {
    lines.push(toLine(pieces, style))
    pieces = []
    used = 0
  }
  for (const piece of toPieces(text, style)) {
    if (piece.isSpace) {
      // A space at the start of a line is dropped, and one at its end takes no width.
      if (pieces.length > 0 || lines.length === 0) {
        pieces.push(piece)
        used += piece.width
      }
      continue
    }
    if (used + piece.width > width && pieces.length > 0) {
      if (pieces.every((one) => one.isSpace)) {
        // An indent that leaves no room for the word is dropped.
        pieces = []
        used = 0
      } else flush()
    }
    if (piece.width <= width || piece.isCode) {
      pieces.push(piece)
      used += piece.width
      continue
    }
    for (const part of breakWord(piece, style, width)) {
      if (used + part.width > width && pieces.length > 0) flush()
      pieces.push(part)
      used += part.width
    }
  }
  if (pieces.length > 0 || lines.length === 0) flush()
  return lines
}

const breakable = / +|[^ ]*?[-–—/](?=\p{L}{2})|[^ ]+/gu

function toPieces(text: string, style: TypeStyle): Piece[] {
  const pieces: Piece[] = []
  for (const run of toRuns(text, style)) {
    if (run.isCode) pieces.push({ ...run, width: widthOfRuns([run], style), isSpace: false })
    else
      for (const [word] of run.text.matchAll(breakable))
        pieces.push({
          text: word,
          isCode: false,
          width: widthOfRuns([{ text: word, isCode: false }], style),
          isSpace: word.startsWith(' '),
        })
  }
  return pieces
}

/**
 * Splits a word wider than the line into parts that fit; letters are measured separately, which is never narrower than together.
 */
function breakWord(piece: Piece, style: TypeStyle, width: number): Piece[] {
  const face = getFace(style.weight)
  const parts: Piece[] = []
  let text = ''
  let used = 0
  const flush = () => {
    parts.push({ text, isCode: false, width: used, isSpace: false })
    text = ''
    used = 0
  }
  for (const character of piece.text) {
    const advance = (face.measure(character) * style.size) / 1000 + (style.tracking ?? 0)
    if (used + advance > width && text) flush()
    text += character
    used += advance
  }
  if (text) flush()
  return parts
}

function toLine(pieces: readonly Piece[], style: TypeStyle): Line {
  let end = pieces.length
  while (end > 0 && pieces[end - 1]?.isSpace) end--
  const runs: { text: string; isCode: boolean }[] = []
  for (const { text, isCode } of pieces.slice(0, end)) {
    const last = runs.at(-1)
    if (last && !last.isCode && !isCode) last.text += text
    else runs.push({ text, isCode })
  }
  return { runs, width: widthOfRuns(runs, style) }
}

/** The text on one line; the rest is replaced by an ellipsis. For running heads, where nothing is lost. */
export function fitLine(text: string, style: TypeStyle, width: number): Line {
  const whole = toLine(toPieces(text.replaceAll(/\s+/g, ' ').trim(), style), style)
  if (whole.width <= width) return whole
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  let low = 0
  let high = characters.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const line = toLine(toPieces(`${characters.slice(0, middle).join('').trimEnd()}…`, style), style)
    if (line.width <= width) low = middle
    else high = middle - 1
  }
  return toLine(toPieces(`${characters.slice(0, low).join('').trimEnd()}…`, style), style)
}

export const sizeOfRun = (run: GlyphRun, style: TypeStyle) =>
  run.isCode ? style.size * codeScale : style.size

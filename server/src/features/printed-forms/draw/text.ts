// Paragraphs, headings and short labels as blocks. A long paragraph splits between lines and never leaves a single one.

import {
  breakLines,
  capHeight,
  fitLine,
  type Line,
  type Tag,
  type TypeStyle,
} from '../../../outside/paper/paper.ts'
import type { Block } from './block.ts'
import { colours, columns, type as typeScale } from './theme.ts'

export type TextOptions = {
  readonly tag?: string
  readonly align?: 'left' | 'right' | 'center'
  readonly keepWithNext?: boolean
  /** On one line, cut if needed. */
  readonly oneLine?: boolean
  /** At most this many lines, the last one cut. Only if the full text is elsewhere. */
  readonly mostLines?: number
}

export function text(words: string, style: TypeStyle, width: number, options: TextOptions = {}): Block {
  const { oneLine, mostLines = Number.POSITIVE_INFINITY } = options
  const lines = oneLine ? [fitLine(words, style, width)] : breakLines(words, style, width)
  if (lines.length > mostLines) {
    const rest = lines.splice(mostLines - 1).flatMap(({ runs }) => runs.map((run) => run.text))
    lines.push(fitLine(rest.join(' '), style, width))
  }
  return linesBlock(lines, style, width, options, { type: options.tag ?? 'P' })
}

/** Baseline below the top of a line, so that capitals are centred vertically. */
const baselineOf = ({ leading, size }: TypeStyle) => (leading + capHeight * size) / 2

function linesBlock(
  lines: readonly Line[],
  style: TypeStyle,
  width: number,
  options: TextOptions,
  tag: Tag,
): Block {
  const { align = 'left', keepWithNext = false } = options
  const height = lines.length * style.leading
  const first = lines.length <= 3 ? height : 2 * style.leading
  return {
    height,
    first,
    keepWithNext,
    draw(pen, x, y, parent) {
      if (lines.every(({ runs }) => runs.length === 0)) return
      pen.content(pen.open(tag, parent), () => {
        lines.forEach((line, index) => {
          const free = align === 'left' ? 0 : (width - line.width) * (align === 'right' ? 1 : 0.5)
          const more = index < lines.length - 1
          pen.write(line, style, x + free, y + index * style.leading + baselineOf(style), more)
        })
      })
    },
    split(room) {
      if (lines.length <= 3) return undefined
      const count = Math.min(Math.floor(room / style.leading), lines.length - 2)
      if (count < 2) return undefined
      const part = (some: readonly Line[]) => linesBlock(some, style, width, options, tag)
      return [part(lines.slice(0, count)), part(lines.slice(count))]
    },
  }
}

/** The heading of a part of the form: a short accent stroke above the words. */
export function sectionHeading(words: string, width = columns(12)): Block {
  const inner = text(words, typeScale.section, width, { tag: 'H2' })
  const above = 6
  return {
    height: inner.height + above,
    first: inner.height + above,
    keepWithNext: true,
    draw(pen, x, y, parent) {
      pen.artifact((ink) => {
        ink.rect(x, y, 22, 2).fill(colours.accent)
      })
      inner.draw(pen, x, y + above, parent)
    },
  }
}

export const heading = (words: string, width: number, style: TypeStyle = typeScale.heading): Block =>
  text(words, style, width, { tag: 'H3', keepWithNext: true })

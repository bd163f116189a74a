// Reads a Markdown file into blocks: headings, paragraphs, lists, tables, code, quotations. Knows what the guides use; raw HTML stays
// text. Pure.
import { type Inline, parseInline, toWords } from './inline.ts'
import { createSlugs } from './slugs.ts'

export type Heading = {
  readonly kind: 'heading'
  readonly level: number
  /** The anchor, as GitHub makes it. */
  readonly id: string
  readonly inner: readonly Inline[]
}
type Alignment = 'left' | 'right' | 'center'
export type Block =
  | Heading
  | { readonly kind: 'paragraph'; readonly inner: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quotation'; readonly blocks: readonly Block[] }
  | { readonly kind: 'rule' }
  | {
      readonly kind: 'list'
      /** The first number; undefined for bullets. */
      readonly start: number | undefined
      /** Blank lines between entries: each is a paragraph. */
      readonly isLoose: boolean
      readonly entries: readonly (readonly Block[])[]
    }
  | {
      readonly kind: 'table'
      readonly alignments: readonly (Alignment | undefined)[]
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }

type Slugs = ReturnType<typeof createSlugs>
type Read = { readonly block: Block | undefined; readonly end: number }
type Reader = (lines: readonly string[], at: number, slugs: Slugs) => Read | undefined

const readers: readonly Reader[] = [
  readCode,
  readHeading,
  readComment,
  readRule,
  readTable,
  readQuotation,
  readList,
]
const fence = /^ {0,3}(`{3,}|~{3,})/
const marker = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)/
const delimiters = /^ *\|?( *:?-+:? *\|)+( *:?-+:? *)?$/

export function parseMarkdown(text: string): readonly Block[] {
  return parseBlocks(text.replaceAll('\r\n', '\n').split('\n'), createSlugs())
}

function parseBlocks(lines: readonly string[], slugs: Slugs): readonly Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    if ((lines[at] ?? '').trim() === '') {
      at += 1
      continue
    }
    const known = readers.reduce<Read | undefined>(
      (found, read) => found ?? read(lines, at, slugs),
      undefined,
    )
    const { block, end } = known ?? readParagraph(lines, at)
    if (block !== undefined) blocks.push(block)
    at = end
  }
  return blocks
}

/** The words of a block alone; entries and cells are apart. */
export function wordsOfBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return toWords(block.inner)
    case 'code':
      return block.text
    case 'quotation':
      return block.blocks.map(wordsOfBlock).join(' ')
    case 'list':
      return block.entries.map((entry) => entry.map(wordsOfBlock).join(' ')).join(' · ')
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(toWords).join(' ')).join(' · ')
    default:
      return ''
  }
}

function readCode(lines: readonly string[], at: number): Read | undefined {
  const sign = fence.exec(lines[at] ?? '')?.[1]
  if (sign === undefined) return undefined
  let end = at + 1
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(sign)) end += 1
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end: end + 1 }
}

function readHeading(lines: readonly string[], at: number, slugs: Slugs): Read | undefined {
  const match = /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(lines[at] ?? '')
  if (match === null) return undefined
  const inner = parseInline(match[2] ?? '')
  const level = (match[1] ?? '').length
  return { block: { kind: 'heading', level, id: slugs.next(toWords(inner)), inner }, end: at + 1 }
}

function readComment(lines: readonly string[], at: number): Read | undefined {
  if (!/^ {0,3}<!--/.test(lines[at] ?? '')) return undefined
  let end = at
  while (end < lines.length && !(lines[end] ?? '').includes('-->')) end += 1
  return { block: undefined, end: end + 1 }
}

function readRule(lines: readonly string[], at: number): Read | undefined {
  return /^ {0,3}([-*_])( *\1){2,} *$/.test(lines[at] ?? '')
    ? { block: { kind: 'rule' }, end: at + 1 }
    : undefined
}

function readTable(lines: readonly string[], at: number): Read | undefined {
  if (!(lines[at] ?? '').includes('|') || !delimiters.test(lines[at + 1] ?? '')) return undefined
  let end = at + 2
  while (end < lines.length && (lines[end] ?? '').includes('|')) end += 1
  const head = toCells(lines[at] ?? '')
  const rows = lines.slice(at + 2, end).map((line) => {
    const cells = toCells(line)
    return head.map((_, column) => cells[column] ?? [])
  })
  const alignments = splitRow(lines[at + 1] ?? '').map(toAlignment)
  return { block: { kind: 'table', alignments, head, rows }, end }
}

function toAlignment(cell: string): Alignment | undefined {
  const [isLeft, isRight] = [cell.startsWith(':'), cell.endsWith(':')]
  if (isLeft && isRight) return 'center'
  return isRight ? 'right' : isLeft ? 'left' : undefined
}

/** A vertical line belongs to the text only after a backslash, also in code. */
function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

const toCells = (line: string): (readonly Inline[])[] => splitRow(line).map(parseInline)

function readQuotation(lines: readonly string[], at: number, slugs: Slugs): Read | undefined {
  let end = at
  while (end < lines.length && /^ {0,3}>/.test(lines[end] ?? '')) end += 1
  if (end === at) return undefined
  const inner = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ''))
  return { block: { kind: 'quotation', blocks: parseBlocks(inner, slugs) }, end }
}

const isBullet = (sign: string) => /^[-*+]$/.test(sign)

function readList(lines: readonly string[], at: number, slugs: Slugs): Read | undefined {
  const first = marker.exec(lines[at] ?? '')
  if (first === null) return undefined
  const isOrdered = !isBullet(first[2] ?? '')
  const entries: (readonly Block[])[] = []
  let isLoose = false
  let end = at
  for (;;) {
    const begin = marker.exec(lines[end] ?? '')
    if (begin === null || isBullet(begin[2] ?? '') === isOrdered) break
    const entry = takeEntry(lines, end, begin[0].length)
    entries.push(parseBlocks(entry.lines, slugs))
    let next = entry.end
    while (next < lines.length && (lines[next] ?? '').trim() === '') next += 1
    const goesOn = marker.test(lines[next] ?? '')
    if (entry.hasBlank || (goesOn && next > entry.end)) isLoose = true
    end = goesOn ? next : entry.end
    if (!goesOn) break
  }
  const start = isOrdered ? Number.parseInt(first[2] ?? '1', 10) : undefined
  return { block: { kind: 'list', start, isLoose, entries }, end }
}

/** The lines of one entry without their indentation. A line that is not indented continues a paragraph only. */
function takeEntry(lines: readonly string[], at: number, width: number) {
  const taken = [(lines[at] ?? '').slice(width)]
  const isInside = (line: string) => line.startsWith(' '.repeat(width))
  let hasBlank = false
  let end = at + 1
  let isInCode = fence.test(taken[0] ?? '')
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    if (line.trim() === '') {
      const next = lines.slice(end).find((one) => one.trim() !== '')
      if (next === undefined || !isInside(next)) break
      // A blank line inside code is none between paragraphs.
      if (!isInCode) hasBlank = true
      taken.push('')
    } else if (isInside(line)) {
      const inner = line.slice(width)
      if (fence.test(inner)) isInCode = !isInCode
      taken.push(inner)
    } else if (startsBlock(line) || (taken.at(-1) ?? '') === '' || isInCode) break
    else taken.push(line.trimStart())
  }
  return { lines: taken, end, hasBlank }
}

function startsBlock(line: string): boolean {
  return fence.test(line) || marker.test(line) || /^(#{1,6}\s| {0,3}>| {0,3}<!--)/.test(line)
}

/** A numbered list may end a paragraph only if it begins with 1: a line may well begin with a year. */
function endsParagraph(line: string): boolean {
  const sign = marker.exec(line)?.[2]
  if (sign !== undefined) return isBullet(sign) || /^1[.)]$/.test(sign)
  return startsBlock(line)
}

function readParagraph(lines: readonly string[], at: number): Read {
  let end = at + 1
  while (end < lines.length && (lines[end] ?? '').trim() !== '' && !endsParagraph(lines[end] ?? '')) end += 1
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join('\n')
  return { block: { kind: 'paragraph', inner: parseInline(text) }, end }
}

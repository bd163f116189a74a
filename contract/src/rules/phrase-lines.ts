// Phrases as lines of a spreadsheet, in both directions, and what is wrong with which line. Page and command line read them so. Pure.
import type { Status } from '../shared.ts'
import { fromSeparated, toCommaSeparated } from './comma-separated.ts'
import { foldName } from './folding.ts'
import { LONGEST_PHRASE, MOST_PHRASES } from './own-phrases.ts'
import { type Language, languages } from './texts.ts'

const colours = ['green', 'amber', 'red'] as const satisfies readonly Status[]
const fields = ['id', 'questions', 'colour'] as const
type Column = (typeof fields)[number] | Language
const columns: readonly Column[] = [...fields, ...languages]

/** As the request has it. */
export interface PhraseLine {
  id?: string
  questions?: string[]
  status?: Status
  words: { language: Language; text: string }[]
}

export interface LineFault {
  readonly line?: number
  /** Left out: the line as a whole. */
  readonly field?: string
  readonly rule: string
}

export const toPhraseLines = (phrases: readonly PhraseLine[]): string =>
  toCommaSeparated([
    columns,
    ...phrases.map(({ id, questions = [], status, words }) => [
      id,
      questions.join(' '),
      status,
      ...languages.map((language) => words.find((one) => one.language === language)?.text),
    ]),
  ])

/** Words that a spreadsheet would take for a formula were written with an apostrophe before them. */
const typed = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

export function readPhraseLines(text: string): {
  phrases: { line: number; phrase: PhraseLine }[]
  faults: LineFault[]
} {
  const { rows, openQuote } = fromSeparated(text)
  if (openQuote !== undefined)
    return { phrases: [], faults: [{ line: openQuote, rule: 'a quote is not closed' }] }
  const [first, ...lines] = rows
  const headings = (first?.cells ?? []).map((cell) =>
    columns.find((name) => foldName(name) === foldName(cell)),
  )
  if (!first || !headings.some((name) => languages.some((language) => language === name)))
    return {
      phrases: [],
      faults: [{ line: first?.line ?? 1, rule: `the first line has the headings ${columns.join(', ')}` }],
    }
  const faults: LineFault[] = first.cells.flatMap((cell, at) =>
    headings[at] === undefined && cell !== ''
      ? [{ line: first.line, field: cell, rule: `is not one of ${columns.join(', ')}` }]
      : [],
  )
  if (lines.length > MOST_PHRASES)
    faults.push({ line: lines[MOST_PHRASES]?.line ?? 0, rule: `more than ${MOST_PHRASES} phrases` })
  const phrases = lines.flatMap(({ line, cells }) => {
    const value = (column: Column) => typed(cells[headings.indexOf(column)] ?? '')
    const colour = value('colour').toLowerCase()
    const status = colours.find((one) => one === colour)
    const wrong: LineFault[] = []
    if (cells.slice(headings.length).some((cell) => cell !== ''))
      wrong.push({ line, rule: 'has more cells than there are headings' })
    if (colour !== '' && !status)
      wrong.push({
        line,
        field: 'colour',
        rule: `${JSON.stringify(value('colour'))} is not one of ${colours.join(', ')}, or empty`,
      })
    const words = languages.flatMap((language) =>
      value(language) === '' ? [] : [{ language, text: value(language) }],
    )
    for (const { language, text: said } of words)
      if (said.length > LONGEST_PHRASE)
        wrong.push({ line, field: language, rule: `has more than ${LONGEST_PHRASE} characters` })
    faults.push(...wrong)
    if (wrong.length > 0) return []
    const questions = value('questions')
      .split(/[\s|,;]+/)
      .filter((one) => one !== '')
    const phrase: PhraseLine = {
      ...(value('id') === '' ? {} : { id: value('id') }),
      ...(questions.length > 0 ? { questions } : {}),
      ...(status ? { status } : {}),
      words,
    }
    return [{ line, phrase }]
  })
  return { phrases, faults }
}

const PLACE = /^phrases\[(\d+)\]\.?([^:]*): (.*)$/s

/** What the service refused, by the lines that were read: its words name phrases by their place in the request. */
export function faultsInPhraseLines(info: string, read: readonly { line: number }[]): LineFault[] {
  return info.split('\n').map((one) => {
    const [, place = '', field = '', rule = ''] = PLACE.exec(one) ?? []
    const line = place === '' ? undefined : read[Number(place)]?.line
    if (line === undefined) return { rule: one }
    return { line, ...(field === '' ? {} : { field }), rule }
  })
}

export const faultInWords = ({ line, field, rule }: LineFault): string =>
  line === undefined ? rule : `line ${line}${field === undefined ? '' : `, ${field}`}: ${rule}`

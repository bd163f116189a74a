// The result of a run as a sheet: in words for people, as JUnit for builds, as JSON for everything else. Pure. No key is ever shown.
import type { Answer } from './exchange.ts'

export interface Finding {
  id: string
  title: string
  chapter: string
  /** Where the rule stands. */
  place: string
  isOurs: boolean
  state: 'passed' | 'failed' | 'skipped'
  milliseconds: number
  /** Why it was skipped. */
  reason?: string
  expected?: string
  /** What was sent and what came back. */
  request?: string
  answer?: string
  /** What to do about it. */
  mend?: string
}

export interface Sheet {
  /** What was examined: an address. */
  subject: string
  findings: Finding[]
  /** Objects that could not be put away. */
  left: string[]
  /** What only people can see, for the end of the sheet. */
  notes: string[]
}

export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** Without additions, or of additions alone. */
export function countOf({ findings }: Sheet, isOurs = false): Count {
  const of = (state: Finding['state']) =>
    findings.filter((finding) => finding.isOurs === isOurs && finding.state === state).length
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') }
}

/** Additions do not count: a server without them keeps the interface all the same. */
export const isGreen = (sheet: Sheet): boolean => countOf(sheet).failed === 0

const LONGEST_SHOWN = 600

const shortened = (text: string): string => {
  const [...characters] = text.slice(0, LONGEST_SHOWN * 2)
  return characters.length > LONGEST_SHOWN ? `${characters.slice(0, LONGEST_SHOWN).join('')}…` : text
}

/** Control characters and bytes that are no text must not reach a terminal or an XML file. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\u{fffe}\u{ffff}]/gu, '·')

/** Headers whose values only the two sides know. */
const secret = new Set(['x-api-key', 'webhook-signature'])

export function shownExchange(answer: Answer): { request: string; answer: string } {
  const { method, path, headers, body } = answer.request
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${secret.has(name) ? '…' : value}`)
  const head = [`${method} ${path}`, ...sent].join(', ')
  const told = ['location', 'content-type', 'allow', 'etag', 'retry-after', 'x-request-id']
    .filter((name) => answer.headers[name])
    .map((name) => `${name}: ${answer.headers[name]}`)
  const status = answer.status === 0 ? 'no reply' : String(answer.status)
  return {
    request: printable(shortened(body === undefined ? head : `${head} ${body}`)),
    answer: printable(shortened([[status, ...told].join(', '), answer.text].join(' ').trim())),
  }
}

const marks: Record<Finding['state'], string> = { passed: '✔', failed: '✘', skipped: '–' }

function linesOf(finding: Finding, wrap: Wrap): string[] {
  const { id, title, state, reason, request, answer, expected, mend, place } = finding
  const lines = [`  ${marks[state]} ${id.padEnd(6)} ${wrap(title, 11)}`]
  if (state === 'skipped') lines.push(`           skipped: ${wrap(reason ?? '', 20)}`)
  if (state !== 'failed') return lines
  const detail = (name: string, text: string | undefined) => {
    if (text) lines.push(`           ${name.padEnd(9)} ${wrap(text, 21)}`)
  }
  detail('sent', request)
  detail('answered', answer)
  detail('expected', expected)
  detail('mend', mend)
  detail('see', place)
  return lines
}

/** Breaks a text into lines that begin after `indent` cells. */
type Wrap = (text: string, indent: number) => string

const inWords = ({ passed, failed, skipped }: Count) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

export function toText(sheet: Sheet, wrap: Wrap = (text) => text): string {
  const { subject, findings, left, notes } = sheet
  const lines = [subject]
  const own = findings.filter(({ isOurs }) => !isOurs)
  for (const chapter of new Set(own.map((finding) => finding.chapter))) {
    lines.push('', chapter)
    for (const finding of own) if (finding.chapter === chapter) lines.push(...linesOf(finding, wrap))
  }
  const additions = findings.filter(({ isOurs }) => isOurs)
  if (additions.length > 0) {
    lines.push('', 'Additions of Walkaround, which a server need not have')
    for (const finding of additions) lines.push(...linesOf(finding, wrap))
  }
  if (left.length > 0)
    lines.push('', 'Left behind, because it could not be put away', ...left.map((one) => `  ${one}`))
  if (notes.length > 0) lines.push('', ...notes.map((note) => wrap(note, 0)))
  const { passed, failed, skipped } = countOf(sheet)
  lines.push('', `${passed + failed + skipped} clauses: ${inWords({ passed, failed, skipped })}.`)
  if (additions.length > 0) lines.push(`${additions.length} additions: ${inWords(countOf(sheet, true))}.`)
  lines.push(isGreen(sheet) ? 'The sheet is green.' : 'The sheet is not green.')
  return lines.join('\n')
}

export const toJson = (sheet: Sheet) => ({
  subject: sheet.subject,
  isGreen: isGreen(sheet),
  clauses: countOf(sheet),
  additions: countOf(sheet, true),
  findings: sheet.findings,
  left: sheet.left,
})

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const xml = (text: string) =>
  printable(text).replaceAll(/[&<>"']/g, (character) => escapes[character] as string)
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

/** One suite for each chapter, and one for additions, in which a failure counts as skipped. */
export function toJunit(sheet: Sheet): string {
  const suites = Map.groupBy(sheet.findings, ({ chapter, isOurs }) => (isOurs ? 'Additions' : chapter))
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites name="${xml(sheet.subject)}">`]
  for (const [name, findings] of suites) {
    const cases = findings.map(caseOf)
    const count = (word: string) => cases.filter((one) => one.includes(`<${word}`)).length
    const time = seconds(findings.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
    lines.push(
      `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${count('failure')}" skipped="${count('skipped')}" time="${time}">`,
      ...cases,
      '  </testsuite>',
    )
  }
  return `${[...lines, '</testsuites>'].join('\n')}\n`
}

function caseOf({ id, title, chapter, isOurs, state, milliseconds, ...told }: Finding): string {
  const head = `    <testcase classname="${xml(chapter)}" name="${xml(`${id} ${title}`)}" time="${seconds(milliseconds)}"`
  if (state === 'passed') return `${head}/>`
  const { expected = '', request = '', answer = '', mend = '', place, reason } = told
  if (state === 'skipped') return `${head}><skipped message="${xml(reason ?? '')}"/></testcase>`
  if (isOurs) return `${head}><skipped message="${xml(`not there: expected ${expected}`)}"/></testcase>`
  const details = { sent: request, answered: answer, expected, mend, see: place }
  const text = Object.entries(details).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))
  return `${head}><failure message="${xml(`expected ${expected}`)}">${text.map(xml).join('\n')}</failure></testcase>`
}

// Compares a posted form with what is offered now. Pure: no database, no clock.
import {
  type AskAgain,
  ownerFields as fieldNames,
  type OwnerAgain,
  type OwnerChoice,
  type OwnerLine,
  type OwnerPage,
  type OwnerReview,
  type OwnerWord,
  questionFields,
} from '@walkaround/contract/owner-page.ts'
import { isDate } from '@walkaround/contract/rules/days.ts'
import {
  aboutKey,
  parseAboutKey,
  type QuestionAbout,
  questionWords,
} from '@walkaround/contract/rules/line-questions.ts'
import type { Form } from '../../lib/form-body.ts'
import { isSameState, parseState } from './line-state.ts'
import { toTotals } from './lines.ts'

const FORM_ID = /^[\w-]{16,64}$/
const words: readonly string[] = ['approve', 'later', 'no']
const TEXT_LENGTH = 2000

export const formIdOf = (form: Form): string | undefined => {
  const id = form.get('form')
  return id !== undefined && FORM_ID.test(id) ? id : undefined
}

export const listPageLines = (page: OwnerPage): OwnerLine[] => [
  ...page.findings.flatMap(({ lines }) => lines),
  ...page.others,
  ...page.alsoDue,
]

/** Choices on offers that are still as they were shown. The others are asked again, never decided silently. */
export function reviewForm(page: OwnerPage, form: Form, formId: string): OwnerReview {
  const lines = new Map(listPageLines(page).map((line) => [line.id, line]))
  const chosen: OwnerChoice[] = []
  const again: OwnerAgain[] = []
  for (const [name, word] of form) {
    if (!name.startsWith(fieldNames.word) || !words.includes(word)) continue
    const id = name.slice(fieldNames.word.length)
    const line = lines.get(id)
    const why = line && whyAgain(page, line, form, word as OwnerWord)
    if (!line) again.push(whatBecame([...lines.values()], form, id))
    else if (why !== undefined) again.push({ why, line, ...priceBefore(form, id, line) })
    else chosen.push(toChoice(page, line, form, word as OwnerWord))
  }
  const asked = new Set(again.map(({ line }) => line?.id))
  const choices = chosen.filter(({ line }) => !asked.has(line.id))
  const order = [...lines.keys()]
  choices.sort((a, b) => order.indexOf(a.line.id) - order.indexOf(b.line.id))
  const approved = choices.filter(({ word }) => word === 'approve').map(({ line }) => line)
  return { page, formId, choices, again: withoutDoubles(again), totals: toTotals(approved) }
}

/** Two offers may have been replaced by one, which is asked about once. */
const withoutDoubles = (again: readonly OwnerAgain[]): OwnerAgain[] =>
  again.filter(({ line }, index) => !line || again.findIndex((other) => other.line?.id === line.id) === index)

/** For an offer that is gone: its replacement, of the same package and not on the page before; otherwise its name. */
function whatBecame(lines: readonly OwnerLine[], form: Form, id: string): OwnerAgain {
  const shown = parseState(form.get(fieldNames.state + id) ?? '')
  const heirs = lines.flatMap((line) => {
    const { packageKey, variantKey } = parseState(line.state)
    const isHeir =
      packageKey !== '' && packageKey === shown.packageKey && !form.has(fieldNames.state + line.id)
    return isHeir ? [{ line, isSameVariant: variantKey === shown.variantKey }] : []
  })
  const heir = (heirs.find(({ isSameVariant }) => isSameVariant) ?? heirs[0])?.line
  if (heir) return { why: heir.isOpen ? 'changed' : 'settled', line: heir, ...priceBefore(form, id, heir) }
  return { why: 'gone', ...(shown.title === '' ? {} : { title: shown.title }) }
}

/** The former price of the offer shown as `id`, if `line` costs something else. */
function priceBefore(form: Form, id: string, line: OwnerLine): Pick<OwnerAgain, 'was'> {
  const { price } = parseState(form.get(fieldNames.state + id) ?? '')
  if (!price) return {}
  const { price: now } = parseState(line.state)
  const isSame =
    now?.currency === price.currency &&
    now.sum.incVat === price.sum.incVat &&
    now.sum.exVat === price.sum.exVat
  return isSame ? {} : { was: price }
}

function whyAgain(page: OwnerPage, line: OwnerLine, form: Form, word: OwnerWord): AskAgain | undefined {
  const { id } = line
  const isAsShown = isSameState(form.get(fieldNames.state + id) ?? '', line.state)
  if (!isAsShown) return line.isOpen ? 'changed' : 'settled'
  if (!line.isOpen) return 'settled'
  if (word !== 'later') return undefined
  const date = form.get(fieldNames.date + id) || line.preset
  return isDate(date) && date >= page.firstDate && date <= page.lastDate ? undefined : 'date'
}

function toChoice(page: OwnerPage, line: OwnerLine, form: Form, word: OwnerWord): OwnerChoice {
  if (word === 'later') return { line, word, until: form.get(fieldNames.date + line.id) || line.preset }
  const reason = word === 'no' ? form.get(fieldNames.reason + line.id) : undefined
  const isKnown = page.reasons.some(({ code }) => code === reason)
  return { line, word, ...(isKnown && reason !== undefined ? { reason } : {}) }
}

/** An e-mail has room for this much; the rest comes with the next one. */
const LONGEST_NOTE = 1900

interface Noted {
  kind: 'decision' | 'feedback' | 'question'
  id: string
  note: string
}

/** From what the advisor has not been told yet, oldest first: everything of one kind that fits into one e-mail. */
export function nextNotice(untold: readonly Noted[]): { kind: Noted['kind']; told: string[]; note: string } {
  const kind = untold[0]?.kind ?? 'decision'
  const told: string[] = []
  let note = ''
  for (const one of untold.filter((other) => other.kind === kind)) {
    const longer = note === '' ? one.note : `${note}\n\n${one.note}`
    if (told.length > 0 && longer.length > LONGEST_NOTE) break
    note = longer
    told.push(one.id)
  }
  return { kind, told, note }
}

/** What is asked with which words, and what was written into the other fields but not sent. */
export function parseQuestion(
  form: Form,
): { about: QuestionAbout; words: string; drafts: ReadonlyMap<string, string> } | undefined {
  const about = parseAboutKey(form.get(questionFields.about) ?? '')
  if (!about) return undefined
  const drafts = new Map<string, string>()
  for (const [name, text] of form) {
    if (name.startsWith(questionFields.text) && text.trim() !== '')
      drafts.set(name.slice(questionFields.text.length), text)
  }
  return { about, words: questionWords(drafts.get(aboutKey(about)) ?? ''), drafts }
}

export interface Feedback {
  stars: number
  text: string | undefined
}

export function parseFeedback(form: Form): Feedback | undefined {
  const stars = form.get('stars') ?? ''
  if (!/^[1-5]$/.test(stars)) return undefined
  const text = [...(form.get('text') ?? '').trim()].slice(0, TEXT_LENGTH).join('')
  return { stars: Number(stars), text: text === '' ? undefined : text }
}

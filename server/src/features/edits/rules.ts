// What an edit must carry by its kind, and who may make it. Pure decisions: no database, no clock.
import type { Edit, GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { Right } from '@walkaround/contract/operation.ts'
import { tappedAt } from '@walkaround/contract/rules/conflicting-taps.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { toInstant } from '../../lib/iso-dates.ts'
import type { Violation } from '../../problems.ts'
import type { Tap } from '../surveys/give-answers.ts'

type Kind = Edit['kind']

/** One of the names in an inner list is enough. */
const needed: Record<Kind, readonly (keyof Edit | readonly (keyof Edit)[])[]> = {
  start: [],
  answers: ['answers'],
  clear: ['questionId'],
  variant: ['questionId', 'answerId', 'packageId', 'variantId'],
  quote: ['quoteId', 'quote'],
  removeQuote: ['quoteId'],
  decision: ['quoteId', 'approvalStatus'],
  removeDecision: ['quoteId'],
  contact: ['partner', ['email', 'mobilePhone']],
  complete: [],
  reopen: ['reason'],
}

// An empty address takes the correction back; an empty anything else says nothing.
const isGiven = (edit: Edit, name: keyof Edit) =>
  edit[name] !== undefined && (edit[name] !== '' || name === 'email' || name === 'mobilePhone')

export function editViolations(edit: Edit): Violation[] {
  const violations: Violation[] = []
  for (const field of needed[edit.kind]) {
    const names = typeof field === 'string' ? [field] : field
    if (names.some((name) => isGiven(edit, name))) continue
    violations.push({
      kind: 'missingField',
      info: `${names.join(' or ')}: is required for the kind "${edit.kind}"`,
    })
  }
  if (edit.kind === 'answers' && edit.answers?.length === 0) {
    violations.push({ kind: 'missingField', info: 'answers: holds no answer' })
  }
  if (edit.kind === 'quote' && edit.quote?.id !== undefined && edit.quote.id !== edit.quoteId) {
    violations.push({
      kind: 'idMismatch',
      info: `quote.id: "${edit.quote.id}" differs from quoteId "${edit.quoteId}"`,
    })
  }
  return violations
}

/** Beyond the right to answer, which every edit needs (F1). */
export const rightsOf: Partial<Record<Kind, Right>> = {
  variant: 'quotes',
  quote: 'quotes',
  removeQuote: 'quotes',
  decision: 'quotes',
  removeDecision: 'quotes',
  contact: 'quotes',
}

const reopeners: ReadonlySet<string> = new Set(['manager', 'admin', 'support'])

export const mayReopen = (role: string): boolean => reopeners.has(role)

/** A login as the surveyor of a survey (C6): the last word of a name is the family's. */
export function toSurveyor({ login, name }: { login: string; name: string }): Person {
  const words = name.trim().split(/\s+/)
  const lastName = words.pop() ?? name
  return { id: login, ...(words.length > 0 ? { firstName: words.join(' ') } : {}), lastName }
}

/** Without a time an edit is done now, by somebody who sees what there is; with one, it has seen what it says (I1). */
const seenBy = (edit: Edit, seen: string[] | undefined): { seen?: string[] } =>
  seen === undefined && edit.at === undefined ? {} : { seen: seen ?? [] }

export function answersOf(edit: Edit): (Omit<GivenAnswer, 'seen'> & { seen?: string[] })[] {
  return (edit.answers ?? []).map(({ seen, ...answer }) => ({ ...answer, ...seenBy(edit, seen) }))
}

export function takenBackBy(edit: Edit): { questionId: string; answerId?: string; seen?: string[] } {
  const { questionId, answerId, seen } = edit
  return {
    questionId: questionId as string,
    ...(answerId === undefined ? {} : { answerId }),
    ...seenBy(edit, seen),
  }
}

/** When it was tapped by the service's clock, and whose tap it is. */
export function tapOf(
  { now, client }: { now: Date; client: { timeZone: string } },
  { id, at, clockAhead = 0 }: Edit,
  { login, name, device }: { login: string; name: string; device?: string },
): Tap {
  const deviceAt = at === undefined ? now.getTime() : toInstant(at, client.timeZone).getTime()
  return {
    version: id,
    at: new Date(at === undefined ? deviceAt : tappedAt(deviceAt, clockAhead, now.getTime())),
    ...(at === undefined ? {} : { deviceAt: at }),
    ...(device === undefined ? {} : { device }),
    login,
    name,
  }
}

// What an edit must contain beyond its schema, and who may make it. Pure: no database, no clock.

import type { Edit, EditKind, EditOf, GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { Right } from '@walkaround/contract/operation.ts'
import { timeOfTap } from '@walkaround/contract/rules/conflicting-taps.ts'
import type { Violation } from '../../problems.ts'
import type { Tap } from '../surveys/give-answers.ts'

/** What its schema cannot express. */
export function editViolations(edit: Edit): Violation[] {
  if (edit.kind === 'contact' && edit.email === undefined && edit.mobilePhone === undefined) {
    return [{ kind: 'missingField', info: 'email or mobilePhone: is required for the kind "contact"' }]
  }
  if (edit.kind === 'quote' && edit.quote.id !== undefined && edit.quote.id !== edit.quoteId) {
    const info = `quote.id: "${edit.quote.id}" differs from quoteId "${edit.quoteId}"`
    return [{ kind: 'idMismatch', info }]
  }
  return []
}

/** In addition to the right to answer, which every edit needs (F1). */
export const rightsOf: Partial<Record<EditKind, Right>> = {
  variant: 'quotes',
  quote: 'quotes',
  removeQuote: 'quotes',
  decision: 'quotes',
  removeDecision: 'quotes',
  contact: 'quotes',
}

/** An edit without a time is made now by somebody who sees the present state; one with a time says what was seen (I1). */
const seenBy = (edit: Edit, seen: string[] | undefined): { seen?: string[] } =>
  seen === undefined && edit.at === undefined ? {} : { seen: seen ?? [] }

export function answersOf(edit: EditOf<'answers'>): (Omit<GivenAnswer, 'seen'> & { seen?: string[] })[] {
  return edit.answers.map(({ seen, ...answer }) => ({ ...answer, ...seenBy(edit, seen) }))
}

export function takenBackBy(edit: EditOf<'clear'>): {
  questionId: string
  answerId?: string
  seen?: string[]
} {
  const { questionId, answerId, seen } = edit
  return { questionId, ...(answerId === undefined ? {} : { answerId }), ...seenBy(edit, seen) }
}

/** When it was tapped by the client's clock, and by whom. Devices compare theirs with the real time, which a sandbox is ahead of. */
export function tapOf(
  { now, client }: { now: Date; client: { timeZone: string; clockAheadMs?: number } },
  { id, at, clockAhead }: Edit,
  { login, name, device }: { login: string; name: string; device?: string | undefined },
): Tap {
  return {
    version: id,
    at: timeOfTap({ now, client }, { at, clockAhead }),
    ...(at === undefined ? {} : { deviceAt: at }),
    ...(device === undefined ? {} : { device }),
    login,
    name,
  }
}

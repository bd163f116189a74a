// Requests for parts: what state they are in, how long their texts are, and what a reply of the parts desk needs. Tablet, desk and
// service decide by it. Pure.
import { isIsoDate } from './iso-dates.ts'

/** In the order of the queue: what somebody has to do something about comes first. */
export const partStates = ['requested', 'priced', 'unavailable'] as const
export type PartState = (typeof partStates)[number]

/** What the parts desk replies. */
export const partOutcomes = ['priced', 'unavailable'] as const
export type PartOutcome = (typeof partOutcomes)[number]

export const partLimits = {
  /** Characters of what is needed, and of the note in a reply. */
  text: 500,
  lines: 100,
  /** So far ahead a part may be announced. */
  yearsAhead: 2,
} as const

/** Without spaces around it; nothing if there are no words. */
export const partWords = (text: string | undefined): string | undefined => text?.trim() || undefined

interface Reply {
  readonly outcome: PartOutcome
  readonly lines?: readonly unknown[] | undefined
  readonly currency?: string | undefined
  readonly availableOn?: string | undefined
}

interface ReplyFault {
  readonly kind: 'missingField' | 'missingCurrency' | 'invalidArgument' | 'invalidDate'
  readonly field: 'lines' | 'currency' | 'availableOn'
  readonly info: string
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isIsoDate(text)

/** What is wrong with a reply beyond its fields one by one. `today` at the dealership. */
export function replyFaults(
  { outcome, lines = [], currency, availableOn }: Reply,
  today: string,
): ReplyFault[] {
  const faults: ReplyFault[] = []
  const add = (kind: ReplyFault['kind'], field: ReplyFault['field'], info: string) =>
    faults.push({ kind, field, info })
  if (outcome === 'priced') {
    if (lines.length === 0) add('missingField', 'lines', 'name what it costs, at least one line')
    else if (currency === undefined) add('missingCurrency', 'currency', 'is missing; the lines have amounts')
    if (availableOn !== undefined && !isDay(availableOn))
      add('invalidDate', 'availableOn', 'give a day such as 2026-03-31')
    else if (availableOn !== undefined && !isWithin(availableOn, today))
      add(
        'invalidDate',
        'availableOn',
        `must be today (${today}) or later, at most ${partLimits.yearsAhead} years ahead`,
      )
    return faults
  }
  if (lines.length > 0) add('invalidArgument', 'lines', '"unavailable" has none')
  if (currency !== undefined) add('invalidArgument', 'currency', '"unavailable" has none')
  if (availableOn !== undefined) add('invalidArgument', 'availableOn', '"unavailable" has none')
  return faults
}

const isWithin = (day: string, today: string) =>
  day >= today && Number(day.slice(0, 4)) <= Number(today.slice(0, 4)) + partLimits.yearsAhead

// When work is due for a reminder, when one may go out, and to whom. Pure: no database, no clock.
import { addDays } from '@walkaround/contract/rules/days.ts'
import { toInstant, toWallClock } from '@walkaround/contract/rules/iso-dates.ts'
import type { DueKind, LineToSave, ReminderSettings } from './model.ts'

export const dueKinds = ['deferred', 'declined'] as const satisfies readonly DueKind[]
const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

export const isTimeOfDay = (text: string): boolean => TIME.test(text)

interface Window {
  /** ISO dates: the first and the last day that is due. */
  from: string
  to: string
}

/** Days of work of this kind for which a reminder is due today; undefined if the kind is off. */
export function windowOf(settings: ReminderSettings, kind: DueKind, today: string): Window | undefined {
  const { deferred, deferredDays, declined, declinedDays, catchUpDays } = settings
  if (kind === 'deferred')
    return deferred
      ? { from: addDays(today, deferredDays - catchUpDays), to: addDays(today, deferredDays) }
      : undefined
  const to = addDays(today, -declinedDays)
  return declined ? { from: addDays(to, -catchUpDays), to } : undefined
}

/** When the quiet hours end, if it is one of them now. Their ends are times of the wall clock, also when it changes. */
export function findQuietEnd(
  { quietFrom, quietTo }: Pick<ReminderSettings, 'quietFrom' | 'quietTo'>,
  now: Date,
  timeZone: string,
): Date | undefined {
  if (quietFrom === quietTo) return undefined
  const [today = '', time = ''] = toWallClock(now, timeZone).slice(0, 16).split('T')
  const isOverNight = quietTo < quietFrom
  const isQuiet = isOverNight ? time >= quietFrom || time < quietTo : time >= quietFrom && time < quietTo
  if (!isQuiet) return undefined
  const day = isOverNight && time >= quietFrom ? addDays(today, 1) : today
  const end = toInstant(`${day}T${quietTo}:00`, timeZone)
  // An hour that the clock repeats: the time is past and comes again.
  return end > now ? end : new Date(now.getTime() + 60_000)
}

/** Whether a person who was reminded at these times may be reminded once more. */
export function mayRemind(
  { mostPerYear, pauseDays }: Pick<ReminderSettings, 'mostPerYear' | 'pauseDays'>,
  before: readonly Date[],
  now: Date,
): boolean {
  const ages = before.map((at) => now.getTime() - at.getTime())
  return (
    ages.filter((age) => age < YEAR_MS).length < mostPerYear && ages.every((age) => age >= pauseDays * DAY_MS)
  )
}

export const yearBefore = (now: Date): Date => new Date(now.getTime() - YEAR_MS)

interface OpenWork {
  decision: 'deferred' | 'rejected'
  /** ISO date: as the customer said, or as staff moved it. */
  until: string | null
  /** ISO date by which the list is ordered. */
  due: string
}

/** The day a reminder of this kind belongs to. */
export function dueOf(work: OpenWork, kind: DueKind): string | undefined {
  if (kind === 'deferred') return work.decision === 'deferred' ? (work.until ?? undefined) : undefined
  return work.decision === 'rejected' ? work.due : undefined
}

export function isDue(work: OpenWork, kind: DueKind, settings: ReminderSettings, today: string): boolean {
  const day = dueOf(work, kind)
  const window = windowOf(settings, kind, today)
  return day !== undefined && window !== undefined && day >= window.from && day <= window.to
}

type Consent = { kind: 'customer' } | { kind: 'answer'; questionId: string; answerId: string }

/** Undefined if the text is none: `customer`, or a question and its answer as in `h.extras=v5`. */
export function readConsent(text: string): Consent | undefined {
  if (text === 'customer') return { kind: 'customer' }
  const [, questionId, answerId] = /^([^=\s]{1,128})=([^=\s]{1,128})$/.exec(text) ?? []
  return questionId === undefined || answerId === undefined
    ? undefined
    : { kind: 'answer', questionId, answerId }
}

type Said = LineToSave

const keyOf = ({ surveyId, quoteId, kind, due }: Said) => JSON.stringify([surveyId, quoteId, kind, due])

/** What a reminder of today says about this work that none has said before: it is due, or stands beside what is. */
export function linesOf(
  rows: readonly (OpenWork & Pick<Said, 'surveyId' | 'quoteId'>)[],
  said: readonly Said[],
  settings: ReminderSettings,
  today: string,
): Said[] {
  const known = new Set(said.map(keyOf))
  return rows.flatMap((row) => {
    const { surveyId, quoteId } = row
    const due = dueKinds.flatMap((kind) => {
      const day = isDue(row, kind, settings, today) ? dueOf(row, kind) : undefined
      return day === undefined ? [] : [{ surveyId, quoteId, kind, due: day }]
    })
    const also: Said = { surveyId, quoteId, kind: 'also', due: today }
    return [...due, also].filter((line) => !known.has(keyOf(line))).slice(0, 1)
  })
}

/** What staff remind of: of each work once a day. */
export const linesByHand = (
  rows: readonly Pick<Said, 'surveyId' | 'quoteId'>[],
  said: readonly Said[],
  today: string,
): Said[] => {
  const known = new Set(said.map(keyOf))
  return rows
    .map(({ surveyId, quoteId }): Said => ({ surveyId, quoteId, kind: 'byHand', due: today }))
    .filter((line) => !known.has(keyOf(line)))
}

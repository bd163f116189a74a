// What an act does with a work that was put off, and where a page of the list ends. Pure: no database, no clock.
import type { FollowUpAct } from '@walkaround/contract/app/put-off-work.ts'
import { actsWithDay, doneReasons, stopReasons } from '@walkaround/contract/rules/follow-up.ts'
import { isIsoDate } from '@walkaround/contract/rules/iso-dates.ts'
import { type Problem, problem } from '../../problems.ts'
import type { FollowUpRow, Place } from './model.ts'

const YEARS_AHEAD = 5
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isIsoDate(text)

/** What is wrong with the act itself. `today` at the dealership. */
export function findActProblem(
  { act, outcome, on, reason }: FollowUpAct,
  today: string,
): Problem | undefined {
  const day = actsWithDay[act]
  if (act === 'call' && outcome === undefined)
    return problem('missingField', 'outcome: say what came of the call')
  if (act !== 'call' && outcome !== undefined) return problem('invalidArgument', `outcome: "${act}" has none`)
  const isDayNeeded = day === 'needed' || outcome === 'callAgain'
  if (on === undefined && isDayNeeded) return problem('missingField', 'on: say on which day')
  if (on !== undefined && day === undefined) return problem('invalidArgument', `on: "${act}" has no day`)
  if (on !== undefined && !isDay(on)) return problem('invalidDate', 'on: give a day such as 2026-03-31')
  if (on !== undefined && (on < today || Number(on.slice(0, 4)) > Number(today.slice(0, 4)) + YEARS_AHEAD))
    return problem('invalidDate', `on: must be today (${today}) or later, at most ${YEARS_AHEAD} years ahead`)
  const reasons: readonly string[] | undefined =
    act === 'done' ? doneReasons : act === 'stop' ? stopReasons : undefined
  if (reasons && reason === undefined) return problem('missingField', 'reason: say why')
  if (reason !== undefined && !reasons?.includes(reason))
    return problem(
      'invalidArgument',
      reasons ? `reason: of "${act}" it is one of ${reasons.join(', ')}` : `reason: "${act}" has none`,
    )
  return undefined
}

/** The row after the act; undefined if the work is in no state for it. */
export function afterAct(
  row: FollowUpRow,
  { act, outcome, on, reason }: FollowUpAct,
  { me, now }: { me: string; now: Date },
): FollowUpRow | undefined {
  if ((row.endedAs !== null) !== (act === 'undo')) return undefined
  switch (act) {
    case 'claim':
      return { ...row, claimedBy: me }
    case 'release':
      return { ...row, claimedBy: null }
    case 'call':
      return {
        ...row,
        calls: row.calls + 1,
        lastCall: outcome ?? null,
        calledAt: now,
        dueOn: on ?? row.dueOn,
      }
    case 'book':
      return { ...row, bookedAt: now, bookedFor: on ?? null, dueOn: on ?? row.dueOn }
    case 'putOff':
      // An appointment that was kept or cancelled holds no more: the customer may be reminded of the new day.
      return { ...row, dueOn: on ?? null, bookedAt: null, bookedFor: null }
    case 'done':
    case 'stop':
      return {
        ...row,
        endedAs: act === 'done' ? 'done' : 'stopped',
        endedReason: reason ?? null,
        endedAt: now,
      }
    case 'undo':
      return { ...row, endedAs: null, endedReason: null, endedAt: null }
  }
}

const DAY_MS = 86_400_000

/** Days from one ISO date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

export const writePlace = ({ due, surveyId, quoteId }: Place): string =>
  Buffer.from(JSON.stringify([due, surveyId, quoteId])).toString('base64url')

/** Undefined if the text is none of ours. */
export function readPlace(text: string): Place | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 3 || !parts.every((one) => typeof one === 'string'))
      return undefined
    const [due, surveyId, quoteId] = parts as [string, string, string]
    return isDay(due) && !`${surveyId}${quoteId}`.includes('\0') ? { due, surveyId, quoteId } : undefined
  } catch {
    return undefined
  }
}

// When a survey is read again: at once for what somebody else did, once for a burst of own changes, and not at all for
// the echo of what the page knows already. Knows no request; time is handed in by tests.
import { isAfter, type LiveChange } from './live.ts'

export interface SurveyReads {
  /** One read at a time per survey, and one more for whatever happened meanwhile, however many asked. */
  now(surveyId: string): Promise<boolean>
  /** Own changes have arrived. They are on the screen, so one read when the tapping pauses is enough. */
  soon(surveyId: string): void
  /** The server told of changes; own ones are among them. */
  heard(surveyId: string, changes: readonly LiveChange[]): void
}

export interface SurveyReadsOptions {
  /** Gives the number of the last event the page knows; undefined when there was no page. */
  read: (surveyId: string) => Promise<string | undefined>
  setTimer?: (call: () => void, ms: number) => unknown
  clearTimer?: (timer: unknown) => void
  clock?: () => number
}

/** A tap follows a tap within this time. */
const quietMs = 1_500
/** Whoever taps on and on still sees what others do. */
const mostMs = 5_000

export function createSurveyReads(options: SurveyReadsOptions): SurveyReads {
  const { read, clock = () => performance.now() } = options
  const setTimer = options.setTimer ?? ((call, ms) => setTimeout(call, ms))
  const clearTimer = options.clearTimer ?? ((timer) => clearTimeout(timer as ReturnType<typeof setTimeout>))
  const reading = new Map<string, { now: Promise<boolean>; next?: Promise<boolean> }>()
  const waiting = new Map<string, { timer: unknown; since: number }>()
  const sequences = new Map<string, string>()

  const cancel = (surveyId: string) => {
    clearTimer(waiting.get(surveyId)?.timer)
    waiting.delete(surveyId)
  }
  const now = (surveyId: string): Promise<boolean> => {
    cancel(surveyId)
    const known = reading.get(surveyId)
    if (known) {
      known.next ??= known.now.catch(() => false).then(() => now(surveyId))
      return known.next
    }
    const begun = read(surveyId)
      .then((sequence) => {
        if (sequence !== undefined) sequences.set(surveyId, sequence)
        return sequence !== undefined
      })
      .finally(() => reading.delete(surveyId))
    reading.set(surveyId, { now: begun })
    return begun
  }
  const heard = (surveyId: string, changes: readonly LiveChange[]): void => {
    // The read that is coming shows them.
    if (waiting.has(surveyId)) return
    const running = reading.get(surveyId)
    if (running) {
      // Its page may know them already.
      const judge = () => heard(surveyId, changes)
      running.now.then(judge, judge)
      return
    }
    const known = sequences.get(surveyId)
    const isNew = ({ sequence, isLate }: LiveChange) =>
      known === undefined || isLate || isAfter(sequence, known)
    if (changes.some(isNew)) now(surveyId).catch(() => {})
  }
  return {
    now,
    heard,
    soon: (surveyId) => {
      const since = waiting.get(surveyId)?.since ?? clock()
      cancel(surveyId)
      const ms = Math.max(0, Math.min(quietMs, since + mostMs - clock()))
      const timer = setTimer(() => now(surveyId).catch(() => {}), ms)
      waiting.set(surveyId, { timer, since })
    },
  }
}

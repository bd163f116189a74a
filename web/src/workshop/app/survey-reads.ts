// When to read a survey again: at once for changes by others, once for a burst of own changes, and not at all for changes the page
// already has. Makes no requests itself; tests pass in the time.
import type { LiveChange } from './live.ts'

interface SurveyReads {
  /** One read at a time per survey, and one more for everything that happened meanwhile, however often it was requested. */
  now(surveyId: string): Promise<boolean>
  /** Own changes have arrived. They are already on the screen, so one read after the last tap is enough. */
  soon(surveyId: string): void
  /** The server reported changes, including own ones. */
  heard(surveyId: string, changes: readonly LiveChange[]): void
  /** The numbers of events begin anew. */
  forget(): void
}

interface SurveyReadsOptions {
  /** Returns the number of the last event the page knows; undefined if there was no page. */
  read: (surveyId: string) => Promise<string | undefined>
  setTimer?: (call: () => void, ms: number) => unknown
  clearTimer?: (timer: unknown) => void
  clock?: () => number
}

/** Taps in a row are at most this far apart. */
const quietMs = 1_500
/** Somebody who keeps tapping still sees changes by others. */
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
    // The pending read will show them.
    if (waiting.has(surveyId)) return
    const running = reading.get(surveyId)
    if (running) {
      // The page being read may already contain them.
      const judge = () => heard(surveyId, changes)
      running.now.then(judge, judge)
      return
    }
    const known = sequences.get(surveyId)
    const isNew = ({ sequence }: LiveChange) => known === undefined || Number(sequence) > Number(known)
    if (changes.some(isNew)) now(surveyId).catch(() => {})
  }
  return {
    now,
    heard,
    forget: () => sequences.clear(),
    soon: (surveyId) => {
      const since = waiting.get(surveyId)?.since ?? clock()
      cancel(surveyId)
      const ms = Math.max(0, Math.min(quietMs, since + mostMs - clock()))
      const timer = setTimer(() => now(surveyId).catch(() => {}), ms)
      waiting.set(surveyId, { timer, since })
    },
  }
}

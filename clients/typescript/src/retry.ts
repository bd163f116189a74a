// When a request is sent again, and after which pause: the table "When to try again" of the guide. Pure: no clock, no chance.

/** What an attempt led to: a status, or no reply at all. */
export type Outcome =
  | { readonly status: number; readonly retryAfterSeconds?: number | undefined }
  | 'no reply'

/** The first of the growing pauses; each further one is twice as long. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A proxy says so if it got no reply itself. */
const withoutReply = new Set([502, 504])
const later = new Set([429, 503])

/**
 * How long to wait before the request is sent again; undefined: not again. `attempt` counts from 1. `isRepeatable` is true if a
 * second sending cannot do the work twice: GET, PUT, DELETE, and POST with an `Idempotency-Key`. `chance`, from 0 to 1, spreads
 * callers that failed together.
 */
export function pauseBefore(
  outcome: Outcome,
  { attempt, isRepeatable, chance }: { attempt: number; isRepeatable: boolean; chance: number },
): number | undefined {
  const growing = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS) * (0.5 + chance / 2)
  if (outcome === 'no reply') return isRepeatable ? growing : undefined
  const { status, retryAfterSeconds } = outcome
  if (later.has(status)) return retryAfterSeconds === undefined ? growing : retryAfterSeconds * 1000
  return (status === 500 || withoutReply.has(status)) && isRepeatable ? growing : undefined
}

/** `Retry-After` is a number of seconds or a date. */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000))
}

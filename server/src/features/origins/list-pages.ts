// Long lists in short keyset steps, whole or page by page, so that neither memory nor a database cursor grows with the list. The
// lists of leads, orders and surveys share it (C7).
import { hash } from 'node:crypto'
import { joinBytes, type ReadyBytes, type ReadyJsonPieces, readyJsonPieces } from '../../lib/ready-json.ts'
import { problem } from '../../problems.ts'

/** Which one, where it stands in the list (in milliseconds), and what else a list needs. */
type Ref = readonly [id: string, ms: number, ...more: unknown[]]

/** The place of an entry in a list, which the next step begins after. */
export interface Place {
  at: Date
  id: string
}

export interface Page<T> {
  items: ReadyBytes<T[]>
  /** Where the next page begins; absent on the last. */
  cursor?: string
}

/** Entries per step of a plain list: some hundred kilobytes at a time. */
const STEP = 500
/** Outside this range the database has no timestamp to compare with. */
export const EARLIEST = new Date('0001-01-01T00:00:00Z')
export const LATEST = new Date('9999-12-31T23:59:59.999Z')

const placeOf = (ref: Ref | undefined): Place | undefined => ref && { id: ref[0], at: new Date(ref[1]) }

/** The whole list as pieces of one JSON array. The first piece is read before anything is sent. */
export async function listWhole<R extends Ref, T>(
  step: (after: Place | undefined, limit: number) => Promise<R[]>,
  load: (refs: R[]) => Promise<Buffer[]>,
): Promise<ReadyJsonPieces<T[]>> {
  const first = await step(undefined, STEP)
  const firstItems = await load(first)
  const pieces = async function* () {
    let [refs, items, separator] = [first, firstItems, '[']
    for (;;) {
      if (items.length > 0) {
        yield joinBytes(separator, items, '')
        separator = ','
      }
      if (refs.length < STEP) break
      refs = await step(placeOf(refs.at(-1)), STEP)
      items = await load(refs)
    }
    yield separator === '[' ? '[]' : ']'
  }
  return readyJsonPieces(pieces())
}

/** A page of at most so many. `found` may have one more, which tells that there is another page. */
export function toPage<R extends Ref, T>(
  found: readonly R[],
  limit: number,
  items: readonly Buffer[],
  filters: readonly unknown[],
): Page<T> {
  const last = found.slice(0, limit).at(-1)
  return {
    items: joinBytes<T[]>('[', items, ']'),
    ...(found.length > limit && last ? { cursor: makeCursor(last, filters) } : {}),
  }
}

/** A cursor belongs to one query: with other filters it would skip or repeat entries. */
const fingerprint = (filters: readonly unknown[]): string =>
  hash('sha1', JSON.stringify(filters), 'base64url').slice(0, 8)

function makeCursor([id, ms]: Ref, filters: readonly unknown[]): string {
  const place = JSON.stringify([fingerprint(filters), new Date(ms).toISOString(), id])
  return Buffer.from(place).toString('base64url')
}

export function readPlace(cursor: string | undefined, filters: readonly unknown[]): Place | undefined {
  if (cursor === undefined) return undefined
  let place: unknown
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    place = undefined
  }
  const [query, time, id] = Array.isArray(place) ? (place as unknown[]) : []
  const at = typeof time === 'string' ? new Date(time) : undefined
  // An invalid date fails both comparisons.
  const isInCalendar = at !== undefined && at >= EARLIEST && at <= LATEST
  const isId = typeof id === 'string' && !id.includes('\0') && id.isWellFormed()
  if (query !== fingerprint(filters) || !isInCalendar || !isId) {
    throw problem(
      'invalidCursor',
      'cursor: take it unchanged from the Link header of a page of the same query',
    )
  }
  return { at, id }
}

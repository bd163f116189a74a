// The log of events for a DMS: page by page, filtered, and waiting for what comes. Looks through the log without what events carry,
// and then reads what the page shows; so a filter costs little and never looks at the same events twice.
import { type EventQuery, type FeedEvent, pageOf, startWords } from '@walkaround/contract/dms/event-feed.ts'
import { eventKinds } from '@walkaround/contract/events.ts'
import { writeCursor } from '../../db/log/cursor.ts'
import * as log from '../../db/log/read-log.ts'
import { type ReadyJson, readyJson, toJsonArray } from '../../lib/ready-json.ts'
import { shown } from '../../lib/texts.ts'
import { findBranches } from '../../organisation/bind-branch.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findStart } from './find-start.ts'
import type { LiveUpdates } from './live-updates.ts'
import { isFor } from './who-sees.ts'

const BATCH = 500
/** A page that finds little ends here, and the next one goes on. */
const MOST_LOOKED_AT = 10_000
/** What a DMS does that cannot go on. */
const AGAIN =
  'call once with after=now, read the present state from the lists of orders and surveys, and go on after the position you got'

interface FeedPage {
  events: ReadyJson<FeedEvent[]>
  /** Where the next page begins. */
  next: string
}

interface FeedReader {
  keyId: string
  isStillAdmitted: () => Promise<boolean>
  signal: AbortSignal
}

type Matches = (event: log.LoggedRow) => boolean

/** Waits as long as the query says, if there is nothing to show yet. */
export async function readFeed(
  scope: Scope,
  updates: LiveUpdates,
  query: EventQuery,
  reader: FeedReader,
): Promise<FeedPage> {
  const { clientId } = scope
  const matches = await matchesOf(scope, query)
  let { after = startWords.beginning as string } = query
  const until = performance.now() + (query.wait ?? 0) * 1000
  updates.start()
  for (;;) {
    const looked = await lookAfter(scope, after, matches, pageOf(query))
    const { head, reached } = looked
    const ms = until - performance.now()
    if (looked.found.length > 0 || looked.isMore || ms <= 0 || after === startWords.now)
      return toPage(scope, looked)
    const from = { ...head, loggedAt: reached.loggedAt, position: reached.position }
    const { why, passed } = await updates.wait({ ...reader, clientId, from, matches, ms })
    // Those who have lost their access learn nothing more; the next request tells them.
    if (why !== 'event') return toPage(scope, { head, found: [], reached: passed })
    after = positionText(head, passed)
  }
}

/** What there is just now. */
export async function readFeedPage(scope: Scope, query: EventQuery): Promise<FeedPage> {
  const { after = startWords.beginning } = query
  return toPage(scope, await lookAfter(scope, after, await matchesOf(scope, query), pageOf(query)))
}

/** A client without a single event has no head yet: whatever it gets is new. */
const getHead = async ({ db, clientId }: Scope): Promise<log.Head> =>
  (await log.findHead(db, clientId)) ?? { clientId, epoch: '', keptAfter: 0, ...log.BEGINNING }

const positionText = ({ clientId, epoch }: log.Head, at: log.LogPosition): string =>
  at.position === 0 ? startWords.beginning : writeCursor(clientId, epoch, at)

interface Looked {
  head: log.Head
  found: log.LoggedRow[]
  /** Everything up to here was looked at. */
  reached: log.LogPosition
  /** There may be more behind it. */
  isMore: boolean
}

async function lookAfter(scope: Scope, after: string, matches: Matches, limit: number): Promise<Looked> {
  const { db, clientId } = scope
  const head = await getHead(scope)
  if (after === startWords.now) return { head, found: [], reached: head, isMore: false }
  let reached =
    after === startWords.beginning
      ? await log.findBeginning(db, head)
      : await findStart(db, clientId, after, head, AGAIN)
  const found: log.LoggedRow[] = []
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += BATCH) {
    const events = await log.listEventsAfter(db, head, reached, BATCH)
    if (!events) throw problem('cursorOver', `after: the database has lost this event; ${AGAIN}`)
    for (const event of events) {
      reached = event
      if (matches(event) && found.push(event) === limit) return { head, found, reached, isMore: true }
    }
    if (events.length < BATCH) return { head, found, reached, isMore: false }
  }
  return { head, found, reached, isMore: true }
}

async function toPage(
  { db, clientId }: Scope,
  { head, found, reached }: Omit<Looked, 'isMore'>,
): Promise<FeedPage> {
  const rows = found.length > 0 ? await log.listFullEvents(db, clientId, found) : []
  return { events: toJsonArray(rows.map((row) => toJson(head, row))), next: positionText(head, reached) }
}

function toJson(head: log.Head, row: log.FullRow): ReadyJson<FeedEvent> {
  const fields = {
    id: positionText(head, row),
    kind: row.kind,
    version: row.version,
    subject: row.subject,
    card: row.card ?? undefined,
    branchId: row.branchId ?? undefined,
    at: row.at.toISOString(),
    actor: row.actor,
  }
  const payload = row.payload === null ? '' : `,"payload":${payloadOf(row.payload)}`
  return readyJson(`${JSON.stringify(fields).slice(0, -1)}${payload}}`)
}

/** Payloads of former versions have null for what was taken back or unset; the interface leaves it out. */
const payloadOf = (payload: string): string =>
  /:\s*null\b/.test(payload) ? JSON.stringify(JSON.parse(payload, (_, value) => value ?? undefined)) : payload

async function matchesOf(scope: Scope, { kind, branch }: EventQuery): Promise<Matches> {
  const isWanted = kind === undefined ? () => true : kindsOf(kind)
  const branchIds = branch && new Set(await findBranches(scope, branch))
  const isForMe = isFor(scope)
  return (event) =>
    isForMe(event) &&
    isWanted(event.kind) &&
    (branchIds === undefined || (event.branchId !== null && branchIds.has(event.branchId)))
}

/** A kind that does not exist would be waited for in vain. */
function kindsOf(wanted: readonly string[]): (kind: string) => boolean {
  const known = Object.keys(eventKinds)
  const kinds = new Set<string>()
  const unknown: string[] = []
  for (const one of wanted) {
    const named = one.endsWith('.*') ? known.filter((kind) => kind.startsWith(one.slice(0, -1))) : [one]
    if (named.length === 0 || !named.every((kind) => known.includes(kind))) unknown.push(one)
    for (const kind of named) kinds.add(kind)
  }
  if (unknown.length > 0) {
    throw problemOf(
      unknown.map((one) => ({
        kind: 'notInList',
        info: `kind: ${shown(one)} is neither a kind of event, such as survey.completed, nor the beginning of some, such as survey.*`,
      })),
    )
  }
  return (kind) => kinds.has(kind)
}

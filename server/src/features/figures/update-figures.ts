// Follows the log of events: counts every order again that something happened to, and every other visit of its vehicle, because the
// ledger tells a finding by all its visits. One process at a time for a client; nothing of it is on the path of a write.
import type { Database } from '../../db/database.ts'
import * as log from '../../db/log/read-log.ts'
import { perDatabase } from '../../db/per-database.ts'
import { inTurn } from '../../db/turns.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { getClient } from '../../organisation/clients.ts'
import { countOrders, sumTouched } from './count-orders.ts'
import * as facts from './facts-store.ts'
import { findMark, listMarks, saveMark } from './mark-store.ts'

/** Also written by migration 0059. */
export const REBUILD_JOB = 'figures.rebuild'

const EVENTS = 500
/** Days of branches that are summed in one transaction. */
export const CELLS = 300

export const turnOf = (clientId: string): string => `figures/${clientId}`

interface Options {
  mostMs: number
  signal?: AbortSignal
}

// Whom this process served last: the next run goes on behind them.
const servedOf = perDatabase(() => ({ last: '' }))

/**
 * Of these clients, those that are behind, a step of each in turn (0099): one that has changed ten thousand orders keeps nobody waiting.
 * What is left when the time is over is for the next run.
 */
export async function updateFigures(
  database: Database,
  clientIds: readonly string[],
  now: Date,
  { mostMs, signal }: Options,
): Promise<void> {
  const until = performance.now() + mostMs
  const served = servedOf(database)
  const marks = new Map((await listMarks(database, clientIds)).map((mark) => [mark.clientId, mark]))
  const isBehind = ({ clientId, position }: { clientId: string; position: number }) => {
    const mark = marks.get(clientId)
    return !mark || mark.position !== position || mark.isTouched
  }
  const heads = (await log.listHeads(database, clientIds)).filter(isBehind)
  const ids = heads.map(({ clientId }) => clientId).sort()
  const turns = [...ids.filter((id) => id > served.last), ...ids.filter((id) => id <= served.last)]
  for (let clientId = turns.shift(); clientId !== undefined; clientId = turns.shift()) {
    served.last = clientId
    if (await updateOnce(database, clientId, now)) turns.push(clientId)
    if (signal?.aborted || performance.now() >= until) return
  }
}

/** Everything of one client. */
export async function catchUp(database: Database, clientId: string, now: Date): Promise<void> {
  while (await updateOnce(database, clientId, now));
}

/** False if nothing is left, or another process is at it. */
async function updateOnce(database: Database, clientId: string, now: Date): Promise<boolean> {
  const read = await inTurn(database, turnOf(clientId), (db) => readOn({ db, clientId }, now))
  const summed = await inTurn(database, turnOf(clientId), (db) => sumTouched({ db, clientId }, CELLS))
  return (read ?? 0) > 0 || (summed ?? 0) > 0
}

/** What changes the day, the branch or the currency of many orders at once. */
const allMoving: readonly string[] = ['client.changed', 'places.changed', 'branch.merged']
const isForAll = ({ kind }: log.LoggedRow): boolean => allMoving.includes(kind)

/** Returns how many events it read. */
async function readOn(reader: facts.Reader, now: Date): Promise<number> {
  const { db, clientId } = reader
  const head = await log.findHead(db, clientId)
  if (!head) return 0
  const mark = (await findMark(reader)) ?? log.BEGINNING
  if (mark.position === head.position) return 0
  const events = await log.listEventsAfter(db, head, mark, EVENTS)
  if (!events || mark.position < head.keptAfter || events.some(isForAll)) await planRebuild(reader, now, mark)
  if (!events) {
    await saveMark(reader, head)
    return 0
  }
  const client = await getClient({ db, actor: { kind: 'system', id: 'figures' }, now }, clientId)
  await countOrders(reader, client, await findOrders(reader, events))
  await saveMark(reader, events.at(-1) ?? head)
  return events.length
}

/** Another one may run now, which began before the change. */
async function planRebuild({ db, clientId }: facts.Reader, now: Date, at: log.LogPosition): Promise<void> {
  await enqueue(
    { db, clientId, now },
    { id: `${REBUILD_JOB}.${at.position}`, kind: REBUILD_JOB, payload: {} },
  )
}

async function findOrders(reader: facts.Reader, events: readonly log.LoggedRow[]): Promise<string[]> {
  const names = new Set(events.flatMap(({ subject, card }) => (card === null ? [subject] : [subject, card])))
  const idsOf = (kind: string) =>
    [...names].flatMap((name) => (name.startsWith(`${kind}/`) ? [name.slice(kind.length + 1)] : []))
  const orderIds = idsOf('order')
  const touched = await facts.listTouched(reader, { orderIds, surveyIds: idsOf('survey') })
  const orders = new Set([...orderIds, ...touched.flatMap(({ orderId }) => orderId ?? [])])
  const before = await facts.listCounted(reader, [...orders])
  const vehicles = new Set([
    ...touched.flatMap(({ vehicleKey }) => vehicleKey ?? []),
    ...before.flatMap(({ vehicleKeys }) => vehicleKeys),
    ...idsOf('vehicle'),
  ])
  for (const id of await facts.listOrdersOf(reader, [...vehicles])) orders.add(id)
  return [...orders]
}

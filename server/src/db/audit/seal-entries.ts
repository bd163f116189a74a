// Takes entries up into the chain of their client, every few seconds. One process at a time works on a chain: it holds the head.
import type { Database } from '../database.ts'
import type { Db } from '../sql.ts'
import { inTransaction } from '../transaction.ts'
import {
  checkMark,
  FIRST_HASH,
  hashOf,
  isMarkedByFirst,
  type MarkedHead,
  type MarkKeys,
  marked,
} from './chain.ts'
import * as store from './entry-store.ts'

const BATCH = 500
/** Processes should share the key of the installation. Where they do not, one of them makes the chain, and another only after this. */
const GONE_MS = 10 * 60_000

interface Sealing {
  database: Database
  markKeys: MarkKeys
  now: Date
  signal?: AbortSignal | undefined
}

/** Returns how many it took up. */
export async function sealEntries({ database, markKeys, now, signal }: Sealing): Promise<number> {
  const keys = await markKeys()
  let sealed = 0
  for (const clientId of await store.listUnsealedClients(database)) {
    for (let taken = BATCH; taken === BATCH && !signal?.aborted; sealed += taken) {
      taken = await inTransaction(database, (db) => sealSome(db, clientId, keys, now))
    }
  }
  // While a former key of the installation is still there, heads that it marked get a mark of the new one.
  if (keys.length > 1 && !signal?.aborted) await markAnew(database, keys)
  return sealed
}

async function sealSome(db: Db, clientId: string, keys: readonly Buffer[], now: Date): Promise<number> {
  const head = (await store.lockAuditHead(db, clientId)) ?? (await begin(db, clientId, keys, now))
  const rows = await store.listUnsealed(db, clientId, BATCH)
  if (rows.length === 0) return 0
  const found = checkMark(keys, head)
  // Another process has the key: it takes them up, unless it is gone.
  if (found === 'otherKey' && now.getTime() - (rows[0]?.at.getTime() ?? 0) < GONE_MS) return 0
  let { position, hash } = head
  const sealed = rows.map((row) => {
    position += 1
    hash = hashOf(hash, row, position)
    return { id: row.id, position, hash }
  })
  await store.sealRows(db, clientId, sealed)
  await store.updateAuditHead(db, marked(keys, { ...head, position, hash }))
  tellWrongMark(db, head, found, now)
  return rows.length
}

/** A new mark would hide that the former one was wrong: the chain itself says so from now on. */
function tellWrongMark(db: Db, head: MarkedHead, found: ReturnType<typeof checkMark>, now: Date): void {
  if (found === 'right') return
  store.insertEntries(db, [
    {
      clientId: head.clientId,
      at: now,
      area: 'audit',
      kind: found === 'wrong' ? 'audit.markWrong' : 'audit.markOfOtherKey',
      subject: `client/${head.clientId}`,
      actorKind: 'system',
      actorId: 'audit',
      detail: `at position ${head.position}`,
    },
  ])
}

async function begin(db: Db, clientId: string, keys: readonly Buffer[], now: Date): Promise<MarkedHead> {
  const [first] = await store.listUnsealed(db, clientId, 1)
  const head = marked(keys, {
    clientId,
    position: 0,
    hash: FIRST_HASH,
    cutPosition: 0,
    cutHash: FIRST_HASH,
    beganAt: first?.at ?? now,
  })
  await store.insertAuditHead(db, head)
  return head
}

async function markAnew(database: Database, keys: readonly Buffer[]): Promise<void> {
  for (const { clientId } of (await store.listAuditHeads(database)).filter(
    (one) => !isMarkedByFirst(keys, one),
  ))
    await inTransaction(database, async (db) => {
      const head = await store.lockAuditHead(db, clientId)
      if (head && checkMark(keys, head) === 'right') await store.updateAuditHead(db, marked(keys, head))
    })
}

/** Upkeep: cuts off what is older than so many days. The head keeps where the chain goes on, under its mark, and the chain tells it. */
export async function cutOldEntries(
  { database, markKeys, now, signal }: Sealing,
  days: number,
): Promise<number> {
  if (days === 0) return 0
  const keys = await markKeys()
  const before = new Date(now.getTime() - days * 86_400_000)
  let cut = 0
  for (const { clientId } of await store.listAuditHeads(database)) {
    if (signal?.aborted) break
    cut += await inTransaction(database, (db) => cutSome(db, clientId, { keys, before, now }))
  }
  return cut
}

async function cutSome(
  db: Db,
  clientId: string,
  { keys, before, now }: { keys: readonly Buffer[]; before: Date; now: Date },
): Promise<number> {
  const head = await store.lockAuditHead(db, clientId)
  // A head that somebody tampered with stays as it is, for those who look into it.
  if (!head || checkMark(keys, head) !== 'right') return 0
  const last = await store.findCut(db, clientId, before, head.cutPosition)
  if (!last) return 0
  const deleted = await store.deleteUpTo(db, clientId, last.position)
  await store.updateAuditHead(db, marked(keys, { ...head, cutPosition: last.position, cutHash: last.hash }))
  store.insertEntries(db, [
    {
      clientId,
      at: now,
      area: 'audit',
      kind: 'audit.cut',
      subject: `client/${clientId}`,
      actorKind: 'system',
      actorId: 'audit',
      detail: `${deleted} entries up to position ${last.position}, all from before ${before.toISOString()}`,
    },
  ])
  return deleted
}

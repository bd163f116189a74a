// Follows a chain from where it was cut to its head, and tells the first place where it is broken. Reads only.
import type { Db } from '../sql.ts'
import { checkMark, hashOf, type MarkedHead, type MarkKeys } from './chain.ts'
import * as store from './entry-store.ts'

export interface Verified {
  clientId: string
  /** Entries that were followed. */
  entries: number
  /** Left out if there is no chain yet. */
  first?: number
  last?: number
  /** Of the last one, in hex: whoever notes it outside can tell later whether the chain is still the same. */
  hash?: string
  lastAt?: string
  /** Were written a moment ago, and the chain has not taken them up yet. */
  waiting: number
  broken?: Broken
  /** Where the chain ends; left out if there is none yet. */
  head?: number
  /** More was asked not to be followed at once: the next step goes on after this position. */
  next?: number
}

/** A long chain is followed in steps, so that no reader waits long and holds no connection meanwhile. */
export interface Step {
  /** Up to here a former step has followed it. */
  after?: number | undefined
  most: number
}

export interface Broken {
  position: number
  /** `mark`: head and mark do not belong together; `otherKey`: the mark was made with a key that this installation does not have. */
  why: 'changed' | 'missing' | 'headBehind' | 'headHash' | 'mark' | 'otherKey'
}

const BATCH = 1_000

export async function verifyChain(
  db: Db,
  clientId: string,
  markKeys: MarkKeys,
  { after = 0, most }: Step = { most: Number.POSITIVE_INFINITY },
): Promise<Verified> {
  const head = await store.findAuditHead(db, clientId)
  const waiting = await store.countUnsealed(db, clientId)
  if (!head) return { clientId, entries: 0, waiting }
  const begin = await findBegin(db, head, after)
  let [position, hash, at] = [begin.position, begin.hash, undefined as Date | undefined]
  const found = (broken?: Broken): Verified => ({
    clientId,
    entries: position - begin.position,
    first: begin.position + 1,
    last: position,
    hash,
    ...(at ? { lastAt: at.toISOString() } : {}),
    waiting,
    head: head.position,
    ...(broken ? { broken } : {}),
  })
  const batch = Math.min(BATCH, most)
  const mark = checkMark(await markKeys(), head)
  // Up to the head as it was read: entries may be added meanwhile, and are followed the next time.
  for (let isMore = true; isMore; ) {
    const rows = await store.listSealed(db, clientId, position, batch)
    for (const row of rows) {
      if (row.position > head.position) break
      if (row.position !== position + 1) return found({ position: position + 1, why: 'missing' })
      const right = hashOf(hash, row, row.position)
      if (right !== Buffer.from(row.hash).toString('hex'))
        return found({ position: row.position, why: 'changed' })
      ;[position, hash, at] = [row.position, right, row.at]
    }
    isMore = rows.length === batch && position < head.position
    if (isMore && position - begin.position >= most) return { ...found(), next: position }
  }
  if (position < head.position) return found({ position: position + 1, why: 'missing' })
  if (hash !== head.hash) return found({ position, why: 'headHash' })
  if (mark !== 'right') return found({ position, why: mark === 'wrong' ? 'mark' : 'otherKey' })
  return found(await findBehindHead(db, clientId, head.position))
}

/** Where the chain was cut; for a later step the entry that the former one came to, unless the chain was cut behind it meanwhile. */
async function findBegin(
  db: Db,
  head: MarkedHead,
  after: number,
): Promise<{ position: number; hash: string }> {
  const [row] = after > head.cutPosition ? await store.listSealed(db, head.clientId, after - 1, 1) : []
  if (row?.position !== after) return { position: head.cutPosition, hash: head.cutHash }
  return { position: after, hash: Buffer.from(row.hash).toString('hex') }
}

/** If the head was put back, entries that it does not know stand behind it. Those just added are known to the head as it is by now. */
async function findBehindHead(db: Db, clientId: string, position: number): Promise<Broken | undefined> {
  const [behind] = await store.listSealed(db, clientId, position, 1)
  if (!behind) return undefined
  const now = await store.findAuditHead(db, clientId)
  return now && now.position >= behind.position ? undefined : { position: behind.position, why: 'headBehind' }
}

// The chain of an audit: the hash of each entry contains that of the entry before it, and the head has a mark that only the key of the
// installation gives. So whoever changes rows in the database alone is found out. Pure.
import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto'
import { type AuditChange, type ChainedEntry, chainedText } from '@walkaround/contract/rules/audit-entries.ts'
import { canonicalJson } from '@walkaround/contract/rules/canonical-json.ts'

export interface EntryRow {
  id: number
  clientId: string
  at: Date
  area: string
  kind: string
  subject: string
  subjectName: string | null
  actorKind: string
  actorId: string
  actorLogin: string | null
  actorName: string | null
  keyPrefix: string | null
  address: string | null
  requestId: string | null
  times: number | null
  detail: string | null
  changes: readonly AuditChange[] | null
  position: number | null
  hash: Uint8Array | null
}

/** Before the first entry. */
export const FIRST_HASH = '0'.repeat(64)

export function chainedOf(row: EntryRow, position: number): ChainedEntry {
  return {
    clientId: row.clientId,
    position,
    at: row.at.toISOString(),
    kind: row.kind,
    subject: row.subject,
    ...named('subjectName', row.subjectName),
    actor: {
      kind: row.actorKind,
      id: row.actorId,
      ...named('login', row.actorLogin),
      ...named('name', row.actorName),
      ...named('key', row.keyPrefix),
    },
    ...named('address', row.address),
    ...named('requestId', row.requestId),
    ...named('times', row.times),
    ...named('detail', row.detail),
    ...named('changes', row.changes),
  }
}

const named = <N extends string, T>(name: N, value: T | null): { [K in N]?: T } =>
  (value === null ? {} : { [name]: value }) as { [K in N]?: T }

/** In hex. */
export const hashOf = (former: string, row: EntryRow, position: number): string =>
  hash('sha256', chainedText(former, chainedOf(row, position)), 'hex')

export interface Head {
  clientId: string
  position: number
  /** In hex, like all hashes here. */
  hash: string
  cutPosition: number
  cutHash: string
  beganAt: Date
}

export interface MarkedHead extends Head {
  mark: Uint8Array
  /** Names the key it was made with. */
  markKey: string
}

/** Keys for marks, derived from those of the installation; the first one marks. */
export type MarkKeys = () => Promise<readonly Buffer[]>

const nameOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

function markWith(key: Buffer, { clientId, position, hash, cutPosition, cutHash, beganAt }: Head): Buffer {
  const text = canonicalJson({
    clientId,
    position,
    hash,
    cutPosition,
    cutHash,
    beganAt: beganAt.toISOString(),
  })
  return createHmac('sha256', key).update(text).digest()
}

export function marked(keys: readonly Buffer[], head: Head): MarkedHead {
  const [key] = keys
  if (!key) throw new Error('there is no key for marks')
  return { ...head, mark: markWith(key, head), markKey: nameOf(key) }
}

export const isMarkedByFirst = (keys: readonly Buffer[], { markKey }: MarkedHead): boolean =>
  keys[0] !== undefined && nameOf(keys[0]) === markKey

export function checkMark(keys: readonly Buffer[], head: MarkedHead): 'right' | 'wrong' | 'otherKey' {
  const key = keys.find((one) => nameOf(one) === head.markKey)
  if (!key) return 'otherKey'
  const mark = Buffer.from(head.mark)
  const right = markWith(key, head)
  return mark.length === right.length && timingSafeEqual(mark, right) ? 'right' : 'wrong'
}

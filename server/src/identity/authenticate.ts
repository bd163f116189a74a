// Finds who is calling, by key or by session, and which system clients they reach (F1). Runs for every request: no statement while what was
// read is fresh. Blocked keys, disabled logins, changed roles and settings take effect within a second everywhere.

import { hash } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import type { Database } from '../db/database.ts'
import { networksOf } from '../lib/networks.ts'
import { listClientsById } from '../organisation/client-store.ts'
import { isClientId } from '../organisation/rules.ts'
import type { ClientSettings } from '../scope.ts'
import { createFreshCache } from './fresh-cache.ts'
import * as store from './key-store.ts'
import { isSameHash, isTestKey, parseKey } from './keys.ts'
import { listSessionAccess, type SessionAccessRow, updateSeen } from './session-store.ts'
import type { TabletOfSession } from './tablet-of-session.ts'

export interface Reach {
  client: ClientSettings
  role: Role | 'support'
  /** Ids of the branches the role is limited to; if left out, all of the client. */
  branches?: readonly string[]
}

export interface Caller {
  loginId: string
  login: string
  name: string
  /** The key used, when one was. */
  keyId?: string
  /** What the key may do, where it differs from the setting of the installation. */
  requestsPerMinute?: number
  /** Where the key may be used from; left out, anywhere. */
  networks?: BlockList
  isSupport: boolean
  /** The session was begun with a PIN, on this shared tablet. */
  tablet?: TabletOfSession
  /** By client id; empty for support, whose clients are read when asked for. */
  reaches: ReadonlyMap<string, Reach>
}

export interface Authenticator {
  authenticate(key: string | undefined): Promise<Caller | undefined>
  /** The session of a web page, by the token in its cookie. */
  authenticateSession(token: string, options?: { isUse?: boolean }): Promise<KnownSession | undefined>
  /** Whether the token belongs to a session that would be valid if its login had not been disabled since. */
  isOfDisabled(token: string): Promise<boolean>
  /** Undefined both for a client that does not exist and for one out of reach (B3). A promise only for support. */
  reach(caller: Caller, clientId: string): Reach | undefined | Promise<Reach | undefined>
  /** Writes when keys and sessions were last used; to be called every few seconds and at the end. Never rejects. */
  flushLastUsed(): Promise<void>
  /** The next call reads everything again. */
  forget(): void
}

export interface AuthenticatorOptions {
  /** A session ends after this long without a request. */
  idleMs?: number
  freshMs?: number
  /** Milliseconds since 1970: expiry is compared with it too. */
  clock?: () => number
}

export interface KnownSession {
  startedAt: Date
  expiresAt: Date
  /** As the database has it. */
  seenAt: Date
  isDisabled: boolean
  isByPassword: boolean
  /** Begun at a sign-in provider of this client: no other is reached. */
  onlyClientId?: string
  providerId?: string
  caller: Caller
}

interface KnownKey {
  hash: string
  expiresAt: number
  lastUsedAt: number
  caller: Caller
}

const LAST_USED_STEP_MS = 60_000

interface CallerRow {
  loginId: string
  login: string
  loginName: string
  isSupport: boolean
  role: Role | null
  branchIds: string[] | null
  client: ClientSettings | null
}

/** What the rows of each id have in common, with every client they name. */
function groupByCaller<Row extends CallerRow, Known>(
  rows: Row[],
  idOf: (row: Row) => string,
  toKnown: (row: Row, caller: Caller) => Known,
): Map<string, Known> {
  const known = new Map<string, Known>()
  const reachesOf = new Map<string, Map<string, Reach>>()
  for (const row of rows) {
    const id = idOf(row)
    let reaches = reachesOf.get(id)
    if (!reaches) {
      reaches = new Map()
      reachesOf.set(id, reaches)
      const { loginId, login, loginName: name, isSupport } = row
      known.set(id, toKnown(row, { loginId, login, name, isSupport, reaches }))
    }
    const { client, role, branchIds } = row
    if (client && role)
      reaches.set(client.clientId, { client, role, ...(branchIds && { branches: branchIds }) })
  }
  return known
}

const toKnownKeys = (rows: store.AccessRow[]): Map<string, KnownKey> =>
  groupByCaller(
    rows,
    ({ keyId }) => keyId,
    (row, caller) => ({
      hash: row.hash,
      expiresAt: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      lastUsedAt: row.lastUsedAt?.getTime() ?? 0,
      caller: {
        ...caller,
        keyId: row.keyId,
        ...(row.requestsPerMinute === null ? {} : { requestsPerMinute: row.requestsPerMinute }),
        ...(row.addresses === null ? {} : { networks: networksOf(row.addresses) }),
      },
    }),
  )

function onTablet(caller: Caller, tablet: TabletOfSession): Caller {
  const reach = caller.reaches.get(tablet.clientId)
  const here = reach && within(reach, tablet)
  return { ...caller, tablet, reaches: new Map(here ? [[tablet.clientId, here]] : []) }
}

function within(reach: Reach, { branches }: TabletOfSession): Reach {
  if (!branches) return reach
  return { ...reach, branches: reach.branches?.filter((branch) => branches.includes(branch)) ?? branches }
}

function toKnownSessions(rows: SessionAccessRow[]): Map<string, KnownSession> {
  const known = groupByCaller(
    rows,
    ({ sessionId }) => sessionId,
    (
      { startedAt, expiresAt, seenAt, isDisabled, isByPassword, onlyClientId, providerId, tablet },
      caller,
    ) => ({
      startedAt,
      expiresAt,
      seenAt,
      isDisabled,
      isByPassword,
      ...(onlyClientId === null ? {} : { onlyClientId }),
      ...(providerId === null ? {} : { providerId }),
      tablet,
      caller,
    }),
  )
  // Only now: what a caller reaches comes row by row.
  return new Map(
    Array.from(known, ([id, { tablet, caller, ...session }]) => [
      id,
      { ...session, caller: tablet ? onTablet(caller, tablet) : caller },
    ]),
  )
}

/** A key of a sandbox opens nothing else, and nothing else opens a sandbox; people with a session may look. */
const fitting = ({ keyId }: Caller, reach: Reach | undefined): Reach | undefined =>
  reach && (keyId === undefined || isTestKey(keyId) === (reach.client.isSandbox === true)) ? reach : undefined

export function createAuthenticator(database: Database, options: AuthenticatorOptions = {}): Authenticator {
  const { freshMs = 500, clock = Date.now, idleMs = Number.POSITIVE_INFINITY } = options
  // By key id, not by key: a wrong secret for a known id is refused from memory and leaves nothing behind.
  const keys = createFreshCache<KnownKey>({
    read: async (ids) => toKnownKeys(await store.listAccess(database, ids)),
    freshMs,
    clock,
  })
  const sessions = createFreshCache<KnownSession>({
    read: async (ids) => toKnownSessions(await listSessionAccess(database, ids)),
    freshMs,
    clock,
  })
  const supportReaches = createFreshCache<Reach>({
    read: async (ids) => {
      const clients = await listClientsById(database, ids)
      return new Map(clients.map((client): [string, Reach] => [client.clientId, { client, role: 'support' }]))
    },
    freshMs,
    clock,
  })
  /** Key id → time of use, only for keys that exist and are due, which bounds its size. */
  let uses = new Map<string, number>()
  /** The same of sessions, by the hash of the token. */
  const seen = new Map<string, number>()

  return {
    async authenticate(text) {
      const parsed = text === undefined ? undefined : parseKey(text)
      if (!parsed) return undefined
      const found = keys.find(parsed.keyId)
      const key = found instanceof Promise ? await found : found
      if (!key || !isSameHash(key.hash, parsed.hash)) return undefined
      const now = clock()
      if (key.expiresAt <= now) return undefined
      if (now - key.lastUsedAt >= LAST_USED_STEP_MS) uses.set(parsed.keyId, now)
      return key.caller
    },

    async authenticateSession(token, { isUse = false } = {}) {
      const id = hash('sha256', token, 'hex')
      const session = await sessions.find(id)
      const now = clock()
      if (!session || session.isDisabled || session.expiresAt.getTime() <= now) return undefined
      const seenAt = Math.max(session.seenAt.getTime(), seen.get(id) ?? 0)
      if (now - seenAt >= idleMs) return undefined
      if (isUse && now - seenAt >= LAST_USED_STEP_MS) seen.set(id, now)
      return session
    },

    async isOfDisabled(token) {
      const session = await sessions.find(hash('sha256', token, 'hex'))
      if (!session) return false
      return session.isDisabled && session.expiresAt.getTime() > clock()
    },

    reach(caller, clientId) {
      if (!caller.isSupport) return fitting(caller, caller.reaches.get(clientId))
      const found = isClientId(clientId) ? supportReaches.find(clientId) : undefined
      return found instanceof Promise ? found.then((reach) => fitting(caller, reach)) : fitting(caller, found)
    },

    async flushLastUsed() {
      const flushedSessions = new Map(seen)
      if (flushedSessions.size > 0) {
        try {
          await updateSeen(
            database,
            Array.from(flushedSessions, ([id, at]) => ({ id, at: new Date(at) })),
          )
          // Only now: until this is written, the database shows them idle for longer than they are.
          for (const [id, at] of flushedSessions) if (seen.get(id) === at) seen.delete(id)
        } catch {
          // As below.
        }
      }
      const flushed = uses
      if (flushed.size === 0) return
      uses = new Map()
      try {
        await store.updateLastUsed(
          database,
          Array.from(flushed, ([id, at]) => ({ id, at: new Date(at) })),
        )
      } catch {
        // The database is unreachable; a caller that needs it will report that. Uses noted meanwhile are newer.
        uses = new Map([...flushed, ...uses])
      }
    },

    forget() {
      keys.forget()
      sessions.forget()
      supportReaches.forget()
    },
  }
}

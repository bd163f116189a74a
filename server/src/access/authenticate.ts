// Who is calling, and which system clients they reach (F1). Called for every request: no statement while what was
// read is fresh. Blocked keys, disabled logins, changed roles and settings take effect within a second everywhere.
import type { Database } from '../db/database.ts'
import type { ClientSettings, Role } from '../scope.ts'
import { listClientsById, toSettings } from './client-store.ts'
import { createFreshCache } from './fresh-cache.ts'
import * as store from './key-store.ts'
import { isSameHash, parseKey } from './keys.ts'
import { isClientId } from './rules.ts'

export interface Reach {
  client: ClientSettings
  role: Role | 'support'
}

export interface Caller {
  loginId: string
  login: string
  name: string
  keyId: string
  isSupport: boolean
  /** By client id; empty for support, whose clients are read when asked for. */
  reaches: ReadonlyMap<string, Reach>
}

export interface Authenticator {
  authenticate(key: string | undefined): Promise<Caller | undefined>
  /** Undefined both for a client that does not exist and for one out of reach (B3). A promise only for support. */
  reach(caller: Caller, clientId: string): Reach | undefined | Promise<Reach | undefined>
  /** Writes when keys were last used; to be called every few seconds and at the end. Never rejects. */
  flushLastUsed(): Promise<void>
  /** The next call reads everything again. */
  forget(): void
}

export interface AuthenticatorOptions {
  freshMs?: number
  /** Milliseconds since 1970: expiry is compared with it too. */
  clock?: () => number
}

interface KnownKey {
  hash: string
  expiresAt: number
  lastUsedAt: number
  caller: Caller
}

const LAST_USED_STEP_MS = 60_000

function toKnownKeys(rows: store.AccessRow[]): Map<string, KnownKey> {
  const keys = new Map<string, KnownKey>()
  const reachesOf = new Map<string, Map<string, Reach>>()
  for (const row of rows) {
    let reaches = reachesOf.get(row.key_id)
    if (!reaches) {
      reaches = new Map()
      reachesOf.set(row.key_id, reaches)
      keys.set(row.key_id, {
        hash: row.hash,
        expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
        lastUsedAt: row.last_used_at?.getTime() ?? 0,
        caller: {
          loginId: row.login_id,
          login: row.login,
          name: row.login_name,
          keyId: row.key_id,
          isSupport: row.is_support,
          reaches,
        },
      })
    }
    if (row.client && row.role) {
      const client = toSettings(row.client)
      reaches.set(client.clientId, { client, role: row.role })
    }
  }
  return keys
}

export function createAuthenticator(database: Database, options: AuthenticatorOptions = {}): Authenticator {
  const { freshMs = 500, clock = Date.now } = options
  // By key id, not by key: a wrong secret for a known id is refused from memory and leaves nothing behind.
  const keys = createFreshCache<KnownKey>({
    read: async (ids) => toKnownKeys(await store.listAccess(database, ids)),
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
  /** Key id → time of use, only of keys that exist and are due: bounded by their number. */
  let uses = new Map<string, number>()

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

    reach(caller, clientId) {
      if (!caller.isSupport) return caller.reaches.get(clientId)
      return isClientId(clientId) ? supportReaches.find(clientId) : undefined
    },

    async flushLastUsed() {
      const flushed = uses
      if (flushed.size === 0) return
      uses = new Map()
      try {
        await store.updateLastUsed(
          database,
          Array.from(flushed, ([id, at]) => ({ id, at: new Date(at) })),
        )
      } catch {
        // The database is away; whoever needs it now will say so. What was used meanwhile is newer.
        uses = new Map([...flushed, ...uses])
      }
    },

    forget() {
      keys.forget()
      supportReaches.forget()
    },
  }
}

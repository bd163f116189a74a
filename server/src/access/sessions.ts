// Sessions of the web pages: a random token in a cookie, of which only the hash is stored.
import { hash, randomBytes } from 'node:crypto'
import { problem } from '../problems.ts'
import { getLogin, getLoginForUpdate, recordLoginEvent } from './logins.ts'
import type { AccessScope } from './scope.ts'
import * as store from './session-store.ts'

/** A shift with overtime; afterwards one signs in again. */
const LIFETIME_MS = 12 * 3_600_000

export interface Session {
  loginId: string
  login: string
  name: string
  isSupport: boolean
  expiresAt: Date
}

function idOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The token is given out once, here. */
export async function createSession(
  scope: AccessScope,
  args: { login: string; lifetimeMs?: number },
): Promise<{ token: string; expiresAt: Date }> {
  const login = await getLoginForUpdate(scope, args.login)
  // Disabled while its password was being checked.
  if (login.disabledAt) throw problem('notAuthorized', 'the login is disabled')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(scope.now.getTime() + (args.lifetimeMs ?? LIFETIME_MS))
  await store.insertSession(scope.db, idOf(token), login.id, scope.now, expiresAt)
  await recordLoginEvent(scope, login, { kind: 'session.started', subject: `login/${login.id}` })
  return { token, expiresAt }
}

/** Undefined when it ended or expired, or its login is disabled. */
export async function findSession(
  scope: Pick<AccessScope, 'db' | 'now'>,
  token: string,
): Promise<Session | undefined> {
  const row = await store.findSession(scope.db, idOf(token), scope.now)
  if (!row) return undefined
  return {
    loginId: row.login_id,
    login: row.login,
    name: row.name,
    isSupport: row.is_support,
    expiresAt: row.expires_at,
  }
}

export async function endSession(scope: AccessScope, token: string): Promise<void> {
  const session = await findSession(scope, token)
  await store.deleteSession(scope.db, idOf(token))
  if (!session) return
  const login = await getLogin(scope, session.login)
  await recordLoginEvent(scope, login, { kind: 'session.ended', subject: `login/${login.id}` })
}

export async function endSessionsOf(scope: AccessScope, args: { login: string }): Promise<number> {
  const login = await getLogin(scope, args.login)
  const ended = await store.deleteSessionsOf(scope.db, login.id)
  if (ended > 0) {
    await recordLoginEvent(scope, login, {
      kind: 'session.allEnded',
      subject: `login/${login.id}`,
      payload: { sessions: ended },
    })
  }
  return ended
}

/** Housekeeping: an expired session is dead already, so this leaves no event. */
export function sweepSessions(scope: Pick<AccessScope, 'db' | 'now'>): Promise<number> {
  return store.deleteExpiredSessions(scope.db, scope.now)
}

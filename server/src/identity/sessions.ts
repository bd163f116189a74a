// Sessions of the web pages: a random token in a cookie, of which only the hash is stored.
import { hash, randomBytes } from 'node:crypto'
import type { OwnSession } from '@walkaround/contract/app/session.ts'
import { withoutNulls } from '../lib/without-nulls.ts'
import { type AccessScope, recordClientEvent } from '../organisation/scope.ts'
import { problem } from '../problems.ts'
import { recordAccess } from './access-log.ts'
import { deleteDevicesOf } from './device-store.ts'
import { updatePasswordHash } from './login-store.ts'
import { getLogin, getLoginForUpdate, type Login, recordLoginEvent } from './logins.ts'
import * as store from './session-store.ts'
import type { TabletOfSession } from './tablet-of-session.ts'

/** A shift with overtime; afterwards one signs in again. */
const LIFETIME_MS = 12 * 3_600_000
/** Enough to tell a tablet from a computer. */
const AGENT_LENGTH = 300

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

/** As people who set up logins see it. */
export const sessionIdOf = (token: string): string => idOf(token).toString('hex')

/** Where a session is begun. */
interface SessionOrigin {
  /** The network. */
  address?: string
  /** Id of the device, in hex. */
  device?: string
  /** What the browser says it is. */
  agent?: string | undefined
  /** What proved the person besides the password, for the record. */
  proof?: string | undefined
}

/** The token is given out once, here. */
export async function createSession(
  scope: AccessScope,
  args: {
    login: string
    lifetimeMs?: number
    origin?: SessionOrigin
    /** It opens no client that has switched passwords off. */
    isByPassword?: boolean
    /** Begun at a sign-in provider: reaches its client alone. */
    at?: store.ProviderSession
    tablet?: TabletOfSession
  },
): Promise<{ token: string; expiresAt: Date }> {
  const login = await getLoginForUpdate(scope, args.login)
  // Disabled while its password was being checked.
  if (login.disabledAt) throw problem('notAuthorized', 'the login is disabled')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(scope.now.getTime() + (args.lifetimeMs ?? LIFETIME_MS))
  const { address, device, agent, proof = '' } = args.origin ?? {}
  await store.insertSession(scope.db, {
    id: idOf(token),
    loginId: login.id,
    now: scope.now,
    expiresAt,
    address: address ?? null,
    device: device ?? null,
    agent: agent?.slice(0, AGENT_LENGTH) ?? null,
    tablet: args.tablet ?? null,
    isByPassword: args.isByPassword ?? false,
    at: args.at,
  })
  const told = ofOnly(login, args.at?.clientId)
  await recordLoginEvent(scope, told, { kind: 'session.started', subject: `login/${login.id}` })
  const place = args.at && `at ${args.at.providerId}`
  const detail = args.tablet ? `PIN, ${args.tablet.name}` : (place ?? proof)
  if (address !== undefined) await recordAccess(scope, told, { kind: 'signIn.succeeded', address, detail })
  return { token, expiresAt }
}

/** What happens at one client is nothing that the others of the login are told. */
const ofOnly = (login: Login, clientId: string | undefined): Login =>
  clientId === undefined
    ? login
    : { ...login, roles: login.roles.filter((role) => role.clientId === clientId) }

/** Undefined when it ended or expired, or its login is disabled. */
export async function findSession(
  scope: Pick<AccessScope, 'db' | 'now'>,
  token: string,
): Promise<Session | undefined> {
  return store.findSession(scope.db, idOf(token), scope.now)
}

export async function endSession(scope: AccessScope, token: string): Promise<void> {
  const session = await findSession(scope, token)
  await store.deleteSession(scope.db, idOf(token))
  if (!session) return
  const login = await getLogin(scope, session.login)
  await recordLoginEvent(scope, login, { kind: 'session.ended', subject: `login/${login.id}` })
}

/** Of whoever is at a shared tablet. */
export const endTabletSessions = ({ db }: Pick<AccessScope, 'db'>, tabletId: string): Promise<number> =>
  store.deleteSessionsAt(db, tabletId)

/** Those that a person began with a PIN at one client. */
export const endPinSessions = (
  { db }: Pick<AccessScope, 'db'>,
  clientId: string,
  loginId: string,
): Promise<number> => store.deletePinSessions(db, clientId, loginId)

/** The one that a hash names, if it is of this login. */
export async function endFormerSession(scope: AccessScope, id: Buffer): Promise<void> {
  await store.deleteSession(scope.db, id)
}

export const sessionHashOf = (token: string): Buffer => idOf(token)

/** Undefined if it was not begun at a provider. */
export const findProviderSessionOf = (
  db: AccessScope['db'],
  token: string,
): Promise<store.ProviderSessionRow | undefined> => store.findProviderSession(db, idOf(token))

/** The provider ended its own, or nobody signs in there any more. */
export async function endProviderSessions(
  scope: AccessScope,
  provider: { clientId: string; providerId: string },
  which: { subject?: string; sid?: string; before: Date },
): Promise<number> {
  const loginIds = await store.deleteProviderSessions(scope.db, provider, which)
  for (const loginId of loginIds)
    await recordClientEvent(scope, provider.clientId, {
      kind: 'session.ended',
      subject: `login/${loginId}`,
    })
  return loginIds.length
}

export async function endSessionsOf(scope: AccessScope, args: { login: string }): Promise<number> {
  const login = await getLogin(scope, args.login)
  const ended = await store.deleteSessionsOf(scope.db, login.id)
  if (ended > 0) {
    await recordLoginEvent(
      scope,
      login,
      {
        kind: 'session.allEnded',
        subject: `login/${login.id}`,
        payload: { sessions: ended },
      },
      { before: { sessions: ended } },
    )
  }
  return ended
}

/** Networks that people are signed in from, and the number of logins. */
export interface SignInOrigins {
  addresses: string[]
  logins: number
}

export function findSignInOrigins(scope: Pick<AccessScope, 'db' | 'now'>): Promise<SignInOrigins> {
  return store.findOrigins(scope.db, scope.now)
}

/**
 * Housekeeping: an expired session has already ended, so this writes no event. An idle session is kept until it expires:
 * its device may have to be told that the login was disabled.
 */
export function sweepSessions(scope: Pick<AccessScope, 'db' | 'now'>): Promise<number> {
  return store.deleteExpiredSessions(scope.db, scope.now)
}

const idleSince = (now: Date, idleMs: number) => new Date(Math.max(0, now.getTime() - idleMs))

/** The person who asks, and their session. */
interface Asking {
  loginId: string
  login: string
  token: string
  address: string
  /** Their session reaches this client alone: it sees and ends only sessions of that kind. */
  onlyClientId?: string | undefined
}

export async function listOwnSessions(
  scope: Pick<AccessScope, 'db' | 'now'>,
  { loginId, token, onlyClientId }: Pick<Asking, 'loginId' | 'token' | 'onlyClientId'>,
  idleMs: number,
): Promise<OwnSession[]> {
  const own = sessionIdOf(token)
  const seenAfter = idleSince(scope.now, idleMs)
  const rows = await store.listSessionsOf(scope.db, loginId, scope.now, seenAfter, onlyClientId)
  return rows.map((row) => toOwnSession(row, own))
}

/** `own`: the session that asks. */
export const toOwnSession = (
  { createdAt, ...row }: store.OwnSessionRow,
  own: string | undefined,
): OwnSession =>
  withoutNulls({
    ...row,
    startedAt: createdAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isThis: row.id === own || null,
  })

export async function endOwnSession(
  scope: AccessScope,
  { login: name, loginId, address, onlyClientId }: Omit<Asking, 'token'>,
  id: string,
): Promise<void> {
  const isId = /^[0-9a-f]{64}$/.test(id)
  if (!isId || !(await store.deleteOwnSession(scope.db, loginId, id, onlyClientId))) {
    throw problem('noSuchResource', 'session_id: you have no session with this id')
  }
  const login = await getLogin(scope, name)
  await recordLoginEvent(scope, login, { kind: 'session.ended', subject: `login/${login.id}` })
  await recordAccess(scope, login, { kind: 'session.ended', address })
}

/** Call it after the current password was checked. The asking session and device stay; all others of the login end. */
export async function changeOwnPassword(
  scope: AccessScope,
  { login: name, token, address }: Asking,
  { passwordHash, device }: { passwordHash: string; device: string | undefined },
): Promise<void> {
  const login = await getLoginForUpdate(scope, name)
  await updatePasswordHash(scope.db, login.id, passwordHash)
  await store.deleteSessionsOf(scope.db, login.id, idOf(token))
  await deleteDevicesOf(scope.db, login.id, device)
  await recordLoginEvent(
    scope,
    login,
    { kind: 'login.passwordChanged', subject: `login/${login.id}` },
    { secrets: ['password'] },
  )
  await recordAccess(scope, login, { kind: 'password.changed', address })
}

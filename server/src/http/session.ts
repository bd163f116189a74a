// The door of sessions: sign in, ask, sign out. A session belongs to no system client, so nothing here has a scope of
// one.
import {
  changeOwnPassword,
  createSession,
  endOwnSession,
  endSession,
  getSession,
  getSignInHelp,
  listOwnSessions,
  type Session,
  type SessionLimits,
  type SignInHelp,
} from '@walkaround/contract/app/session.ts'
import type { AccessLog } from '../access/access-log.ts'
import type { Authenticator } from '../access/authenticate.ts'
import { DEVICE_LIFETIME_MS, deviceIdOf, rememberDevice } from '../access/devices.ts'
import { assertPassword } from '../access/password-rules.ts'
import type { Passwords } from '../access/passwords.ts'
import { listSessionClients } from '../access/session-clients.ts'
import * as sessions from '../access/sessions.ts'
import { confirmPassword, signIn } from '../access/sign-in.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../scope.ts'
import { type Answer, type Door, noContent, serve, type Visitor } from './door.ts'
import { serviceVersion } from './openapi.ts'
import {
  csrfOf,
  deviceCookieOf,
  removeCookie,
  type SessionCookie,
  setCookie,
  tokenIn,
} from './session-cookie.ts'
import { notAuthorized, type SessionOfRequest } from './who.ts'

export interface SessionRouteOptions {
  authenticator: Authenticator
  accessLog: AccessLog
  passwords: Passwords
  cookie: SessionCookie
  /** Of photos and videos, as they are set. */
  limits: SessionLimits
  isDemo: (clientId: string) => boolean
  help: () => Promise<SignInHelp>
  /** So long without a request, and a session is over. */
  idleMs: number
}

export function sessionRoutes(door: Door, options: SessionRouteOptions): void {
  const { authenticator, passwords, cookie } = options
  const deviceCookie = deviceCookieOf(cookie)
  const shown = async (
    { token, caller, expiresAt }: SessionOfRequest,
    headers: Record<string, string | string[]> = {},
  ): Promise<Answer> => {
    const session: Session = {
      login: caller.login,
      name: caller.name,
      expiresAt: expiresAt.toISOString(),
      csrf: csrfOf(token),
      clients: (await listSessionClients(door.database, caller)).map((client) =>
        options.isDemo(client.id) ? { ...client, isDemo: true } : client,
      ),
      version: serviceVersion,
      limits: options.limits,
      ...(Number.isFinite(options.idleMs) ? { idleMinutes: Math.floor(options.idleMs / 60_000) } : {}),
    }
    return {
      status: 200,
      json: JSON.stringify(session),
      headers: { 'cache-control': 'no-store', ...headers },
    }
  }

  serve(door, createSession, async (call) => {
    const { login, password } = call.fields.get()
    const now = door.clock()
    const address = call.visitor.address()
    const known = tokenIn(call.header('cookie'), deviceCookie)
    const person = await signIn(door.database, passwords, {
      login,
      password,
      address,
      deviceToken: known,
      now,
      log: options.accessLog,
    })
    const { token, expiresAt, deviceToken } = await inTransaction(door.database, async (db) => {
      const actor = { kind: person.isSupport ? ('support' as const) : ('login' as const), id: person.loginId }
      const scope = { db, actor, now }
      // Whoever planted or knew the former token is left with nothing.
      if (call.visitor.session) await sessions.endSession(scope, call.visitor.session.token)
      const deviceToken = await rememberDevice(scope, { loginId: person.loginId, deviceToken: known })
      const origin = { address, device: deviceIdOf(deviceToken), agent: call.header('user-agent') }
      return { ...(await sessions.createSession(scope, { login: person.login, origin })), deviceToken }
    })
    const session = await authenticator.authenticateSession(token)
    if (!session) throw notAuthorized()
    const seconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
    return shown(
      { ...session, token },
      {
        'set-cookie': [
          setCookie(cookie, token, seconds),
          setCookie(deviceCookie, deviceToken, DEVICE_LIFETIME_MS / 1000),
        ],
      },
    )
  })

  serve(door, getSession, async (call) => {
    if (!call.visitor.session) throw notAuthorized()
    return shown(call.visitor.session)
  })

  serve(door, endSession, async (call) => {
    const { session } = call.visitor
    if (!session) throw notAuthorized()
    const { isSupport, loginId } = session.caller
    await inTransaction(door.database, (db) =>
      sessions.endSession(
        { db, actor: { kind: isSupport ? 'support' : 'login', id: loginId }, now: door.clock() },
        session.token,
      ),
    )
    // Here at once, elsewhere within a second.
    authenticator.forget()
    return { status: 204, headers: { 'set-cookie': removeCookie(cookie), 'cache-control': 'no-store' } }
  })

  const asking = (call: { visitor: Visitor }) => {
    const { session } = call.visitor
    if (!session) throw notAuthorized()
    const { loginId, login, isSupport } = session.caller
    const actor: Actor = { kind: isSupport ? 'support' : 'login', id: loginId }
    return { actor, loginId, login, token: session.token, address: call.visitor.address() }
  }

  serve(door, getSignInHelp, async () => ({
    status: 200,
    json: JSON.stringify(await options.help()),
    headers: { 'cache-control': 'no-store' },
  }))

  serve(door, listOwnSessions, async (call) => {
    const scope = { db: door.database, now: door.clock() }
    const own = await sessions.listOwnSessions(scope, asking(call), options.idleMs)
    return { status: 200, json: JSON.stringify(own), headers: { 'cache-control': 'no-store' } }
  })

  serve(door, endOwnSession, async (call) => {
    const { actor, ...who } = asking(call)
    await inTransaction(door.database, (db) =>
      sessions.endOwnSession({ db, actor, now: door.clock() }, who, call.params.session_id),
    )
    authenticator.forget()
    return noContent
  })

  serve(door, changeOwnPassword, async (call) => {
    const { actor, ...who } = asking(call)
    const { current, password } = call.fields.get()
    const deviceToken = tokenIn(call.header('cookie'), deviceCookie)
    assertPassword(password, who.login)
    const now = door.clock()
    const { login, address } = who
    await confirmPassword(door.database, passwords, {
      login,
      password: current,
      address,
      deviceToken,
      now,
      log: options.accessLog,
    })
    const passwordHash = await passwords.hash(password, login)
    const device = deviceToken === undefined ? undefined : deviceIdOf(deviceToken)
    await inTransaction(door.database, (db) =>
      sessions.changeOwnPassword({ db, actor, now: door.clock() }, who, { passwordHash, device }),
    )
    authenticator.forget()
    return noContent
  })
}

// The door of sessions: sign in, ask, sign out. A session belongs to no system client, so nothing here has a scope of
// one.
import {
  createSession,
  endSession,
  getSession,
  type Session,
  type SessionLimits,
} from '@walkaround/contract/app/session.ts'
import type { AccessLog } from '../access/access-log.ts'
import type { Authenticator } from '../access/authenticate.ts'
import { DEVICE_LIFETIME_MS, deviceIdOf, rememberDevice } from '../access/devices.ts'
import type { Passwords } from '../access/passwords.ts'
import { listSessionClients } from '../access/session-clients.ts'
import * as sessions from '../access/sessions.ts'
import { signIn } from '../access/sign-in.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Answer, type Door, serve } from './door.ts'
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
}

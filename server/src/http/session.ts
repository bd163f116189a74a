// Routes of sessions: sign in, read, sign out. A session belongs to no system client, so nothing here has a client's scope.
import {
  changeOwnPassword,
  createSession,
  endOwnSession,
  endSession,
  getSession,
  getSignInHelp,
  listOwnSessions,
  type SessionLimits,
  type SignInHelp,
} from '@walkaround/contract/app/session.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AccessLog } from '../identity/access-log.ts'
import type { Authenticator } from '../identity/authenticate.ts'
import { DEVICE_LIFETIME_MS, deviceIdOf, rememberDevice } from '../identity/devices.ts'
import { assertPassword } from '../identity/password-rules.ts'
import type { Passwords } from '../identity/passwords.ts'
import * as sessions from '../identity/sessions.ts'
import { confirmPassword, signIn } from '../identity/sign-in.ts'
import type { Actor } from '../scope.ts'
import { type Door, serve, type Visitor } from './door.ts'
import { noContent, ok } from './reply.ts'
import { deviceCookieOf, removeCookie, type SessionCookie, setCookie, tokenIn } from './session-cookie.ts'
import { sessionReply } from './session-reply.ts'
import { notAuthorized } from './who.ts'

interface SessionRouteOptions {
  authenticator: Authenticator
  accessLog: AccessLog
  passwords: Passwords
  cookie: SessionCookie
  /** Limits of photos and videos, as configured. */
  limits: SessionLimits
  help: () => Promise<SignInHelp>
  /** A session ends after this long without a request. */
  idleMs: number
}

/** Somebody outside any system client. */
const actorOf = (
  person: { loginId: string; login: string; name: string; isSupport: boolean },
  { origin }: Visitor,
): Actor => ({
  kind: person.isSupport ? 'support' : 'login',
  id: person.loginId,
  login: person.login,
  name: person.name,
  from: origin,
})

export function sessionRoutes(door: Door, options: SessionRouteOptions): void {
  const { authenticator, passwords, cookie } = options
  const deviceCookie = deviceCookieOf(cookie)
  const shown = sessionReply(door, options)

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
      const actor = actorOf(person, call.visitor)
      const scope = { db, actor, now }
      // Ends the former session, so that its token is useless to anybody who planted or knows it.
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
    const actor = actorOf(session.caller, call.visitor)
    await inTransaction(door.database, (db) =>
      sessions.endSession({ db, actor, now: door.clock() }, session.token),
    )
    // Takes effect here at once, in other processes within a second.
    authenticator.forget()
    return { ...noContent, headers: { 'set-cookie': removeCookie(cookie), 'cache-control': 'no-store' } }
  })

  const asking = (call: { visitor: Visitor }) => {
    const { session } = call.visitor
    if (!session) throw notAuthorized()
    const { loginId, login } = session.caller
    const actor = actorOf(session.caller, call.visitor)
    return { actor, loginId, login, token: session.token, address: call.visitor.address() }
  }

  serve(door, getSignInHelp, async () => ({
    ...ok(await options.help()),
    headers: { 'cache-control': 'no-store' },
  }))

  serve(door, listOwnSessions, async (call) => {
    const scope = { db: door.database, now: door.clock() }
    const own = await sessions.listOwnSessions(scope, asking(call), options.idleMs)
    return { ...ok(own), headers: { 'cache-control': 'no-store' } }
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

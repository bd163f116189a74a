// Routes of sessions: sign in, read, sign out. A session belongs to no system client, so nothing here has a client's scope.
import {
  addPasskey,
  beginPasskey,
  finishSignIn,
  getOwnSecondFactor,
  getSignInStep,
  makeRecoveryCodes,
  putPasskey,
  removePasskey,
} from '@walkaround/contract/app/second-factor.ts'
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
import { relyingPartyOf } from '../identity/passkeys.ts'
import { assertPassword } from '../identity/password-rules.ts'
import type { Passwords } from '../identity/passwords.ts'
import * as factors from '../identity/second-factor.ts'
import * as sessions from '../identity/sessions.ts'
import { confirmPassword, signIn } from '../identity/sign-in.ts'
import type { AccessScope } from '../organisation/scope.ts'
import { problem } from '../problems.ts'
import type { Actor } from '../scope.ts'
import { type Door, serve, type Visitor } from './door.ts'
import { noContent, ok } from './reply.ts'
import {
  deviceCookieOf,
  removeCookie,
  type SessionCookie,
  setCookie,
  stepCookieOf,
  tokenIn,
} from './session-cookie.ts'
import { type LabelOfProvider, sessionReply } from './session-reply.ts'
import { notAuthorized } from './who.ts'

/** Links, codes and what somebody is in the middle of are kept by no cache. */
const once = { 'cache-control': 'no-store' }

interface SessionRouteOptions {
  authenticator: Authenticator
  accessLog: AccessLog
  passwords: Passwords
  cookie: SessionCookie
  /** Limits of photos and videos, as configured. */
  limits: SessionLimits
  help: () => Promise<SignInHelp>
  /** The provider at which a session was begun. */
  labelOf: LabelOfProvider
  /** Whether anybody may sign in at one. */
  hasProviders: () => Promise<boolean>
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

  const stepCookie = stepCookieOf(cookie)
  const party = () => relyingPartyOf(door.baseUrl())
  const stepTokenOf = (call: { header(name: string): string | undefined }) =>
    tokenIn(call.header('cookie'), stepCookie)

  /** The session of somebody who has proved enough. `use` is part of its transaction. */
  const begin = async <T>(
    call: { visitor: Visitor; header(name: string): string | undefined },
    person: { loginId: string; login: string; name: string; isSupport: boolean },
    proof?: { detail: string; use(scope: AccessScope): Promise<T> },
  ) => {
    const now = door.clock()
    const address = call.visitor.address()
    const known = tokenIn(call.header('cookie'), deviceCookie)
    const { token, expiresAt, deviceToken, used } = await inTransaction(door.database, async (db) => {
      const actor = actorOf(person, call.visitor)
      const scope = { db, actor, now }
      const used = await proof?.use(scope)
      // Ends the former session, so that its token is useless to anybody who planted or knows it.
      if (call.visitor.session) await sessions.endSession(scope, call.visitor.session.token)
      const deviceToken = await rememberDevice(scope, { loginId: person.loginId, deviceToken: known })
      const agent = call.header('user-agent')
      const origin = { address, device: deviceIdOf(deviceToken), agent, proof: proof?.detail }
      const made = await sessions.createSession(scope, {
        login: person.login,
        origin,
        isByPassword: true,
      })
      return { ...made, deviceToken, used }
    })
    const session = await authenticator.authenticateSession(token)
    if (!session) throw notAuthorized()
    const seconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
    const cookies = [
      setCookie(cookie, token, seconds),
      setCookie(deviceCookie, deviceToken, DEVICE_LIFETIME_MS / 1000),
      ...(proof ? [removeCookie(stepCookie)] : []),
    ]
    return { reply: await shown({ ...session, token }, { 'set-cookie': cookies }), used }
  }

  serve(door, createSession, async (call) => {
    const { login, password } = call.fields.get()
    const now = door.clock()
    const person = await signIn(door.database, passwords, {
      login,
      password,
      address: call.visitor.address(),
      deviceToken: tokenIn(call.header('cookie'), deviceCookie),
      now,
      log: options.accessLog,
    })
    const { next: kind, loginId } = person
    if (!kind) return (await begin(call, person)).reply
    if (kind === 'enrol' && !party()) throw factors.impossible()
    const { token } = await inTransaction(door.database, (db) =>
      factors.beginStep({ db, now }, { loginId, kind }),
    )
    const what = kind === 'prove' ? 'prove it with a passkey or a recovery code' : 'make a passkey'
    throw problem('secondFactorNeeded', `the password is right, and not enough: ${what}`, {
      'set-cookie': setCookie(stepCookie, token, factors.STEP_MS / 1000),
      'cache-control': 'no-store',
    })
  })

  serve(door, getSignInStep, async (call) => {
    const scope = { db: door.database, now: door.clock() }
    const step = await factors.readSignInStep(scope, stepTokenOf(call), party())
    return { ...ok(step), headers: once }
  })

  serve(door, finishSignIn, async (call) => {
    const proved = await factors.checkProof(door.database, {
      token: stepTokenOf(call),
      proof: call.fields.get(),
      party: party(),
      address: call.visitor.address(),
      deviceToken: tokenIn(call.header('cookie'), deviceCookie),
      now: door.clock(),
      log: options.accessLog,
    })
    const { reply, used: recoveryCodes } = await begin(call, proved, proved)
    const body = { session: reply.body, ...(recoveryCodes ? { recoveryCodes } : {}) }
    return { ...ok(body), headers: reply.headers }
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
    const { token, onlyClientId } = session
    const { loginId, login } = session.caller
    const actor = actorOf(session.caller, call.visitor)
    return { actor, loginId, login, token, address: call.visitor.address(), onlyClientId }
  }

  serve(door, getSignInHelp, async () => ({
    ...ok({ ...(await options.help()), ...((await options.hasProviders()) ? { hasProviders: true } : {}) }),
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

  /** A device that was left open is not enough to change how somebody signs in. */
  const confirm = (
    call: { visitor: Visitor; header(name: string): string | undefined },
    password: string,
  ) => {
    const { login, address } = asking(call)
    const deviceToken = tokenIn(call.header('cookie'), deviceCookie)
    const now = door.clock()
    const log = options.accessLog
    return confirmPassword(door.database, passwords, { login, password, address, deviceToken, now, log })
  }

  serve(door, getOwnSecondFactor, async (call) => {
    const own = await factors.readOwn(door.database, asking(call), party())
    return { ...ok(own), headers: once }
  })

  serve(door, beginPasskey, async (call) => {
    const who = asking(call)
    await confirm(call, call.fields.get().password)
    const now = door.clock()
    const begun = await inTransaction(door.database, (db) => factors.beginPasskey({ db, now }, who, party()))
    return { ...ok(begun), headers: once }
  })

  serve(door, addPasskey, async (call) => {
    const { actor, ...who } = asking(call)
    const now = door.clock()
    const place = { party: party(), now }
    const keep = await factors.checkNewPasskey(door.database, who, call.fields.get(), place)
    const added = await inTransaction(door.database, (db) => keep({ db, actor, now }))
    return { ...ok(added), headers: once }
  })

  serve(door, putPasskey, async (call) => {
    const who = asking(call)
    const { name } = call.fields.get()
    await inTransaction(door.database, (db) =>
      factors.renamePasskey({ db }, who, call.params.passkey_id, name),
    )
    return noContent
  })

  serve(door, removePasskey, async (call) => {
    const { actor, ...who } = asking(call)
    await confirm(call, call.fields.get().password)
    const now = door.clock()
    await inTransaction(door.database, (db) =>
      factors.removePasskey({ db, actor, now }, who, call.params.passkey_id),
    )
    return noContent
  })

  serve(door, makeRecoveryCodes, async (call) => {
    const { actor, ...who } = asking(call)
    await confirm(call, call.fields.get().password)
    const now = door.clock()
    const recoveryCodes = await inTransaction(door.database, (db) =>
      factors.makeRecoveryCodes({ db, actor, now }, who),
    )
    return { ...ok({ recoveryCodes }), headers: once }
  })

  serve(door, changeOwnPassword, async (call) => {
    const { actor, ...who } = asking(call)
    // A client's provider says nothing about a password that may open others as well.
    if (who.onlyClientId !== undefined)
      throw problem('notYours', 'password: sign in with it; you signed in at a provider')
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

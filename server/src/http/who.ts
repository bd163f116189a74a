// Who is calling, and whether they may: the first checks of every request to an interface, in the order of B2.
import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '@walkaround/contract/operation.ts'
import { mayCall, mayCallWithPin } from '@walkaround/contract/rules/roles.ts'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../identity/access-log.ts'
import type { Authenticator, Caller, KnownSession, Reach } from '../identity/authenticate.ts'
import { parseKey, toPrefix } from '../identity/keys.ts'
import { problem } from '../problems.ts'
import type { Actor, ActorOrigin } from '../scope.ts'
import { type AddressReader, isIn } from './addresses.ts'
import { isJsonType } from './content-type.ts'
import { assertCsrf, assertOwnOrigin, type SessionCookie, tokenOf } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}

interface WhoCalls {
  caller: Caller
  actor: Actor
  reach: Reach
  /** For replies that last: checks again whether the caller may still have all of it. */
  isStillAdmitted(): Promise<boolean>
}

export interface SessionOfRequest extends KnownSession {
  token: string
}

/** The checks of one interface. */
export interface Entrance {
  authenticator: Authenticator
  known: KnownPaths
  /** For keys that may be used from some networks only. */
  addressOf?: AddressReader
  /** Called for everybody who is known, before anything is done for them; refuses those who come too often. */
  onCaller?: (request: FastifyRequest, caller: Caller) => void
  /** Called when a known caller is refused. */
  onRefusal?: (request: FastifyRequest, refusal: Omit<Refusal, 'address'>) => void
  /** Set if pages may call with a session cookie instead of a key. */
  sessions?: { cookie: SessionCookie; baseUrl: () => string }
}

/** A request of a key that no operation takes: of a path that does not exist, or with a method that the path does not take. */
interface Stray {
  keyId: string
  /** A client that the key reaches. */
  clientId: string
  /** One that HTTP has: made-up ones do not come this far. */
  method: string
  /** Below the prefix, without the query. */
  path: string
}

const calls = new WeakMap<FastifyRequest, WhoCalls>()
const strays = new WeakMap<FastifyRequest, Stray>()
const callers = new WeakMap<FastifyRequest, Caller>()
const sessionsOfRequests = new WeakMap<FastifyRequest, SessionOfRequest>()

export function callOf(request: FastifyRequest): WhoCalls {
  const call = calls.get(request)
  if (!call) throw new Error('the request was not admitted')
  return call
}

/** Also of an operation outside any system client, if it needs a key. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (!caller) throw new Error('the request was not admitted')
  return caller
}

/** Undefined for an operation outside any system client. */
export const findCall = (request: FastifyRequest): WhoCalls | undefined => calls.get(request)

export const findStray = (request: FastifyRequest): Stray | undefined => strays.get(request)

export const findSessionOf = (request: FastifyRequest): SessionOfRequest | undefined =>
  sessionsOfRequests.get(request)

export const notAuthorized = (hint = 'sign in, or send a valid API key in the header X-API-KEY') =>
  problem('notAuthorized', hint, { 'www-authenticate': 'ApiKey realm="walkaround"' })

// The same text for a client that does not exist, one out of reach and a role with too few rights (B3).
const forbidden = (caller: Caller) =>
  problem('forbidden', `the ${caller.keyId === undefined ? 'login' : 'key'} has no access to this resource`)

/** The paths of one interface, to distinguish 405 from 404. */
interface KnownPaths {
  prefix: string
  shapes: { method: string; shape: RegExp }[]
}

export function knownPaths(
  prefix: string,
  operations: readonly Pick<Operation, 'method' | 'path'>[],
): KnownPaths {
  return {
    prefix,
    shapes: [...operations, { method: 'GET', path: '/openapi.json' }].map(({ method, path }) => ({
      method,
      // Like the router: an empty identifier is invalid, not another path.
      shape: new RegExp(`^${prefix}${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    })),
  }
}

/** 401, 403, 404/405 of the route, 406: before any of the body is read. */
export async function admit(request: FastifyRequest, entrance: Entrance): Promise<void> {
  const operation = request.routeOptions.config?.operation
  const isOpen = operation?.right === 'none'
  // A key takes precedence over a session: a caller sends it on purpose.
  const session =
    request.headers['x-api-key'] === undefined ? await findSession(request, entrance, operation) : undefined
  if (session) sessionsOfRequests.set(request, session)
  if (session || isOpen) {
    try {
      assertPageMayCall(request, entrance, session, operation)
    } catch (error) {
      const { loginId } = session?.caller ?? {}
      if (loginId) entrance.onRefusal?.(request, { kind: 'origin.refused', who: { loginId } })
      throw error
    }
  }
  if (!isOpen) await admitCaller(request, entrance, session, operation)
  assertBodyType(request, operation)
}

async function admitCaller(
  request: FastifyRequest,
  entrance: Entrance,
  session: SessionOfRequest | undefined,
  operation: Operation | undefined,
): Promise<void> {
  const { authenticator } = entrance
  const caller = session?.caller ?? (await authenticator.authenticate(keyOf(request)))
  if (!caller) {
    const keyId = parseKey(keyOf(request) ?? '')?.keyId
    if (keyId) entrance.onRefusal?.(request, { kind: 'key.refused', who: { keyId } })
    throw entrance.sessions ? notAuthorized() : notAuthorized('send a valid API key in the header X-API-KEY')
  }
  assertNetwork(request, caller, entrance)
  entrance.onCaller?.(request, caller)
  callers.set(request, caller)
  if (operation?.right === 'self') return
  const refuse = () => {
    const who = caller.keyId === undefined ? { loginId: caller.loginId } : { keyId: caller.keyId }
    const detail = operation?.id ?? 'a path that does not exist'
    entrance.onRefusal?.(request, { kind: 'access.refused', who, detail })
    return forbidden(caller)
  }
  if (!operation) {
    const named = clientOfPath(request)
    const reach =
      named === undefined
        ? await onlyReachOf(caller, authenticator)
        : await authenticator.reach(caller, named)
    if (named !== undefined && !reach) throw refuse()
    if (reach && caller.keyId !== undefined) {
      const path = pathOf(request).slice(entrance.known.prefix.length)
      const { clientId } = reach.client
      strays.set(request, { keyId: caller.keyId, clientId, method: request.method, path })
    }
    throw pathProblem(request, entrance.known)
  }
  const clientId = (request.params as { system_client_id?: string }).system_client_id ?? ''
  const findReach = async (of: Caller | undefined): Promise<Reach | undefined> => {
    if (of?.tablet && !mayCallWithPin(operation.right)) return undefined
    const reach = of && (await authenticator.reach(of, clientId))
    return reach && mayCall(reach.role, operation.right, reach.branches !== undefined) ? reach : undefined
  }
  const reach = await findReach(caller)
  if (!reach) throw refuse()
  calls.set(request, {
    caller,
    actor: {
      kind: caller.isSupport ? 'support' : 'login',
      id: caller.loginId,
      ...(caller.keyId === undefined ? {} : { keyId: caller.keyId, keyPrefix: toPrefix(caller.keyId) }),
      ...(reach.role === 'dms' ? { isDms: true } : {}),
      login: caller.login,
      name: caller.name,
      from: () => originOf(request, entrance.addressOf),
    },
    reach,
    isStillAdmitted: async () => {
      const now = session
        ? (await authenticator.authenticateSession(session.token))?.caller
        : await authenticator.authenticate(keyOf(request))
      const found = await findReach(now)
      return found !== undefined && isDeepStrictEqual(found.branches, reach.branches)
    },
  })
}

/** Where a request comes from, for the audit. */
export const originOf = (request: FastifyRequest, addressOf: AddressReader | undefined): ActorOrigin => ({
  requestId: request.id,
  ...(addressOf ? { address: addressOf(request) } : {}),
})

/** Whoever has the key is told why: its owner may have moved the DMS. */
function assertNetwork(
  request: FastifyRequest,
  { networks, keyId }: Caller,
  { addressOf, onRefusal }: Entrance,
): void {
  if (!networks || keyId === undefined) return
  // Of an IPv6 address the network of 64 bits is known, which begins it.
  const address = addressOf?.(request).replace(/\/64$/, '') ?? ''
  if (address !== '' && isIn(networks, address)) return
  onRefusal?.(request, {
    kind: 'access.refused',
    who: { keyId },
    detail: 'from a network the key is not for',
  })
  throw problem('forbidden', 'X-API-KEY: this key may not be used from your network')
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['x-api-key']
  return typeof key === 'string' ? key : undefined
}

/** What a page asks to sign somebody in, whoever is or was signed in on the device. */
const beforeSigningIn: ReadonlySet<string> = new Set([
  ...['createSession', 'getSignInHelp', 'getSignInStep', 'finishSignIn'],
  ...['getOwnTablet', 'pairTablet', 'unlockTablet'],
  ...['findSignInProviders', 'beginProviderSignIn'],
])

async function findSession(
  request: FastifyRequest,
  { authenticator, sessions }: Entrance,
  operation: Operation | undefined,
): Promise<SessionOfRequest | undefined> {
  const token = sessions && tokenOf(request, sessions.cookie)
  if (token === undefined) return undefined
  // A locked tablet also asks from time to time, which does not count as use.
  const isUse = operation?.id !== 'getSession'
  const known = await authenticator.authenticateSession(token, { isUse })
  if (known) return { ...known, token }
  // The holder of the cookie was signed in, so they may learn that the login is disabled; to others it looks unknown. Somebody else
  // may still sign in on this device.
  const isSigningIn = operation !== undefined && beforeSigningIn.has(operation.id)
  if (!isSigningIn && (await authenticator.isOfDisabled(token)))
    throw problem(
      'loginDisabled',
      'the login of this session is disabled; changes not sent yet stay on the device',
    )
  return undefined
}

/** Browsers send cookies whichever page makes the request, so a change must prove that our own page made it. */
function assertPageMayCall(
  request: FastifyRequest,
  { sessions }: Entrance,
  session: SessionOfRequest | undefined,
  operation: Operation | undefined,
): void {
  if (!sessions || ['GET', 'HEAD'].includes(request.method)) return
  assertOwnOrigin(request, sessions.cookie.isSecure, sessions.baseUrl())
  // Signing in does not use an existing session; it ends it.
  const isSigningIn = operation !== undefined && beforeSigningIn.has(operation.id)
  if (session && !isSigningIn) assertCsrf(request, session.token)
}

function assertBodyType(request: FastifyRequest, operation: Operation | undefined): void {
  if (!operation?.body && !operation?.bytes) {
    // There is no body to read, but Fastify would still check the header (B4).
    delete request.raw.headers['content-type']
  } else if (operation.body && !isJsonType(request.headers['content-type'])) {
    throw problem('notJson', 'Content-Type: send application/json in UTF-8')
  }
}

const CLIENT_PATH = /^\/\w+\/system-clients\/([^/?]*)/

/** Even under a path that does not exist, a foreign client is refused before anything is said about the path. */
function clientOfPath(request: FastifyRequest): string | undefined {
  const segment = CLIENT_PATH.exec(request.url)?.[1]
  if (segment === undefined) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    // No client can have this name.
    return segment
  }
}

/** A path that names no client is of the key's own client, if it has only one. */
async function onlyReachOf(caller: Caller, authenticator: Authenticator): Promise<Reach | undefined> {
  const ids = [...caller.reaches.keys()]
  const reaches = await Promise.all(ids.map((id) => authenticator.reach(caller, id)))
  const [reach, ...others] = reaches.filter((one) => one !== undefined)
  return others.length === 0 ? reach : undefined
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

/** 405 if the path exists with other methods, otherwise 404. */
function pathProblem(request: FastifyRequest, { shapes }: KnownPaths) {
  const path = pathOf(request)
  const allowed = shapes.filter(({ shape }) => shape.test(path)).map(({ method }) => method)
  if (allowed.includes('GET')) allowed.push('HEAD')
  // If path and method are known but no route matched, the path cannot be decoded; the router reports that.
  if (allowed.length === 0 || allowed.includes(request.method)) {
    return problem('noSuchPath', 'this interface has no such path')
  }
  return problem('methodNotAllowed', `${request.method} is not one of ${allowed.join(', ')}`, {
    allow: allowed.join(', '),
  })
}

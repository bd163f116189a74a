// Who is calling, and may they: the first checks of every request to an interface, in the order of B2.
import type { Operation } from '@walkaround/contract/operation.ts'
import type { FastifyRequest } from 'fastify'
import type { Authenticator, Caller, Reach } from '../access/authenticate.ts'
import { mayCall } from '../access/roles.ts'
import { problem } from '../problems.ts'
import type { Actor } from '../scope.ts'
import { isJsonType } from './json-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}

export interface WhoCalls {
  actor: Actor
  reach: Reach
}

const calls = new WeakMap<FastifyRequest, WhoCalls>()

export function callOf(request: FastifyRequest): WhoCalls {
  const call = calls.get(request)
  if (!call) throw new Error('the request was not admitted')
  return call
}

const notAuthorized = () =>
  problem('notAuthorized', 'send a valid API key in the header X-API-KEY', {
    'www-authenticate': 'ApiKey realm="walkaround"',
  })

// One text for a client that does not exist, one out of reach and a role that is too small (B3).
const forbidden = () => problem('forbidden', 'the key has no access to this resource')

/** The paths of one interface, to tell 405 from 404. */
export interface KnownPaths {
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
      // As the router matches: an empty identifier is an invalid one, not another path.
      shape: new RegExp(`^${prefix}${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    })),
  }
}

/** 401, 403, 404/405 of the route, 406: nothing of the body has been read yet. */
export async function admit(
  request: FastifyRequest,
  authenticator: Authenticator,
  known: KnownPaths,
): Promise<void> {
  const key = request.headers['x-api-key']
  const caller = await authenticator.authenticate(typeof key === 'string' ? key : undefined)
  if (!caller) throw notAuthorized()
  const operation = request.routeOptions.config?.operation
  if (!operation) {
    await assertReachOfPath(request, authenticator, caller)
    throw pathProblem(request, known)
  }
  const clientId = (request.params as { system_client_id?: string }).system_client_id ?? ''
  const reach = await authenticator.reach(caller, clientId)
  if (!reach || !mayCall(reach.role, operation.right)) throw forbidden()
  if (!operation.body && !operation.bytes) {
    // Whatever it claims, there is nothing to read; Fastify would judge the claim all the same (B4).
    delete request.raw.headers['content-type']
  } else if (operation.body && !isJsonType(request.headers['content-type'])) {
    throw problem('notJson', 'Content-Type: send application/json in UTF-8')
  }
  calls.set(request, {
    actor: { kind: caller.isSupport ? 'support' : 'login', id: caller.loginId, keyId: caller.keyId },
    reach,
  })
}

const CLIENT_PATH = /^\/\w+\/system-clients\/([^/?]*)/

/** Also under a path that does not exist, a foreign client is closed before anything is said about the path. */
async function assertReachOfPath(
  request: FastifyRequest,
  authenticator: Authenticator,
  caller: Caller,
): Promise<void> {
  const segment = CLIENT_PATH.exec(request.url)?.[1]
  if (segment === undefined) return
  let clientId = segment
  try {
    clientId = decodeURIComponent(segment)
  } catch {
    // Not a name any client can have.
  }
  if (!(await authenticator.reach(caller, clientId))) throw forbidden()
}

/** 405 when the path is known with other methods, else 404. */
function pathProblem(request: FastifyRequest, { shapes }: KnownPaths) {
  const path = request.url.split('?', 1)[0] ?? ''
  const allowed = shapes.filter(({ shape }) => shape.test(path)).map(({ method }) => method)
  if (allowed.includes('GET')) allowed.push('HEAD')
  // A path with its method that no route took cannot be decoded; whoever found out says so.
  if (allowed.length === 0 || allowed.includes(request.method)) {
    return problem('noSuchPath', 'the path is none of this interface')
  }
  return problem('methodNotAllowed', `${request.method} is not one of ${allowed.join(', ')}`, {
    allow: allowed.join(', '),
  })
}

// Hands every answered request of a key to the log of requests, after the reply has gone out.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Told } from '../db/sql.ts'
import type { AnsweredRequest } from '../scope.ts'
import { findRefusal } from './errors.ts'
import { findCall, findStray } from './who.ts'

const toldOfRequests = new WeakMap<FastifyRequest, readonly Told[]>()

/** What a request changed; called once for each of its transactions. */
export function tellOf(request: FastifyRequest, told: readonly Told[]): void {
  if (told.length === 0) return
  toldOfRequests.set(request, [...(toldOfRequests.get(request) ?? []), ...told])
}

/**
 * Also those to paths and with methods that the interface does not have. Requests that are refused before it is known that their
 * key reaches the client are in the record of access alone (docs/decisions/0031).
 */
export function logRequestsOf(
  app: FastifyInstance,
  note: (answered: AnsweredRequest) => void,
  clock: () => Date,
): void {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime: ms }, done) => {
    const call = findCall(request)
    const stray = findStray(request)
    const { operation } = request.routeOptions.config
    const keyId = call?.caller.keyId
    const refusal = status >= 400 ? findRefusal(request) : undefined
    const answer = {
      at: new Date(clock().getTime() - ms),
      status,
      ms,
      requestId: request.id,
      ...(refusal ? { refusal } : {}),
    }
    if (call && operation && keyId !== undefined) {
      const body = status >= 400 && status < 500 && operation.body ? request.body : undefined
      const told = toldOfRequests.get(request)
      note({
        ...answer,
        clientId: call.reach.client.clientId,
        keyId,
        operation,
        params: request.params as Record<string, string>,
        ...(body instanceof Buffer ? { body } : {}),
        ...(told && status < 400 ? { told } : {}),
      })
    } else if (stray) {
      const { clientId, keyId, method, path } = stray
      note({ ...answer, clientId, keyId, asked: { method, path }, params: {} })
    }
    done()
  })
}

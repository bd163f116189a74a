// Hands every answered request of a key to the log of requests, after the reply has gone out.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Told } from '../db/sql.ts'
import type { AnsweredRequest } from '../scope.ts'
import { findRefusal } from './errors.ts'
import { findCall } from './who.ts'

const toldOfRequests = new WeakMap<FastifyRequest, readonly Told[]>()

/** What a request changed; called once for each of its transactions. */
export function tellOf(request: FastifyRequest, told: readonly Told[]): void {
  if (told.length === 0) return
  toldOfRequests.set(request, [...(toldOfRequests.get(request) ?? []), ...told])
}

/** Requests that are refused before their client is known are in the record of access (docs/decisions/0031). */
export function logRequestsOf(
  app: FastifyInstance,
  note: (answered: AnsweredRequest) => void,
  clock: () => Date,
): void {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime: ms }, done) => {
    const call = findCall(request)
    const { operation } = request.routeOptions.config
    const keyId = call?.caller.keyId
    if (call && operation && keyId !== undefined) {
      const refusal = status >= 400 ? findRefusal(request) : undefined
      const body = status >= 400 && status < 500 && operation.body ? request.body : undefined
      const told = toldOfRequests.get(request)
      note({
        clientId: call.reach.client.clientId,
        at: new Date(clock().getTime() - ms),
        keyId,
        operation,
        params: request.params as Record<string, string>,
        status,
        ms,
        requestId: request.id,
        ...(refusal ? { refusal } : {}),
        ...(body instanceof Buffer ? { body } : {}),
        ...(told && status < 400 ? { told } : {}),
      })
    }
    done()
  })
}

// The app's routes of the log of requests.
import * as operations from '@walkaround/contract/app/requests.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { describeLog, getRequest, listRequests } from './read-requests.ts'

export function requestLogAppRoutes(door: Door, days: number): void {
  serve(door, operations.getRequestLog, async (call) =>
    ok(await call.read((scope) => describeLog(scope, days))),
  )

  serve(door, operations.listRequests, async (call) =>
    ok(await call.read((scope) => listRequests(scope, call.query.get()))),
  )

  serve(door, operations.getRequest, async (call) =>
    ok(await call.read((scope) => getRequest(scope, call.params.request_id))),
  )
}

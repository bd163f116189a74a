// Words of a client's own, for those who set it up.

import * as phrases from '@walkaround/contract/app/phrases.ts'
import * as reasons from '@walkaround/contract/app/rejection-reasons.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { getPhrases, putPhrases } from './phrases.ts'
import { getRejectionReasons, putRejectionReasons } from './rejection-reasons.ts'

export function wordRoutes(door: Door): void {
  serve(door, reasons.getRejectionReasons, async (call) => ok(await call.read(getRejectionReasons)))

  serve(door, reasons.putRejectionReasons, async (call) =>
    ok(
      await call.change(
        async (scope) => JSON.stringify(await getRejectionReasons(scope)),
        (scope, precondition) => putRejectionReasons(scope, call.fields.get(), precondition),
        JSON.stringify,
      ),
    ),
  )

  serve(door, phrases.getPhrases, async (call) => ok(await call.read(getPhrases)))

  serve(door, phrases.putPhrases, async (call) =>
    ok(
      await call.change(
        async (scope) => JSON.stringify(await getPhrases(scope)),
        (scope, precondition) => putPhrases(scope, call.fields.get(), precondition),
        JSON.stringify,
      ),
    ),
  )
}

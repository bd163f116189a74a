// Words of a client's own, for those who set it up.

import * as ownerTexts from '@walkaround/contract/app/owner-texts.ts'
import * as phrases from '@walkaround/contract/app/phrases.ts'
import * as reasons from '@walkaround/contract/app/rejection-reasons.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import { deleteOwnerTexts, getOwnerTexts, putOwnerTexts } from './owner-texts.ts'
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

  serve(door, phrases.getPhrases, async (call) => {
    const { lang } = call.query.get()
    return ok(await call.read((scope) => getPhrases(scope, lang)))
  })

  serve(door, phrases.putPhrases, async (call) => {
    const { lang } = call.query.get()
    return ok(
      await call.change(
        async (scope) => JSON.stringify(await getPhrases(scope, lang)),
        (scope, precondition) => putPhrases(scope, call.fields.get(), precondition, lang),
        JSON.stringify,
      ),
    )
  })

  serve(door, ownerTexts.getOwnerTexts, async (call) =>
    ok(await call.read((scope) => getOwnerTexts(scope, call.params.language))),
  )

  serve(door, ownerTexts.putOwnerTexts, async (call) => {
    const { language } = call.params
    return ok(
      await call.change(
        async (scope) => JSON.stringify(await getOwnerTexts(scope, language)),
        (scope, precondition) => putOwnerTexts(scope, language, call.fields.get(), precondition),
        JSON.stringify,
      ),
    )
  })

  serve(door, ownerTexts.deleteOwnerTexts, async (call) => {
    const { language } = call.params
    await call.change(
      async (scope) => JSON.stringify(await getOwnerTexts(scope, language)),
      (scope, precondition) => deleteOwnerTexts(scope, language, precondition),
    )
    return noContent
  })
}

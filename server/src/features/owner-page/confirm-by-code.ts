// A decision above the client's sum is confirmed with a code that goes to where the link went (I3). In the transaction of the
// decision: a wrong try is counted even though nothing is decided.
import { randomInt, timingSafeEqual } from 'node:crypto'
import {
  codeFields,
  type OwnerCode,
  type OwnerReview,
  type OwnerWay,
} from '@walkaround/contract/owner-page.ts'
import type { Form } from '../../lib/form-body.ts'
import { newId } from '../../lib/ids.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { findWay, sendDecisionCode } from '../messages/send-code.ts'
import { CODE_MINUTES, MOST_PER_DAY, MOST_PER_HOUR, MOST_TRIES, needsCode, readCode } from './code-rules.ts'
import * as store from './code-store.ts'
import type { Visit } from './visit.ts'

const MINUTE_MS = 60_000
const HASH_BYTES = 32

/** Nothing more to ask, with the way a code came by if one was needed; or what to ask. */
export type Confirmation = { confirmed: { code?: OwnerWay } } | { ask: OwnerCode }

export async function confirmByCode(
  visit: Visit,
  { review, form, box }: { review: OwnerReview; form: Form; box: SecretBox | undefined },
): Promise<Confirmation> {
  const { scope, link } = visit
  if (!needsCode(review, scope.client.decisionCodeAbove)) return { confirmed: {} }
  if (!box) return { ask: { state: 'nowhere' } }
  const { formId, page } = review
  const given = readCode(form.get(codeFields.code))
  const to = await findWay(scope, link.messageId)
  const asked = (state: OwnerCode['state']) => ({ ask: { state, ...(to ? { to } : {}) } })
  const known = await store.findCode(scope, link.id, formId)
  const isUsable = known !== undefined && known.tries < MOST_TRIES
  if (form.get(codeFields.another) === undefined) {
    if (isUsable && given === undefined) return asked('sent')
    if (isUsable && given !== undefined) {
      // By a former key if it was just changed.
      const possible = await box.derivations(given, purposeOf(visit, formId), HASH_BYTES)
      const isRight = possible.some((hash) => timingSafeEqual(hash, known.hash))
      if (isRight) {
        await store.endCodes(scope, link.id)
        return { confirmed: to ? { code: to } : {} }
      }
      await store.countTry(scope, link.id, known.id)
      return asked(known.tries + 1 < MOST_TRIES ? 'wrong' : 'over')
    }
    // It was entered too late or guessed too often: another is sent when it is asked for, and not by itself.
    if (given !== undefined) return asked('over')
  }
  const sent = await store.countSent(scope, link.id)
  if (sent.hour >= MOST_PER_HOUR || sent.day >= MOST_PER_DAY) return asked('tooMany')
  const code = String(randomInt(10 ** 6)).padStart(6, '0')
  const validUntil = new Date(scope.now.getTime() + CODE_MINUTES * MINUTE_MS)
  const { surveyId, messageId } = link
  const went = await sendDecisionCode(
    scope,
    { surveyId, messageId, code, validUntil, language: page.language },
    box,
  )
  if (!went) return { ask: { state: 'nowhere' } }
  const hash = await box.derive(code, purposeOf(visit, formId), HASH_BYTES)
  await store.insertCode(scope, { id: newId(scope.now.getTime()), linkId: link.id, formId, hash, validUntil })
  return { ask: { state: 'sent', to: went } }
}

/** Of the hash: six digits are soon tried out, so nobody gets far without the installation's key. */
const purposeOf = ({ scope, link }: Visit, formId: string): string =>
  `decision code of ${JSON.stringify([scope.clientId, link.id, formId])}`

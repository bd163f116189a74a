// A decision above the client's limit is confirmed with a code sent to where the link went (I3). Runs in the transaction of the
// decision: a wrong attempt is counted even though nothing is decided.
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

/** Confirmed, with the way the code was sent if one was needed; or what to ask. */
type Confirmation = { confirmed: { code?: OwnerWay } } | { ask: OwnerCode }

interface Asking {
  review: OwnerReview
  form: Form
  box: SecretBox
  /** Where a code goes. */
  to: OwnerWay | undefined
}

export async function confirmByCode(
  visit: Visit,
  { review, form, box }: { review: OwnerReview; form: Form; box: SecretBox | undefined },
): Promise<Confirmation> {
  const { scope, link } = visit
  if (!needsCode(review, scope.client.decisionCodeAbove)) return { confirmed: {} }
  if (!box) return { ask: { state: 'nowhere' } }
  const asking = { review, form, box, to: await findWay(scope, link.messageId) }
  const isAnother = form.get(codeFields.another) !== undefined
  return (isAnother ? undefined : await judgeCode(visit, asking)) ?? sendCode(visit, asking)
}

const ask = (state: OwnerCode['state'], { to }: Asking): Confirmation => ({
  ask: { state, ...(to && { to }) },
})

/** Judges the code that was entered; undefined if one has to be sent first. */
async function judgeCode(visit: Visit, asking: Asking): Promise<Confirmation | undefined> {
  const { scope, link } = visit
  const { review, form, box, to } = asking
  const given = readCode(form.get(codeFields.code))
  const known = await store.findCode(scope, link.id, review.formId)
  const isUsable = known !== undefined && known.tries < MOST_TRIES
  // Entered too late or guessed too often: another one is sent only on request.
  if (!isUsable) return given === undefined ? undefined : ask('over', asking)
  if (given === undefined) return ask('sent', asking)
  // Derived with a former key if the key was just changed.
  const possible = await box.derivations(given, purposeOf(visit, review.formId), HASH_BYTES)
  if (possible.some((hash) => timingSafeEqual(hash, known.hash))) {
    await store.endCodes(scope, link.id)
    return { confirmed: to ? { code: to } : {} }
  }
  await store.countTry(scope, link.id, known.id)
  return ask(known.tries + 1 < MOST_TRIES ? 'wrong' : 'over', asking)
}

async function sendCode(visit: Visit, asking: Asking): Promise<Confirmation> {
  const { scope, link } = visit
  const { box, review } = asking
  const { formId, page } = review
  const sent = await store.countSent(scope, link.id)
  if (sent.hour >= MOST_PER_HOUR || sent.day >= MOST_PER_DAY) return ask('tooMany', asking)
  const code = String(randomInt(10 ** 6)).padStart(6, '0')
  const validUntil = new Date(scope.now.getTime() + CODE_MINUTES * MINUTE_MS)
  const { surveyId, messageId } = link
  const to = await sendDecisionCode(
    scope,
    { surveyId, messageId, code, validUntil, language: page.language },
    box,
  )
  if (!to) return { ask: { state: 'nowhere' } }
  const hash = await box.derive(code, purposeOf(visit, formId), HASH_BYTES)
  await store.insertCode(scope, { id: newId(scope.now.getTime()), linkId: link.id, formId, hash, validUntil })
  return { ask: { state: 'sent', to } }
}

/** Purpose of the hash: six digits are quickly tried out, so the hash depends on the installation's key. */
const purposeOf = ({ scope, link }: Visit, formId: string): string =>
  `decision code of ${JSON.stringify([scope.clientId, link.id, formId])}`

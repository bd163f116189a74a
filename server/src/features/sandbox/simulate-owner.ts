// An advisor who sends the result and an owner who decides, both simulated, through the use cases of the app and of the owner's page.
import { hash, randomBytes } from 'node:crypto'
import type { SimulatedDecisions } from '@walkaround/contract/dms/simulate-owner.ts'
import { codeFields, type OwnerLine, type OwnerReview, ownerFields } from '@walkaround/contract/owner-page.ts'
import { newId } from '../../lib/ids.ts'
import { Problem, problem } from '../../problems.ts'
import { ownerActor, type Scope } from '../../scope.ts'
import { type Post, sendResults } from '../messages/send-results.ts'
import { createOwnerLink, linkState, listOwnerLinks } from '../owner-links/owner-links.ts'
import { decide } from '../owner-page/decide.ts'
import { loadPage } from '../owner-page/load-page.ts'
import { giveFeedback, markOpened } from '../owner-page/owner-acts.ts'
import { listPageLines } from '../owner-page/rules.ts'
import { findOwnLanguage, type Visit } from '../owner-page/visit.ts'
import { assertSandbox } from './assert-sandbox.ts'
import type { Work } from './people.ts'

export type { Post }

export async function simulateSend(
  scope: Scope,
  surveyId: string,
  {
    recipient = 'customer',
    channel = 'email',
  }: { recipient?: 'customer' | 'owner' | 'driver'; channel?: 'email' | 'sms' },
  post: Post,
): Promise<{ messageId: string }> {
  assertSandbox(scope)
  const messageId = newId(scope.now.getTime())
  await sendResults(scope, { surveyId, messageId, wanted: { recipient, channel } }, post)
  return { messageId }
}

/** By the newest link that can decide, or by a new one that nobody else gets. */
async function visitOf(given: Scope, surveyId: string, post: Post): Promise<Visit> {
  const scope = { ...given, actor: ownerActor }
  const find = async () =>
    (await listOwnerLinks(scope, surveyId)).findLast(
      (link) => link.tokenHash !== null && linkState(link, scope.now) === 'valid',
    )
  let link = await find()
  if (!link) {
    await createOwnerLink(scope, surveyId, post)
    link = await find()
  }
  if (!link) throw new Error('the link that was just made is not there')
  return { scope, link: { ...link, kind: 'deciding' }, state: 'valid' }
}

const wordOf = { approve: 'approve', defer: 'later', decline: 'no' } as const
const newFormId = () => randomBytes(18).toString('base64url')

/** What the page did is written even if it took no decision: it may have sent a code. */
export async function simulateDecide(
  { write }: Pick<Work, 'write'>,
  surveyId: string,
  wanted: SimulatedDecisions,
  post: Post,
): Promise<{ receiptId: string; quoteIds: string[] }> {
  const outcome = await write((scope) => tryToDecide(scope, surveyId, wanted, post))
  if (outcome instanceof Problem) throw outcome
  return outcome
}

async function tryToDecide(
  given: Scope,
  surveyId: string,
  wanted: SimulatedDecisions,
  post: Post,
): Promise<{ receiptId: string; quoteIds: string[] } | Problem> {
  assertSandbox(given)
  if (!wanted.all && !wanted.lines) throw problem('missingField', 'all: give `all`, `lines` or both')
  const visit = await visitOf(given, surveyId, post)
  const language = await findOwnLanguage(visit)
  const lines = listPageLines(await loadPage(visit, language))
  const form = fillForm(lines, wanted)
  const outcome = await decide(visit, { form, formId: formIdOf(lines, form), language }, post.box)
  if ('isTooMany' in outcome) {
    return problem('decisionNotTaken', 'all: too many decisions were made by this link within a day')
  }
  if ('review' in outcome) return whyNot(outcome.review)
  const quoteIds = lines.map(({ id }) => id).filter((id) => form.has(ownerFields.word + id))
  return { receiptId: outcome.receiptId, quoteIds }
}

/** The same choices on the same offers come from the same form, so that a code that was sent for them confirms them. */
function formIdOf(lines: readonly OwnerLine[], form: ReadonlyMap<string, string>): string {
  const decided = lines.map(({ id, decision }) => [id, decision?.at])
  const chosen = [...form].filter(([name]) => name !== codeFields.code)
  return hash('sha256', JSON.stringify([decided, chosen]), 'base64url')
}

/** As the page sends it: every line as it was shown, and what was chosen. */
function fillForm(lines: readonly OwnerLine[], wanted: SimulatedDecisions): Map<string, string> {
  const { all, lines: chosen = [], until: untilOfAll, code } = wanted
  const form = new Map<string, string>()
  const known = new Set(lines.map(({ id }) => id))
  const unknown = chosen.find(({ quoteId }) => !known.has(quoteId))
  if (unknown) {
    throw problem('nothingToSimulate', `lines: the owner's page has no offer "${unknown.quoteId}"`)
  }
  const single = new Map(chosen.map((one) => [one.quoteId, one]))
  for (const line of lines) {
    form.set(ownerFields.state + line.id, line.state)
    const own = single.get(line.id)
    const decision = own?.decision ?? (line.isOpen ? all : undefined)
    if (!decision) continue
    form.set(ownerFields.word + line.id, wordOf[decision])
    const until = own?.until ?? untilOfAll
    if (decision === 'defer' && until !== undefined) form.set(ownerFields.date + line.id, until)
    if (own?.reason !== undefined) form.set(ownerFields.reason + line.id, own.reason)
  }
  if (![...form.keys()].some((name) => name.startsWith(ownerFields.word))) {
    throw problem('nothingToSimulate', "all: the owner's page has no offer that is open")
  }
  if (code !== undefined) form.set(codeFields.code, code)
  return form
}

function whyNot({ again, code }: OwnerReview): Problem {
  if (code) {
    const isWrong = code.state === 'wrong' || code.state === 'over'
    const why = isWrong ? 'this one is wrong or over' : 'the sum has to be confirmed'
    return problem('codeNeeded', `code: ${why}; the outbox has the code that was sent`)
  }
  const [first] = again
  const why = first?.why === 'date' ? 'its date is not one the page offers' : 'it is settled or has changed'
  return problem('decisionNotTaken', `lines: "${first?.line?.id ?? ''}" was not taken: ${why}`)
}

export async function simulateFeedback(
  given: Scope,
  surveyId: string,
  { stars, text }: { stars: number; text?: string },
  post: Post,
): Promise<{ isTaken: boolean }> {
  assertSandbox(given)
  const visit = await visitOf(given, surveyId, post)
  await markOpened(visit.scope, visit.link)
  const words = text?.trim() || undefined
  return { isTaken: await giveFeedback(visit, newFormId(), { stars, text: words }) }
}

// The parts desk replies: a price with a day, or that it cannot be had. Two people at once: the later one is told what the other did.
import type { PartReply, PartRequest } from '@walkaround/contract/dms/parts.ts'
import { dateIn } from '@walkaround/contract/rules/days.ts'
import { replyFaults } from '@walkaround/contract/rules/parts.ts'
import { problem, problemOf } from '../../problems.ts'
import { atSite, type Fields, type Scope } from '../../scope.ts'
import { type At, assertPartsStep, assertSurveyOpen, holdForParts } from './request-parts.ts'
import { afterReply, changedMeanwhile, isRepeated, isShown, toRequest } from './rules.ts'
import * as store from './store.ts'

export async function replyToRequest(
  scope: Scope,
  { surveyId, questionId }: At,
  fields: Fields<PartReply>,
  { name }: { name: string },
): Promise<PartRequest> {
  const survey = await holdForParts(scope, surveyId)
  const row = await store.findRequest(scope, surveyId, questionId)
  if (!row)
    throw problem('noSuchResource', `no parts were asked for at question "${questionId}" of "${surveyId}"`)
  const reply = fields.get()
  const faults = replyFaults(reply, dateIn(scope.now, atSite(scope, survey.siteId).client.timeZone))
  if (faults.length > 0)
    throw problemOf(faults.map(({ kind, field, info }) => ({ kind, info: `${field}: ${info}` })))
  const me = scope.actor.id
  if (isShown(row) && isRepeated(row, reply, me)) return toRequest(row, me)
  assertSurveyOpen(survey, surveyId)
  await assertPartsStep(scope, survey)
  if (!isShown(row) || row.revision !== reply.revision)
    throw problem('preconditionFailed', changedMeanwhile(row))
  const next = { ...afterReply(row, reply, { by: me, name, now: scope.now }), state: reply.outcome }
  await store.saveReply(scope, next)
  store.settleOld(scope)
  return toRequest(next, me)
}

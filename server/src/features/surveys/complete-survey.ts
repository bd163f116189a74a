// Completes an inspection, which freezes it (D5); a manager may reopen it, with a reason.
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { recordEvents } from '../../db/events.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { loadAct, toFrozenAct } from './act.ts'
import { lockOrigin } from './contact-store.ts'
import type { Frozen } from './frozen.ts'
import type { SurveyHeader } from './header.ts'
import { getLoadedSurveyForUpdate } from './load-survey.ts'
import { assertNothingMissing } from './missing.ts'
import { toFrozenOffers } from './offered.ts'
import { assertAnswersOpen } from './rules.ts'
import { vehicleKeyOf } from './search-text.ts'
import * as store from './store.ts'

/** Enqueued when a survey with automatic messages is completed. */
export const SURVEY_COMPLETED_JOB = 'survey.completed'
const announced: readonly SurveyType[] = ['VC', 'CVR']

/** The one way to complete, for the app, the command line and the demo. */
export async function completeSurvey(scope: Scope, surveyId: string): Promise<void> {
  const survey = await getLoadedSurveyForUpdate(scope, surveyId)
  assertAnswersOpen(survey.row)
  const act = await loadAct(scope, survey)
  await assertNothingMissing(scope, survey, act)
  const frozen: Frozen = {
    language: scope.client.language,
    actLanguage: act.act.language,
    hidden: [...survey.template.questions.values()]
      .filter((one) => !survey.isVisible(one))
      .map(({ id }) => id),
    offers: toFrozenOffers(survey.offered()),
    covers: Object.fromEntries(survey.coverage()),
    act: toFrozenAct(act),
  }
  await store.setCompleted(scope, surveyId, JSON.stringify(frozen))
  await recordEvents(scope, [
    {
      kind: 'survey.completed',
      subject: `survey/${surveyId}`,
      payload: { before: flagsOf(survey.row), after: { ...flagsOf(survey.row), completed: true } },
    },
  ])
  if (announced.includes(survey.row.surveyType)) {
    await enqueue(scope, { kind: SURVEY_COMPLETED_JOB, payload: { surveyId } })
  }
}

const flagsOf = ({ completed, closed }: Pick<store.SurveyState, 'completed' | 'closed'>) => ({
  completed,
  closed,
})

const REASON_LENGTH = 1000

export async function reopenSurvey(scope: Scope, surveyId: string, reason: string): Promise<void> {
  if (reason.trim() === '' || reason.length > REASON_LENGTH) {
    throw problem('invalidArgument', `reason: must have 1 to ${REASON_LENGTH} characters`)
  }
  const origin = await lockOrigin(scope, surveyId)
  const survey = origin && (await store.findStateForUpdate(scope, surveyId))
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  // A closed survey can be reopened only after its order or lead was (C3).
  const isTakenBack = (origin.orderId ?? origin.leadId) !== null && !origin.isOver
  if (survey.closed && !isTakenBack) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  if (!survey.completed && !survey.closed)
    throw problem('surveyNotCompleted', `survey "${surveyId}" is not completed`)
  const header = origin.header === null ? {} : (JSON.parse(origin.header) as SurveyHeader)
  await store.setReopened(scope, surveyId, vehicleKeyOf(header))
  await recordEvents(scope, [
    {
      kind: 'survey.reopened',
      subject: `survey/${surveyId}`,
      payload: { reason, before: flagsOf(survey), after: { completed: false, closed: false } },
    },
  ])
}

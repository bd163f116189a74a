// Locks a survey for a transaction that makes several changes to it, so that they are atomic.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { lockOrigin } from './contact-store.ts'
import * as store from './store.ts'

/** Must be called before any row that refers to the survey is written: otherwise two transactions could wait for each other. */
export async function holdSurvey(scope: Scope, surveyId: string): Promise<void> {
  if (!(await store.findStateForUpdate(scope, surveyId))) throw noSuchSurvey(surveyId)
}

/** Together with its order or lead, whose row is locked first, as in a PUT of them. */
export async function holdSurveyAndOrigin(scope: Scope, surveyId: string): Promise<void> {
  await lockOrigin(scope, surveyId)
  await holdSurvey(scope, surveyId)
}

/** Locks nothing. */
export async function assertSurveyExists(scope: Scope, surveyId: string): Promise<void> {
  if (!(await store.hasSurvey(scope, surveyId))) throw noSuchSurvey(surveyId)
}

const noSuchSurvey = (surveyId: string) => problem('noSuchResource', `there is no survey "${surveyId}"`)

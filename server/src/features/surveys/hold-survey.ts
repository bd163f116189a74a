// Holds a survey for a transaction that does several things to it, so that they happen as one.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { lockOrigin } from './contact-store.ts'
import * as store from './store.ts'

/** To be taken before any row that refers to the survey is written: two who hold it a little would wait for each other. */
export async function holdSurvey(scope: Scope, surveyId: string): Promise<void> {
  if (!(await store.findStateForUpdate(scope, surveyId))) throw noSuchSurvey(surveyId)
}

/** With its order or lead, whose row comes first: so does a PUT of them. */
export async function holdSurveyAndOrigin(scope: Scope, surveyId: string): Promise<void> {
  await lockOrigin(scope, surveyId)
  await holdSurvey(scope, surveyId)
}

/** Holds nothing. */
export async function assertSurveyExists(scope: Scope, surveyId: string): Promise<void> {
  if (!(await store.hasSurvey(scope, surveyId))) throw noSuchSurvey(surveyId)
}

const noSuchSurvey = (surveyId: string) => problem('noSuchResource', `there is no survey "${surveyId}"`)

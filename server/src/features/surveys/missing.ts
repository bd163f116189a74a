// What is still needed to complete an inspection (D5), by its answers, signatures and videos. The rule is shared with the tablet.

import type { ProblemKind } from '@walkaround/contract/problems.ts'
import * as rule from '@walkaround/contract/rules/missing.ts'
import { signatureHolds } from '@walkaround/contract/rules/signed-text.ts'
import { problemOf, type Violation } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { LoadedAct } from './act.ts'
import { factsOf } from './compose.ts'
import type { LoadedSurvey } from './load-survey.ts'
import * as store from './missing-store.ts'

export { listComingVideos } from './missing-store.ts'

/** Questions with a video that is still arriving. */
export async function listQuestionsBeingFilmed(scope: Scope, surveyId: string): Promise<string[]> {
  const coming = await store.listComingVideos(scope, surveyId)
  return coming.flatMap(({ questionId }) => questionId ?? [])
}

export async function listMissing(
  scope: Scope,
  { row, template, header, answers, isVisible }: LoadedSurvey,
  act: LoadedAct,
): Promise<rule.Missing[]> {
  const taken = await store.findTaken(scope, row.id)
  const signatures = JSON.parse(taken?.signed ?? '[]') as [string, string | null, boolean][]
  const films = JSON.parse(taken?.films ?? '[]') as [string, string][]
  const signed = signatures.filter(([, shown, isAccepted]) =>
    signatureHolds({ isAccepted, shown: shown ?? undefined }, act),
  )
  return rule.listMissing(
    [...template.questions.values()].filter(isVisible),
    { facts: factsOf(header.vehicle, answers), conditions: template.document.conditions ?? {} },
    {
      signed: new Set(signed.map(([questionId]) => questionId)),
      filmed: new Set([
        ...films.filter(([, state]) => rule.isFilm({ state })).map(([questionId]) => questionId),
        ...(await listQuestionsBeingFilmed(scope, row.id)),
      ]),
    },
  )
}

const kinds: Record<rule.Missing['what'], ProblemKind> = {
  answer: 'surveyIncomplete',
  signature: 'signatureMissing',
  video: 'signatureMissing',
}

export async function assertNothingMissing(
  scope: Scope,
  survey: LoadedSurvey,
  act: LoadedAct,
): Promise<void> {
  const violations = (await listMissing(scope, survey, act)).map(({ questionId, what }): Violation => {
    const { text } = survey.template.questions.get(questionId) ?? { text: questionId }
    return {
      kind: kinds[what],
      info: `${questionId}: "${text}" has no ${what}`,
    }
  })
  if (violations.length > 0) throw problemOf(violations)
}

// What completing an inspection still needs (D5): answers, signatures, videos. A signature counts while the act says what
// was signed (I2); a video from when its upload was begun: what was begun may still arrive afterwards.
import { signatureHolds } from '@walkaround/contract/rules/signed-text.ts'
import { type ProblemKind, problemOf, type Violation } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { isMandatory } from '../templates/rules.ts'
import type { LoadedAct } from './act.ts'
import { factsOf } from './compose.ts'
import type { LoadedSurvey } from './load-survey.ts'
import { listTaken } from './missing-store.ts'

export interface Missing {
  questionId: string
  what: 'answer' | 'signature' | 'video'
}

export async function listMissing(scope: Scope, survey: LoadedSurvey, act: LoadedAct): Promise<Missing[]> {
  const { template, header, answers, isVisible } = survey
  const facts = factsOf(header.vehicle, answers)
  const taken = await listTaken(scope, survey.row.id)
  const signed = new Set(
    taken.signatures.filter((one) => signatureHolds(one, act)).map(({ questionId }) => questionId),
  )
  const missing: Missing[] = []
  for (const question of template.questions.values()) {
    if (!isVisible(question)) continue
    const { id: questionId } = question
    const selected = answers.get(questionId)?.filter((answer) => answer.selected) ?? []
    const isAnswered = selected.length > 0
    const isWanted = isMandatory(question, facts, template.document.conditions)
    if (isWanted && !isAnswered) missing.push({ questionId, what: 'answer' })
    // Neither is asked for where nothing has to be said and nothing was.
    if (!isWanted && !isAnswered) continue
    if (question.answerSigned && !signed.has(questionId)) missing.push({ questionId, what: 'signature' })
    const standard = template.answers.get(questionId)
    const isFilmed =
      selected.some(({ id }) => standard?.get(id)?.videoMandatory) || question.answerVideoMandatory
    if (isFilmed && !taken.filmed.has(questionId)) missing.push({ questionId, what: 'video' })
  }
  return missing
}

const kinds: Record<Missing['what'], ProblemKind> = {
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

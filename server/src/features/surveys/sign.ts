// Signatures given on glass. They still move when the inspection is completed, until the survey is closed (D5).
import type { Signature } from '@walkaround/contract/app/media.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { getTemplateVersion } from '../templates/versions.ts'
import { listSignatures as list, type SignatureRow, saveSignature } from './signature-store.ts'
import * as store from './store.ts'

/** A pen gives some hundred points a second; more than this is no signature. */
const MOST_NUMBERS = 40_000

/** True when it is new. */
export async function putSignature(
  scope: Scope,
  surveyId: string,
  id: string,
  fields: Fields<Signature>,
): Promise<boolean> {
  const survey = await store.findStateForAnswer(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  const signature = fields.get()
  assertStrokes(signature.strokes)
  if (signature.questionId !== undefined) {
    const template = await getTemplateVersion(scope.db, store.templateRef(survey))
    if (!template.questions.has(signature.questionId)) {
      throw problem('unknownAnswer', `questionId: there is no question "${signature.questionId}"`)
    }
  }
  if (survey.closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  return saveSignature(scope, surveyId, id, signature)
}

function assertStrokes(strokes: readonly (readonly number[])[]): void {
  const odd = strokes.findIndex((stroke) => stroke.length % 2 === 1)
  if (odd >= 0) throw problem('outOfRange', `strokes[${odd}]: x and y come in pairs`)
  const numbers = strokes.reduce((sum, stroke) => sum + stroke.length, 0)
  if (numbers > MOST_NUMBERS) {
    throw problem('tooLong', `strokes: ${numbers} numbers are more than ${MOST_NUMBERS}`)
  }
}

export const listSignatures: (scope: Scope, surveyId: string) => Promise<SignatureRow[]> = list

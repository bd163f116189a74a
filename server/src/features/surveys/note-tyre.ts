// Notes what was read on a tyre beside its tread: readings, the week of production, the size. The answer itself is given as any other.
import { findTyreFault, type TyreDetails } from '@walkaround/contract/rules/tyres.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getOpenTemplate } from './give-answers.ts'
import { saveTyre } from './tyre-store.ts'

export async function noteTyre(
  scope: Scope,
  surveyId: string,
  questionId: string,
  details: TyreDetails,
): Promise<void> {
  const fault = findTyreFault(details)
  if (fault) throw problemOf([fault])
  const { questions } = await getOpenTemplate(scope, surveyId)
  const question = questions.get(questionId)
  if (!question) throw problem('noSuchResource', `there is no question "${questionId}"`)
  if (question.clientSettings?.tyre !== true)
    throw problem('invalidArgument', `questionId: "${questionId}" does not ask about a tyre`)
  saveTyre(scope, surveyId, questionId, details)
}

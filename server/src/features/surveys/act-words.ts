// The words of an act in every language: its terms and the questions on it. With them a tablet shows it to a customer of another
// language while it has no network.
import type { ActWords } from '@walkaround/contract/app/reception.ts'
import { isOnAct } from '@walkaround/contract/rules/signed-text.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import type { Scope } from '../../scope.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import type { LoadedSurvey } from './load-survey.ts'
import { templateRef } from './store.ts'
import { listTerms } from './terms.ts'

/** Undefined for a survey that nobody signs. */
export async function listActWords(
  scope: Scope,
  { row }: LoadedSurvey,
  dealership: string,
): Promise<Record<string, ActWords> | undefined> {
  const template = await getTemplateVersion(scope.db, templateRef(row))
  const isSigned = [...template.questions.values()].some(({ answerSigned }) => answerSigned)
  if (!isSigned) return undefined
  return Object.fromEntries(
    languages.map((language) => [
      language,
      {
        terms: listTerms('handover-act', language, dealership),
        questions: wordsOf(inLanguage(template, language)),
      },
    ]),
  )
}

const wordsOf = ({ questions, answers }: TemplateVersion): ActWords['questions'] =>
  Object.fromEntries(
    [...questions.values()].filter(isOnAct).map(({ id, text }) => [
      id,
      {
        text: text ?? id,
        answers: Object.fromEntries(
          [...(answers.get(id)?.values() ?? [])].flatMap((one) =>
            one.value === undefined ? [] : [[one.id, one.value]],
          ),
        ),
      },
    ]),
  )

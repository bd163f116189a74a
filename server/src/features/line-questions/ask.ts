// An owner asks about a line. Once for each form and text, and only so often by one link within a day.
import { hash } from 'node:crypto'
import { type QuestionAbout, questionLimits } from '@walkaround/contract/rules/line-questions.ts'
import type { Scope } from '../../scope.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { countQuestionsSince, findEntry, insertQuestion } from './store.ts'

const DAY_MS = 86_400_000

interface NewQuestion {
  link: { id: string; surveyId: string }
  formId: string
  about: QuestionAbout
  title: string
  words: string
}

/** `known`: the same form asked the same before. */
export async function ask(
  scope: Scope,
  { link, formId, about, title, words }: NewQuestion,
): Promise<'taken' | 'known' | 'tooMany'> {
  // Two posts of the same form run one after the other.
  await holdSurvey(scope, link.surveyId)
  // Another text in the same form, after going back, is another question.
  const id = hash('sha256', JSON.stringify([link.id, formId, about.kind, about.id, words]), 'base64url')
  if (await findEntry(scope, id)) return 'known'
  const since = new Date(scope.now.getTime() - DAY_MS)
  if ((await countQuestionsSince(scope, link, since)) >= questionLimits.perDay) return 'tooMany'
  await insertQuestion(scope, { id, surveyId: link.surveyId, linkId: link.id, about, title, words })
  return 'taken'
}

// Staff answer a question: stored for the page, and sent by the way the owner's link went. Not over an answer nobody has read.

import type { NewAnswer } from '@walkaround/contract/app/line-questions.ts'
import type { MessagePreview } from '@walkaround/contract/app/messages.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { timeOfTap } from '@walkaround/contract/rules/conflicting-taps.ts'
import { answersUnseen } from '@walkaround/contract/rules/line-questions.ts'
import { statedTotal } from '@walkaround/contract/rules/money.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { previewAnswerMessage, sendAnswer } from '../messages/send-answer.ts'
import type { Post } from '../messages/send-results.ts'
import { listCustomerQuotes } from '../quotes/read-quotes.ts'
import { assertSurveyExists, holdSurvey } from '../surveys/hold-survey.ts'
import { getLoadedSurvey } from '../surveys/load-survey.ts'
import { atSurvey } from '../surveys/rows.ts'
import * as store from './store.ts'
import { listThreads, type Thread } from './threads.ts'

export async function listQuestions(scope: Scope, surveyId: string): Promise<Thread[]> {
  await assertSurveyExists(scope, surveyId)
  const threads = await listThreads(scope, surveyId)
  if (!threads.some(({ about }) => about.kind === 'quote')) return threads
  const quotes = await listCustomerQuotes(scope, await getLoadedSurvey(scope, surveyId))
  const prices = new Map(quotes.map(({ quote }) => [quote.id, priceOf(quote)]))
  return threads.map((thread) =>
    thread.about.kind === 'quote' ? { ...thread, ...prices.get(thread.about.id) } : thread,
  )
}

function priceOf({ contents, currency }: Quote): Pick<Thread, 'amountIncVat' | 'currency'> {
  const amountIncVat = statedTotal(contents)?.incVat
  return amountIncVat === undefined ? {} : { amountIncVat, currency }
}

/** Makes the link of an answer. */
export type AnswerPost = Post

interface Answering {
  surveyId: string
  questionId: string
  answerId: string
}

/** Without `post` the page alone shows it. */
export async function putAnswer(
  scope: Scope,
  { surveyId, questionId, answerId }: Answering,
  fields: Fields<NewAnswer>,
  by: { name: string },
  post?: Post,
): Promise<void> {
  // Two people who answer at once answer one after the other.
  await holdSurvey(scope, surveyId)
  const { text, seen, at, clockAhead } = fields.get()
  const words = wordsOf(text)
  const known = await store.findEntry(scope, answerId)
  if (known?.surveyId === surveyId && known.words === words && known.loginId === scope.actor.id) return
  if (known) throw problem('idTaken', `answer "${answerId}" exists with other words; use a new id`)
  const thread = await getThread(scope, surveyId, questionId)
  const [unseen] = answersUnseen(thread.entries, seen)
  if (unseen) {
    throw problem('answeredMeanwhile', `${unseen.name ?? 'a colleague'} answered "${thread.title}" meanwhile`)
  }
  if (thread.isOver) {
    throw problem('recipientMissing', 'question_id: the DMS names another person since it was asked')
  }
  const writtenAt = timeOfTap(await atSurvey(scope, surveyId), { at, clockAhead })
  const messageId = post && (await sendAnswer(scope, { surveyId, linkId: thread.linkId, words }, post))
  await store.insertAnswer(scope, {
    id: answerId,
    surveyId,
    questionId: thread.questionId,
    about: thread.about,
    title: thread.title,
    words,
    writtenAt,
    authorName: by.name,
    messageId,
  })
}

/** As putAnswer would send it; nothing is stored. */
export async function previewAnswer(
  scope: Scope,
  { surveyId, questionId }: Omit<Answering, 'answerId'>,
  { text }: NewAnswer,
  baseUrl: string,
): Promise<MessagePreview> {
  await assertSurveyExists(scope, surveyId)
  const { linkId } = await getThread(scope, surveyId, questionId)
  return previewAnswerMessage(scope, { surveyId, linkId, words: wordsOf(text) }, baseUrl)
}

function wordsOf(text: string): string {
  if (text.trim() === '') throw problem('missingField', 'text: has no words')
  return text.trim()
}

/** The thread that has this question; the one asked last is answered. */
async function getThread(scope: Scope, surveyId: string, questionId: string): Promise<Thread> {
  const threads = await listThreads(scope, surveyId)
  const thread = threads.find(({ entries }) =>
    entries.some(({ id, by }) => id === questionId && by === 'owner'),
  )
  if (!thread) throw problem('noSuchResource', `survey "${surveyId}" has no question "${questionId}"`)
  return thread
}

// Puts a message into the queue: the message and its job are one transaction. Its text and its address are fixed from then on.
import { RetryTransaction } from '../../db/database.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Scope } from '../../scope.ts'
import * as store from './store.ts'

export const SEND_JOB = 'message.send'
/** A job of its own: a process of an older version would send it without its way out. */
export const REMIND_JOB = 'message.remind'

export const linkPurpose = (clientId: string, messageId: string) =>
  `link of message ${messageId} of ${clientId}`

/** The path of a survey in the workshop app, relative to the base URL. */
export const surveyPath = (surveyId: string) => `/workshop/surveys/${encodeURIComponent(surveyId)}`
export const sendPath = (surveyId: string) => `${surveyPath(surveyId)}/send`

export async function sendMessage(scope: Scope, message: store.MessageToInsert): Promise<void> {
  // Another message of the same survey took the number first: start over.
  if (!(await store.insertMessage(scope, message))) throw new RetryTransaction()
  await enqueueSending(scope, message)
}

export const enqueueSending = (
  scope: Scope,
  { id: messageId, type }: Pick<store.MessageToInsert, 'id' | 'type'>,
  later?: { id: string; dueAt: Date },
): Promise<void> =>
  enqueue(scope, { kind: type === 'workReminder' ? REMIND_JOB : SEND_JOB, payload: { messageId }, ...later })

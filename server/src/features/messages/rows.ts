// SQL of messages for other features.
import {
  type MessageType,
  type messageCategories,
  messageTypeNames,
  messageTypes,
} from '@walkaround/contract/messages.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** True if the survey `s` has a message, otherwise null. */
export const anyMessage = part`(select true from messages m
  where m.system_client_id = s.system_client_id and m.survey_id = s.id limit 1)`

/** The texts of questions and answers in messages that went out. How many there were. */
export function eraseQuestionTexts(
  scope: Pick<Scope, 'db' | 'clientId'>,
  surveyIds: readonly string[],
): Promise<number> {
  return scope.db.run(sql`
    update messages set text = '', html = null
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
      and type in ('questionNotification', 'questionAnswer') and state <> 'waiting'`)
}

const toOwners = messageTypeNames.filter(
  (type) => messageTypes[type].to === 'owner' && type !== 'decisionCode',
)

export interface MessageOfSurvey {
  surveyId: string
  type: MessageType
  category: (typeof messageCategories)[number]
  state: 'waiting' | 'sent' | 'failed'
  at: Date
}

/** That the customers of these surveys were written to: neither to whom nor what. The newest `most`. */
export const listMessagesOf = (
  scope: Scope,
  surveyIds: readonly string[],
  most: number,
): Promise<MessageOfSurvey[]> =>
  scope.db.rows(sql`
    select survey_id, type, category, state, coalesce(sent_at, created_at) as at from messages
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
      and type = any(${toOwners}::text[])
    order by coalesce(sent_at, created_at) desc, id limit ${most}`)

// SQL of messages for other features.
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

// SQL of messages for statements of other features.
import { part } from '../../db/sql.ts'

/** True if the survey `s` has a message, otherwise null. */
export const anyMessage = part`(select true from messages m
  where m.system_client_id = s.system_client_id and m.survey_id = s.id limit 1)`

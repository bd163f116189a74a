// SQL of owner links for statements of other features.
import { part } from '../../db/sql.ts'

/** True if the survey `s` has a link to the owner's page, valid or not, otherwise null. */
export const anyLink = part`(select true from owner_links k
  where k.system_client_id = s.system_client_id and k.survey_id = s.id and k.form is null limit 1)`

// The SQL of faces: where a survey was made, and by whom the owner was received.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { ownerTextsOf } from '../words/rows.ts'

interface PlaceRow {
  siteId: string | null
  header: string | null
  ownTexts: string | null
}

export function findPlace(
  scope: Pick<Scope, 'db' | 'clientId'>,
  surveyId: string,
): Promise<PlaceRow | undefined> {
  return scope.db.row(sql`
    select site_id, header::text as header, ${ownerTextsOf(scope)} as own_texts from surveys_with_origin
    where system_client_id = ${scope.clientId} and id = ${surveyId}`)
}

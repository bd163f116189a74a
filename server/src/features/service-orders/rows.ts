// Rows of inspections started without the DMS, which refer to the order or survey they became.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface InspectionRow {
  bodyHash: Uint8Array
  orderId: string | null
  surveyId: string | null
  /** The DMS order that the manual order turned out to be. */
  matchedTo: string | null
}

/** Takes the id, or returns what has it. With two requests for one id at once, the second waits for the first. */
export async function takeInspection(
  scope: Scope,
  id: string,
  bodyHash: Buffer,
): Promise<InspectionRow | undefined> {
  const taken = await scope.db.run(sql`
    insert into inspections (system_client_id, id, body_hash, created_at)
    values (${scope.clientId}, ${id}, ${bodyHash}, ${scope.now}) on conflict do nothing`)
  if (taken === 1) return undefined
  return scope.db.row(sql`
    select i.body_hash, i.order_id, i.survey_id, o.matched_to from inspections i
    left join service_orders o on o.system_client_id = i.system_client_id and o.id = i.order_id
    where i.system_client_id = ${scope.clientId} and i.id = ${id}`)
}

export async function setMade(
  scope: Scope,
  id: string,
  { orderId, surveyId }: { orderId?: string; surveyId?: string },
): Promise<void> {
  await scope.db.run(sql`
    update inspections set order_id = ${orderId ?? null}, survey_id = ${surveyId ?? null}
    where system_client_id = ${scope.clientId} and id = ${id}`)
}

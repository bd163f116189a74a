// The SQL of inspections begun without the DMS.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface InspectionRow {
  body_hash: Uint8Array
  order_id: string | null
  survey_id: string | null
  /** The order of the DMS that the one made by hand turned out to be. */
  matched_to: string | null
}

/** Takes the id, or tells what has it. Two with one id at once: the second waits for the first. */
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

/** A survey with neither order nor lead carries what the others find there. */
export async function setAlone(
  scope: Scope,
  surveyId: string,
  own: { header: string; branchId: string; searchText: string },
): Promise<void> {
  await scope.db.run(sql`
    update surveys set header = ${own.header}::json, branch_id = ${own.branchId}, search_text = ${own.searchText}
    where system_client_id = ${scope.clientId} and id = ${surveyId}`)
}

export async function saveSurveysOf(scope: Scope, orderId: string, surveys: string): Promise<void> {
  await scope.db.run(sql`
    update service_orders set surveys = ${surveys}::json, changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${orderId}`)
}

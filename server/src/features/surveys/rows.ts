// Reads and changes rows of surveys for other features: joined or separated orders, surveys without an order, merged branches.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** Deletes a survey that nobody has changed, when another replaces it. */
export async function deleteSurvey(scope: Scope, surveyId: string): Promise<void> {
  await scope.db.run(sql`
    delete from answer_idempotency_keys where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
  await scope.db.run(sql`
    delete from surveys where system_client_id = ${scope.clientId} and id = ${surveyId}`)
}

/** Answers, media, quotes, messages, links and edits move with the survey; its header is from now on the other order's. */
export async function moveSurveys(
  scope: Scope,
  surveyIds: string[],
  { orderId, vehicleKey }: { orderId: string; vehicleKey: string | null },
): Promise<void> {
  await scope.db.run(sql`
    update surveys set order_id = ${orderId}, vehicle_key = ${vehicleKey}
    where system_client_id = ${scope.clientId} and id = any(${surveyIds}::text[])`)
}

/** A survey without order and lead stores what others find there. */
export async function setAlone(
  scope: Scope,
  surveyId: string,
  own: { header: string; branchId: string; searchText: string },
): Promise<void> {
  await scope.db.run(sql`
    update surveys set header = ${own.header}::json, branch_id = ${own.branchId}, search_text = ${own.searchText}
    where system_client_id = ${scope.clientId} and id = ${surveyId}`)
}

/** Moves surveys without order and lead when their branch is merged into another. */
export async function moveAlone(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await db.run(sql`
    update surveys set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`)
}

/** The given ids that already belong to a survey. */
export async function listTaken(scope: Scope, surveyIds: readonly string[]): Promise<string[]> {
  const rows = await scope.db.rows<{ id: string }>(sql`
    select id from surveys where system_client_id = ${scope.clientId} and id = any(${surveyIds}::text[])`)
  return rows.map(({ id }) => id)
}

// SQL that finds where orders, leads and surveys belong: look-ups by primary key, each within one system client.
import { sql } from '../db/sql.ts'
import type { Scope } from '../scope.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

interface BranchOfRow {
  /** order/…, lead/… or survey/… */
  name: string
  branchId: string | null
}

/** A matched order made by hand belongs to the branch of the DMS order; a survey to the branch of its order or lead. */
export function listBranchesOf(
  { db, clientId }: Reader,
  { orderIds, leadIds, surveyIds }: { orderIds: string[]; leadIds: string[]; surveyIds: string[] },
): Promise<BranchOfRow[]> {
  return db.rows(sql`
    select 'order/' || o.id as name, coalesce(m.branch_id, o.branch_id) as branch_id
    from service_orders o
    left join service_orders m on m.system_client_id = o.system_client_id and m.id = o.matched_to
    where o.system_client_id = ${clientId} and o.id = any(${orderIds}::text[])
    union all
    select 'lead/' || l.id, l.branch_id from leads l
    where l.system_client_id = ${clientId} and l.id = any(${leadIds}::text[])
    union all
    select 'survey/' || s.id, s.branch_id from surveys_with_origin s
    where s.system_client_id = ${clientId} and s.id = any(${surveyIds}::text[])`)
}

export async function findSurveyOfUpload({ db, clientId }: Reader, id: string): Promise<string | undefined> {
  const row = await db.row<{ surveyId: string }>(sql`
    select survey_id from uploads where system_client_id = ${clientId} and id = ${id}`)
  return row?.surveyId
}

export function findMade(
  { db, clientId }: Reader,
  inspectionId: string,
): Promise<{ orderId: string | null; surveyId: string | null } | undefined> {
  return db.row(sql`
    select order_id, survey_id from inspections
    where system_client_id = ${clientId} and id = ${inspectionId}`)
}

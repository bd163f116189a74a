// SQL that finds where orders, leads and surveys belong: look-ups by primary key, each within one system client.
import { sql } from '../db/sql.ts'
import type { Scope } from '../scope.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

interface PlaceRow {
  /** order/…, lead/… or survey/… */
  name: string
  /** Of the board: order/…, lead/… or vehicle/… */
  card: string
  branchId: string | null
}

/** A matched order made by hand belongs to the DMS order; a survey to its order or lead. */
export function listPlacesOf(
  { db, clientId }: Reader,
  { orderIds, leadIds, surveyIds }: { orderIds: string[]; leadIds: string[]; surveyIds: string[] },
): Promise<PlaceRow[]> {
  return db.rows(sql`
    select 'order/' || o.id as name, 'order/' || coalesce(m.id, o.id) as card, coalesce(m.branch_id, o.branch_id) as branch_id
    from service_orders o
    left join service_orders m on m.system_client_id = o.system_client_id and m.id = o.matched_to
    where o.system_client_id = ${clientId} and o.id = any(${orderIds}::text[])
    union all
    select 'lead/' || l.id, 'lead/' || l.id, l.branch_id from leads l
    where l.system_client_id = ${clientId} and l.id = any(${leadIds}::text[])
    union all
    select 'survey/' || s.id, coalesce('order/' || s.order_id, 'lead/' || s.lead_id, 'vehicle/' || s.id), s.branch_id
    from surveys_with_origin s
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

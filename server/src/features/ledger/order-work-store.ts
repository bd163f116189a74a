// The SQL of the lines of orders that name work of ours.
import { moving, sql } from '../../db/sql.ts'
import type { OrderWorkRow } from './order-lines.ts'
import type { Reader } from './sources-store.ts'

/** `surveyIds`: the surveys that the lines name, or named before. */
export function saveOrderWork(
  { db, clientId }: Reader,
  orderId: string,
  rows: readonly OrderWorkRow[],
  surveyIds: readonly string[],
): void {
  db.send(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(position int, "itemId" text, "surveyId" text,
        "answerId" text, "packageId" text, "variantId" text, currency text, quantity numeric, "exVat" numeric,
        "incVat" numeric, "soldQuantity" numeric, "soldExVat" numeric, "soldIncVat" numeric, "deferredQuantity" numeric,
        "deferredUntil" text)
    ), gone as (
      delete from order_work w
      where w.system_client_id = ${clientId} and w.order_id = ${orderId} and w.position not in (select position from wanted)
    )
    insert into order_work as w (system_client_id, order_id, position, item_id, survey_id, answer_id, package_id, variant_id, currency,
      quantity, ex_vat, inc_vat, sold_quantity, sold_ex_vat, sold_inc_vat, deferred_quantity, deferred_until)
    select ${clientId}, ${orderId}, position, "itemId", "surveyId", "answerId", "packageId", "variantId", currency, quantity, "exVat",
      "incVat", "soldQuantity", "soldExVat", "soldIncVat", "deferredQuantity", "deferredUntil"
    from wanted
    on conflict (system_client_id, order_id, position) do update set item_id = excluded.item_id, survey_id = excluded.survey_id,
      answer_id = excluded.answer_id, package_id = excluded.package_id, variant_id = excluded.variant_id,
      currency = excluded.currency, quantity = excluded.quantity, ex_vat = excluded.ex_vat, inc_vat = excluded.inc_vat,
      sold_quantity = excluded.sold_quantity, sold_ex_vat = excluded.sold_ex_vat, sold_inc_vat = excluded.sold_inc_vat,
      deferred_quantity = excluded.deferred_quantity, deferred_until = excluded.deferred_until,
      quote_survey_id = null, quote_id = null
    ${moving({ clientId, surveyIds, orderIds: [orderId], questionIds: [] })}`)
}

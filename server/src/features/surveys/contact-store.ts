// The SQL of contact corrections: on the order or lead of a survey, or on the survey itself when it has neither.
import { RetryTransaction } from '../../db/database.ts'
import { recordEvents } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface OriginRow {
  order_id: string | null
  lead_id: string | null
}

export interface LockedOrigin extends OriginRow {
  header: string | null
  corrections: string | null
  /** Of the order or lead: closed or rejected. */
  is_over: boolean
}

/** Locks the order or lead: whoever changes a survey by what its order says takes this row before the survey's own. */
export async function lockOrigin(scope: Scope, surveyId: string): Promise<LockedOrigin | undefined> {
  const survey = await scope.db.row<OriginRow & { header: string | null }>(sql`
    select order_id, lead_id, header::text as header from surveys
    where system_client_id = ${scope.clientId} and id = ${surveyId}`)
  if (!survey) return undefined
  const { order_id, lead_id } = survey
  const origin =
    order_id === null && lead_id === null
      ? { header: survey.header, corrections: null, is_over: false }
      : await scope.db.row<Omit<LockedOrigin, keyof OriginRow>>(
          order_id !== null
            ? sql`select survey_header::text as header, contact_corrections::text as corrections,
                closed or rejected as is_over
              from service_orders where system_client_id = ${scope.clientId} and id = ${order_id} for update`
            : sql`select survey_header::text as header, contact_corrections::text as corrections,
                closed or rejected as is_over
              from leads where system_client_id = ${scope.clientId} and id = ${lead_id} for update`,
        )
  // An order made by hand may have been matched while its row was waited for: the survey is then another order's.
  const now = await scope.db.row<OriginRow>(sql`
    select order_id, lead_id from surveys where system_client_id = ${scope.clientId} and id = ${surveyId}`)
  if (now?.order_id !== order_id) throw new RetryTransaction()
  return origin && { order_id, lead_id, ...origin }
}

export async function saveCorrections(
  scope: Scope,
  { order_id, lead_id }: OriginRow,
  corrections: string | null,
): Promise<void> {
  await scope.db.run(
    order_id !== null
      ? sql`update service_orders set contact_corrections = ${corrections}::json
          where system_client_id = ${scope.clientId} and id = ${order_id}`
      : sql`update leads set contact_corrections = ${corrections}::json
          where system_client_id = ${scope.clientId} and id = ${lead_id}`,
  )
}

export async function saveOwnHeader(scope: Scope, surveyId: string, header: string): Promise<void> {
  await scope.db.run(sql`
    update surveys set header = ${header}::json
    where system_client_id = ${scope.clientId} and id = ${surveyId}`)
}

export async function recordCorrection(
  scope: Scope,
  surveyId: string,
  { order_id, lead_id }: OriginRow,
  partner: string,
): Promise<void> {
  const subjects = [`survey/${surveyId}`]
  if (order_id !== null) subjects.push(`order/${order_id}`)
  if (lead_id !== null) subjects.push(`lead/${lead_id}`)
  await recordEvents(
    scope,
    subjects.map((subject) => ({ kind: 'contact.corrected', subject, payload: { partner } })),
  )
}

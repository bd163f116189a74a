// The SQL of contact corrections and of a survey's origin: its order or lead, or the survey itself if it has neither.
import type { EventSubject } from '@walkaround/contract/events.ts'
import { RetryTransaction } from '../../db/database.ts'
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import {
  type ContactChange,
  type HeldOrigin,
  holdOrigin,
  insertContactChanges,
  type Origin,
  toLoggedContact,
} from '../origins/rows.ts'
import { noteChange } from './rows.ts'

export interface OriginRow {
  orderId: string | null
  leadId: string | null
}

interface LockedOrigin extends HeldOrigin, OriginRow {}

/** The origin of a survey; undefined if it has none. */
export function originOf({ orderId, leadId }: OriginRow): Origin | undefined {
  if (orderId !== null) return { kind: 'order', id: orderId }
  return leadId === null ? undefined : { kind: 'lead', id: leadId }
}

/** Locks the order or lead: code that changes a survey by its order must lock this row before the survey's own. */
export async function lockOrigin(scope: Scope, surveyId: string): Promise<LockedOrigin | undefined> {
  const survey = await scope.db.row<OriginRow & { header: string | null }>(sql`
    select order_id, lead_id, header::text as header from surveys
    where system_client_id = ${scope.clientId} and id = ${surveyId}`)
  if (!survey) return undefined
  const { orderId, leadId } = survey
  const origin = originOf(survey)
  const held = origin
    ? await holdOrigin(scope, origin)
    : { header: survey.header, corrections: null, isOver: false }
  // The manual order may have been matched while this waited for its row: the survey then belongs to another order.
  const now = await scope.db.row<OriginRow>(sql`
    select order_id, lead_id from surveys where system_client_id = ${scope.clientId} and id = ${surveyId}`)
  if (now?.orderId !== orderId) throw new RetryTransaction()
  return held && { orderId, leadId, ...held }
}

export async function saveOwnHeader(scope: Scope, surveyId: string, header: string): Promise<void> {
  await scope.db.run(sql`
    with noted as (
      ${noteChange(scope, surveyId)}
    )
    update surveys set header = ${header}::json
    where system_client_id = ${scope.clientId} and id = ${surveyId}`)
}

/** Says in the log who corrected what, and keeps the values apart from it. */
export async function recordCorrection(
  scope: Scope,
  surveyId: string,
  { orderId, leadId }: OriginRow,
  change: ContactChange,
): Promise<void> {
  const hangsOn = originOf({ orderId, leadId })
  const subjects: EventSubject<'contact.corrected'>[] = [`survey/${surveyId}`]
  if (hangsOn) subjects.push(`${hangsOn.kind}/${hangsOn.id}`)
  const at = { surveyId, ...(orderId ? { orderId } : {}), ...(leadId ? { leadId } : {}) }
  await scope.db.run(sql`
    with kept as (
      ${insertContactChanges(scope, at, [change])}
    )
    ${insertEvent(scope, 'contact.corrected', part`s.subject`, toLoggedContact(change))}
    from unnest(${subjects}::text[]) as s(subject)`)
}

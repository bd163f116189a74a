// Requests for parts for features on higher floors: of the findings in a list, news for the inbox, and texts that must be forgotten.
import type { PartState } from '@walkaround/contract/rules/parts.ts'
import { type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface PartsOfQuestion {
  surveyId: string
  questionId: string
  state: PartState
  since: Date
  /** ISO date. */
  availableOn: string | null
}

/** What is still found, as in the queue. */
export const stillFound = ({ clientId }: Scope): Part => part`
  join found_on_surveys v on v.system_client_id = ${clientId} and v.survey_id = p.survey_id
    and v.question_id = p.question_id`

/** On any of these surveys, as far as they are at one of these sites and still found. */
export function listPartsOf(
  scope: Scope,
  { surveyIds, siteIds }: { surveyIds: readonly string[]; siteIds: readonly string[] },
): Promise<PartsOfQuestion[]> {
  return scope.db.rows(sql`
    select p.survey_id, p.question_id, p.state, coalesce(p.answered_at, p.requested_at) as since,
      p.available_on::text as available_on
    from part_requests p
    join surveys_with_origin s on s.system_client_id = ${scope.clientId} and s.id = p.survey_id
    ${stillFound(scope)}
    where p.system_client_id = ${scope.clientId} and p.survey_id = any(${surveyIds}::text[]) and p.state <> 'withdrawn'
      and s.site_id = any(${siteIds}::text[])`)
}

export interface PartNews {
  surveyId: string
  questionId: string
  revision: number
  state: PartState
  requestedAt: Date
  requestedBy: string
  requestedName: string
  wanted: string | null
  answeredAt: Date | null
  answeredBy: string | null
  answeredName: string | null
  availableOn: string | null
  note: string | null
  masterClientId: string
  templateId: string
  templateVersion: number
}

/** Asked for, or answered, since then, and still found; the newest `most`. */
export function listPartNews(
  scope: Scope,
  {
    branchIds,
    siteIds,
    since,
    most,
  }: { branchIds: readonly string[]; siteIds: readonly string[]; since: Date; most: number },
): Promise<PartNews[]> {
  return scope.db.rows(sql`
    select p.survey_id, p.question_id, p.revision, p.state, p.requested_at, p.requested_by, p.requested_name, p.wanted,
      p.answered_at, p.answered_by, p.answered_name, p.available_on::text as available_on, p.note, s.master_client_id,
      s.template_id, s.template_version
    from part_requests p
    join surveys_with_origin s on s.system_client_id = ${scope.clientId} and s.id = p.survey_id
    ${stillFound(scope)}
    where p.system_client_id = ${scope.clientId} and p.settled_at is null and p.state <> 'withdrawn'
      and coalesce(p.answered_at, p.requested_at) >= ${since} and s.branch_id = any(${branchIds}::text[])
      and s.site_id = any(${siteIds}::text[])
    order by coalesce(p.answered_at, p.requested_at) desc, p.survey_id, p.question_id limit ${most}`)
}

/**
 * The words of requests and replies: of an order, of a lead, or wherever this address or number is in them. How many requests had any.
 * Parts and prices stay: they are of the car.
 */
export function erasePartTexts(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  {
    orderId,
    leadId,
    value,
  }: { orderId?: string | undefined; leadId?: string | undefined; value?: string | undefined },
): Promise<number> {
  if (value === undefined)
    return db.run(sql`
      update part_requests p set wanted = null, note = null
      from surveys_with_origin s
      where p.system_client_id = ${clientId} and s.system_client_id = p.system_client_id and s.id = p.survey_id
        and (s.order_id = ${orderId ?? null} or s.lead_id = ${leadId ?? null})
        and (p.wanted is not null or p.note is not null)`)
  return db.run(sql`
    update part_requests p set wanted = null, note = null where p.system_client_id = ${clientId} and strpos(
      lower(regexp_replace(concat_ws(' ', p.wanted, p.note), '[[:space:]]', '', 'g')),
      lower(regexp_replace(${value}::text, '[[:space:]]', '', 'g'))) > 0`)
}

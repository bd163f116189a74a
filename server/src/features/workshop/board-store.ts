// The SQL of the board: which cars, their surveys, and what is counted. A handful of statements for a whole board, whatever the
// number of cars.
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { answerSeparators } from './rules.ts'

export interface CardRow {
  kind: 'order' | 'lead' | 'vehicle'
  id: string
  branchId: string
  header: string
  /** Closed or rejected. */
  isOver: boolean
  isManual: boolean
  plannedStart: Date | null
  changedAt: Date
  changedByDms: Date | null
}

/** Nobody reads a board with more cars than this; the DMS forgot to close its orders. */
const MOST_OPEN = 1000

/**
 * Open orders and leads, the latest planned ones if there are too many, and surveys of vehicles without either (C8) until a day
 * after they were completed. Sub-orders have no surveys and so no card (C2). Ids of leads are ordered by bytes, but the index of
 * events is not: without its collation a comparison would read all events.
 */
export function listOpenCards(scope: Scope, branchIds: readonly string[] | null): Promise<CardRow[]> {
  const yesterday = new Date(scope.now.getTime() - 86_400_000)
  return scope.db.rows(sql`
    (select 'order' as kind, o.id, o.branch_id, o.survey_header::text as header, false as is_over, o.is_manual,
      o.planned_start, o.changed_at, (select max(e.at) from events e
        where e.system_client_id = o.system_client_id and e.subject = 'order/' || o.id and e.kind = 'order.changed'
          and e.actor in (select 'login:' || r.login_id from login_roles r
            where r.system_client_id = ${scope.clientId} and r.role = 'dms')) as changed_by_dms
    from service_orders o
    where o.system_client_id = ${scope.clientId} and not o.closed and not o.rejected and o.matched_to is null
      and (${branchIds}::text[] is null or o.branch_id = any(${branchIds}::text[]))
      and (o.parent_order_id is null or o.surveys::text <> '[]')
    order by o.planned_start desc nulls last, o.id limit ${MOST_OPEN})
    union all
    (select 'lead', l.id, l.branch_id, l.survey_header::text, false, false, l.planned_start, l.changed_at,
      (select max(e.at) from events e
        where e.system_client_id = l.system_client_id and e.subject = 'lead/' || l.id collate "default" and e.kind = 'lead.changed'
          and e.actor in (select 'login:' || r.login_id from login_roles r
            where r.system_client_id = ${scope.clientId} and r.role = 'dms'))
    from leads l
    where l.system_client_id = ${scope.clientId} and not l.closed and not l.rejected
      and (${branchIds}::text[] is null or l.branch_id = any(${branchIds}::text[]))
    order by l.planned_start desc, l.id limit ${MOST_OPEN})
    union all
    (select 'vehicle', s.id, s.branch_id, s.header::text, false, false, null, s.created_at, null
    from surveys s
    where s.system_client_id = ${scope.clientId} and s.order_id is null and s.lead_id is null and not s.closed
      and (not s.completed or s.completed_at > ${yesterday}) and s.branch_id is not null
      and (${branchIds}::text[] is null or s.branch_id = any(${branchIds}::text[]))
    order by s.created_at desc limit ${MOST_OPEN})`)
}

/**
 * Everything whose folded texts contain the folded term, closed or not, the newest first: uses only the index. A matched manual
 * order has no text.
 */
export function searchCards(
  scope: Scope,
  term: string,
  branchIds: readonly string[] | null,
  most: number,
): Promise<CardRow[]> {
  return scope.db.rows(sql`
    with found as (
      (select 'order' as kind, id, created_at from service_orders
      where system_client_id = ${scope.clientId} and strpos(search_text, ${term}) > 0
        and (${branchIds}::text[] is null or branch_id = any(${branchIds}::text[]))
      order by created_at desc limit ${most})
      union all
      (select 'lead', id, created_at from leads
      where system_client_id = ${scope.clientId} and strpos(search_text, ${term}) > 0
        and (${branchIds}::text[] is null or branch_id = any(${branchIds}::text[]))
      order by created_at desc limit ${most})
      union all
      (select 'vehicle', id, created_at from surveys
      where system_client_id = ${scope.clientId} and order_id is null and lead_id is null
        and strpos(search_text, ${term}) > 0 and (${branchIds}::text[] is null or branch_id = any(${branchIds}::text[]))
      order by created_at desc limit ${most})
      order by created_at desc limit ${most}
    )
    select f.kind, f.id, coalesce(o.branch_id, l.branch_id, s.branch_id) as branch_id,
      coalesce(o.survey_header, l.survey_header, s.header)::text as header,
      coalesce(o.closed or o.rejected, l.closed or l.rejected, s.closed) as is_over,
      coalesce(o.is_manual, false) as is_manual, coalesce(o.planned_start, l.planned_start) as planned_start,
      coalesce(o.changed_at, l.changed_at, s.created_at) as changed_at, null::timestamptz as changed_by_dms
    from found f
    left join service_orders o on f.kind = 'order' and o.system_client_id = ${scope.clientId} and o.id = f.id
    left join leads l on f.kind = 'lead' and l.system_client_id = ${scope.clientId} and l.id = f.id
    left join surveys s on f.kind = 'vehicle' and s.system_client_id = ${scope.clientId} and s.id = f.id`)
}

/** One card in any state: of an order, or of a survey without one. */
export function findCard(
  scope: Scope,
  { orderId, surveyId }: { orderId?: string | undefined; surveyId?: string | undefined },
): Promise<CardRow | undefined> {
  return scope.db.row(sql`
    select 'order' as kind, o.id, o.branch_id, o.survey_header::text as header, o.closed or o.rejected as is_over,
      o.is_manual, o.planned_start, o.changed_at, null::timestamptz as changed_by_dms
    from service_orders o where o.system_client_id = ${scope.clientId} and o.id = ${orderId ?? null}
    union all
    select 'vehicle', s.id, s.branch_id, s.header::text, s.closed, false, null, s.created_at, null
    from surveys s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId ?? null} and s.order_id is null
      and s.lead_id is null`)
}

export interface CardSurveyRow {
  id: string
  surveyType: SurveyType
  orderId: string | null
  leadId: string | null
  masterClientId: string
  templateId: string
  templateVersion: number
  completed: boolean
  closed: boolean
  surveyor: string | null
  completedAt: Date | null
  photos: number
  videos: number
}

/** In the order in which an order names its surveys. Uses only look-ups: a self-join would read all surveys that ever existed. */
export function listCardSurveys(
  scope: Scope,
  { orderIds, leadIds, surveyIds }: { orderIds: string[]; leadIds: string[]; surveyIds: string[] },
): Promise<CardSurveyRow[]> {
  return scope.db.rows(sql`
    select s.id, s.survey_type, s.order_id, s.lead_id, s.master_client_id, s.template_id, s.template_version, s.completed,
      s.closed, s.surveyor::text as surveyor, s.completed_at,
      (select count(*)::int from photos p where p.system_client_id = ${scope.clientId} and p.survey_id = s.id) as photos,
      (select count(*)::int from videos v where v.system_client_id = ${scope.clientId} and v.survey_id = s.id) as videos
    from (
      select * from surveys where system_client_id = ${scope.clientId} and order_id = any(${orderIds}::text[])
      union all
      select * from surveys where system_client_id = ${scope.clientId} and lead_id = any(${leadIds}::text[])
      union all
      select * from surveys where system_client_id = ${scope.clientId} and id = any(${surveyIds}::text[])
    ) s
    order by s.created_at, s.id`)
}

interface AnswersRow {
  id: string
  /** Selected answers, see `answerSeparators`: as JSON they would take three times as long. */
  answers: string | null
  startedAt: Date | null
  answeredAt: Date | null
}

export function listAnswers(scope: Scope, surveyIds: string[]): Promise<AnswersRow[]> {
  return scope.db.rows(sql`
    select w.id, a.answers, a.started_at, a.answered_at
    from unnest(${surveyIds}::text[]) as w(id)
    cross join lateral (
      select string_agg(g.question_id || ${answerSeparators.status} || coalesce(g.status, ''), ${answerSeparators.answer})
          filter (where g.selected) as answers,
        min(g.created_at) as started_at, max(g.created_at) as answered_at
      from survey_answers g where g.system_client_id = ${scope.clientId} and g.survey_id = w.id
    ) a`)
}

/** The questions hidden at completion: [question, …] as JSON. Reads everything frozen with the survey, so call it once. */
export function listHidden(
  scope: Scope,
  surveyIds: string[],
): Promise<{ id: string; hidden: string | null }[]> {
  return scope.db.rows(sql`
    select id, (frozen->'hidden')::text as hidden from surveys
    where system_client_id = ${scope.clientId} and id = any(${surveyIds}::text[])`)
}

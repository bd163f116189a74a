// The SQL of the board: which cars, their surveys, and what is counted. A handful of statements for a whole board, whatever the
// number of cars.
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { type Part, part, sql } from '../../db/sql.ts'
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

/** Sub-orders have no surveys and so no card (C2). */
const isOpenOrder = part`not o.closed and not o.rejected and o.matched_to is null
  and (o.parent_order_id is null or o.surveys::text <> '[]')`
const isOpenLead = part`not l.closed and not l.rejected`

/** The cards of `open_orders`, `open_leads` and `alone`. */
const openCards = (scope: Scope): Part => part`
  select 'order' as kind, o.id, o.branch_id, o.survey_header::text as header, false as is_over, o.is_manual,
    o.planned_start, o.changed_at, o.changed_by_dms
  from open_orders n join service_orders o on o.system_client_id = ${scope.clientId} and o.id = n.id
  union all
  select 'lead', l.id, l.branch_id, l.survey_header::text, false, false, l.planned_start, l.changed_at, l.changed_by_dms
  from open_leads n join leads l on l.system_client_id = ${scope.clientId} and l.id = n.id
  union all
  select 'vehicle', s.id, s.branch_id, s.header::text, false, false, null, s.created_at, null
  from alone n join surveys s on s.system_client_id = ${scope.clientId} and s.id = n.id`

/**
 * Open orders and leads, the latest planned ones if there are too many, and surveys of vehicles without either (C8) until a day
 * after they were completed. Each branch is read from an index of what is open there, so what was closed over the years costs
 * nothing.
 */
export function listOpenCards(scope: Scope, branchIds: readonly string[]): Promise<CardRow[]> {
  const yesterday = new Date(scope.now.getTime() - 86_400_000)
  return scope.db.rows(sql`
    with open_orders as (
      select n.id from unnest(${branchIds}::text[]) as b(id)
      cross join lateral (
        select o.id, o.planned_start from service_orders o
        where o.system_client_id = ${scope.clientId} and o.branch_id = b.id and ${isOpenOrder}
        order by o.planned_start desc nulls last, o.id limit ${MOST_OPEN}
      ) n
      order by n.planned_start desc nulls last, n.id limit ${MOST_OPEN}
    ), open_leads as (
      select n.id from unnest(${branchIds}::text[]) as b(id)
      cross join lateral (
        select l.id, l.planned_start from leads l
        where l.system_client_id = ${scope.clientId} and l.branch_id = b.id and ${isOpenLead}
        order by l.planned_start desc, l.id limit ${MOST_OPEN}
      ) n
      order by n.planned_start desc, n.id limit ${MOST_OPEN}
    ), alone as (
      select n.id from unnest(${branchIds}::text[]) as b(id)
      cross join lateral (
        (select s.id, s.created_at from surveys s
        where s.system_client_id = ${scope.clientId} and s.branch_id = b.id and s.order_id is null and s.lead_id is null
          and not s.closed and not s.completed
        order by s.created_at desc limit ${MOST_OPEN})
        union all
        (select s.id, s.created_at from surveys s
        where s.system_client_id = ${scope.clientId} and s.branch_id = b.id and s.order_id is null and s.lead_id is null
          and not s.closed and s.completed and s.completed_at > ${yesterday}
        order by s.completed_at desc limit ${MOST_OPEN})
      ) n
      order by n.created_at desc limit ${MOST_OPEN}
    )
    ${openCards(scope)}`)
}

/** Those of them that are on the board. */
export function listOpenCardsOf(
  scope: Scope,
  branchIds: readonly string[],
  { orderIds, leadIds, surveyIds }: { orderIds: string[]; leadIds: string[]; surveyIds: string[] },
): Promise<CardRow[]> {
  const yesterday = new Date(scope.now.getTime() - 86_400_000)
  return scope.db.rows(sql`
    with open_orders as (
      select o.id from service_orders o
      where o.system_client_id = ${scope.clientId} and o.id = any(${orderIds}::text[])
        and o.branch_id = any(${branchIds}::text[]) and ${isOpenOrder}
    ), open_leads as (
      select l.id from leads l
      where l.system_client_id = ${scope.clientId} and l.id = any(${leadIds}::text[])
        and l.branch_id = any(${branchIds}::text[]) and ${isOpenLead}
    ), alone as (
      select s.id from surveys s
      where s.system_client_id = ${scope.clientId} and s.id = any(${surveyIds}::text[])
        and s.branch_id = any(${branchIds}::text[]) and s.order_id is null and s.lead_id is null
        and not s.closed and (not s.completed or s.completed_at > ${yesterday})
    )
    ${openCards(scope)}`)
}

/** Sorts behind everything that begins with a word. */
const LAST = '\u{10FFFF}'

/** Of some words, the one that begins the fewest terms, counted up to a limit. */
export async function findRarest(
  scope: Scope,
  words: readonly string[],
  most: number,
): Promise<{ word: string; terms: number } | undefined> {
  return scope.db.row(sql`
    select w.word, c.terms from unnest(${words}::text[]) as w(word)
    cross join lateral (
      select count(*)::int as terms from (
        select from search_terms t
        where t.system_client_id = ${scope.clientId} and t.term >= w.word and t.term < w.word || ${LAST} limit ${most}
      ) counted
    ) c
    order by c.terms, w.word limit 1`)
}

interface Sought {
  /** All of them must begin a term of the car. */
  words: readonly string[]
  /** The most cards. */
  most: number
}

/** The cards of `f` (kind, id) that have every word, in any state. Ids of leads are ordered by bytes, the others are not. */
const foundCards = (scope: Scope, words: readonly string[]): Part =>
  part`select o.branch_id, o.survey_header::text as header, o.closed or o.rejected as is_over, o.is_manual, o.planned_start,
      o.changed_at, o.search_text
    from service_orders o where f.kind = 'order' and o.system_client_id = ${scope.clientId} and o.id = f.id collate "default"
      and not exists (select from unnest(${words}::text[]) as w(word) where strpos(o.search_text, '|' || w.word) = 0)
    union all
    select l.branch_id, l.survey_header::text, l.closed or l.rejected, false, l.planned_start, l.changed_at, l.search_text
    from leads l where f.kind = 'lead' and l.system_client_id = ${scope.clientId} and l.id = f.id collate "C"
      and not exists (select from unnest(${words}::text[]) as w(word) where strpos(l.search_text, '|' || w.word) = 0)
    union all
    select s.branch_id, s.header::text, s.closed, false, null, s.created_at, s.search_text
    from surveys s where f.kind = 'vehicle' and s.system_client_id = ${scope.clientId} and s.id = f.id collate "default"
      and not exists (select from unnest(${words}::text[]) as w(word) where strpos(s.search_text, '|' || w.word) = 0)`

/** The newest cars with a rare word and all the others: reads the terms that begin with it, and those cars until there are enough. */
export function listByWord(
  scope: Scope,
  word: string,
  branchIds: readonly string[] | null,
  { words, most }: Sought,
): Promise<CardRow[]> {
  return scope.db.rows(sql`
    select f.kind, f.id, c.branch_id, c.header, c.is_over, c.is_manual, c.planned_start, c.changed_at,
      null::timestamptz as changed_by_dms
    from (
      select t.kind, t.id, t.created_at from search_terms t
      where t.system_client_id = ${scope.clientId} and t.term >= ${word} and t.term < ${word + LAST}
        and (${branchIds}::text[] is null or t.branch_id = any(${branchIds}::text[]))
      group by t.kind, t.id, t.created_at order by t.created_at desc
    ) f
    cross join lateral (${foundCards(scope, words)}) c
    where ${branchIds}::text[] is null or c.branch_id = any(${branchIds}::text[])
    order by f.created_at desc limit ${most}`)
}

/** Those among the newest cars of each branch that have all words: for words that too many cars have. */
export function listAmongNewest(
  scope: Scope,
  branchIds: readonly string[],
  newest: number,
  { words, most }: Sought,
): Promise<CardRow[]> {
  return scope.db.rows(sql`
    select f.kind, f.id, c.branch_id, c.header, c.is_over, c.is_manual, c.planned_start, c.changed_at,
      null::timestamptz as changed_by_dms
    from (
      select n.kind, n.id, n.created_at from unnest(${branchIds}::text[]) as b(id)
      cross join lateral (
        (select 'order' as kind, o.id, o.created_at, o.search_text from service_orders o
        where o.system_client_id = ${scope.clientId} and o.branch_id = b.id order by o.created_at desc limit ${newest})
        union all
        (select 'lead', l.id, l.created_at, l.search_text from leads l
        where l.system_client_id = ${scope.clientId} and l.branch_id = b.id order by l.created_at desc limit ${newest})
        union all
        (select 'vehicle', s.id, s.created_at, s.search_text from surveys s
        where s.system_client_id = ${scope.clientId} and s.branch_id = b.id and s.order_id is null and s.lead_id is null
        order by s.created_at desc limit ${newest})
      ) n
      where not exists (select from unnest(${words}::text[]) as w(word) where strpos(n.search_text, '|' || w.word) = 0)
      order by n.created_at desc limit ${most}
    ) f
    cross join lateral (${foundCards(scope, words)}) c
    order by f.created_at desc limit ${most}`)
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

// The SQL of the board: which cars, their surveys, and what is counted. A handful of statements for a whole board, whatever the
// number of cars.

import { dateIn } from '@walkaround/contract/rules/days.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { SearchWord } from '@walkaround/contract/rules/search-terms.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { type Part, part, sql } from '../../db/sql.ts'
import { atBranch, type Scope } from '../../scope.ts'
import { anyMessage } from '../messages/rows.ts'
import { leadVersion, orderVersion } from '../origins/rows.ts'
import { anyLink } from '../owner-links/rows.ts'
import { lastChange } from '../surveys/rows.ts'
import { answerSeparators } from './rules.ts'

type Kind = 'order' | 'lead' | 'vehicle'

/** Which card, and the version of its row: everything the row has is the same as long as the revision is. */
export interface CardRef {
  kind: Kind
  id: string
  revision: string
}

export interface CardRow extends CardRef {
  branchId: string
  header: string
  /** Closed or rejected. */
  isOver: boolean
  isManual: boolean
  plannedStart: Date | null
  changedAt: Date
  changedByDms: Date | null
  closedAt: Date | null
  dmsChanges: string | null
}

/** The version of the row of a survey `s`; as that of an order or a lead. */
const surveyVersion = part`concat(s.xmin, '.', extract(epoch from greatest(s.created_at, s.completed_at, s.closed_at)))`

/** Nobody reads a board with more cars than this; the DMS forgot to close its orders. */
const MOST_OPEN = 1000
/** Of those closed today, the last ones. */
const MOST_CLOSED = 500

/** When the day began at a branch. */
const midnightAt = (scope: Scope, branchId: string): Date => {
  const { timeZone } = atBranch(scope, branchId).client
  return toInstant(`${dateIn(scope.now, timeZone)}T00:00:00`, timeZone)
}
/** These branches, and when the day began there: a row of each. */
const branchDays = (scope: Scope, branchIds: readonly string[]): Part =>
  part`unnest(${branchIds}::text[], ${branchIds.map((id) => midnightAt(scope, id))}::timestamptz[]) as b(id, midnight)`

/** Sub-orders have no surveys and so no card (C2). */
const isOpenOrder = part`not o.closed and not o.rejected and o.matched_to is null
  and (o.parent_order_id is null or o.surveys::text <> '[]')`
/** Orders that were closed today; one that came closed has no survey and was never on the board. */
const isClosedToday = part`o.closed and not o.rejected and o.matched_to is null
  and o.closed_at is not null and o.closed_at >= b.midnight and o.surveys::text <> '[]'`
const isOpenLead = part`not l.closed and not l.rejected`

/**
 * Open orders and leads, the latest planned ones if there are too many, orders closed today, and surveys of vehicles without either
 * (C8) until a day after they were completed. Each branch is read from an index of what is open there, so what was closed over the years costs
 * nothing.
 */
export function listOpenCards(scope: Scope, branchIds: readonly string[]): Promise<CardRef[]> {
  const yesterday = new Date(scope.now.getTime() - 86_400_000)
  return scope.db.rows(sql`
    (select 'order' as kind, n.id, n.revision from unnest(${branchIds}::text[]) as b(id)
    cross join lateral (
      select o.id, o.planned_start, ${orderVersion} as revision from service_orders o
      where o.system_client_id = ${scope.clientId} and o.branch_id = b.id and ${isOpenOrder}
      order by o.planned_start desc nulls last, o.id limit ${MOST_OPEN}
    ) n
    order by n.planned_start desc nulls last, n.id limit ${MOST_OPEN})
    union all
    (select 'order', n.id, n.revision from ${branchDays(scope, branchIds)}
    cross join lateral (
      select o.id, o.closed_at, ${orderVersion} as revision from service_orders o
      where o.system_client_id = ${scope.clientId} and o.branch_id = b.id and ${isClosedToday}
      order by o.closed_at desc, o.id limit ${MOST_CLOSED}
    ) n
    order by n.closed_at desc, n.id limit ${MOST_CLOSED})
    union all
    (select 'lead', n.id, n.revision from unnest(${branchIds}::text[]) as b(id)
    cross join lateral (
      select l.id, l.planned_start, ${leadVersion} as revision from leads l
      where l.system_client_id = ${scope.clientId} and l.branch_id = b.id and ${isOpenLead}
      order by l.planned_start desc, l.id limit ${MOST_OPEN}
    ) n
    order by n.planned_start desc, n.id limit ${MOST_OPEN})
    union all
    (select 'vehicle', n.id, n.revision from unnest(${branchIds}::text[]) as b(id)
    cross join lateral (
      (select s.id, s.created_at, ${surveyVersion} as revision from surveys s
      where s.system_client_id = ${scope.clientId} and s.branch_id = b.id and s.order_id is null and s.lead_id is null
        and not s.closed and not s.completed
      order by s.created_at desc limit ${MOST_OPEN})
      union all
      (select s.id, s.created_at, ${surveyVersion} from surveys s
      where s.system_client_id = ${scope.clientId} and s.branch_id = b.id and s.order_id is null and s.lead_id is null
        and not s.closed and s.completed and s.completed_at > ${yesterday}
      order by s.completed_at desc limit ${MOST_OPEN})
    ) n
    order by n.created_at desc limit ${MOST_OPEN})`)
}

export interface CardIds {
  orderIds: string[]
  leadIds: string[]
  surveyIds: string[]
}

/** Those of them that are on the board. */
export function listOpenCardsOf(
  scope: Scope,
  branchIds: readonly string[],
  { orderIds, leadIds, surveyIds }: CardIds,
): Promise<CardRef[]> {
  const yesterday = new Date(scope.now.getTime() - 86_400_000)
  return scope.db.rows(sql`
    select 'order' as kind, o.id, ${orderVersion} as revision from service_orders o
    where o.system_client_id = ${scope.clientId} and o.id = any(${orderIds}::text[])
      and o.branch_id = any(${branchIds}::text[])
      and (${isOpenOrder} or exists (
        select from ${branchDays(scope, branchIds)} where b.id = o.branch_id and ${isClosedToday}
      ))
    union all
    select 'lead', l.id, ${leadVersion} from leads l
    where l.system_client_id = ${scope.clientId} and l.id = any(${leadIds}::text[])
      and l.branch_id = any(${branchIds}::text[]) and ${isOpenLead}
    union all
    select 'vehicle', s.id, ${surveyVersion} from surveys s
    where s.system_client_id = ${scope.clientId} and s.id = any(${surveyIds}::text[])
      and s.branch_id = any(${branchIds}::text[]) and s.order_id is null and s.lead_id is null
      and not s.closed and (not s.completed or s.completed_at > ${yesterday})`)
}

/** What the cards show of their rows, in any state. */
export function listCardRows(scope: Scope, { orderIds, leadIds, surveyIds }: CardIds): Promise<CardRow[]> {
  return scope.db.rows(sql`
    select 'order' as kind, o.id, ${orderVersion} as revision, o.branch_id, o.survey_header::text as header,
      o.closed or o.rejected as is_over, o.is_manual, o.planned_start, o.changed_at, o.changed_by_dms,
      o.closed_at, o.dms_changes::text as dms_changes
    from service_orders o where o.system_client_id = ${scope.clientId} and o.id = any(${orderIds}::text[])
    union all
    select 'lead', l.id, ${leadVersion}, l.branch_id, l.survey_header::text, l.closed or l.rejected, false, l.planned_start,
      l.changed_at, l.changed_by_dms, null, null
    from leads l where l.system_client_id = ${scope.clientId} and l.id = any(${leadIds}::text[])
    union all
    select 'vehicle', s.id, ${surveyVersion}, s.branch_id, s.header::text, s.closed, false, null, s.created_at, null, null, null
    from surveys s where s.system_client_id = ${scope.clientId} and s.id = any(${surveyIds}::text[])`)
}

/** Sorts behind everything that begins with a word. */
const LAST = '\u{10FFFF}'

/** Of some words, the one that begins the fewest terms, counted up to a limit. Each may be meant in two ways. */
export async function findRarest(
  scope: Scope,
  words: readonly SearchWord[],
  most: number,
): Promise<{ text: string; other: string | null; terms: number } | undefined> {
  const { texts, others } = columnsOf(words)
  return scope.db.row(sql`
    select w.text, w.other, c.terms from unnest(${texts}::text[], ${others}::text[]) as w(text, other)
    cross join lateral (
      select count(*)::int as terms from (
        (select from search_terms t
        where t.system_client_id = ${scope.clientId} and t.term >= w.text and t.term < w.text || ${LAST} limit ${most})
        union all
        (select from search_terms t
        where t.system_client_id = ${scope.clientId} and t.term >= w.other and t.term < w.other || ${LAST} limit ${most})
      ) counted
    ) c
    order by c.terms, w.text limit 1`)
}

const columnsOf = (words: readonly SearchWord[]) => ({
  texts: words.map(({ text }) => text),
  others: words.map(({ other }) => other ?? null),
})

interface Sought {
  /** All of them must begin a term of the car. */
  words: readonly SearchWord[]
  /** The most cards. */
  most: number
}

/** The cards of `f` (kind, id) that have every word, in any state. Ids of leads are ordered by bytes, the others are not. */
const foundCards = (scope: Scope, { texts, others }: ReturnType<typeof columnsOf>): Part =>
  part`select ${orderVersion} as revision, o.branch_id
    from service_orders o where f.kind = 'order' and o.system_client_id = ${scope.clientId} and o.id = f.id collate "default"
      and not exists (select from unnest(${texts}::text[], ${others}::text[]) as w(text, other)
        where strpos(o.search_text, '|' || w.text) = 0 and coalesce(strpos(o.search_text, '|' || w.other), 0) = 0)
    union all
    select ${leadVersion}, l.branch_id
    from leads l where f.kind = 'lead' and l.system_client_id = ${scope.clientId} and l.id = f.id collate "C"
      and not exists (select from unnest(${texts}::text[], ${others}::text[]) as w(text, other)
        where strpos(l.search_text, '|' || w.text) = 0 and coalesce(strpos(l.search_text, '|' || w.other), 0) = 0)
    union all
    select ${surveyVersion}, s.branch_id
    from surveys s where f.kind = 'vehicle' and s.system_client_id = ${scope.clientId} and s.id = f.id collate "default"
      and not exists (select from unnest(${texts}::text[], ${others}::text[]) as w(text, other)
        where strpos(s.search_text, '|' || w.text) = 0 and coalesce(strpos(s.search_text, '|' || w.other), 0) = 0)`

/** The newest cars with a rare word and all the others: reads the terms that begin with it, and those cars until there are enough. */
export function listByWord(
  scope: Scope,
  word: { text: string; other: string | null },
  branchIds: readonly string[] | null,
  { words, most }: Sought,
): Promise<CardRef[]> {
  const meanings = word.other === null ? [word.text] : [word.text, word.other]
  return scope.db.rows(sql`
    select f.kind, f.id, c.revision from (
      select t.kind, t.id, t.created_at from unnest(${meanings}::text[]) as m(word)
      cross join lateral (
        select n.kind, n.id, n.created_at from search_terms n
        where n.system_client_id = ${scope.clientId} and n.term >= m.word and n.term < m.word || ${LAST}
          and (${branchIds}::text[] is null or n.branch_id = any(${branchIds}::text[])) offset 0
      ) t
      group by t.kind, t.id, t.created_at order by t.created_at desc
    ) f
    cross join lateral (${foundCards(scope, columnsOf(words))}) c
    where ${branchIds}::text[] is null or c.branch_id = any(${branchIds}::text[])
    order by f.created_at desc limit ${most}`)
}

/** Those among the newest cars of each branch that have all words: for words that too many cars have. */
export function listAmongNewest(
  scope: Scope,
  branchIds: readonly string[],
  newest: number,
  { words, most }: Sought,
): Promise<CardRef[]> {
  const { texts, others } = columnsOf(words)
  return scope.db.rows(sql`
    select f.kind, f.id, c.revision from (
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
      where not exists (select from unnest(${texts}::text[], ${others}::text[]) as w(text, other)
        where strpos(n.search_text, '|' || w.text) = 0 and coalesce(strpos(n.search_text, '|' || w.other), 0) = 0)
      order by n.created_at desc limit ${most}
    ) f
    cross join lateral (${foundCards(scope, columnsOf(words))}) c
    order by f.created_at desc limit ${most}`)
}

/** The cards of surveys with these ids, or whose messages or receipts have them, in any state. */
export function listByNumber(
  scope: Scope,
  ids: readonly string[],
  branchIds: readonly string[] | null,
): Promise<CardRef[]> {
  return scope.db.rows(sql`
    with named as (
      select m.survey_id as id from messages m where m.system_client_id = ${scope.clientId} and m.id = any(${ids}::text[])
      union
      select d.survey_id from owner_decisions d where d.system_client_id = ${scope.clientId} and d.id = any(${ids}::text[])
      union
      select w.id from unnest(${ids}::text[]) as w(id)
    ), of as (
      select f.id, f.order_id, f.lead_id, f.branch_id, f.version from named
      cross join lateral (
        select s.id, s.order_id, s.lead_id, s.branch_id, ${surveyVersion} as version from surveys s
        where s.system_client_id = ${scope.clientId} and s.id = named.id offset 0
      ) f
    )
    select 'order' as kind, o.id, ${orderVersion} as revision from service_orders o
    where o.system_client_id = ${scope.clientId} and o.id = any(array(select order_id from of))
      and (${branchIds}::text[] is null or o.branch_id = any(${branchIds}::text[]))
    union all
    select 'lead', l.id, ${leadVersion} from leads l
    where l.system_client_id = ${scope.clientId} and l.id = any(array(select lead_id collate "C" from of))
      and (${branchIds}::text[] is null or l.branch_id = any(${branchIds}::text[]))
    union all
    select 'vehicle', of.id, of.version from of
    where of.order_id is null and of.lead_id is null
      and (${branchIds}::text[] is null or of.branch_id = any(${branchIds}::text[]))`)
}

/** One card in any state: of an order, or of a survey without one. */
export function findCard(
  scope: Scope,
  { orderId, surveyId }: { orderId?: string | undefined; surveyId?: string | undefined },
): Promise<CardRef | undefined> {
  return scope.db.row(sql`
    select 'order' as kind, o.id, ${orderVersion} as revision
    from service_orders o where o.system_client_id = ${scope.clientId} and o.id = ${orderId ?? null}
    union all
    select 'vehicle', s.id, ${surveyVersion}
    from surveys s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId ?? null} and s.order_id is null
      and s.lead_id is null`)
}

/** Which survey, and the version of its row, answers and photos, as `surveys_with_origin` has it without the origin. */
export interface SurveyRef {
  id: string
  orderId: string | null
  leadId: string | null
  isOpen: boolean
  revision: string
  /** A video does not move the revision of its survey, which shows none. */
  videos: number
  /** The owner may have a message or a link. */
  isContacted: boolean
}

const surveyRefColumns = part`s.system_client_id, s.id, s.order_id, s.lead_id, not s.completed and not s.closed as is_open,
  ${surveyVersion} as version, s.created_at`

/**
 * In the order in which an order names its surveys. Uses only look-ups, which the offsets see to: a join would read all surveys that
 * ever existed.
 */
export function listCardSurveys(
  scope: Scope,
  { orderIds, leadIds, surveyIds }: CardIds,
): Promise<SurveyRef[]> {
  return scope.db.rows(sql`
    select s.id, s.order_id, s.lead_id, s.is_open, concat(s.version, '.', ${lastChange}) as revision,
      (select count(*)::int from videos v where v.system_client_id = ${scope.clientId} and v.survey_id = s.id) as videos,
      coalesce(${anyMessage}, ${anyLink}, false) as is_contacted
    from (
      select f.* from unnest(${orderIds}::text[]) as w(id)
      cross join lateral (
        select ${surveyRefColumns} from surveys s
        where s.system_client_id = ${scope.clientId} and s.order_id = w.id offset 0
      ) f
      union all
      select f.* from unnest(${leadIds}::text[]) as w(id)
      cross join lateral (
        select ${surveyRefColumns} from surveys s
        where s.system_client_id = ${scope.clientId} and s.lead_id = w.id offset 0
      ) f
      union all
      select f.* from unnest(${surveyIds}::text[]) as w(id)
      cross join lateral (
        select ${surveyRefColumns} from surveys s
        where s.system_client_id = ${scope.clientId} and s.id = w.id offset 0
      ) f
    ) s
    order by s.created_at, s.id`)
}

export interface SurveyRow {
  id: string
  revision: string
  surveyType: SurveyType
  masterClientId: string
  templateId: string
  templateVersion: number
  completed: boolean
  closed: boolean
  surveyor: string | null
  completedAt: Date | null
  /** The questions hidden at completion: [question, …] as JSON. */
  hidden: string | null
  photos: number
  /** Selected answers, see `answerSeparators`: as JSON they would take three times as long. */
  answers: string | null
  startedAt: Date | null
  answeredAt: Date | null
  /** What is offered on it, see `OfferColumns`. */
  offers: string | null
}

/** With everything that is counted, in one statement: nothing is of another state than the revision. */
export function listSurveyRows(scope: Scope, surveyIds: readonly string[]): Promise<SurveyRow[]> {
  return scope.db.rows(sql`
    select s.id, concat(${surveyVersion}, '.', ${lastChange}) as revision, s.survey_type, s.master_client_id, s.template_id,
      s.template_version, s.completed, s.closed, s.surveyor::text as surveyor, s.completed_at,
      case when s.completed then (s.frozen->'hidden')::text end as hidden,
      (select count(*)::int from photos p where p.system_client_id = ${scope.clientId} and p.survey_id = s.id) as photos,
      a.answers, a.started_at, a.answered_at,
      (select json_agg(f.columns)::text from (
        select json_build_array('package', v.package_id, v.currency, coalesce(v.offered_inc_vat, v.offered_ex_vat),
          v.approval_status, extract(epoch from v.decided_at) * 1000) as columns
        from survey_variants v where v.system_client_id = ${scope.clientId} and v.survey_id = w.id
          and not exists (select from survey_quotes q
            where q.system_client_id = ${scope.clientId} and q.survey_id = w.id and q.category = 'quote'
              and q.question_id = v.question_id and q.answer_id = v.answer_id and q.package_id = v.package_id
              and q.variant_id = v.variant_id)
        union all
        select json_build_array(q.category, q.package_id, q.currency, coalesce(q.offered_inc_vat, q.offered_ex_vat),
          q.approval_status, extract(epoch from q.decided_at) * 1000)
        from survey_quotes q where q.system_client_id = ${scope.clientId} and q.survey_id = w.id
          and (q.category = 'quote' or q.visible and not q.withdrawn)
      ) f) as offers
    from unnest(${surveyIds}::text[]) as w(id)
    join surveys s on s.system_client_id = ${scope.clientId} and s.id = w.id
    cross join lateral (
      select string_agg(g.question_id || ${answerSeparators.status} || coalesce(g.status, ''), ${answerSeparators.answer})
          filter (where g.selected) as answers,
        min(g.created_at) as started_at, max(g.created_at) as answered_at
      from survey_answers g where g.system_client_id = ${scope.clientId} and g.survey_id = w.id
    ) a`)
}

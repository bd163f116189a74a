// SQL that reads sums of figures. A period is read in pieces, each in the grain of its span, some of which are taken away; this period and
// the one before in the same statement. What is not asked for has no pieces, and is not read. `offset 0`: whatever is known of a table,
// it is read by its index, a piece at a time; joined, the planner would take a month for half of the table and read all of it.
import type { Grouping } from '@walkaround/contract/figures.ts'
import type { Period } from '@walkaround/contract/rules/figure-periods.ts'
import { type Part, part, sql } from '../../db/sql.ts'
import type { Reader } from './facts-store.ts'
import type { Grain } from './sums-store.ts'

/** A range of days that is read in one grain, and added or taken away. */
export interface Piece extends Period {
  grain: Grain
  sign: 1 | -1
  isBefore: boolean
}

/** What is read: all of the client, unless branches or a person are given. */
export interface Asked {
  by: Grouping
  /** Of all branches at once, one after the other as they are stored; of others than `branchIds` they are left out. */
  pieces?: readonly Piece[]
  /** Of each of `branchIds` for itself. */
  ofEach?: readonly Piece[]
  /** Of every branch but `allBut`: taken away. */
  ofOthers?: readonly Piece[]
  allBut?: readonly string[]
  /** Of `person` alone. */
  ofPerson?: readonly Piece[]
  branchIds?: readonly string[] | undefined
  /** Where groups are sites: that of each branch. */
  siteIds?: readonly string[] | undefined
  person?: string | undefined
}

interface Grouped {
  key: string
  isBefore: boolean
}
/** Has the names of contract/src/figures.ts: the compiler sees that none is missing. */
export interface CountRow extends Grouped {
  orders: number
  rejected: number
  checked: number
  checks: number
  amber: number
  red: number
  offered: number
  approved: number
  sold: number
  deferred: number
  returned: number
  sent: number
  opened: number
  decidedOnline: number
  timedChecks: number
  checkSeconds: number
  told: number
  toldSeconds: number
  decided: number
  decidedSeconds: number
  photos: number
  videos: number
  stars: number
  feedbacks: number
  timedOffers: number
  offerSeconds: number
  partsReplies: number
  partsSeconds: number
  notOffered: number
  sentWithVideo: number
  watched: number
}
export interface MoneyRow extends Grouped {
  currency: string
  pricedOrders: number
  offeredMoney: number
  approvedMoney: number
  soldMoney: number
  upliftMoney: number
}

const totalCounts = part`sum(f.orders * f.sign)::float8 as orders, sum(f.rejected * f.sign)::float8 as rejected,
  sum(f.checked * f.sign)::float8 as checked, sum(f.checks * f.sign)::float8 as checks, sum(f.amber * f.sign)::float8 as amber,
  sum(f.red * f.sign)::float8 as red, sum(f.offered * f.sign)::float8 as offered, sum(f.approved * f.sign)::float8 as approved,
  sum(f.sold * f.sign)::float8 as sold, sum(f.deferred * f.sign)::float8 as deferred,
  sum(f.returned * f.sign)::float8 as returned, sum(f.sent * f.sign)::float8 as sent, sum(f.opened * f.sign)::float8 as opened,
  sum(f.decided_online * f.sign)::float8 as decided_online, sum(f.timed_checks * f.sign)::float8 as timed_checks,
  sum(f.check_seconds * f.sign)::float8 as check_seconds, sum(f.told * f.sign)::float8 as told,
  sum(f.told_seconds * f.sign)::float8 as told_seconds, sum(f.decided * f.sign)::float8 as decided,
  sum(f.decided_seconds * f.sign)::float8 as decided_seconds, sum(f.photos * f.sign)::float8 as photos,
  sum(f.videos * f.sign)::float8 as videos, sum(f.stars * f.sign)::float8 as stars,
  sum(f.feedbacks * f.sign)::float8 as feedbacks, sum(f.timed_offers * f.sign)::float8 as timed_offers,
  sum(f.offer_seconds * f.sign)::float8 as offer_seconds, sum(f.parts_replies * f.sign)::float8 as parts_replies,
  sum(f.parts_seconds * f.sign)::float8 as parts_seconds, sum(f.not_offered * f.sign)::float8 as not_offered,
  sum(f.sent_with_video * f.sign)::float8 as sent_with_video, sum(f.watched * f.sign)::float8 as watched`
const totalMoney = part`sum(f.priced_orders * f.sign)::float8 as priced_orders, sum(f.offered_money * f.sign)::float8 as offered_money,
  sum(f.approved_money * f.sign)::float8 as approved_money, sum(f.sold_money * f.sign)::float8 as sold_money,
  sum(f.uplift_money * f.sign)::float8 as uplift_money`
/** Of what was taken away again nothing is left. */
const hasOrders = part`sum((f.orders + f.rejected) * f.sign) > 0`
const hasMoney = part`sum(f.priced_orders * f.sign) > 0 or sum(f.offered_money * f.sign) <> 0
  or sum(f.approved_money * f.sign) <> 0 or sum(f.sold_money * f.sign) <> 0 or sum(f.uplift_money * f.sign) <> 0`

/** Pieces `r`. */
const rangesOf = (pieces: readonly Piece[] = []): Part => part`
  unnest(${pieces.map(({ grain }) => grain)}::text[], ${pieces.map(({ from }) => from)}::date[],
    ${pieces.map(({ to }) => to)}::date[], ${pieces.map(({ isBefore }) => isBefore)}::boolean[],
    ${pieces.map(({ sign }) => sign)}::int[]) as r(grain, first, last, is_before, sign)`

/** Branches `w`, with their sites. */
const branchesOf = ({ branchIds = [], siteIds = branchIds }: Asked): Part => part`
  unnest(${branchIds}::text[], ${siteIds}::text[]) as w(branch_id, site_id)`
/** One of them, or there are none. */
const isAmong = ({ branchIds }: Asked): Part =>
  part`(w.branch_id is not null or ${branchIds ?? null}::text[] is null)`

/** Branches `b` that have sums in these pieces but are not asked for, also those that were merged into another a moment ago. */
const othersOf = ({ clientId }: Reader, { allBut = [] }: Asked): Part => part`(
  select distinct b.branch_id from figure_days b
  where b.system_client_id = ${clientId} and b.grain = 'branch.year'
    and b.day between date_trunc('year', r.first::timestamp)::date and r.last
    and b.branch_id not in (select unnest(${allBut}::text[]))
  ) b`

/** Pieces `r` of branches for themselves. */
const rangesOfBranches = (reader: Reader, asked: Asked): Part => part`(
  select r.*, w.branch_id, w.site_id from ${rangesOf(asked.ofEach)} cross join ${branchesOf(asked)}
  union all
  select r.grain, r.first, r.last, r.is_before, -r.sign, b.branch_id, '' from ${rangesOf(asked.ofOthers)}
  cross join lateral ${othersOf(reader, asked)}
) r`

const isInPiece = ({ clientId }: Reader): Part => part`
  f.system_client_id = ${clientId} and f.grain = r.grain and f.day between r.first and r.last`
/** Of a person at these branches, or at all. */
const isOfPerson = ({ branchIds, person }: Asked): Part => part`
  f.person = ${person ?? ''} and f.person <> ''
    and (${branchIds ?? null}::text[] is null or f.branch_id = any(${branchIds ?? null}::text[]))`
const siteOfRow = part`coalesce((
  select b.site_id from branches b where b.system_client_id = f.system_client_id and b.id = f.branch_id
), '')`

/** A statement is read whole from the sources by the tests, so each table has its own. */
const countSums = (reader: Reader, asked: Asked): Part => part`(
  select f.*, r.is_before, r.sign, w.site_id from ${rangesOf(asked.pieces)}
  cross join lateral (select * from figure_days f where ${isInPiece(reader)} offset 0) f
  left join ${branchesOf(asked)} on w.branch_id = f.branch_id where ${isAmong(asked)}
  union all
  select f.*, r.is_before, r.sign, r.site_id from ${rangesOfBranches(reader, asked)}
  cross join lateral (select * from figure_days f where ${isInPiece(reader)} and f.branch_id = r.branch_id offset 0) f
  union all
  select f.*, r.is_before, r.sign, ${siteOfRow} from ${rangesOf(asked.ofPerson)}
  cross join lateral (select * from figure_days f where ${isInPiece(reader)} and ${isOfPerson(asked)} offset 0) f
) f`

const moneySums = (reader: Reader, asked: Asked): Part => part`(
  select f.*, r.is_before, r.sign, w.site_id from ${rangesOf(asked.pieces)}
  cross join lateral (select * from figure_money f where ${isInPiece(reader)} offset 0) f
  left join ${branchesOf(asked)} on w.branch_id = f.branch_id where ${isAmong(asked)}
  union all
  select f.*, r.is_before, r.sign, r.site_id from ${rangesOfBranches(reader, asked)}
  cross join lateral (select * from figure_money f where ${isInPiece(reader)} and f.branch_id = r.branch_id offset 0) f
  union all
  select f.*, r.is_before, r.sign, ${siteOfRow} from ${rangesOf(asked.ofPerson)}
  cross join lateral (select * from figure_money f where ${isInPiece(reader)} and ${isOfPerson(asked)} offset 0) f
) f`

const questionSums = (reader: Reader, asked: Asked): Part => part`(
  select f.*, r.is_before, r.sign from ${rangesOf(asked.pieces)}
  cross join lateral (select * from question_days f where ${isInPiece(reader)} offset 0) f
  union all
  select f.*, r.is_before, r.sign from ${rangesOfBranches(reader, asked)}
  cross join lateral (select * from question_days f where ${isInPiece(reader)} and f.branch_id = r.branch_id offset 0) f
) f`

const questionMoneySums = (reader: Reader, asked: Asked): Part => part`(
  select f.*, r.is_before, r.sign from ${rangesOf(asked.pieces)}
  cross join lateral (select * from question_money f where ${isInPiece(reader)} offset 0) f
  union all
  select f.*, r.is_before, r.sign from ${rangesOfBranches(reader, asked)}
  cross join lateral (select * from question_money f where ${isInPiece(reader)} and f.branch_id = r.branch_id offset 0) f
) f`

const keyFor = ({ by }: Asked): Part => part`
  case ${by}::text when 'branch' then f.branch_id when 'person' then f.person when 'day' then f.day::text
    when 'week' then date_trunc('week', f.day::timestamp)::date::text
    when 'month' then date_trunc('month', f.day::timestamp)::date::text
    when 'site' then coalesce(f.site_id, '') else '' end`

const countsOf = (reader: Reader, asked: Asked): Part => part`
  select ${keyFor(asked)} as key, f.is_before, ${totalCounts} from ${countSums(reader, asked)}
  group by 1, 2 having ${hasOrders}`

export const readCounts = (reader: Reader, asked: Asked): Promise<CountRow[]> =>
  reader.db.rows(sql`${countsOf(reader, asked)}`)

/** Of the groups with most orders, and always of `own`; each row has the number of all groups. */
export function readTopCounts(
  reader: Reader,
  asked: Asked,
  { own, most }: { own: string; most: number },
): Promise<(CountRow & { groups: number })[]> {
  return reader.db.rows(sql`
    with sums as materialized (${countsOf(reader, asked)}),
    top as (
      select s.key, count(*) over ()::int as groups from sums s group by s.key
      order by (s.key = ${own}) desc, coalesce(max(s.orders) filter (where not s.is_before), 0) desc, s.key collate "C" limit ${most}
    )
    select s.*, t.groups from sums s join top t on t.key = s.key`)
}

export function readMoney(reader: Reader, asked: Asked): Promise<MoneyRow[]> {
  return reader.db.rows(sql`
    select ${keyFor(asked)} as key, f.is_before, f.currency, ${totalMoney} from ${moneySums(reader, asked)}
    group by 1, 2, 3 having ${hasMoney} order by 3`)
}

interface OfQuestion {
  templateId: string
  questionId: string
  isBefore: boolean
}
interface QuestionRow extends OfQuestion {
  answered: number
  found: number
  timed: number
  milliseconds: number
}
interface QuestionMoneyRow extends OfQuestion {
  currency: string
  soldMoney: number
}

export function readQuestions(reader: Reader, asked: Asked): Promise<QuestionRow[]> {
  return reader.db.rows(sql`
    select f.template_id, f.question_id, f.is_before, sum(f.answered * f.sign)::float8 as answered,
      sum(f.found * f.sign)::float8 as found, sum(f.timed * f.sign)::float8 as timed,
      sum(f.milliseconds * f.sign)::float8 as milliseconds
    from ${questionSums(reader, asked)}
    group by 1, 2, 3 having sum(f.answered * f.sign) > 0 order by 1, 2, 3`)
}

export function readQuestionMoney(reader: Reader, asked: Asked): Promise<QuestionMoneyRow[]> {
  return reader.db.rows(sql`
    select f.template_id, f.question_id, f.is_before, f.currency, sum(f.sold_money * f.sign)::float8 as sold_money
    from ${questionMoneySums(reader, asked)}
    group by 1, 2, 3, 4 having sum(f.sold_money * f.sign) <> 0 order by 1, 2, 3, 4`)
}

export async function listNames(
  { db, clientId }: Reader,
  persons: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ person: string; name: string }>(sql`
    select person, name from figure_people where system_client_id = ${clientId} and person = any(${persons}::text[])`)
  return new Map(rows.map(({ person, name }) => [person, name]))
}

/** Ids of branches of these sites. */
export async function listBranchesOfSites(
  { db, clientId }: Reader,
  siteIds: readonly string[],
): Promise<{ id: string; siteId: string }[]> {
  return db.rows(sql`
    select id, site_id from branches where system_client_id = ${clientId} and site_id = any(${siteIds}::text[]) order by id`)
}

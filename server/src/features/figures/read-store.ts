// SQL that reads sums of figures: of the whole client, of branches, or of a person. A period is read in pieces, each in the grain of its
// span; this one and the one before in the same statement. `offset 0`: whatever is known of a table, it is read by its index, a piece
// at a time; joined, the planner would take a month for half of the table and read all of it.
import type { Grouping } from '@walkaround/contract/figures.ts'
import { type Part, part, sql } from '../../db/sql.ts'
import type { Reader } from './facts-store.ts'
import type { Grain } from './sums-store.ts'

/** A range of days that is read in one grain. */
export interface Piece {
  grain: Grain
  from: string
  to: string
  isBefore: boolean
}

/** What is read: all of the client, unless branches or a person are given. */
export interface Asked {
  pieces: readonly Piece[]
  by: Grouping
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

const totalCounts = part`sum(f.orders)::float8 as orders, sum(f.rejected)::float8 as rejected, sum(f.checked)::float8 as checked,
  sum(f.checks)::float8 as checks, sum(f.amber)::float8 as amber, sum(f.red)::float8 as red,
  sum(f.offered)::float8 as offered, sum(f.approved)::float8 as approved, sum(f.sold)::float8 as sold,
  sum(f.deferred)::float8 as deferred, sum(f.returned)::float8 as returned, sum(f.sent)::float8 as sent,
  sum(f.opened)::float8 as opened, sum(f.decided_online)::float8 as decided_online,
  sum(f.timed_checks)::float8 as timed_checks, sum(f.check_seconds)::float8 as check_seconds,
  sum(f.told)::float8 as told, sum(f.told_seconds)::float8 as told_seconds, sum(f.decided)::float8 as decided,
  sum(f.decided_seconds)::float8 as decided_seconds, sum(f.photos)::float8 as photos,
  sum(f.videos)::float8 as videos, sum(f.stars)::float8 as stars, sum(f.feedbacks)::float8 as feedbacks,
  sum(f.timed_offers)::float8 as timed_offers, sum(f.offer_seconds)::float8 as offer_seconds,
  sum(f.parts_replies)::float8 as parts_replies, sum(f.parts_seconds)::float8 as parts_seconds,
  sum(f.not_offered)::float8 as not_offered, sum(f.sent_with_video)::float8 as sent_with_video, sum(f.watched)::float8 as watched`
const totalMoney = part`sum(f.priced_orders)::float8 as priced_orders, sum(f.offered_money)::float8 as offered_money,
  sum(f.approved_money)::float8 as approved_money, sum(f.sold_money)::float8 as sold_money,
  sum(f.uplift_money)::float8 as uplift_money`

/** Pieces of a period `r`. */
const ranges = ({ pieces }: Asked): Part => part`
  unnest(${pieces.map(({ grain }) => grain)}::text[], ${pieces.map(({ from }) => from)}::date[],
    ${pieces.map(({ to }) => to)}::date[], ${pieces.map(({ isBefore }) => isBefore)}::boolean[]) as r(grain, first, last, is_before)`

/** Branches `w`, with their sites. */
const branches = ({ branchIds = [], siteIds = branchIds }: Asked): Part => part`
  unnest(${branchIds}::text[], ${siteIds}::text[]) as w(branch_id, site_id)`

const keyFor = ({ by }: Asked): Part => part`
  case ${by}::text when 'branch' then f.branch_id when 'person' then f.person when 'day' then f.day::text
    when 'week' then date_trunc('week', f.day::timestamp)::date::text
    when 'month' then date_trunc('month', f.day::timestamp)::date::text
    when 'site' then coalesce((
      select b.site_id from branches b where b.system_client_id = f.system_client_id and b.id = f.branch_id
    ), '')
    else '' end`
/** The site of each of many rows would be looked up one by one. */
const keyOfBranches = (asked: Asked): Part => part`
  case ${asked.by}::text when 'site' then w.site_id else ${keyFor(asked)} end`

const isInPiece = ({ clientId }: Reader): Part => part`
  f.system_client_id = ${clientId} and f.grain = r.grain and f.day between r.first and r.last`
/** Of a person at these branches, or at all. */
const isOfPerson = ({ branchIds, person }: Asked): Part => part`
  f.person = ${person ?? ''} and f.person <> ''
    and (${branchIds ?? null}::text[] is null or f.branch_id = any(${branchIds ?? null}::text[]))`

/** Of those branches, or of all. */
export async function readCounts(reader: Reader, asked: Asked): Promise<CountRow[]> {
  const { db } = reader
  if (asked.person !== undefined)
    return db.rows(sql`
      select ${keyFor(asked)} as key, r.is_before, ${totalCounts} from ${ranges(asked)}
      cross join lateral (
        select * from figure_days f where ${isInPiece(reader)} and ${isOfPerson(asked)} offset 0
      ) f
      group by 1, 2`)
  if (asked.branchIds)
    return db.rows(sql`
      select ${keyOfBranches(asked)} as key, r.is_before, ${totalCounts} from ${ranges(asked)}
      cross join ${branches(asked)}
      cross join lateral (
        select * from figure_days f where ${isInPiece(reader)} and f.branch_id = w.branch_id offset 0
      ) f
      group by 1, 2`)
  return db.rows(sql`
    select ${keyFor(asked)} as key, r.is_before, ${totalCounts} from ${ranges(asked)}
    cross join lateral (select * from figure_days f where ${isInPiece(reader)} offset 0) f
    group by 1, 2`)
}

export async function readMoney(reader: Reader, asked: Asked): Promise<MoneyRow[]> {
  const { db } = reader
  if (asked.person !== undefined)
    return db.rows(sql`
      select ${keyFor(asked)} as key, r.is_before, f.currency, ${totalMoney} from ${ranges(asked)}
      cross join lateral (
        select * from figure_money f where ${isInPiece(reader)} and ${isOfPerson(asked)} offset 0
      ) f
      group by 1, 2, 3 order by 3`)
  if (asked.branchIds)
    return db.rows(sql`
      select ${keyOfBranches(asked)} as key, r.is_before, f.currency, ${totalMoney} from ${ranges(asked)}
      cross join ${branches(asked)}
      cross join lateral (
        select * from figure_money f where ${isInPiece(reader)} and f.branch_id = w.branch_id offset 0
      ) f
      group by 1, 2, 3 order by 3`)
  return db.rows(sql`
    select ${keyFor(asked)} as key, r.is_before, f.currency, ${totalMoney} from ${ranges(asked)}
    cross join lateral (select * from figure_money f where ${isInPiece(reader)} offset 0) f
    group by 1, 2, 3 order by 3`)
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

const totalQuestions = part`sum(f.answered)::float8 as answered, sum(f.found)::float8 as found, sum(f.timed)::float8 as timed,
  sum(f.milliseconds)::float8 as milliseconds`

export async function readQuestions(reader: Reader, asked: Asked): Promise<QuestionRow[]> {
  const { db } = reader
  if (asked.branchIds)
    return db.rows(sql`
      select f.template_id, f.question_id, r.is_before, ${totalQuestions} from ${ranges(asked)}
      cross join ${branches(asked)}
      cross join lateral (
        select * from question_days f where ${isInPiece(reader)} and f.branch_id = w.branch_id offset 0
      ) f
      group by 1, 2, 3 order by 1, 2, 3`)
  return db.rows(sql`
    select f.template_id, f.question_id, r.is_before, ${totalQuestions} from ${ranges(asked)}
    cross join lateral (select * from question_days f where ${isInPiece(reader)} offset 0) f
    group by 1, 2, 3 order by 1, 2, 3`)
}

export async function readQuestionMoney(reader: Reader, asked: Asked): Promise<QuestionMoneyRow[]> {
  const { db } = reader
  if (asked.branchIds)
    return db.rows(sql`
      select f.template_id, f.question_id, r.is_before, f.currency, sum(f.sold_money)::float8 as sold_money from ${ranges(asked)}
      cross join ${branches(asked)}
      cross join lateral (
        select * from question_money f where ${isInPiece(reader)} and f.branch_id = w.branch_id offset 0
      ) f
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
  return db.rows(sql`
    select f.template_id, f.question_id, r.is_before, f.currency, sum(f.sold_money)::float8 as sold_money from ${ranges(asked)}
    cross join lateral (select * from question_money f where ${isInPiece(reader)} offset 0) f
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
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

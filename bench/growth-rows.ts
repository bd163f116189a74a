// What the rows of the n-th order are, as SQL over n and over p, the row of the demo they repeat.
import { BRANCHES, BUSY_BRANCHES, branchAt, CLIENT, OF_BRANCH } from './growth-prototype.ts'

export interface Size {
  orders: number
  events: number
}

/** The newest orders, all open: a full board of fifty branches. */
export const OPEN = 1_000
/** Of a hundred orders one is open; those before the newest are of the other branches. */
export const openOf = ({ orders }: Size): number => Math.max(OPEN, Math.ceil(orders / 100))
/** The newest ones have everything a demo order has; of older ones, lists are cut short. */
const wholeOf = (size: Size): number => openOf(size) + 2_000
const LEADS_OPEN = 200
/** Surveys of leads have numbers of their own: from here. */
const OF_LEADS = 50
/** Time over which everything is spread. */
const DAYS = 180

export const leadsOf = ({ orders }: Size): number => Math.ceil(orders / 10)
/** Every car comes three times. */
const vehiclesOf = ({ orders }: Size): number => Math.ceil(orders / 3)

export const numberOf = (n: number): number => 1_000_000 + n
export const orderId = (n: number): string => `SO-${numberOf(n)}`
export const vehicleNumber = (size: Size, n: number): number => 2_000_000 + (n % vehiclesOf(size))
const VIN_START = 'GWALN10P1R'
export const vinOf = (size: Size, n: number): string => `${VIN_START}${vehicleNumber(size, n)}`
export const plateOf = (size: Size, n: number): string => `XD GR ${vehicleNumber(size, n)}`
/** A name that one car in a thousand has, each its own. */
export const rareNameOf = (n: number): string => `Selten${numberOf(n)}`
export const surveyId = (n: number, j = 1): string =>
  `${n.toString(16).padStart(8, '0')}-0000-7000-8000-${String(j).padStart(12, '0')}`

const number = '(1000000 + n)'
export const order = `'SO-' || ${number}`
const lead = `'LD-' || ${number}`
export const survey = (j: string) =>
  `lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad((${j})::text, 12, '0')`
const vehicle = (size: Size) => `(2000000 + n % ${vehiclesOf(size)})`
export const vin = (size: Size) => `'${VIN_START}' || ${vehicle(size)}`
const plate = (size: Size) => `'XD GR ' || ${vehicle(size)}`
export const at = ({ orders }: Size, days = 0) =>
  `(now() - ((${orders} - n) / ${orders}.0) * interval '${DAYS} days' + interval '${days} days')`
/** As long after the order came as in the demo. */
export const shifted = (size: Size, column: string) => `(${at(size)} + (p.${column} - p.came_at))`
const shiftedAll = (size: Size, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, shifted(size, column)]))
/** The branch of the n-th order. */
export const branchOf = (size: Size): string =>
  branchAt(`case when n > ${size.orders - OPEN} then n % ${BUSY_BRANCHES}
    when n > ${size.orders - openOf(size)} then ${BUSY_BRANCHES} + n % ${BRANCHES - BUSY_BRANCHES} else n % ${BRANCHES} end`)
export const hex = (text: string) => `(md5(${text} || n) || md5(n || ${text}))`

const withBranch = (size: Size, text: string) => `replace(${text}, '${OF_BRANCH}', ' ' || ${branchOf(size)})`

const rewritten = (size: Size, column: string, own: string) =>
  `${withBranch(
    size,
    `replace(replace(replace(replace(p.${column}::text, p.vin, ${vin(size)}), p.plate, ${plate(size)}), p.own_id, ${own}),
    p.external_id, 'R-' || ${number})`,
  )}::json`

/** The terms that the rules make of number, plate and VIN; the demo's names; and the rare one. */
const terms = (size: Size, prefix: string) => `
  '|${prefix}' || ${number} || '|' || ${number} || '|' || right(${number}::text, 4) || '|R' || ${number} || '|XDGR' || ${vehicle(size)}
  || '|DGR' || ${vehicle(size)} || '|GR' || ${vehicle(size)} || '|R' || ${vehicle(size)} || '|' || ${vehicle(size)}
  || '|' || right(${vehicle(size)}::text, 6) || '|' || right(${vehicle(size)}::text, 5) || '|' || right(${vehicle(size)}::text, 4)
  || '|' || ${vin(size)} || p.names || case when n % 1000 = 0 then '|SELTEN' || ${number} else '' end`

export interface Filling {
  table: string
  /** Where rows come from; `true` instead of a condition takes all. */
  from: string
  /** Values that differ from the demo's. */
  values: Record<string, string>
  /** All columns stand in `values`; the demo has no such rows. */
  isComplete?: boolean
}

/** The n-th order repeats an order of the demo, an open one an open one. */
export const eachOrder = (size: Size, table: string, old = 'true') => {
  const closed = size.orders - openOf(size)
  return `
  generate_series(1, ${size.orders}) n join proto.${table} p
  on p.is_open = (n > ${closed})
  and p.k = 1 + n % (case when n > ${closed} then (select count(*) from proto.service_orders where is_open)
    else (select count(*) from proto.service_orders where not is_open) end)
  and (n > ${size.orders - wholeOf(size)} or ${old})`
}

export function fillings(size: Size): Filling[] {
  const { orders } = size
  const leads = leadsOf(size)
  const ofSurvey = (table: string, old: string, values: Record<string, string> = {}): Filling => ({
    table,
    from: eachOrder(size, table, old),
    values: { survey_id: survey('p.j'), ...values },
  })
  /** The files of the newest are there, and printed; those of the others only have names. */
  const stored = (column: string) =>
    `case when n > ${orders - wholeOf(size)} then p.${column} else ${hex(`p.${column}`)} end`
  const surveys = (own: string) => ({
    id: survey('p.j'),
    created_at: at(size),
    surveyor: `${withBranch(size, 'p.surveyor::text')}::json`,
    ...shiftedAll(size, ['completed_at', 'closed_at']),
    vehicle_key: `case when p.vehicle_key is not null then 'vin/' || ${vin(size)} end`,
    header: `case when p.header is not null then ${rewritten(size, 'header', own)} end`,
  })
  const named = (text: string, added: number) =>
    [1, 2, 3].reduce((sum, j) => `replace(${sum}, '@${j}', ${survey(String(j + added))})`, text)
  const origin = (own: string, prefix: string, added = 0) => ({
    id: own,
    branch_id: branchOf(size),
    document: rewritten(size, 'document', own),
    survey_header: rewritten(size, 'survey_header', own),
    surveys: `(${named('p.surveys::text', added)})::json`,
    created_at: at(size),
    changed_at: at(size),
    search_text: terms(size, prefix),
  })
  const vehicles = `generate_series(0, ${vehiclesOf(size) - 1}) n join proto.%
    p on not p.is_open and p.k = 1 + n % (select count(*) from proto.service_orders where not is_open)`
  const key = (column: string) =>
    `case when p.${column} like 'vin/%' then 'vin/' || ${vin(size)} else 'plate/D/XDGR' || ${vehicle(size)} end`
  const eachThird = `generate_series(3, ${orders}, 3) n`
  return [
    {
      table: 'service_orders',
      from: eachOrder(size, 'service_orders'),
      values: { ...origin(order, 'SO'), planned_start: at(size, 1) },
    },
    {
      table: 'leads',
      from: `generate_series(1, ${leads}) n join proto.leads p on p.k = 1 + n % (select count(*) from proto.leads)`,
      values: {
        ...origin(lead, 'LD', OF_LEADS),
        closed: `n <= ${leads - LEADS_OPEN}`,
        planned_start: at({ ...size, orders: leads }, 1),
        created_at: at({ ...size, orders: leads }),
      },
    },
    {
      table: 'surveys',
      from: `(select n, p.* from ${eachOrder(size, 'surveys', 'true')} and p.order_id is not null
        union all select n, p.* from generate_series(1, ${leads}) n join proto.surveys p
        on p.lead_id is not null and p.k = 1 + n % (select count(*) from proto.leads)) p`,
      values: {
        ...surveys(order),
        id: survey(`case when p.lead_id is null then p.j else p.j + ${OF_LEADS} end`),
        order_id: `case when p.order_id is not null then ${order} end`,
        lead_id: `case when p.lead_id is not null then ${lead} end`,
      },
    },
    ofSurvey('survey_answers', 'p.r <= 10', shiftedAll(size, ['created_at', 'tapped_at'])),
    ofSurvey('answer_taps', 'p.r <= 5'),
    ofSurvey('survey_quotes', 'p.r <= 3'),
    ofSurvey('survey_variants', 'true'),
    ofSurvey('survey_changes', 'true', { changed_at: at(size) }),
    ofSurvey('signatures', 'n % 5 = 0'),
    ofSurvey('photos', 'p.r <= 1', { file: stored('file') }),
    {
      table: 'videos',
      // The demo has one, of an open order; here every twentieth order has it.
      from: `generate_series(20, ${orders}, 20) n cross join proto.videos p`,
      values: {
        survey_id: survey('1'),
        question_id: 'null',
        answer_id: 'null',
        file: stored('file'),
        source: stored('source'),
        poster: stored('poster'),
      },
    },
    ofSurvey('damage_marks', 'true', { vehicle_key: `'vin/' || ${vin(size)}` }),
    {
      table: 'vehicles',
      from: vehicles.replace('%', 'vehicles'),
      values: {
        key: key('key'),
        document: `replace(replace(p.document::text, p.vin, ${vin(size)}), p.plate, ${plate(size)})::json`,
        last_order_id: order,
        seen_at: at(size),
      },
    },
    {
      table: 'vehicle_services',
      from: `${vehicles.replace('%', 'vehicle_services')} and p.r <= 4`,
      values: { vehicle_key: key('vehicle_key'), source: `replace(p.source, p.own_id, ${order})` },
    },
    {
      table: 'search_terms',
      from: `(select 'order' as kind, ${order} as id, ${at(size)} as created_at, ${branchOf(size)} as branch_id,
          ${terms(size, 'SO')} as search_text from ${eachOrder(size, 'service_orders')}
        union all select 'lead', ${lead}, ${at({ ...size, orders: leads })}, ${branchOf(size)}, ${terms(size, 'LD')}
        from generate_series(1, ${leads}) n join proto.leads p on p.k = 1 + n % (select count(*) from proto.leads)) o
        cross join lateral (select distinct term from string_to_table(substr(o.search_text, 2), '|') term) t`,
      values: {
        system_client_id: `'${CLIENT}'`,
        term: 't.term',
        kind: 'o.kind',
        id: 'o.id',
        created_at: 'o.created_at',
        branch_id: 'o.branch_id',
      },
      isComplete: true,
    },
    {
      table: 'owner_links',
      from: eachThird,
      values: {
        system_client_id: `'${CLIENT}'`,
        survey_id: survey('1'),
        id: `'link-' || ${number}`,
        token_hash: `decode(${hex(`'token'`)}, 'hex')`,
        viewing_hash: `decode(${hex(`'viewing'`)}, 'hex')`,
        valid_until: at(size, 30),
        created_at: at(size),
        message_id: `'message-' || ${number}`,
        opened_at: `case when n % 2 = 0 then ${at(size)} end`,
      },
      isComplete: true,
    },
    {
      table: 'messages',
      from: eachThird,
      values: {
        system_client_id: `'${CLIENT}'`,
        survey_id: survey('1'),
        id: `'message-' || ${number}`,
        output_id: '1',
        category: `'email'`,
        type: `'surveyResultsEmail'`,
        destinations: `'[{"address":"ada@example.org","name":"Ada Example","sourcePartnerType":"customer"}]'::json`,
        language: `'en'`,
        subject: `'Your car has been inspected'`,
        text: `repeat('What we saw when we looked at your car. ', 8)`,
        state: `'sent'`,
        link_id: `'link-' || ${number}`,
        via: `'email'`,
        attempts: '1',
        created_by: `'login:bench'`,
        created_at: at(size),
        sent_at: `${at(size)} + interval '2 days'`,
      },
      isComplete: true,
    },
    {
      table: 'callback_deliveries',
      from: eachThird,
      values: {
        system_client_id: `'${CLIENT}'`,
        id: `'message-' || ${number}`,
        output_type: `'surveyResultsEmail'`,
        reference_object_id: order,
        body: `repeat('{"what":"the callback tells about a message"}', 12)`,
        url: `'https://dms.example.org/messages'`,
        lane: `'dms.example.org'`,
        sealed_key: `'\\x00'::bytea`,
        created_at: at(size),
      },
      isComplete: true,
    },
    {
      table: 'callback_attempts',
      from: eachThird,
      values: {
        system_client_id: `'${CLIENT}'`,
        delivery_id: `'message-' || ${number}`,
        number: '1',
        started_at: at(size),
        total_ms: '20',
        request: `'PUT'`,
        status: '204',
      },
      isComplete: true,
    },
  ]
}

/** Events are spread evenly, so a month has those between two positions. */
export function eventsBetween(
  size: Size,
  { first, last, ended, from, to }: { first: number; last: number; ended: string; from: string; to: string },
): string {
  const each = size.events / size.orders
  // The share first: the interval times thirty million would be out of range.
  const age = `((${size.events} - e) / ${size.events}.0) * interval '${DAYS} days'`
  return `
    select '${CLIENT}',
      greatest('${from}', least('${to}'::timestamptz - interval '1 ms', date_trunc('milliseconds', moment.ended - ${age}))), e, e, moment.ended - ${age}, p.kind, p.version,
      case when p.j is null then 'order/' || ${order} else 'survey/' || ${survey('p.j')} end, 'order/' || ${order},
      ${branchOf(size)}, p.actor, p.payload
    from (values ('${ended}'::timestamptz)) as moment(ended), generate_series(${first}::bigint, ${last}) e
    cross join lateral (select least(${size.orders}, 1 + ((e - 1) / ${each})::int) as n) o
    join proto.events p on p.k = 1 + o.n % (select count(*) from proto.service_orders where not is_open)
      and p.number = e % 30`
}

export const SPAN_MS = DAYS * 86_400_000

// A database as it is after years, made by SQL alone: 100,000 orders of one system client and as much of everything that comes
// with them. Every table of the schema is filled from its columns; only what decides a plan is said here.
import type pg from 'pg'

/** Set up by people, or one row per process, client or place: these tables are meant to be read whole. */
export const SMALL: readonly string[] = [
  'advisor_pictures',
  'api_keys',
  'audit_heads',
  'audit_sink_positions',
  'audit_sinks',
  'branch_codes',
  'branches',
  'callback_lanes',
  'callback_receivers',
  'callback_site_receivers',
  'catalogue_versions',
  'client_words',
  'event_heads',
  'event_inbox',
  'event_retention',
  'figure_marks',
  'figure_touched',
  'installation_secrets',
  'invitations',
  'login_roles',
  'logins',
  'message_channels',
  'message_templates',
  'package_assignments',
  'package_prices',
  'packages',
  'pins',
  'reminder_settings',
  'schema_migrations',
  'sign_in_attempts',
  'sign_in_providers',
  'sites',
  'survey_template_versions',
  'survey_templates',
  'system_clients',
  'tablet_people',
  'tablets',
  'telegram_reading',
  'template_choices',
  'vin_lookups',
]

/** The client all of it belongs to; of hexadecimal digits, as some keys are. */
export const GROWN = 'facade'
const FEW = 20
/** Beside these, everything has one of few: a person has thousands of rows, and so has a branch. */
const people = `'login' || i % ${FEW}`
const news =
  "array['owner.decided', 'owner.feedback', 'owner.linkAsked', 'owner.opened', 'message.failed', 'note.written', 'owner.asked']"
const ORDERS = 100_000
const rowsOf: Record<string, number> = {
  service_orders: ORDERS,
  surveys: 1.5 * ORDERS,
  survey_answers: 2 * ORDERS,
  event_log: 3 * ORDERS,
}
/** Of everything else that grows: what only some orders have. */
export const MANY = 0.3 * ORDERS

/** An expression over `i`, the row's number: rare values must be rare here, or the planner chooses another plan. */
const values: Record<string, string> = {
  system_client_id: `'${GROWN}'`,
  login_id: people,
  author_login_id: people,
  technician_login_id: people,
  branch_id: `'branch' || i % ${FEW}`,
  card_kind: `(array['order', 'order', 'order', 'lead', 'vehicle'])[1 + i % 5]`,
  card_id: `'order' || i / 5`,
  'car_plans.card_id': `'order' || i`,
  'sessions.login_id': `'login' || i / 5`,
  closed: 'i > 300',
  completed: 'i > 300',
  rejected: 'i % 50 = 0',
  withdrawn: 'i % 50 = 0',
  touched: 'i % 50 = 0',
  is_manual: 'i % 50 = 0',
  'service_orders.matched_to': `case when i % 50 = 0 then 'order' || i end`,
  'surveys.order_id': `case when i % 50 > 2 then 'order' || i / 2 end`,
  'surveys.lead_id': `case when i % 50 = 2 then 'lead' || i end`,
  'messages.via': `case when i % 100 = 0 then 'outbox' else 'email' end`,
  'messages.sealed_link': `case when i % 10 = 0 then 'x'::bytea end`,
  'callback_deliveries.given_up_at': `case when i % 100 = 0 then now() - i * interval '5 minutes' end`,
  'jobs.failed_at': `case when i % 100 > 0 then now() end`,
  // Of two entries one is a question and one its answer; few questions wait.
  'line_questions.link_id': `case when i % 2 = 0 then 'link' || i / 10 end`,
  'line_questions.told_at': `case when i % 2 = 0 and i > 20 then now() - i * interval '5 minutes' end`,
  'line_questions.answered_at': `case when i % 2 = 0 and i > 200 then now() - i * interval '5 minutes' end`,
  'line_questions.answer_to': `case when i % 2 = 1 then 'question' || i - 1 end`,
  'line_questions.login_id': `case when i % 2 = 1 then ${people} end`,
  'line_questions.message_id': `case when i % 2 = 1 then 'message' || i end`,
  'photo_markups.replaced_at': `case when i % 50 = 0 then now() end`,
  'owner_links.form': `case when i % 20 = 0 then 'handover-act' end`,
  // Few requests are of surveys that are still open.
  'part_requests.state': `(array['priced', 'priced', 'unavailable', 'requested', 'withdrawn'])[1 + i % 5]`,
  'part_requests.settled_at': `case when i > 300 then now() - i * interval '5 minutes' end`,
  // Most findings are closed, most work is decided and sold; few lines of orders have no offer.
  'findings.closed_at': `case when i % 20 > 0 then now() - i * interval '5 minutes' end`,
  'finding_visits.is_apart': 'i % 50 = 0',
  'offered_work.is_apart': 'i % 50 = 0',
  'offered_work.decision': `case when i % 15 = 4 then 'deferred' else (array['approved', 'approved', 'approved', 'deferred', null])[1 + i % 5] end`,
  'offered_work.state': `(array['sold', 'sold', 'settled', 'again', 'open'])[1 + i % 5]`,
  // Of what people followed up, most was only called about.
  'work_follow_ups.ended_as': `case when i % 10 = 0 then 'done' end`,
  'work_follow_ups.claimed_by': `case when i % 20 = 1 then ${people} end`,
  'work_follow_ups.due_on': `case when i % 20 = 3 then current_date - i % 700 end`,
  'order_work.quote_id': `case when i % 50 > 0 then 'quote' || i end`,
  'event_log.kind': `case when i % 10 = 0 then (${news})[1 + i / 10 % 7] else 'kind' || i % 30 end`,
  'event_log.logged_at': `now() - i * interval '1 second'`,
  'request_log.at': `date_trunc('day', now(), 'UTC') + i * interval '1 second'`,
  'request_log.status': 'case when i % 20 = 0 then 400 else 200 end',
  'request_log.object_ids': `'order' || i / 5`,
  // A branch has thirty days of sums in a month, and a person some.
  grain: `(array['branch.day', 'branch.day', 'branch.day', 'person.day', 'client.day', 'branch.month', 'person.month', 'person.third'])[1 + i % 8]`,
  person: `'person' || i / 100`,
  'figure_days.rejected': 'i % 2',
  'order_figures.rejected': 'i % 2',
  'figure_people.person': `'person' || i`,
  'event_log.subject': `(array['order/order', 'survey/survey', 'lead/lead'])[1 + i % 3] || i / 5`,
}

interface Column {
  table_name: string
  column_name: string
  data_type: string
  is_nullable: 'YES' | 'NO'
}

/** What follows from a column's name and type, where nothing is said above. */
function sampleFor(
  { table_name, column_name, data_type, is_nullable }: Column,
  key: 'last' | 'part' | undefined,
): string {
  const known = values[`${table_name}.${column_name}`] ?? values[column_name]
  if (known) return known
  if (data_type === 'text' || data_type === 'character varying') {
    const belongs = /^(.+)_id$/.exec(column_name)?.[1]
    // Five of a kind belong to one, unless the key ends with it: then each is another one.
    if (belongs && key === 'last') return `'${belongs}' || i`
    if (belongs) return `'${belongs}' || i / 5`
    if (column_name === 'id') return `'${table_name.replace(/^.*_/, '').replace(/s$/, '')}' || i`
    return key || is_nullable === 'YES' || /hash|key|file|text|source|name/.test(column_name)
      ? `'${column_name}' || i`
      : `'${column_name}' || i % 5`
  }
  if (data_type === 'boolean') return 'i % 50 > 0'
  if (data_type.startsWith('timestamp')) return `now() - i * interval '5 minutes'`
  if (data_type === 'date') return 'current_date - i % 700'
  if (data_type === 'bytea') return `decode(md5('${column_name}' || i), 'hex')`
  if (data_type.startsWith('json')) return `'{}'::${data_type}`
  if (data_type === 'ARRAY') return `'{}'`
  if (data_type === 'xid8') return 'i::text::xid8'
  return key ? 'i' : 'i % 1000'
}

/** Expects the migrated schema, empty of this client, and a connection that owns it. */
export async function growDatabase(client: pg.Client): Promise<void> {
  // Made again at the end, from full tables: that takes a fraction of the time.
  const { rows: indexes } = await client.query<{ name: string; text: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
    join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and not i.indisunique and not t.relispartition`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // The rows need neither fit each other nor pass any check.
  const { rows: checks } = await client.query(`
    select conrelid::regclass::text as of, quote_ident(conname) as name from pg_constraint
    where contype in ('c', 'f') and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { of, name } of checks) await client.query(`alter table ${of} drop constraint ${name}`)
  const { rows: columns } = await client.query<Column>(`
    select c.table_name, c.column_name, case when c.udt_name = 'xid8' then 'xid8' else c.data_type end as data_type, c.is_nullable
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    join pg_class r on r.oid = t.table_name::regclass and not r.relispartition
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_identity = 'NO' and c.is_generated = 'NEVER'
    order by c.table_name, c.ordinal_position`)
  const { rows: unique } = await client.query(`
    select i.indrelid::regclass::text as table_name, a.attname as column_name,
      bool_or(a.attnum = i.indkey[i.indnkeyatts - 1]) as is_last
    from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey::int2[])
    where i.indisunique and a.attname <> 'system_client_id' group by 1, 2`)
  const keys = new Map(
    unique.map(({ table_name, column_name, is_last }) => [
      `${table_name}.${column_name}`,
      is_last ? ('last' as const) : ('part' as const),
    ]),
  )
  for (const [table, own] of Map.groupBy(columns, ({ table_name }) => table_name)) {
    const count = SMALL.includes(table) ? FEW : (rowsOf[table] ?? MANY)
    const names = own.map(({ column_name }) => `"${column_name}"`)
    const exprs = own.map((column) => sampleFor(column, keys.get(`${table}.${column.column_name}`)))
    await client.query(
      `insert into ${table} (${names}) select ${exprs} from generate_series(1, ${count}) i on conflict do nothing`,
    )
  }
  // PostgreSQL would tell those of a partitioned table without their partitions.
  for (const { text } of indexes) await client.query(text.replace(' ON ONLY ', ' ON '))
  await client.query('vacuum analyze')
}

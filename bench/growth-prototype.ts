// The rows that a grown database repeats: the demo dealership, played through the use cases, with a thousand branches more. Its rows
// stay in the schema `proto`, each with the number of its order, so that a statement can repeat them.
import { loadDemo } from '../demo/src/load-demo.ts'
import type { Database } from '../server/src/db/database.ts'
import { numberEvents } from '../server/src/db/log/number-events.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { rebuildLedger } from '../server/src/features/ledger/rebuild.ts'
import { issueKey } from '../server/src/identity/issue-key.ts'
import { listPlacesOf } from '../server/src/organisation/branch-reach.ts'
import { openMedia } from '../server/src/process/open-media.ts'

export const CLIENT = 'demo'
export const BRANCHES = 1_000
/** Of these the newest orders are, so that their board is full. */
export const BUSY_BRANCHES = 50
const BRANCHES_OF_SITE = 50

export interface Keys {
  dms: string
  /** A manager of all of the client. */
  person: string
  /** Others, each limited to so many branches by name: those that are busy, half of them, all but those of the demo. */
  busy: string
  half: string
  group: string
}

export async function makePrototype(database: Database, dataDir: string): Promise<Keys> {
  await migrate(database)
  const limits = { photoBytes: 10e6, photoMegapixels: 50, videoBytes: 1e8, videoSeconds: 100 }
  const opened = openMedia({ dataDir, ...limits, mediaLinkSeconds: 300 }, database)
  const { key } = await loadDemo(database, { media: async () => opened.media })
  await opened.close()
  await rebuildLedger(database, CLIENT)
  while ((await numberEvents(database, listPlacesOf)).isMore);
  await database.script(`
    insert into sites (system_client_id, id, name, created_at)
      select '${CLIENT}', 'site' || n, 'Site ' || n, now() from generate_series(0, ${BRANCHES / BRANCHES_OF_SITE - 1}) n;
    insert into branches (system_client_id, id, site_id, name)
      select '${CLIENT}', ${branchAt('n')}, 'site' || n / ${BRANCHES_OF_SITE}, 'Branch ' || n from generate_series(0, ${BRANCHES - 1}) n;
    insert into branch_codes (system_client_id, code, branch_id)
      select system_client_id, id, id from branches where id like 'G___';
    insert into logins (id, login, name)
      values ('busy', 'busy', 'Busy Example'), ('half', 'half', 'Half Example'), ('group', 'group', 'Group Example');
    insert into login_roles (system_client_id, login_id, role, branch_ids)
      select '${CLIENT}', l.login, 'manager', array_agg(b.id) from (values ('busy', ${BUSY_BRANCHES}), ('half', ${BRANCHES / 2}), ('group', ${BRANCHES})) l(login, most)
      cross join lateral (select ${branchAt('n')} as id from generate_series(0, l.most - 1) n) b group by l.login;
    update system_clients set named_figures = true where system_client_id = '${CLIENT}';
    -- Look-ups by VIN are limited by the minute; here many are measured.
    update system_clients set vin_lookups_per_minute = 1000000000, vin_lookups_per_day = 1000000000;
    ${prototypes}`)
  const keyOf = async (login: string) => {
    const scope = { actor: { kind: 'system', id: 'bench' } as const, now: new Date() }
    return (await database.transaction((db) => issueKey({ db, ...scope }, { login, label: 'bench' }))).key
  }
  return {
    dms: key,
    person: await keyOf(`${CLIENT}-manager`),
    busy: await keyOf('busy'),
    half: await keyOf('half'),
    group: await keyOf('group'),
  }
}

/** The n-th branch. */
export const branchAt = (n: string): string => `'G' || lpad((${n})::text, 3, '0')`
export const branchId = (n: number): string => `G${String(n).padStart(3, '0')}`

/** Stands behind the names of staff, for the branch: every branch has people of its own. */
export const OF_BRANCH = '~~'

/** Each table: its columns, and whose it is: number and state of the order, of the survey within it, of the row within that. */
const ofSurvey = (table: string, order: string): string => `
  create table proto.${table} as
  select o.k, o.is_open, s.j, row_number() over (partition by s.id order by ${order}) as r, o.own_id, o.created_at as came_at, x.*
  from ${table} x join proto.surveys s on s.system_client_id = x.system_client_id and s.id = x.survey_id and s.order_id is not null
  join proto.service_orders o on o.id = s.order_id;`

const ofVehicle = (table: string, key: string): string => `
  create table proto.${table} as
  select o.k, o.is_open, row_number() over (partition by o.id order by x.${key}) as r, o.own_id, o.vin, o.plate, x.*
  from ${table} x join proto.service_orders o
    on x.${key} in ('vin/' || o.vin, 'plate/D/' || replace(o.plate, ' ', ''));`

const header = `survey_header->'vehicle'->>`

const named = (people: string, path: string) =>
  `jsonb_set(${people}::jsonb, '${path}', to_jsonb((${people}::jsonb#>>'${path}') || '${OF_BRANCH}'), false)::json`

const prototypes = `
  create schema proto;
  create table proto.service_orders as
  select row_number() over (partition by closed order by id) as k, not closed as is_open, id as own_id,
    coalesce(document->>'externalId', id) as external_id, ${header}'vin' as vin, ${header}'numberPlate' as plate,
    (select string_agg('|' || term, '') from (
      select term from string_to_table(substr(search_text, 2), '|') term where term !~ '[0-9]') names) as names, o.*
  from service_orders o
  where surveys::text <> '[]' and not rejected and not is_manual and matched_to is null and parent_order_id is null
    and ${header}'vin' is not null and ${header}'numberPlate' is not null;
  create table proto.leads as
  select row_number() over (order by id) as k, id as own_id, document->>'externalId' as external_id,
    coalesce(${header}'vin', '-none-') as vin, coalesce(${header}'numberPlate', '-none-') as plate, '|SALES' as names, l.* from leads l;
  create table proto.surveys as
  select coalesce(o.k, l.k) as k, coalesce(o.is_open, true) as is_open,
    row_number() over (partition by s.order_id, s.lead_id order by s.id) as j, coalesce(o.own_id, l.own_id) as own_id,
    coalesce(o.external_id, l.external_id) as external_id, coalesce(o.vin, l.vin) as vin, coalesce(o.plate, l.plate) as plate,
    coalesce(o.created_at, l.created_at) as came_at, s.*
  from surveys s left join proto.service_orders o on o.id = s.order_id left join proto.leads l on l.id = s.lead_id
  where o.id is not null or l.id is not null;
  update proto.surveys set surveyor = ${named('surveyor', '{lastName}')} where surveyor->>'lastName' is not null;
  update proto.service_orders set survey_header = ${named('survey_header', '{serviceAdvisor,lastName}')}
    where survey_header->'serviceAdvisor'->>'lastName' is not null;
  -- An order names its surveys; @1, @2 … stand for their ids.
  do $$ declare s record; begin
    for s in select * from proto.surveys loop
      update proto.service_orders set surveys = replace(surveys::text, s.id, '@' || s.j)::json where id = s.order_id;
      update proto.leads set surveys = replace(surveys::text, s.id, '@' || s.j)::json where id = s.lead_id;
    end loop;
  end $$;
  ${ofSurvey('survey_answers', 'x.created_at')}
  ${ofSurvey('answer_taps', 'x.question_id')}
  ${ofSurvey('survey_quotes', `x.category = 'upsaleQuote', x.id`)}
  ${ofSurvey('survey_variants', 'x.quote_id')}
  ${ofSurvey('survey_changes', 'x.changed_at')}
  ${ofSurvey('signatures', 'x.id')}
  ${ofSurvey('photos', 'x.id')}
  ${ofSurvey('videos', 'x.id')}
  ${ofSurvey('damage_marks', 'x.id')}
  ${ofSurvey('finding_visits', 'x.question_id')}
  ${ofSurvey('offered_work', `x.category = 'upsaleQuote', x.quote_id`)}
  create table proto.findings as
  select v.k, v.is_open, v.j, v.r, v.came_at, f.* from proto.finding_visits v
  join findings f on f.system_client_id = v.system_client_id and f.id = v.finding_id;
  create table proto.order_work as
  select o.k, o.is_open, s.j, x.* from order_work x join proto.service_orders o on o.id = x.order_id
  left join proto.surveys s on s.id = x.survey_id and s.order_id = o.id;
  ${ofVehicle('vehicles', 'key')}
  ${ofVehicle('vehicle_services', 'vehicle_key')}
  -- The events of an order, and small ones of the same order until there are thirty; long payloads are left out.
  create table proto.events as
  select o.k, e.number, x.j, x.kind, x.version, x.actor, x.payload
  from proto.service_orders o cross join generate_series(0, 29) as e(number)
  cross join lateral (
    select l.kind, l.version, l.actor, s.j, case when length(l.payload::text) <= 400 then l.payload end as payload
    from event_log l left join proto.surveys s on l.subject = 'survey/' || s.id
    where l.card = 'order/' || o.id order by l.logged_at, l.position
    offset e.number % (select count(*) from event_log c where c.card = 'order/' || o.id) limit 1
  ) x where not o.is_open;
  analyze;`

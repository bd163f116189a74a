// Figures in tests: what happened is counted, and the rows that were written.
import { sql } from '../../src/db/sql.ts'
import { catchUp } from '../../src/features/figures/update-figures.ts'
import { type TestClient, testApp } from './api.ts'
import { numberAll } from './numbered.ts'

/** Everything that happened so far is in the figures. */
export async function settleFigures(client: Pick<TestClient, 'id'>): Promise<void> {
  const { database } = await testApp()
  await numberAll()
  await catchUp(database, client.id, new Date())
}

/** Every row of the figures of a client, as text, in one order. */
export async function figureRows(client: Pick<TestClient, 'id'>): Promise<string[]> {
  const { database } = await testApp()
  const rows = await database.rows<{ row: string }>(sql`
    select 'order ' || to_jsonb(t)::text as row from order_figures t where t.system_client_id = ${client.id}
    union all
    select 'order money ' || to_jsonb(t)::text from order_money t where t.system_client_id = ${client.id}
    union all
    select 'order person ' || to_jsonb(t)::text from order_people t where t.system_client_id = ${client.id}
    union all
    select 'day ' || to_jsonb(t)::text from figure_days t where t.system_client_id = ${client.id}
    union all
    select 'money ' || to_jsonb(t)::text from figure_money t where t.system_client_id = ${client.id}
    union all
    select 'question ' || to_jsonb(t)::text from question_days t where t.system_client_id = ${client.id}
    union all
    select 'question money ' || to_jsonb(t)::text from question_money t where t.system_client_id = ${client.id}
    order by 1`)
  return rows.map(({ row }) => row)
}

/** The raw rows that figures are counted from, by table; without any rule of the figures. */
export async function rawRows(client: Pick<TestClient, 'id'>): Promise<Record<string, Raw[]>> {
  const { database } = await testApp()
  const rows = await database.rows<{ name: string; row: Raw }>(sql`
    select 'orders' as name, to_jsonb(t) as row from service_orders t where t.system_client_id = ${client.id}
    union all select 'surveys', to_jsonb(t) from surveys t where t.system_client_id = ${client.id}
    union all select 'answers', to_jsonb(t) from survey_answers t where t.system_client_id = ${client.id}
    union all select 'visits', to_jsonb(t) from finding_visits t where t.system_client_id = ${client.id}
    union all select 'findings', to_jsonb(t) from findings t where t.system_client_id = ${client.id}
    union all select 'work', to_jsonb(t) from offered_work t where t.system_client_id = ${client.id}
    union all select 'lines', to_jsonb(t) from order_work t where t.system_client_id = ${client.id}
    union all select 'messages', to_jsonb(t) from messages t where t.system_client_id = ${client.id}
    union all select 'parts', to_jsonb(t) from part_requests t where t.system_client_id = ${client.id}
    union all select 'links', to_jsonb(t) from owner_links t where t.system_client_id = ${client.id}
    union all select 'decisions', to_jsonb(t) from owner_decisions t where t.system_client_id = ${client.id}
    union all select 'feedback', to_jsonb(t) from owner_feedback t where t.system_client_id = ${client.id}
    union all select 'videos', to_jsonb(t) from videos t where t.system_client_id = ${client.id}
    union all select 'photos', to_jsonb(t) from photos t where t.system_client_id = ${client.id}`)
  const named = Map.groupBy(rows, ({ name }) => name)
  return Object.fromEntries([...named].map(([name, list]) => [name, list.map(({ row }) => row)]))
}

// biome-ignore lint/suspicious/noExplicitAny: rows as the database has them
export type Raw = Record<string, any>

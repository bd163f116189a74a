// Everything a system client has in the database, as one hash: equal before and after means that nothing was touched.
import { sql } from '../../src/db/sql.ts'
import { testDatabase } from './database.ts'

export async function fingerprint(clientId: string): Promise<string> {
  const database = await testDatabase()
  const row = await database.row<{ hash: string }>(sql`
    select md5(string_agg(stored, e'\\n' order by stored)) as hash from (
      select to_jsonb(t)::text as stored from service_orders t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from leads t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from lead_deals t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from surveys t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from survey_answers t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from answer_idempotency_keys t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from packages t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from package_prices t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from package_assignments t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from catalogue_versions t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from survey_quotes t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from survey_variants t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from vehicles t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from vehicle_services t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from branches t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from branch_codes t where system_client_id = ${clientId}
      union all select (to_jsonb(t) - 'logged_at' - 'position' - 'card' - 'branch_id')::text from events t where system_client_id = ${clientId}
    ) everything`)
  return row?.hash ?? ''
}

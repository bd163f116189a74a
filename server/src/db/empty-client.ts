// Removes everything that was made at a system client, and leaves what sets it up. Only sandboxes are emptied.
import { quoted, statement } from './backup-tables.ts'
import { distribution } from './distribution.ts'
import { isOfAccess } from './events.ts'
import { type Db, sql } from './sql.ts'

/** What stays, with the reason. Every other table is emptied, also one that is added later. */
export const keptTables: Readonly<Record<string, string>> = {
  schema_migrations: 'is about the installation',
  installation_secrets: 'is about the installation',
  system_clients: 'the client itself',
  sites: 'set up by the operator',
  advisor_pictures: 'belong to sites',
  branches: 'set up by the operator, or known from dealer codes',
  branch_codes: 'belong to branches',
  logins: 'people and systems go on',
  login_roles: 'people and systems go on',
  api_keys: 'the DMS goes on with its key',
  sessions: 'belong to logins',
  sign_in_providers: 'a setting',
  provider_people: 'people go on',
  sign_in_attempts: 'end by themselves',
  sign_in_devices: 'belong to logins',
  sign_in_failures: 'belong to nobody',
  passkeys: 'belong to logins',
  recovery_codes: 'belong to logins',
  sign_in_challenges: 'belong to logins',
  access_records: 'who was refused is not forgotten',
  audit_entries: 'who changed what is not forgotten',
  audit_heads: 'the chain goes on',
  event_heads: 'positions in the log only grow',
  event_retention: 'a setting',
  survey_templates: 'catalogue',
  survey_template_versions: 'catalogue',
  template_choices: 'catalogue',
  packages: 'catalogue',
  package_prices: 'catalogue',
  package_assignments: 'catalogue',
  catalogue_versions: 'catalogue',
  message_templates: 'texts',
  client_words: 'texts',
  callback_receivers: 'a setting',
  telegram_reading: 'one bot serves all clients',
}

/** What refers to a table is emptied before it. */
const emptiedTables = [...distribution.keys()].reverse().filter((name) => !Object.hasOwn(keptTables, name))

/** Their rows about access stay: who may do what, and since when. */
const logTables = ['event_log', 'event_inbox']

/** Returns how many rows went. */
export async function emptyClient(db: Db, clientId: string): Promise<number> {
  // Readers are told that what they had not read yet is gone. Whoever numbers events waits.
  await db.run(sql`update event_heads set kept_after = position where system_client_id = ${clientId}`)
  let rows = await db.run(
    sql`delete from event_log where system_client_id = ${clientId} and not (${isOfAccess})`,
  )
  rows += await db.run(
    sql`delete from event_inbox where system_client_id = ${clientId} and not (${isOfAccess})`,
  )
  for (const name of emptiedTables.filter((table) => !logTables.includes(table))) {
    rows += await db.run(statement(`delete from ${quoted(name)} where system_client_id = $1`, [clientId]))
  }
  return rows
}

// The SQL of a client's own templates of messages.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface TemplateRow {
  language: string
  type: string
  channel: string
  subject: string | null
  text: string
}

export function findTemplateRow(
  scope: Pick<Scope, 'db' | 'clientId'>,
  { language, type, channel }: Pick<TemplateRow, 'language' | 'type' | 'channel'>,
): Promise<TemplateRow | undefined> {
  return scope.db.row(sql`
    select language, type, channel, subject, text from message_templates
    where system_client_id = ${scope.clientId} and language = ${language} and type = ${type} and channel = ${channel}`)
}

export function listTemplateRows(scope: Scope): Promise<TemplateRow[]> {
  return scope.db.rows(sql`
    select language, type, channel, subject, text from message_templates
    where system_client_id = ${scope.clientId} order by language, type, channel`)
}

/** Replaces all existing ones. */
export async function replaceTemplateRows(scope: Scope, rows: readonly TemplateRow[]): Promise<void> {
  await scope.db.run(sql`delete from message_templates where system_client_id = ${scope.clientId}`)
  await scope.db.run(sql`
    insert into message_templates (system_client_id, language, type, channel, subject, text, changed_at)
    select ${scope.clientId}, r.language, r.type, r.channel, r.subject, r.text, ${scope.now}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(language text, type text, channel text, subject text, text text)`)
}

export async function saveTemplateRow(scope: Scope, row: TemplateRow): Promise<void> {
  await scope.db.run(sql`
    insert into message_templates (system_client_id, language, type, channel, subject, text, changed_at)
    values (${scope.clientId}, ${row.language}, ${row.type}, ${row.channel}, ${row.subject}, ${row.text}, ${scope.now})
    on conflict (system_client_id, language, type, channel) do update set
      subject = excluded.subject, text = excluded.text, changed_at = excluded.changed_at`)
}

/** False if the client had no words of its own. */
export async function deleteTemplateRow(
  scope: Scope,
  { language, type, channel }: Pick<TemplateRow, 'language' | 'type' | 'channel'>,
): Promise<boolean> {
  const removed = await scope.db.run(sql`
    delete from message_templates
    where system_client_id = ${scope.clientId} and language = ${language} and type = ${type} and channel = ${channel}`)
  return removed === 1
}

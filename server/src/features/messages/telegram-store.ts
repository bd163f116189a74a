// The SQL of the bot: invitations, who started it, and how far it has read.
import { type Db, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** With whom, and by which bot; an empty one is that of the installation. */
interface Chat {
  chatId: string
  botId: string
}

type Reader = Pick<Scope, 'db' | 'clientId'>

export async function insertInvitation(
  scope: Pick<Scope, 'db' | 'clientId' | 'now'>,
  { wordHash, personKey, expiresAt }: { wordHash: Buffer; personKey: string; expiresAt: Date },
): Promise<void> {
  await scope.db.run(sql`
    delete from telegram_invitations where system_client_id = ${scope.clientId} and expires_at < ${scope.now}`)
  await scope.db.run(sql`
    insert into telegram_invitations (system_client_id, word_hash, person_key, expires_at)
    values (${scope.clientId}, ${wordHash}, ${personKey}, ${expiresAt})`)
}

/** The word names no client, so all are searched; there are few invitations at a time. */
export function takeInvitation(
  db: Db,
  wordHash: Buffer,
  now: Date,
): Promise<{ clientId: string; personKey: string } | undefined> {
  return db.row(sql`
    delete from telegram_invitations where word_hash = ${wordHash} and expires_at > ${now}
    returning system_client_id as client_id, person_key`)
}

export async function saveContact(
  scope: Pick<Scope, 'db' | 'clientId' | 'now'>,
  personKey: string,
  { chatId, botId }: Chat,
): Promise<void> {
  await scope.db.run(sql`
    insert into telegram_contacts (system_client_id, person_key, chat_id, bot_id, started_at)
    values (${scope.clientId}, ${personKey}, ${chatId}, ${botId}, ${scope.now})
    on conflict (system_client_id, person_key) do update set chat_id = excluded.chat_id, bot_id = excluded.bot_id,
      started_at = excluded.started_at`)
}

/** At every client: somebody who stops the bot gets nothing more from it. */
export async function deleteChat(db: Db, { chatId, botId }: Chat): Promise<void> {
  await db.run(sql`delete from telegram_contacts where chat_id = ${chatId} and bot_id = ${botId}`)
}

/** With the bot the client has now: another one may not write to people who never started it. */
export async function findChat(scope: Reader, personKey: string): Promise<string | undefined> {
  const row = await scope.db.row<{ chat: string }>(sql`
    select chat_id as chat from telegram_contacts
    where system_client_id = ${scope.clientId} and person_key = ${personKey} and bot_id = coalesce((
        select c.bot_id from message_channels c
        where c.system_client_id = ${scope.clientId} and c.channel = 'telegram'), '')`)
  return row?.chat
}

/** One process at a time: undefined while another reads. */
export async function claimReading(
  db: Db,
  botId: string,
  now: Date,
  leasedUntil: Date,
): Promise<number | undefined> {
  const row = await db.row<{ next: string }>(sql`
    insert into telegram_reading as r (bot_id, next_update, leased_until) values (${botId}, 0, ${leasedUntil})
    on conflict (bot_id) do update set leased_until = excluded.leased_until
      where r.leased_until is null or r.leased_until <= ${now}
    returning next_update::text as next`)
  return row && Number(row.next)
}

/** Also releases the claim for the next process. */
export async function saveReading(db: Db, botId: string, next: number): Promise<void> {
  await db.run(sql`
    update telegram_reading set next_update = ${next}, leased_until = null where bot_id = ${botId}`)
}

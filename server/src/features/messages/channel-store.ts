// The SQL of the channels that clients have of their own.
import type { ChannelName } from '@walkaround/contract/messages.ts'
import { type Db, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

export interface ChannelRow {
  channel: ChannelName
  /** As JSON, without its secret. */
  settings: string
  sealedSecret: Uint8Array | null
  /** Of Telegram: empty if it is the installation's. */
  botId: string | null
  changedAt: Date
}

const channelColumns = part`c.channel, c.settings::text as settings, c.sealed_secret, c.bot_id, c.changed_at`

export function findChannelRow(scope: Reader, channel: ChannelName): Promise<ChannelRow | undefined> {
  return scope.db.row(sql`
    select ${channelColumns} from message_channels c
    where c.system_client_id = ${scope.clientId} and c.channel = ${channel}`)
}

export function listChannelRows(scope: Reader): Promise<ChannelRow[]> {
  return scope.db.rows(sql`
    select ${channelColumns} from message_channels c
    where c.system_client_id = ${scope.clientId} order by c.channel`)
}

export async function saveChannelRow(scope: Reader, row: ChannelRow): Promise<void> {
  await scope.db.run(sql`
    insert into message_channels (system_client_id, channel, settings, sealed_secret, bot_id, changed_at)
    values (${scope.clientId}, ${row.channel}, ${row.settings}::jsonb, ${row.sealedSecret}, ${row.botId}, ${row.changedAt})
    on conflict (system_client_id, channel) do update set settings = excluded.settings,
      sealed_secret = excluded.sealed_secret, bot_id = excluded.bot_id, changed_at = excluded.changed_at`)
}

/** False if the client had none. */
export async function deleteChannelRow(scope: Reader, channel: ChannelName): Promise<boolean> {
  const removed = await scope.db.run(sql`
    delete from message_channels where system_client_id = ${scope.clientId} and channel = ${channel}`)
  return removed === 1
}

/** Of all clients: each is read for as long as somebody has it. */
export function listOwnBots(
  db: Db,
): Promise<{ clientId: string; botId: string; sealedSecret: Uint8Array }[]> {
  return db.rows(sql`
    select system_client_id as client_id, bot_id, sealed_secret from message_channels
    where channel = 'telegram' and bot_id <> '' and sealed_secret is not null order by bot_id, system_client_id`)
}

/** After the installation's key was changed, unless it was set anew meanwhile. */
export function replaceSecret(
  scope: Reader,
  channel: ChannelName,
  { before, after }: { before: Uint8Array; after: Buffer },
): Promise<number> {
  return scope.db.run(sql`
    update message_channels set sealed_secret = ${after}
    where system_client_id = ${scope.clientId} and channel = ${channel} and sealed_secret = ${Buffer.from(before)}`)
}

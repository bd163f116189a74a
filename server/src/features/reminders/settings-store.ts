// The SQL of how clients remind, and of the key from which their ways out are derived.
import { insertEvent } from '../../db/events.ts'
import { type Db, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { ReminderSettings } from './model.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

type SettingsRow = Omit<ReminderSettings, 'consent'> & { consent: string | null }

const remindsByItself = part`(deferred or declined) and consent is not null`

export async function findSettings({ db, clientId }: Reader): Promise<ReminderSettings | undefined> {
  const row = await db.row<SettingsRow>(sql`
    select deferred, deferred_days, declined, declined_days, catch_up_days, most_per_year, pause_days, quiet_from,
      quiet_to, return_days, consent
    from reminder_settings where system_client_id = ${clientId}`)
  return row && { ...row, consent: row.consent ?? undefined }
}

export async function saveSettings(
  scope: Scope,
  settings: ReminderSettings,
  changed: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { deferred, deferredDays, declined, declinedDays, catchUpDays, mostPerYear, pauseDays } = settings
  const { quietFrom, quietTo, returnDays, consent = null } = settings
  await scope.db.run(sql`
    with saved as (
      insert into reminder_settings (system_client_id, deferred, deferred_days, declined, declined_days, catch_up_days,
        most_per_year, pause_days, quiet_from, quiet_to, return_days, consent)
      values (${scope.clientId}, ${deferred}, ${deferredDays}, ${declined}, ${declinedDays}, ${catchUpDays}, ${mostPerYear},
        ${pauseDays}, ${quietFrom}, ${quietTo}, ${returnDays}, ${consent})
      on conflict (system_client_id) do update set deferred = excluded.deferred, deferred_days = excluded.deferred_days,
        declined = excluded.declined, declined_days = excluded.declined_days, catch_up_days = excluded.catch_up_days,
        most_per_year = excluded.most_per_year, pause_days = excluded.pause_days, quiet_from = excluded.quiet_from,
        quiet_to = excluded.quiet_to, return_days = excluded.return_days, consent = excluded.consent
      returning system_client_id
    )
    ${insertEvent(scope, 'client.changed', `client/${scope.clientId}`, changed)} from saved`)
}

/** Clients that remind by themselves and were not looked at since then; they count as looked at now. */
export async function takeDueClients(db: Db, before: Date, now: Date): Promise<string[]> {
  const rows = await db.rows<{ clientId: string }>(sql`
    update reminder_settings set planned_at = ${now}
    where ${remindsByItself} and (planned_at is null or planned_at < ${before})
    returning system_client_id as client_id`)
  return rows.map(({ clientId }) => clientId).sort()
}

export async function findSealedKey({ db, clientId }: Reader): Promise<Uint8Array | undefined> {
  const row = await db.row<{ sealedKey: Uint8Array | null }>(sql`
    select sealed_key from reminder_settings where system_client_id = ${clientId}`)
  return row?.sealedKey ?? undefined
}

/** The first one stays. */
export async function insertSealedKey({ db, clientId }: Reader, sealedKey: Buffer): Promise<void> {
  await db.run(sql`
    insert into reminder_settings as s (system_client_id, sealed_key) values (${clientId}, ${sealedKey})
    on conflict (system_client_id) do update set sealed_key = excluded.sealed_key where s.sealed_key is null`)
}

export async function replaceSealedKey(
  { db, clientId }: Reader,
  { before, after }: { before: Uint8Array; after: Buffer },
): Promise<number> {
  return db.run(sql`
    update reminder_settings set sealed_key = ${after}
    where system_client_id = ${clientId} and sealed_key = ${Buffer.from(before)}`)
}

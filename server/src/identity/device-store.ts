// SQL for devices that signed in before. Tokens are stored as hashes.
import { type Db, sql } from '../db/sql.ts'

/** By the login's name, as it is stored. */
export async function isKnownDevice(db: Db, device: string, login: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from sign_in_devices d join logins l on l.id = d.login_id
    where d.device = decode(${device}, 'hex') and l.login = ${login}`)
  return row !== undefined
}

/** True when anybody signed in from it. */
export async function existsDevice(db: Db, device: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from sign_in_devices where device = decode(${device}, 'hex') limit 1`)
  return row !== undefined
}

export async function upsertDevice(db: Db, device: string, loginId: string, now: Date): Promise<void> {
  await db.run(sql`
    insert into sign_in_devices (device, login_id, seen_at) values (decode(${device}, 'hex'), ${loginId}, ${now})
    on conflict (device, login_id) do update set seen_at = excluded.seen_at`)
}

/** All but one, when one is named. */
export async function deleteDevicesOf(db: Db, loginId: string, but?: string): Promise<void> {
  await db.run(sql`
    delete from sign_in_devices
    where login_id = ${loginId} and device is distinct from decode(${but ?? null}::text, 'hex')`)
}

export async function deleteDevicesBefore(db: Db, before: Date): Promise<number> {
  return db.run(sql`delete from sign_in_devices where seen_at < ${before}`)
}

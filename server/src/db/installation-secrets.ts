// Secrets that an installation keeps once for all its processes; the first process that asks makes one.
import { randomBytes } from 'node:crypto'
import { type Db, sql } from './sql.ts'

export async function keepOnce(db: Db, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const find = () =>
    db.row<{ value: Uint8Array }>(sql`select value from installation_secrets where name = ${name}`)
  const known = await find()
  if (known) return Buffer.from(known.value)
  await db.run(sql`
    insert into installation_secrets (name, value) values (${name}, ${await make()}) on conflict do nothing`)
  const made = await find()
  if (!made) throw new Error(`${name} could not be kept`)
  return Buffer.from(made.value)
}

export const ensureSecret = (db: Db, name: string): Promise<Buffer> =>
  keepOnce(db, name, async () => randomBytes(32))

export async function replaceSecret(db: Db, name: string): Promise<void> {
  await db.run(sql`update installation_secrets set value = ${randomBytes(32)} where name = ${name}`)
}

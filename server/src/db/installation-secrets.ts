// Secrets that an installation keeps once for all its processes; the first process that asks makes one.
import { randomBytes } from 'node:crypto'
import { type Db, sql } from './sql.ts'

export async function keepOnce(db: Db, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const known = await findSecret(db, name)
  if (known) return known
  await db.run(sql`
    insert into installation_secrets (name, value) values (${name}, ${await make()}) on conflict do nothing`)
  const made = await findSecret(db, name)
  if (!made) throw new Error(`${name} could not be kept`)
  return made
}

export const ensureSecret = (db: Db, name: string): Promise<Buffer> =>
  keepOnce(db, name, async () => randomBytes(32))

export async function replaceSecret(db: Db, name: string): Promise<void> {
  await db.run(sql`update installation_secrets set value = ${randomBytes(32)} where name = ${name}`)
}

export async function findSecret(db: Db, name: string): Promise<Buffer | undefined> {
  const known = await db.row<{ value: Uint8Array }>(
    sql`select value from installation_secrets where name = ${name}`,
  )
  return known && Buffer.from(known.value)
}

/** Instead of the one there is. */
export async function putSecret(db: Db, name: string, value: Buffer): Promise<void> {
  await db.run(sql`
    insert into installation_secrets (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`)
}

/** False if it is not there any more, or another one is: of several who take it at once, one gets it. */
export async function takeSecret(db: Db, name: string, value: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from installation_secrets where name = ${name} and value = ${value}`)) > 0
}

// The SQL of the secrets an installation's processes share.
import { randomBytes } from 'node:crypto'
import { type Db, sql } from '../../db/sql.ts'

/** The secret of that name, made by whichever process asks first. */
export async function ensureSecret(db: Db, name: string): Promise<Buffer> {
  const find = () =>
    db.row<{ value: Uint8Array }>(sql`select value from installation_secrets where name = ${name}`)
  const known = await find()
  if (known) return Buffer.from(known.value)
  await db.run(sql`
    insert into installation_secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`)
  const made = await find()
  if (!made) throw new Error(`the secret ${name} could not be kept`)
  return Buffer.from(made.value)
}

export async function replaceSecret(db: Db, name: string): Promise<void> {
  await db.run(sql`update installation_secrets set value = ${randomBytes(32)} where name = ${name}`)
}

// SQL for how much work a password is in this installation.
import { type Db, sql } from '../db/sql.ts'

/** Kept once and for all, by whoever comes first; not below what passwords were made with before. */
export async function agreeOnPasses(
  db: Db,
  memoryKiB: number,
  measure: () => Promise<number>,
): Promise<number> {
  const name = `passes of passwords with ${memoryKiB} KiB`
  const find = () =>
    db.row<{ value: string }>(sql`
      select convert_from(value, 'UTF8') as value from installation_secrets where name = ${name}`)
  const known = await find()
  if (known) return Number(known.value)
  const before = await db.row<{ most: number | null }>(sql`
    select max(substring(password_hash from ${`^[$]argon2id[$]v=19[$]m=${memoryKiB},t=([0-9]{1,4}),p=1[$]`})::integer) as most
    from logins`)
  const value = String(Math.max(await measure(), before?.most ?? 0))
  await db.run(sql`
    insert into installation_secrets (name, value) values (${name}, convert_to(${value}, 'UTF8'))
    on conflict do nothing`)
  return Number((await find())?.value ?? value)
}

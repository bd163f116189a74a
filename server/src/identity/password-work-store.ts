// SQL for the cost of password hashing in this installation.
import { keepOnce } from '../db/installation-secrets.ts'
import { type Db, sql } from '../db/sql.ts'

/** The first process decides for good; never below the cost of existing passwords. */
export async function agreeOnPasses(
  db: Db,
  memoryKiB: number,
  measure: () => Promise<number>,
): Promise<number> {
  const kept = await keepOnce(db, `passes of passwords with ${memoryKiB} KiB`, async () => {
    const before = await db.row<{ most: number | null }>(sql`
      select max(substring(password_hash from ${`^[$]argon2id[$]v=19[$]m=${memoryKiB},t=([0-9]{1,4}),p=1[$]`})::integer) as most
      from logins`)
    return Buffer.from(String(Math.max(await measure(), before?.most ?? 0)))
  })
  return Number(kept.toString())
}

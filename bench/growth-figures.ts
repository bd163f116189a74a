// Counts the seeded orders as `walkaround figures rebuild` does, only in larger steps, and gives the sums a past of five years.
import { endOf } from '@walkaround/contract/rules/figure-periods.ts'
import type { Database } from '../server/src/db/database.ts'
import { sql } from '../server/src/db/sql.ts'
import { inTransaction } from '../server/src/db/transaction.ts'
import { countOrders, sumTouched } from '../server/src/features/figures/count-orders.ts'
import { listOrdersAfter, type Reader } from '../server/src/features/figures/facts-store.ts'
import { clearSums, sumSpans } from '../server/src/features/figures/sums-store.ts'
import { getClient } from '../server/src/organisation/clients.ts'
import { CLIENT } from './growth-prototype.ts'
import { orderId, type Size } from './growth-rows.ts'
import type { Run } from './growth-seed.ts'

const ORDERS = 1_000
const CELLS = 20_000
const LANES = 2
/** So often the half year of the orders lies in five years. */
const PASTS = 9
/** The days are whole weeks. */
const HALF_YEAR = { days: 182, months: 6 }

export const figureTables = ['order_figures', 'order_money', 'figure_people', 'figure_touched']
const sums = ['figure_days', 'figure_money', 'question_days', 'question_money']

export async function seedFigures(database: Database, run: Run, size: Size): Promise<void> {
  const begun = performance.now()
  const settings = await getClient(
    { db: database, actor: { kind: 'system', id: 'bench' }, now: new Date() },
    CLIENT,
  )
  const step = <T>(work: (reader: Reader) => Promise<T>) =>
    inTransaction(database, async (db) => {
      await db.run(sql`set local work_mem = '256MB'`)
      return work({ db, clientId: CLIENT })
    })
  await run(`truncate ${[...figureTables, ...sums]}`)
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const place = (end: number) => Math.floor((size.orders * end) / LANES)
      for (let n = place(lane); n < place(lane + 1); n += ORDERS) {
        await step(async (reader) => {
          const most = Math.min(ORDERS, place(lane + 1) - n)
          await countOrders(reader, settings, await listOrdersAfter(reader, orderId(n), most))
        })
        // The planner knows nothing of them yet.
        if (n === 0) await run(`analyze ${figureTables}`)
      }
    }),
  )
  for (const table of figureTables) await run(`vacuum (analyze) ${table}`)
  await step((reader) => sumTouched(reader, 300))
  await run(`analyze ${sums}`)
  while ((await step((reader) => sumTouched(reader, CELLS))) > 0);
  await repeatSums(run)
  for (const whose of ['branch', 'person'] as const) await step((reader) => sumYears(reader, run, whose))
  await run('vacuum (analyze) figure_days')
  await run(`
    insert into figure_marks (system_client_id, logged_at, position)
    select system_client_id, logged_at, position from event_heads where system_client_id = '${CLIENT}'
    on conflict (system_client_id) do update set logged_at = excluded.logged_at, position = excluded.position`)
  process.stderr.write(`  figures: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
}

/** The orders of one day, counted again, give the same sums: those that a rebuild would make. */
export async function assertCountedAgain(database: Database, run: Run): Promise<void> {
  const settings = await getClient(
    { db: database, actor: { kind: 'system', id: 'bench' }, now: new Date() },
    CLIENT,
  )
  const [{ day } = { day: '' }] = await run('select (max(day) - 30)::text as day from order_figures')
  const orders = await run(`select order_id as id from order_figures where day = '${day}'`)
  const sumsOfDay = async () => {
    const rows: Record<string, string>[] = []
    for (const table of sums)
      rows.push(
        ...(await run(`select to_jsonb(t)::text as row from ${table} t where day = '${day}' order by 1`)),
      )
    return JSON.stringify(rows)
  }
  const before = await sumsOfDay()
  await inTransaction(database, async (db) => {
    const reader = { db, clientId: CLIENT }
    await countOrders(
      reader,
      settings,
      orders.map(({ id }) => id as string),
    )
    while ((await sumTouched(reader, CELLS)) > 0);
  })
  if (orders.length === 0 || (await sumsOfDay()) !== before)
    throw new Error(`the sums of ${day} are not those of its orders`)
}

/** From the months, of which there are more now. */
async function sumYears(reader: Reader, run: Run, whose: 'branch' | 'person'): Promise<void> {
  const rows = await run(`
    select distinct branch_id, date_trunc('year', day::timestamp)::date::text as day from figure_days
    where system_client_id = '${CLIENT}' and grain = '${whose}.month'`)
  const [branchIds, days] = [rows.map((row) => row.branch_id as string), rows.map(({ day }) => day as string)]
  const last = days.map((day) => endOf('year', day))
  await clearSums(reader, `${whose}.year`, branchIds, days)
  await sumSpans(reader, { from: `${whose}.month`, to: `${whose}.year`, branchIds, days, last })
}

/** For the years before. Days of questions are left out, which are many: all but the ends of a long period is read from their months. */
async function repeatSums(run: Run): Promise<void> {
  const { days, months } = HALF_YEAR
  for (const table of sums) {
    const columns = (
      await run(`
        select quote_ident(attname) as name from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attname <> 'day'`)
    ).map(({ name }) => name)
    const isRepeated = table.startsWith('question') ? `grain <> 'branch.day'` : 'true'
    await run(`
      insert into ${table} (day, ${columns})
      select case when grain like '%.day' or grain like '%.week' then day - times * ${days}
        else (day - times * interval '${months} months')::date end, ${columns}
      from ${table}, generate_series(1, ${PASTS}) times
      where system_client_id = '${CLIENT}' and ${isRepeated} and grain not like '%.year'
      on conflict do nothing`)
    await run(`vacuum (analyze) ${table}`)
  }
}

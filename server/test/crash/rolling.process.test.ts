// Two versions on one PostgreSQL: the schema changes under load, the older processes go on and may restart, a crash in the middle of a
// change is mended, and what no longer fits is refused in words.
import assert from 'node:assert/strict'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Database } from '../../src/db/database.ts'
import { continueFillings } from '../../src/db/fillings.ts'
import { migrate } from '../../src/db/migrate.ts'
import { listMigrations } from '../../src/db/migrations.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { examineSchema } from '../../src/db/schema-state.ts'
import { sql } from '../../src/db/sql.ts'
import {
  makeAccess,
  makeDatabase,
  makeFolder,
  makeFolderOn,
  onlyPostgres,
  type Server,
  startProcess,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'
import { acknowledgedSince, assertWhole, newLedger, verifyAll, write } from './ledger.ts'

/** Between two orders or leads of a writer: all that was written is read again in the end. */
const PAUSE_MS = 200

const rolling = new URL('../fixtures/rolling/', import.meta.url)
const as = (database: Database, upTo: number) => migrate(database, { folder: rolling, upTo })

/** As the processes of two versions have them. */
function openTwo(url: string): [Database, Database] {
  const both = [1, 2].map(() => openPostgres({ url, poolSize: 4 })) as [Database, Database]
  after(() => Promise.all(both.map((database) => database.close())))
  return both
}

interface Car {
  id: string
  plate: string
}

/** Writes cars until told to stop, and returns those that were acknowledged. */
async function writeCars(
  name: string,
  save: (car: Car) => Promise<unknown>,
  isOver: () => boolean,
): Promise<Car[]> {
  const saved: Car[] = []
  while (!isOver()) {
    const car = { id: `${name} ${saved.length}`, plate: `B ${name} ${saved.length}` }
    await save(car)
    saved.push(car)
  }
  return saved
}

const folded = (plate: string) => plate.replaceAll(' ', '').toLowerCase()

describe('two versions on one database', { skip: onlyPostgres }, () => {
  test('write at the same time while it is migrated and filled, and nothing is lost', async () => {
    const [former, next] = openTwo((await makeDatabase()).url)
    await as(former, 1)
    await former.run(sql`
      insert into cars (system_client_id, id, plate)
      select 'acme', 'stored ' || n, 'B ST ' || n from generate_series(1, 5000) as n`)
    let isFormerOver = false
    let isNextOver = false
    const formerWriters = ['a', 'b'].map((name) =>
      writeCars(
        name,
        ({ id, plate }) =>
          former.run(sql`insert into cars (system_client_id, id, plate) values ('acme', ${id}, ${plate})`),
        () => isFormerOver,
      ),
    )
    // Both start at once, and one waits for the other while that makes an index beside running work.
    const applied = await Promise.all([as(next, 3), as(next, 3), as(former, 1)])
    assert.deepEqual(applied.flat(), ['0002_folded_plates.sql', '0003_cars_by_plate.sql'])
    const nextWriters = ['c', 'd'].map((name) =>
      writeCars(
        name,
        ({ id, plate }) =>
          next.run(sql`
            insert into cars (system_client_id, id, plate, folded) values ('acme', ${id}, ${plate}, ${folded(plate)})`),
        () => isNextOver,
      ),
    )
    await assert.rejects(as(next, 4), {
      name: 'MigrationWaits',
      message:
        'the former version is still filling in data (0002_folded_plates.sql), and this version relies on it: let the former ' +
        'version run until walkaround doctor no longer names it, or run walkaround migrate --finish, which does the rest itself',
    })
    const known = await listMigrations(rolling)
    await until('it is filled in, by whoever has the turn', async () => {
      await Promise.all([
        continueFillings(next, { mostMs: 50 }, known),
        continueFillings(former, { mostMs: 50 }, known),
      ])
      return (await examineSchema(next, known)).fillings.length === 0
    })
    isFormerOver = true
    const byFormer = (await Promise.all(formerWriters)).flat()
    assert.deepEqual(await as(next, 4), ['0004_folded_plates_only.sql'], 'while the next one writes')
    isNextOver = true
    const byNext = (await Promise.all(nextWriters)).flat()
    assert.ok(byFormer.length > 10 && byNext.length > 10, `${byFormer.length}, ${byNext.length}`)
    const rows = await next.rows<{ id: string; folded: string }>(
      sql`select id, folded from cars where id not like 'stored %' order by id collate "C"`,
    )
    const written = [...byFormer, ...byNext].map(({ id, plate }) => ({ id, folded: folded(plate) }))
    assert.deepEqual(
      rows,
      written.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    )
    const stored = await next.row(sql`
      select count(*) as cars from cars where id like 'stored %' and folded = lower(replace(plate, ' ', ''))`)
    assert.deepEqual(stored, { cars: 5000 })
    await assert.rejects(as(former, 1), /works with versions of Walkaround that know schema 3 or later/)
  })

  test('an index that a crash left half made is made again', async () => {
    const [former, next] = openTwo((await makeDatabase()).url)
    await as(former, 2)
    const isHalfMade = async () =>
      (await former.row(sql`
        select 1 from pg_index where indexrelid = to_regclass('cars_by_plate') and not indisvalid`)) !==
      undefined
    let crashed: Promise<unknown> = Promise.resolve()
    // Somebody is writing, so the index cannot be finished.
    await former.transaction(async (tx) => {
      await tx.run(sql`insert into cars (system_client_id, id, plate) values ('acme', 'one', 'B ON 1')`)
      crashed = as(next, 3).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
      await until('the index is in the making', isHalfMade)
      await tx.row(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'create index concurrently%'`)
      assert.equal(await crashed, '57P01')
    })
    assert.equal(await isHalfMade(), true)
    assert.equal((await examineSchema(next, await listMigrations(rolling))).version, 2)
    assert.deepEqual(await as(next, 3), ['0003_cars_by_plate.sql'])
    assert.equal(await isHalfMade(), false)
    const index = await next.row(sql`select to_regclass('cars_by_plate')::text as name`)
    assert.deepEqual(index, { name: 'cars_by_plate' })
  })

  test('a change that a long transaction keeps waiting does not keep others waiting, and comes later', async () => {
    const [former, next] = openTwo((await makeDatabase()).url)
    await as(former, 1)
    let changed: Promise<string[]> = Promise.resolve([])
    await former.transaction(async (tx) => {
      await tx.rows(sql`select id from cars`)
      changed = as(next, 2)
      await until('the change waits', async () => {
        const row = await former.row(
          sql`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'`,
        )
        return row !== undefined
      })
      // Would wait for the transaction to end if the change did.
      await former.run(sql`insert into cars (system_client_id, id, plate) values ('acme', 'two', 'B TW 2')`)
    })
    assert.deepEqual(await changed, ['0002_folded_plates.sql'])
  })

  test('services go on and start on a schema that works with them, and leave the traffic on one that does not', async () => {
    const address = await makeDatabase()
    const env = await makeFolderOn(address)
    const access = await makeAccess(env)
    const before = await startServer(env)
    const known = (await listMigrations()).at(-1)?.version ?? 0
    // The next version: the migrations of this one and three more.
    const folder = join(await makeFolder(), 'migrations')
    await cp(new URL('../../migrations/', import.meta.url), folder, { recursive: true })
    const header = `-- works with: ${String(known).padStart(4, '0')}`
    const add = (name: string, ...lines: string[]) => writeFile(join(folder, name), `${lines.join('\n')}\n`)
    const tables = ['service_orders', 'surveys', 'survey_answers', 'leads', 'event_inbox']
    await add('9001_more.sql', header, ...tables.map((name) => `alter table ${name} add column more text;`))
    await add(
      '9001_more.fill.sql',
      `with batch as (select system_client_id, id from service_orders where more is null
         order by system_client_id, id limit $2::int for update),
       filled as (update service_orders o set more = 'filled' from batch b
         where o.system_client_id = b.system_client_id and o.id = b.id)
       select $1::text[] as position, count(*) as rows from batch`,
    )
    await add(
      '9002_by_more.sql',
      header,
      '-- without a transaction',
      'create index concurrently if not exists surveys_by_more on surveys (system_client_id, more);',
    )
    const next = { folder: pathToFileURL(`${folder}/`) }
    const database = openPostgres({ url: address.url, poolSize: 3 })
    after(() => database.close())

    const ledger = newLedger(access)
    let isOver = false
    const writeTo = (server: Server) => [1, 2].map(() => write(ledger, server.send, () => isOver, PAUSE_MS))
    const writers = writeTo(before)
    await until('it writes', () => acknowledgedSince(ledger, 0, 10))
    assert.deepEqual(await migrate(database, next), ['9001_more.sql', '9002_by_more.sql'])
    await continueFillings(database, { mostMs: 500 }, await listMigrations(next.folder))
    const started = await startServer(await makeFolderOn(address))
    writers.push(...writeTo(started))
    const from = ledger.acknowledgements
    await until('both write', () => acknowledgedSince(ledger, from, 20))
    isOver = true
    assert.deepEqual(await Promise.all(writers), [undefined, undefined, undefined, undefined])
    assert.equal(ledger.unavailable, 0, 'and nobody was told to come back later')
    for (const server of [before, started]) {
      const ready = await server.send({ path: '/readyz' })
      assert.equal(ready.status, 200, ready.text)
      assert.match(ready.text, new RegExp(`schema 9002, works with ${known}`))
    }
    await verifyAll(ledger, started.send)
    await assertWhole(database, access)

    await add('9003_no_more_text.sql', 'alter table service_orders drop column search_text;')
    await migrate(database, { ...next, finish: true })
    const left = await before.send({ path: '/readyz' })
    assert.equal(left.status, 503)
    assert.match(left.text, new RegExp(`schema 9003 does not work with this version, which knows ${known}`))
    const refused = startProcess(await makeFolderOn(address))
    assert.deepEqual(await refused.ended, { code: 1, signal: null })
    assert.match(
      refused.output(),
      /error: the database has schema 9003, which works with versions .* 9003 or/,
    )
  })
})

// How PostgreSQL would run each statement of the service on a database that has grown: nothing reads a table that grows from end
// to end. Statements are taken from the sources, so that one nobody happens to run is looked at as well.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'
import { makePartition } from '../src/db/log/partitions.ts'
import { migrate } from '../src/db/migrate.ts'
import { makePartition as makeAnyPartition } from '../src/db/partitions.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { GROWN, growDatabase, MANY, SMALL } from './support/grown-database.ts'
import { onlyPostgres } from './support/process.ts'
import { listStatements, type SourceStatement } from './support/statements.ts'

/** Statements that may read a whole table: file, some of their words, and why. A line that is no longer true must be removed. */
const exceptions: readonly [file: string, words: string, why: string][] = [
  [
    'server/src/db/file-references.ts',
    'delete from uploads where finished_at is null',
    'runs once, in a restore, which has just written the whole table',
  ],
  ['server/src/db/events.ts', 'from events where actor <> all', 'ends at the first row that a person wrote'],
  [
    'server/src/features/origins/rows.ts',
    'delete from contact_changes c',
    'an operator erases an address wherever it was kept: rarely, and an index would keep it once more',
  ],
  [
    'server/src/features/car-notes/rows.ts',
    'delete from car_notes n',
    'as above: an operator erases an address wherever somebody wrote it',
  ],
  [
    'server/src/features/line-questions/rows.ts',
    'delete from line_questions q where',
    'as above: an operator erases an address wherever somebody wrote it',
  ],
  [
    'server/src/features/parts/rows.ts',
    'set wanted = null, note = null where',
    'as above: an operator erases an address wherever somebody wrote it',
  ],
  [
    'server/src/features/callbacks/delivery-store.ts',
    'set leased_until = null where leased_until is not null',
    'runs once, at the start of an embedded database',
  ],
  [
    'server/src/features/callbacks/log-store.ts',
    'select count(*)::int from callback_queue',
    'doctor counts what waits, and what waits is all there is in this table',
  ],
  [
    'server/src/features/callbacks/rows.ts',
    'update callback_queue set due_at',
    'moves the clock of a sandbox: all of what it waits for, and sandboxes are small',
  ],
  [
    'server/src/db/empty-client.ts',
    'delete from event_log where',
    'empties a sandbox: all of its events, and sandboxes are small',
  ],
  [
    'server/src/features/ledger/rows.ts',
    'update findings set branch_id',
    'a branch is merged into another: seldom, and an index for it would cost every finding',
  ],
  [
    'server/src/features/ledger/rows.ts',
    'update finding_visits set branch_id',
    'a branch is merged into another: seldom, and an index for it would cost every finding',
  ],
  [
    'server/src/features/ledger/rows.ts',
    'update offered_work set branch_id',
    'a branch is merged into another: seldom, and an index for it would cost every finding',
  ],
]

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Node[]
}

const isRead = (text: string) => /^[\s(]*(select|with|insert|update|delete)\b/i.test(text)

/** A value as statements get it. `moment` is one long ago, as sweeps ask for, or now. */
function sampleOf(type: string, moment: string): string {
  if (type === 'text') return `'${GROWN}'`
  if (type === 'text[]') return `'{${GROWN}}'`
  if (type.endsWith('[]')) return `'{}'`
  if (type.startsWith('timestamp')) return moment
  if (type === 'boolean') return 'true'
  if (type === 'bytea') return `'x'`
  if (type.startsWith('json')) return `'{}'`
  return /int|numeric|double|real/.test(type) ? '100' : 'null'
}

/** Where an index is, if it holds every row of its table. */
type WholeIndexes = ReadonlyMap<string, string>

/** An index that is read for all of a client, and to its end, is a table read from end to end. */
function readsWhole(node: Node, wholeIndexes: WholeIndexes): string | undefined {
  if (node['Node Type'] === 'Seq Scan') return node['Relation Name']
  const rest = node['Index Cond']?.replaceAll('system_client_id', '') ?? ''
  return /[a-z_]+[")\]:a-z]* (?:[=<>~@]|IS)|ROW\(/.test(rest)
    ? undefined
    : wholeIndexes.get(node['Index Name'] ?? '')
}

function findScans(node: Node, wholeIndexes: WholeIndexes, isCut = false): string[] {
  const isSeqScan = node['Node Type'] === 'Seq Scan'
  const table = isCut && !isSeqScan ? undefined : readsWhole(node, wholeIndexes)
  const isOfInterest = table !== undefined && !table.startsWith('pg_') && !SMALL.includes(table)
  const isBelowCut = isCut || node['Node Type'] === 'Limit'
  const below = (node.Plans ?? []).flatMap((one) => findScans(one, wholeIndexes, isBelowCut))
  return isOfInterest ? [`${table} ${node.Filter ?? 'without a condition'}`, ...below] : below
}

describe('on a database of 100,000 orders', { skip: onlyPostgres }, () => {
  let client: pg.Client
  let cluster: Postgres
  let wholeIndexes: WholeIndexes
  before(async () => {
    const speed = {
      autovacuum: 'off',
      max_wal_size: '8GB',
      full_page_writes: 'off',
      synchronous_commit: 'off',
    }
    cluster = await startPostgres({ fsync: false, settings: speed })
    const database = openPostgres({ url: cluster.url, poolSize: 1 })
    await migrate(database)
    // The rows of the log are a second apart.
    const [first, last] = [new Date(Date.now() - 5 * 86_400_000), new Date()]
    for (const at of [first, last]) await makePartition(database, at)
    await makeAnyPartition(database, { table: 'request_log', by: 'day' }, last)
    await database.close()
    client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    await growDatabase(client)
    await client.query('set jit = off')
    const { rows } = await client.query<{ name: string; of: string }>(`
      select indexrelid::regclass::text as name, indrelid::regclass::text as of from pg_index where indpred is null`)
    wholeIndexes = new Map(rows.map(({ name, of }) => [name, of]))
  })
  after(async () => {
    await client.end()
    await cluster.remove()
  })

  /** What is read from end to end, whatever the plan: the one kept for all values, or one made for some. */
  async function scansOf({ text }: SourceStatement): Promise<string[]> {
    await client.query(`prepare asked as ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'`,
    )
    const types = rows[0]?.types ?? []
    const kinds = [
      { mode: 'force_generic_plan', moment: 'null' },
      { mode: 'force_custom_plan', moment: `'2000-01-01'` },
      { mode: 'force_custom_plan', moment: 'now()' },
    ]
    let scans: string[] = []
    for (const { mode, moment } of kinds) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const values = types.map((type) => (mode === 'force_generic_plan' ? 'null' : sampleOf(type, moment)))
      const call = values.length > 0 ? `asked(${values.join(', ')})` : 'asked'
      const { rows } = await client.query(`explain (format json) execute ${call}`)
      scans = findScans(rows[0]['QUERY PLAN'][0].Plan, wholeIndexes)
      if (scans.length === 0) break
    }
    await client.query('deallocate asked')
    return scans
  }

  test('every table that grows has grown', async () => {
    const { rows } = await client.query<{ name: string; count: number }>(`
      select relname as name, reltuples::int as count from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`)
    const thin = rows.filter(({ name, count }) => !SMALL.includes(name) && count < MANY)
    assert.deepEqual(thin, [])
  })

  test('no statement reads a table that grows from end to end', async () => {
    const statements = listStatements().filter(({ text }) => isRead(text))
    assert.ok(statements.length > 250, `only ${statements.length} statements were found`)
    const used = new Set<string>()
    const told: string[] = []
    for (const statement of statements) {
      const scans = await scansOf(statement)
      if (scans.length === 0) continue
      const exception = exceptions.find(
        ([file, words]) => statement.place.startsWith(`${file}:`) && statement.text.includes(words),
      )
      if (exception) used.add(exception[1])
      else told.push(`${statement.place} reads all of ${scans.join('; ')}`)
    }
    assert.deepEqual(told, [])
    assert.deepEqual(
      exceptions.filter(([, words]) => !used.has(words)),
      [],
      'exceptions that are not needed any more',
    )
  })
})

// `npm run bench -- --only=growth`: the same requests to two services, one with few and one with many orders, in interleaved rounds.
// The time of an operation should not follow the number of orders; only ratios matter.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Postgres, startPostgres } from '../scripts/postgres.ts'
import { openPostgres } from '../server/src/db/postgres.ts'
import { sql } from '../server/src/db/sql.ts'
import { cpuSeconds, ownCpu } from './cpu.ts'
import { inside, type Measured, type Place, timeBackup } from './growth-inside.ts'
import { comparePlans, explain, statementsOf } from './growth-plans.ts'
import { CLIENT, type Keys, makePrototype } from './growth-prototype.ts'
import { type Asked, bytesOf, type Facts, listRequests, requestOf } from './growth-requests.ts'
import type { Size } from './growth-rows.ts'
import { seed } from './growth-seed.ts'
import { load } from './load.ts'
import { median } from './median.ts'
import { openRecorder } from './recorder.ts'
import { ended, type Service, startService } from './start-ours.ts'

export interface GrowthOptions {
  rounds: number
  large: Size
  /** Of a backup: longer ones are cut off and compared by the tables read so far. */
  backupSeconds: number
  /** Only operations whose name has these words. */
  words?: string | undefined
}

const SMALL_ORDERS = 10_000
const CONNECTIONS = 2
/** The longest statement that fills the large database. */
const SEEDING_MS = 3_600_000
/** The large database may take this much longer. */
const MOST = 1.3
/** Nothing here survives the run, so nothing needs to be safe on the disk. */
const settings = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  shared_buffers: '2GB',
  effective_cache_size: '12GB',
}

interface Side extends Place {
  name: 'small' | 'large'
  size: Size
  url: string
}

export async function benchGrowth(options: GrowthOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-growth-'))
  const postgres = await startPostgres({ fsync: false, settings })
  try {
    return await compare(options, folder, postgres)
  } catch (error) {
    process.stderr.write(`PostgreSQL wrote last:\n${postgres.lastWords()}\n`)
    throw error
  } finally {
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(options: GrowthOptions, folder: string, postgres: Postgres): Promise<string> {
  const { large } = options
  const ratio = SMALL_ORDERS / large.orders
  const keys = await makePrototypeIn(postgres, folder)
  const sides = [
    await makeSide(postgres, folder, 'small', {
      orders: SMALL_ORDERS,
      events: Math.round(large.events * ratio),
    }),
    await makeSide(postgres, folder, 'large', large),
  ] as const
  try {
    const facts = await findFacts(sides[0])
    const asked = listRequests(facts).filter(({ name }) => name.includes(options.words ?? ''))
    const rows: Row[] = await measureServices(options, sides, keys, asked)
    const plans = await explainSlow(sides, keys, asked, rows)
    for (const measured of inside.filter(({ name }) => name.includes(options.words ?? '')))
      rows.push(await measureInside(options, sides, measured))
    if ('backup'.includes(options.words ?? '')) rows.push(await compareBackups(options, sides))
    return [
      ...table(options, rows),
      ...plans.flatMap(({ name, text }) => ['', `### ${name}`, '', '```', text, '```']),
    ].join('\n')
  } finally {
    for (const { database } of sides) await database.close()
  }
}

const urlOf = (postgres: Postgres, name: string) => postgres.url.replace(/walkaround$/, name)

async function runAs(postgres: Postgres, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function makePrototypeIn(postgres: Postgres, folder: string): Promise<Keys> {
  process.stderr.write('the demo, which is repeated …\n')
  await runAs(postgres, 'create database proto')
  const database = openPostgres({ url: urlOf(postgres, 'proto'), poolSize: 2 })
  try {
    return await makePrototype(database, join(folder, 'proto'))
  } finally {
    await database.close()
  }
}

async function makeSide(postgres: Postgres, folder: string, name: Side['name'], size: Size): Promise<Side> {
  process.stderr.write(`${size.orders} orders, ${size.events} events …\n`)
  const begun = performance.now()
  await runAs(postgres, `create database ${name} template proto`)
  const url = urlOf(postgres, name)
  const dataDir = join(folder, name)
  await cp(join(folder, 'proto'), dataDir, { recursive: true })
  const database = openPostgres({ url, poolSize: 4, timeoutMs: SEEDING_MS })
  await seed(database, url, size)
  process.stderr.write(`  in ${Math.round((performance.now() - begun) / 1000)} s\n`)
  return { name, size, url, dataDir, database }
}

/** What the requests need to know of the demo. */
async function findFacts({ database }: Side): Promise<Facts> {
  const one = async <T>(text: string) => (await database.row<T>({ name: '', text, values: [] })) as T
  const { open, closed } = await one<{ open: number; closed: number }>(
    'select count(*) filter (where is_open)::int as open, count(*) filter (where not is_open)::int as closed from proto.service_orders',
  )
  const healthy = await database.rows<{ k: number }>({
    name: '',
    text: `select k::int as k from proto.surveys where not is_open and j = 1 and survey_type = 'health' order by k`,
    values: [],
  })
  const { k, document } = await one<{ k: number; document: string }>(`
    select s.k::int as k, v.document::text as document from proto.surveys s
    join survey_template_versions v on v.system_client_id = s.master_client_id and v.template_id = s.template_id
      and v.version = s.template_version
    where s.is_open and s.order_id is not null and s.j = 1 and not s.completed and s.survey_type = 'health' order by s.k limit 1`)
  const { id: question, answers } = findQuestion(JSON.parse(document)) ?? { id: '', answers: [] }
  const [first = '', second = ''] = answers.map(({ id }) => id)
  return {
    open,
    closed,
    withHealth: healthy.map((one) => one.k),
    tapped: k - 1,
    question,
    answers: [first, second],
  }
}

interface Question {
  id: string
  answers: { id: string }[]
}

/** The first question with two standard answers, anywhere in a template. */
function findQuestion(part: Partial<Question> & { contents?: [] }): Question | undefined {
  if ((part.answers?.length ?? 0) >= 2) return part as Question
  for (const inner of part.contents ?? []) {
    const found = findQuestion(inner)
    if (found) return found
  }
  return undefined
}

interface Row {
  name: string
  small: number
  large: number
  ratio: number
  /** Of the processor's time, in the service and its connections to the database. */
  cpuRatio: number
}

interface Taken {
  seconds: number
  cpu: number
}

/** The processor's time until now: of a process, and of those of PostgreSQL that work for a database. */
async function cpuOf({ database, name }: Side, ofProcess: () => number): Promise<Map<number, number>> {
  const backends = await database.rows<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = ${name}`,
  )
  return new Map([[0, ofProcess()], ...backends.map(({ pid }) => [pid, cpuSeconds(pid)] as const)])
}

async function withCpu(side: Side, ofProcess: () => number, work: () => Promise<number>): Promise<Taken> {
  const before = await cpuOf(side, ofProcess)
  const seconds = await work()
  let cpu = 0
  for (const [pid, until] of await cpuOf(side, ofProcess)) cpu += until - (before.get(pid) ?? 0)
  return { seconds, cpu }
}

async function measureServices(
  options: GrowthOptions,
  sides: readonly [Side, Side],
  keys: Keys,
  asked: Asked[],
): Promise<Row[]> {
  const running: Service[] = []
  try {
    for (const side of sides) running.push(await startService(side))
    const rows: Row[] = []
    for (const one of asked) {
      const counters = [0, 0]
      rows.push(
        await interleave(options, one.name, async (index) => {
          const { child, port, ca } = running[index] as Service
          const side = sides[index] as Side
          const next = () => {
            const i = (counters[index] as number)++
            return bytesOf(keys, side.size, one, one.isNew ? i : i % one.requests)
          }
          const { requests, expect } = one
          const work = () => load({ port, ca, connections: CONNECTIONS, requests, next, expect })
          const { seconds, cpu } = await withCpu(side, () => cpuSeconds(child.pid), work)
          return { seconds: seconds / requests, cpu: cpu / requests }
        }),
      )
    }
    return rows
  } finally {
    await Promise.all(running.map(({ child }) => ended(child)))
  }
}

const measureInside = (options: GrowthOptions, sides: readonly [Side, Side], { name, once }: Measured) =>
  interleave(options, name, (index) => {
    const side = sides[index] as Side
    return withCpu(side, ownCpu, () => once(side))
  })

/** Small and large take turns, and turns in going first; the first round warms both up. */
async function interleave(
  { rounds }: GrowthOptions,
  name: string,
  once: (index: 0 | 1) => Promise<Taken>,
): Promise<Row> {
  const seen: [Taken, Taken][] = []
  for (let round = -1; round < rounds; round++) {
    const pair: Taken[] = []
    for (const index of round % 2 ? ([1, 0] as const) : ([0, 1] as const)) pair[index] = await once(index)
    if (round >= 0) seen.push(pair as [Taken, Taken])
  }
  const sum = (index: 0 | 1) => seen.reduce((all, pair) => all + pair[index].cpu, 0)
  const row = {
    name,
    small: median(seen.map(([small]) => small.seconds)),
    large: median(seen.map(([, large]) => large.seconds)),
    ratio: median(seen.map(([small, large]) => large.seconds / small.seconds)),
    cpuRatio: sum(1) / sum(0),
  }
  process.stderr.write(`${line(row)}\n`)
  return row
}

/** Per row: how long the rows read on the large side would have taken at the speed of the small side, table by table. */
async function compareBackups({ backupSeconds }: GrowthOptions, sides: readonly [Side, Side]): Promise<Row> {
  const small = await timeBackup(sides[0], backupSeconds)
  const large = await timeBackup(sides[1], backupSeconds)
  const [expected, taken] = [
    { rows: 0, seconds: 0, cpu: 0 },
    { rows: 0, seconds: 0, cpu: 0 },
  ]
  for (const [table, { rows, seconds, cpu }] of large) {
    const known = small.get(table)
    // What is read in a moment says nothing.
    if (!known || known.rows < 1_000) continue
    expected.rows += rows
    expected.seconds += (rows * known.seconds) / known.rows
    expected.cpu += (rows * known.cpu) / known.rows
    taken.seconds += seconds
    taken.cpu += cpu
  }
  const { rows } = expected
  const row = {
    name: `backup, per 1,000 rows (${rows.toLocaleString('en')} rows of the large one)`,
    small: (expected.seconds / rows) * 1000,
    large: (taken.seconds / rows) * 1000,
    ratio: taken.seconds / expected.seconds,
    cpuRatio: taken.cpu / expected.cpu,
  }
  process.stderr.write(`${line(row)}\n`)
  return row
}

async function explainSlow(
  sides: readonly [Side, Side],
  keys: Keys,
  asked: Asked[],
  rows: Row[],
): Promise<{ name: string; text: string }[]> {
  const slow = asked.filter(({ name }) =>
    rows.some((row) => row.name === name && Math.max(row.ratio, row.cpuRatio) > MOST),
  )
  const plans: { name: string; text: string }[] = []
  for (const one of slow) {
    const [small, large] = await Promise.all(
      sides.map(async ({ url, dataDir, size, database }) => {
        const recorder = await openRecorder({ url, poolSize: 2, dataDir })
        // What is new is made by a number that no round has used.
        const i = 900_000_000
        const statements = await statementsOf(recorder, requestOf(keys, size, one, i))
        await recorder.close()
        return explain(database, statements)
      }),
    )
    plans.push({ name: one.name, text: comparePlans(small ?? [], large ?? [], MOST) })
  }
  return plans
}

const ms = (seconds: number) => (seconds * 1000).toFixed(seconds < 0.01 ? 2 : 1)
const line = ({ name, small, large, ratio, cpuRatio }: Row) =>
  `| ${name} | ${ms(small)} ms | ${ms(large)} ms | **${ratio.toFixed(2)}** | ${Number.isNaN(cpuRatio) ? '—' : cpuRatio.toFixed(2)} |`

function table({ rounds, large }: GrowthOptions, rows: readonly Row[]): string[] {
  const count = (value: number) => value.toLocaleString('en')
  const events = Math.round((large.events * SMALL_ORDERS) / large.orders)
  return [
    `${rounds} rounds, medians, client ${CLIENT}; the goal is at most ${MOST}.`,
    '',
    `| operation | ${count(SMALL_ORDERS)} orders, ${count(events)} events | ${count(large.orders)} orders, ${count(large.events)} events | ratio | of the processor's time |`,
    '| --- | --- | --- | --- | --- |',
    ...rows.map(line),
  ]
}

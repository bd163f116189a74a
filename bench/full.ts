// `npm run bench -- --only=full`: what one page reads when it is as full as it gets, on both engines: milliseconds, statements, bytes,
// and how much of the event loop's thread, in which other requests wait.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.ts'
import type { Database } from '../server/src/db/database.ts'
import { openEmbedded } from '../server/src/db/embedded.ts'
import { openPostgres } from '../server/src/db/postgres.ts'
import { CLIENT, makePrototype } from './growth-prototype.ts'
import { fillings, OPEN, orderId, surveyId } from './growth-rows.ts'
import { dropForeignKeys, fill, type Run } from './growth-seed.ts'
import { median } from './median.ts'
import { recordOn } from './recorder.ts'

const SIZE = { orders: 2 * OPEN, events: 0 }
/** The branch that has all open orders, and is not the only one. */
const BRANCH = 'G00'
const NEWS = 1_000
const NEWS_ELSEWHERE = 300
const LINES = 200
/** Begun on tablets while the DMS was away. */
const BY_HAND = 100
const NOTES = 200
const READS = 12

interface Full {
  name: string
  path: string
  door: 'app' | 'v1'
}

const lastOrder = orderId(SIZE.orders)
const lastSurvey = surveyId(SIZE.orders)
const board = `/board?branch=${BRANCH}`
const search = (words: string) => `/board?search=${encodeURIComponent(words)}`
const reads: readonly Full[] = [
  {
    name: `board of one branch, ${OPEN.toLocaleString('en')} open orders with sums, ${BY_HAND} of them made by hand`,
    path: board,
    door: 'app',
  },
  { name: 'inbox, 1,000 news here and 300 in each of 49 branches', path: '/inbox', door: 'app' },
  {
    name: `notes on a car, ${NOTES}`,
    path: `/cards/${encodeURIComponent(`order/${lastOrder}`)}/notes`,
    door: 'app',
  },
  {
    name: `owner's page, ${LINES} lines and as many questions`,
    path: `/surveys/${lastSurvey}/owner-preview`,
    door: 'app',
  },
  { name: `survey page of the app, ${LINES} lines`, path: `/surveys/${lastSurvey}`, door: 'app' },
  { name: 'search, a frequent name', path: search('Nowicka'), door: 'app' },
  { name: 'search, two frequent words', path: search('Nowicka XDGR'), door: 'app' },
  { name: 'search, a frequent letter', path: search('S'), door: 'app' },
]

export async function benchFull(rounds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-full-'))
  const postgres = await startPostgres({ fsync: false, settings: { synchronous_commit: 'off' } })
  try {
    const engines = [
      { name: 'PostgreSQL', database: openPostgres({ url: postgres.url, poolSize: 4 }) },
      { name: 'embedded', database: await openEmbedded(join(folder, 'embedded-db')) },
    ]
    const lines: string[] = []
    for (const { name, database } of engines)
      lines.push(...(await measureOn(name, database, join(folder, name), rounds)))
    return [
      `${rounds * READS} reads each, by one caller; first is the first read after the start. The event loop is counted by the processor's time of its thread; the embedded database works in it, too.`,
      '',
      '| what | engine | median | first | of the event loop | statements | kB |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...lines,
    ].join('\n')
  } finally {
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureOn(
  engine: string,
  database: Database,
  dataDir: string,
  rounds: number,
): Promise<string[]> {
  process.stderr.write(`${engine} …\n`)
  const keys = await makePrototype(database, dataDir)
  await makeFull(database)
  const recorder = await recordOn(database, dataDir)
  try {
    const lines: string[] = []
    for (const { name, path, door } of reads) {
      const request = {
        method: 'GET' as const,
        url: `/${door}/system-clients/${CLIENT}${path}`,
        headers: { 'x-api-key': door === 'app' ? keys.person : keys.dms },
      }
      const times: number[] = []
      const cpu: number[] = []
      let bytes = 0
      let statements: string[] = []
      for (let time = 0; time <= rounds * READS; time++) {
        recorder.take()
        const [begun, before] = [performance.now(), process.threadCpuUsage()]
        const reply = await recorder.app.inject(request)
        times.push(performance.now() - begun)
        const { user, system } = process.threadCpuUsage(before)
        cpu.push((user + system) / 1000)
        if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.body}`)
        bytes = reply.rawPayload.length
        statements = recorder.take().statements.map(({ text }) => text)
      }
      const [first = 0, ...warm] = times
      const numbers = [median(warm), first, median(cpu.slice(1))].map((ms) => `${ms.toFixed(1)} ms`)
      lines.push(
        `| ${name} | ${engine} | ${numbers.join(' | ')} | ${statements.length} | ${Math.round(bytes / 1000)} |`,
      )
      process.stderr.write(`${lines.at(-1)}\n`)
    }
    return lines
  } finally {
    await recorder.close()
  }
}

/** Orders as in the growth, all open ones in one branch, and everything that one person may have on a day. */
async function makeFull(database: Database): Promise<void> {
  const run: Run = async (text) => {
    if (/^\s*select/.test(text)) return database.rows({ name: '', text, values: [] })
    await database.script(text)
    return []
  }
  await dropForeignKeys(run)
  for (const filling of fillings(SIZE)) await fill(run, filling)
  for (const text of extras) await run(text)
  await run('analyze')
}

const day = `now() - n * interval '10 minutes'`
/** News of the log: kind, and what it tells. */
const news = (branch: string, orders: string, count: number, from: number) => `
  insert into event_log (system_client_id, logged_at, position, sequence, at, kind, version, subject, card, branch_id, actor, payload)
  select '${CLIENT}', date_trunc('day', now()) + n * interval '1 ms', ${from} + n + b * ${count}, ${from} + n + b * ${count}, ${day},
    (array['note.written', 'owner.asked', 'owner.opened', 'owner.linkAsked'])[1 + n % 4], 1,
    case when n % 4 = 0 then 'order/' || o.id else 'survey/' || s.id end, 'order/' || o.id, ${branch}, 'login:bench',
    case n % 4 when 0 then json_build_object('noteId', 'note-' || n, 'for', 'everybody') when 1 then
      json_build_object('questionId', 'question-' || n) end
  from generate_series(1, ${count}) n cross join ${orders} as b
  cross join lateral (select 'SO-' || (1000000 + ${SIZE.orders} - (n + b) % 900) as id) o
  cross join lateral (select id from surveys where system_client_id = '${CLIENT}' and order_id = o.id order by id limit 1) s`

const extras = [
  `update service_orders set branch_id = '${BRANCH}',
     is_manual = id > '${orderId(SIZE.orders - BY_HAND - 1)}' and id < '${lastOrder}'
   where system_client_id = '${CLIENT}' and not closed`,
  `insert into car_notes (system_client_id, id, card_kind, card_id, written_on, audience, note, author_login_id, author_name,
     written_at, arrived_at)
   select '${CLIENT}', 'note-' || n, 'order', o.id, o.id, 'everybody', 'The part comes at ' || n, 'bench', 'Bench', ${day}, ${day}
   from generate_series(1, ${NEWS}) n cross join lateral (select 'SO-' || (1000000 + ${SIZE.orders} - n % 900) as id) o`,
  `insert into car_notes (system_client_id, id, card_kind, card_id, written_on, audience, note, author_login_id, author_name,
     written_at, arrived_at)
   select '${CLIENT}', 'thread-' || n, 'order', '${lastOrder}', '${lastOrder}', 'everybody', repeat('Where is the part? ', 20), 'bench',
     'Bench', ${day}, ${day} from generate_series(1, ${NOTES}) n`,
  `insert into owner_links (system_client_id, survey_id, id, token_hash, viewing_hash, valid_until, created_at)
   select '${CLIENT}', '${lastSurvey}', 'full', 'full', 'viewing', now() + interval '1 day', now()`,
  `insert into survey_quotes (system_client_id, survey_id, id, category, question_id, answer_id, document, visible, created_at, currency,
     offered_ex_vat, offered_inc_vat)
   select '${CLIENT}', '${lastSurvey}', 'full-' || n, 'quote', p.question_id, p.answer_id, p.document, true, now(), p.currency,
     p.offered_ex_vat, p.offered_inc_vat
   from generate_series(1, ${LINES}) n cross join (
     select * from proto.survey_quotes where category = 'quote' order by length(document::text) desc limit 1) p`,
  `insert into line_questions (system_client_id, id, survey_id, about_kind, about_id, title, words, written_at, arrived_at, link_id)
   select '${CLIENT}', 'question-' || n,
     case when n <= ${LINES} then '${lastSurvey}' else 'of another one' end, 'quote', 'full-' || n, 'A line',
     'Why does this cost so much?', ${day}, ${day}, 'full' from generate_series(1, ${NEWS}) n`,
  news(`'${BRANCH}'`, 'generate_series(0, 0)', NEWS, 10_000_000),
  news(`'G' || lpad(b::text, 2, '0')`, 'generate_series(1, 49)', NEWS_ELSEWHERE, 11_000_000),
]

// Runs the whole suite: npm test [-- words of test names or paths of test files …]
// It runs on the embedded database, or on the PostgreSQL named by WALKAROUND_TEST_DATABASE_URL.
// --database-only leaves out the files that do not depend on the database (reaches-database.ts), for a second run on the other one.
// --record=<file> writes the result of each test. --left-over=<file> runs the tests that every run in such a record skipped.
// --write-times stores how long each file took (test-times.ts).
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheFolder } from '../server/src/lib/cache-folder.ts'
import { findLeftOver, readOutcomes, toPatterns } from './left-over.ts'
import { reachesDatabase } from './reaches-database.ts'
import type { Outcome } from './test-events.ts'
import { readTimes, writeTimes } from './test-times.ts'

const root = resolve(import.meta.dirname, '..')
const patterns = ['contract', 'demo', 'server', 'web', 'scripts', 'bench'].map(
  (room) => `${room}/**/*.test.ts`,
)

const urlName = 'WALKAROUND_TEST_DATABASE_URL'
const PIPE_GRACE_MS = 5000
/** Fewer files are not worth a second database. */
const MANY = 40

type Batch = {
  readonly files: readonly string[]
  readonly flags: readonly string[]
  readonly url?: string | undefined
}
type Failed = Extract<Outcome, { kind: 'failed' }>
type Tally = { passed: number; failed: Failed[]; skipped: Map<string, number>; all: Outcome[] }

function listFiles(paths: readonly string[]): string[] {
  const all = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).sort()
  return paths.length === 0
    ? all
    : all.filter((file) => paths.some((path) => file.includes(path.replace(/^\.\//, ''))))
}

function isPath(word: string): boolean {
  return word.endsWith('.ts') || (/\//.test(word) && listFiles([word]).length > 0)
}

async function runBatch({ files, flags, url }: Batch, show?: (output: Buffer) => void): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-test-'))
  const events = join(folder, 'events')
  const reporters = [
    ['--test-reporter', 'spec', '--test-reporter-destination', 'stdout'],
    [
      '--test-reporter',
      new URL('./test-events.ts', import.meta.url).href,
      '--test-reporter-destination',
      events,
    ],
  ].flat()
  const child = spawn(process.execPath, ['--test', ...flags, ...reporters, ...files], {
    cwd: root,
    // The compile cache is the service's: every process of a test uses it.
    env: { NODE_COMPILE_CACHE: cacheFolder, ...process.env, ...(url && { [urlName]: url }) },
    // Alone, it writes directly, in colours on a terminal.
    stdio: show ? ['inherit', 'pipe', 'pipe'] : 'inherit',
  })
  if (show) {
    child.stdout?.on('data', show)
    child.stderr?.on('data', show)
  }
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
    // A process that a test left behind may keep the pipes open.
    child.once('exit', (code) => setTimeout(() => resolve(code ?? 1), PIPE_GRACE_MS).unref())
  })
  child.stdout?.destroy()
  child.stderr?.destroy()
  process.off('SIGINT', pass).off('SIGTERM', pass)
  const outcomes = readOutcomes(events)
  rmSync(folder, { recursive: true })
  // A process that dies or calls process.exit() in a test must not look like a short successful run.
  const isWhole = outcomes.some(({ kind }) => kind === 'end')
  if (!isWhole || (code !== 0 && !outcomes.some(({ kind }) => kind === 'failed'))) {
    const why = `it did not come to its end (exit code ${code})`
    outcomes.push({
      kind: 'failed',
      name: 'the run',
      file: files.length === 1 ? files[0] : undefined,
      why,
      ms: 0,
    })
    const told = `The run: ${why}.\n`
    if (show) show(Buffer.from(told))
    else process.stdout.write(told)
  }
  return outcomes
}

/** As many at once as there are lanes; output comes batch by batch, that of the first at once. */
async function runBatches(batches: readonly Batch[], lanes: number, tally: Tally): Promise<void> {
  const held = batches.map((): Buffer[] => [])
  const ended = new Set<number>()
  let shown = 0
  let next = 0
  const showHeld = () => {
    while (shown < batches.length) {
      for (const output of held[shown]?.splice(0) ?? []) process.stdout.write(output)
      if (!ended.has(shown)) return
      shown++
    }
  }
  const hold = (index: number) => (output: Buffer) => {
    held[index]?.push(output)
    showHeld()
  }
  const runLane = async () => {
    while (next < batches.length) {
      const own = next++
      const outcomes = await runBatch(batches[own] as Batch, lanes > 1 ? hold(own) : undefined)
      tally.all.push(...outcomes)
      for (const outcome of outcomes) count(outcome, tally)
      if (options.record)
        appendFileSync(options.record, outcomes.map((one) => `${JSON.stringify(one)}\n`).join(''))
      ended.add(own)
      showHeld()
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Splits into two parts: the first with `share` of the time, the second with the rest; or one part with everything. */
function splitFiles(files: readonly string[], share: number): string[][] {
  const first = { files: [] as string[], seconds: 0, share }
  const second = { files: [] as string[], seconds: 0, share: 1 - share }
  for (const file of longestFirst(files)) {
    const isSecond = second.seconds * first.share < first.seconds * second.share
    const part = isSecond ? second : first
    part.files.push(file)
    part.seconds += secondsOf(file)
  }
  return [first, second].map((part) => part.files.sort()).filter((part) => part.length > 0)
}

const longestFirst = (files: readonly string[]) =>
  files.toSorted((one, other) => secondsOf(other) - secondsOf(one))

/** Tests of one run share a database, but runs at the same time must not. Undefined: the embedded one, separate for each. */
async function makeDatabases(count: number): Promise<(string | undefined)[]> {
  const given = process.env[urlName]
  if (!given || count <= 1) return Array.from({ length: count }, () => given)
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: given })
  await client.connect()
  const urls = [given]
  try {
    while (urls.length < count) {
      const name = `walkaround_test_${randomBytes(6).toString('hex')}`
      await client.query(`create database ${name}`)
      const url = new URL(given)
      url.pathname = `/${name}`
      urls.push(url.href)
    }
  } finally {
    await client.end()
  }
  return urls
}

async function dropDatabases(urls: readonly (string | undefined)[]): Promise<void> {
  const made = urls.filter((url) => url !== process.env[urlName])
  if (made.length === 0) return
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: process.env[urlName] })
  await client.connect()
  for (const url of made)
    await client.query(`drop database ${new URL(url as string).pathname.slice(1)} with (force)`)
  await client.end()
}

function count(outcome: Outcome, tally: Tally): void {
  if (outcome.kind === 'passed') tally.passed++
  if (outcome.kind === 'failed') tally.failed.push(outcome)
  if (outcome.kind === 'skipped')
    tally.skipped.set(outcome.reason, (tally.skipped.get(outcome.reason) ?? 0) + 1)
  if (outcome.kind === 'empty' && names.length === 0) {
    tally.failed.push({ kind: 'failed', name: outcome.name, why: 'it holds no test', ms: 0 })
  }
}

function describeDatabase(): string {
  const url = process.env[urlName]
  if (!url) return 'the embedded database (on PostgreSQL: npm run test:postgres)'
  const { host, pathname } = new URL(url)
  return `PostgreSQL at ${host}${pathname}`
}

const { values: options, positionals: words } = parseArgs({
  options: {
    'database-only': { type: 'boolean', default: false },
    record: { type: 'string' },
    'left-over': { type: 'string' },
    'write-times': { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const leftOver = options['left-over'] === undefined ? undefined : findLeftOver(options['left-over'])
const names = leftOver ? toPatterns(leftOver) : words.filter((word) => !isPath(word))
const isWanted = (file: string) =>
  (!options['database-only'] || reachesDatabase(file)) &&
  (!leftOver || leftOver.some((one) => one.file === file))
const files = listFiles(words.filter(isPath)).filter(isWanted)
const named = names.flatMap((name) => ['--test-name-pattern', name])
const isProcessTest = (file: string) => file.endsWith('.process.test.ts')

const engine = process.env[urlName] ? 'postgres' : 'embedded'
const secondsOf = readTimes(engine)
const sharing = files.filter((file) => !isProcessTest(file))
const processTests = longestFirst(files.filter(isProcessTest))
// With two cores, two at a time: one starts with half of the work, in one process with a shared database; the other with the files
// that start processes, and then the rest. More parts would load all of the code more often.
const lanes = files.length < MANY ? 1 : Math.min(2, availableParallelism())
const [shared, started] = [sharing, processTests].map((some) => sum(some.map(secondsOf))) as [number, number]
const parts = splitFiles(sharing, lanes === 1 ? 1 : Math.min(1, (shared + started) / 2 / shared))
const urls = await makeDatabases(parts.length)

console.log(`Testing on ${describeDatabase()}`)
const tally: Tally = { passed: 0, failed: [], skipped: new Map(), all: [] }
// One process for many files: the database takes a while to start and is shared.
const [first, ...others] = parts.map((part, index) => ({ files: part, url: urls[index] }))
const batches: Batch[] = [
  ...(first ? [first] : []),
  // Tests that start, kill and restart complete servers, each file in a separate process.
  ...processTests.map((file) => ({ files: [file] })),
  ...others,
].map((batch) => ({ ...batch, flags: [...named, '--test-isolation=none'] }))
await runBatches(batches, lanes, tally)
await dropDatabases(urls)
if (options['write-times']) writeTimes(engine, tally.all)

for (const one of tally.failed)
  console.log(`Failed: ${one.file ? `${one.file}: ` : ''}${one.name}: ${one.why}`)
for (const [reason, times] of tally.skipped) console.log(`Skipped ${times}: ${reason}`)
const skipped = [...tally.skipped.values()].reduce((sum, times) => sum + times, 0)
const failed = tally.failed.length
if (leftOver?.length === 0) console.log('Nothing was left over: what one run skipped, another ran.')
else if (tally.passed + failed === 0)
  console.log(words.length > 0 ? `No test matches ${words.join(' ')}.` : 'No test ran.')
console.log(`${tally.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || (tally.passed === 0 && leftOver?.length !== 0) ? 1 : 0

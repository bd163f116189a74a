// Runs the whole suite: npm test [-- words of test names or paths of test files …]
// It runs on the embedded database, or on the PostgreSQL named by WALKAROUND_TEST_DATABASE_URL.
// For a second run on the other database: --database-only leaves out the files that do not depend on it, --engine-only also those
// that ask no more of it than to carry out statements (reaches-database.ts). --without=<path> leaves out a file or folder; it may be given several times.
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
import { dependsOnEngine, reachesDatabase } from './reaches-database.ts'
import { briefFlags } from './setup/launch.mjs'
import type { Outcome } from './test-events.ts'
import { readTimes, writeTimes } from './test-times.ts'

const root = resolve(import.meta.dirname, '..')
const patterns = ['contract', 'demo', 'server', 'web', 'scripts', 'bench', 'clients'].map(
  (room) => `${room}/**/*.test.ts`,
)

const urlName = 'WALKAROUND_TEST_DATABASE_URL'
const PIPE_GRACE_MS = 5000
/** Less work is not worth a second database. */
const LONG_S = 60

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

/** Splits into so many parts that take the same time. */
function splitFiles(files: readonly string[], count: number): string[][] {
  const parts = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }))
  for (const file of longestFirst(files)) {
    const part = parts.reduce((least, one) => (one.seconds < least.seconds ? one : least))
    part.files.push(file)
    part.seconds += secondsOf(file)
  }
  return parts.map((part) => part.files.sort()).filter((part) => part.length > 0)
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
    'engine-only': { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] },
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
  (!options['engine-only'] || dependsOnEngine(file)) &&
  !options.without.some((path) => file.startsWith(path)) &&
  (!leftOver || leftOver.some((one) => one.file === file))
const files = listFiles(words.filter(isPath)).filter(isWanted)
const named = names.flatMap((name) => ['--test-name-pattern', name])
const isProcessTest = (file: string) => file.endsWith('.process.test.ts')

const engine = process.env[urlName] ? 'postgres' : 'embedded'
const secondsOf = readTimes(engine)
const sharing = files.filter((file) => !isProcessTest(file))
const processTests = longestFirst(files.filter(isProcessTest))
// With two cores, two at a time: first the files that share a process and its database, half of them in each; then those that start
// processes, one after the other on whichever core is free, so that both end together. More parts would load all of the code more often.
const lanes = sum(files.map(secondsOf)) < LONG_S ? 1 : Math.min(2, availableParallelism())
const parts = splitFiles(sharing, lanes)
const urls = await makeDatabases(parts.length)

console.log(`Testing on ${describeDatabase()}`)
const tally: Tally = { passed: 0, failed: [], skipped: new Map(), all: [] }
const batches: Batch[] = [
  // One process for many files: the database takes a while to start and is shared.
  ...parts.map((part, index) => ({ files: part, url: urls[index] })),
  // Tests that start, kill and restart complete servers, each file in a separate process.
  ...processTests.map((file) => ({ files: [file] })),
].map((batch) => {
  const isBrief = sum(batch.files.map(secondsOf)) < LONG_S
  return { ...batch, flags: [...named, ...(isBrief ? briefFlags : []), '--test-isolation=none'] }
})
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

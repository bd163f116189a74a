// The whole suite: npm test [-- words of test names or paths of test files …]
// Runs it on the embedded database, or on the PostgreSQL named by WALKAROUND_TEST_DATABASE_URL.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Outcome } from './test-events.ts'

const root = resolve(import.meta.dirname, '..')
const patterns = ['contract', 'server', 'web', 'scripts', 'bench'].map((room) => `${room}/**/*.test.ts`)

type Tally = { passed: number; failed: number; skipped: Map<string, number> }

function listFiles(paths: readonly string[]): string[] {
  const all = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).sort()
  return paths.length === 0
    ? all
    : all.filter((file) => paths.some((path) => file.includes(path.replace(/^\.\//, ''))))
}

function isPath(word: string): boolean {
  return word.endsWith('.ts') || (/\//.test(word) && listFiles([word]).length > 0)
}

async function runFiles(files: readonly string[], flags: readonly string[], tally: Tally): Promise<void> {
  if (files.length === 0) return
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
    stdio: 'inherit',
  })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
  process.off('SIGINT', pass).off('SIGTERM', pass)
  const outcomes = readOutcomes(events)
  rmSync(folder, { recursive: true })
  const failedBefore = tally.failed
  for (const outcome of outcomes) count(outcome, tally)
  // A process that dies or calls process.exit() in a test must not look like a short and happy run.
  if (!outcomes.some(({ kind }) => kind === 'end') || (code !== 0 && tally.failed === failedBefore)) {
    tally.failed++
    console.log(`The run did not come to its end (exit code ${code}).`)
  }
}

function readOutcomes(path: string): Outcome[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  // The last line may be cut off when the process died.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Outcome)
}

function count(outcome: Outcome, tally: Tally): void {
  if (outcome.kind === 'passed') tally.passed++
  if (outcome.kind === 'failed') tally.failed++
  if (outcome.kind === 'skipped')
    tally.skipped.set(outcome.reason, (tally.skipped.get(outcome.reason) ?? 0) + 1)
  if (outcome.kind === 'empty' && names.length === 0) {
    tally.failed++
    console.log(`${outcome.name} holds no test.`)
  }
}

function describeDatabase(): string {
  const url = process.env.WALKAROUND_TEST_DATABASE_URL
  if (!url) return 'the embedded database (on PostgreSQL: npm run test:postgres)'
  const { host, pathname } = new URL(url)
  return `PostgreSQL at ${host}${pathname}`
}

const words = process.argv.slice(2)
const names = words.filter((word) => !isPath(word))
const files = listFiles(words.filter(isPath))
const named = names.flatMap((name) => ['--test-name-pattern', name])
const isProcessTest = (file: string) => file.endsWith('.process.test.ts')

console.log(`Testing on ${describeDatabase()}`)
const tally: Tally = { passed: 0, failed: 0, skipped: new Map() }
// One process for all: the embedded database takes seconds to start and is shared.
await runFiles(
  files.filter((file) => !isProcessTest(file)),
  [...named, '--test-isolation=none'],
  tally,
)
// Tests that start, kill and restart whole servers, one file at a time.
await runFiles(files.filter(isProcessTest), [...named, '--test-concurrency=1'], tally)

for (const [reason, times] of tally.skipped) console.log(`Skipped ${times}: ${reason}`)
const skipped = [...tally.skipped.values()].reduce((sum, times) => sum + times, 0)
if (tally.passed + tally.failed === 0)
  console.log(words.length > 0 ? `No test matches ${words.join(' ')}.` : 'No test ran.')
console.log(`${tally.passed} passed, ${tally.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0

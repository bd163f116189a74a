// Tests that were skipped in every run so far, according to the records of scripts/test.ts: a test that no step of the build runs
// is worthless. node scripts/left-over.ts [--without=<path> …] <record> names them and fails if there are any. Those of files or
// folders that another build runs are only counted.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Outcome } from './test-events.ts'

export type Skipped = Extract<Outcome, { kind: 'skipped' }>

/** Empty if there is no such file. */
export function readOutcomes(path: string): Outcome[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  // The last line may be cut off if the process died.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Outcome)
}

const keyOf = ({ file, inside, name }: Pick<Skipped, 'file' | 'inside' | 'name'>) =>
  JSON.stringify([file, inside, name])

/** Each once, with the last reason for skipping it. */
export function findLeftOver(path: string): Skipped[] {
  const ran = new Set<string>()
  const skipped = new Map<string, Skipped>()
  for (const outcome of readOutcomes(path)) {
    if (outcome.kind === 'skipped') skipped.set(keyOf(outcome), outcome)
    else if (outcome.kind !== 'end') ran.add(keyOf(outcome))
  }
  return [...skipped].flatMap(([key, one]) => (ran.has(key) ? [] : [one]))
}

/** For --test-name-pattern, which compares with the names of a test and its suites, separated by spaces. */
export function toPatterns(tests: readonly Skipped[]): string[] {
  return [...new Set(tests.map(({ name }) => `/${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}/`))]
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { without: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  })
  const all = findLeftOver(positionals[0] ?? '')
  const isElsewhere = ({ file }: Skipped) => values.without.some((path) => file?.startsWith(path))
  const left = all.filter((one) => !isElsewhere(one))
  if (left.length < all.length)
    console.log(`Left to another build: ${all.length - left.length} tests of ${values.without.join(', ')}`)
  for (const { file, name, reason } of left)
    console.log(`Failed: ${file}: ${name}: skipped in every step: ${reason}`)
  console.log(`${left.length === 0 ? 1 : 0} passed, ${left.length} failed`)
  process.exitCode = left.length > 0 ? 1 : 0
}

// Reporter for node:test: one JSON line per outcome that counts, for scripts/test.ts to add up.
// The default export is what `--test-reporter` wants.
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export type Outcome =
  | { readonly kind: 'passed' | 'empty'; readonly name: string }
  | {
      readonly kind: 'failed'
      readonly name: string
      readonly file?: string | undefined
      readonly why: string
    }
  | { readonly kind: 'skipped'; readonly name: string; readonly reason: string }
  | { readonly kind: 'end' }

/** Characters; all of it stands where the test failed. */
const MOST_TOLD = 200

type Failure = { readonly failureType?: string; readonly message: string; readonly cause?: unknown }

function toOutcome(event: TestEvent): Outcome | undefined {
  // Per-file summaries of isolated files carry a file; only the last one means that the run reached its end.
  if (event.type === 'test:summary') return event.data.file === undefined ? { kind: 'end' } : undefined
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return undefined
  const { name, file, nesting, skip, todo, details } = event.data
  const reason = skip ?? todo
  if (reason !== undefined && reason !== false) {
    return {
      kind: 'skipped',
      name,
      reason: typeof reason === 'string' && reason !== '' ? reason : 'no reason given',
    }
  }
  if (event.type === 'test:fail') {
    const { failureType, message, cause } = event.data.details.error as Failure
    // The failure of a part is counted there; the whole counts only for what is wrong with itself (a hook).
    if (failureType === 'subtestsFailed') return undefined
    const told = String((cause as Error | undefined)?.message ?? message)
    const why = told.replace(/\s+/g, ' ').slice(0, MOST_TOLD)
    return { kind: 'failed', name, file: file && relative(process.cwd(), file), why }
  }
  if (details.type === 'suite') return undefined
  // A file without a single test is reported as one passed test that bears the file's name.
  const isFile = nesting === 0 && file !== undefined && name === relative(process.cwd(), file)
  return { kind: isFile ? 'empty' : 'passed', name }
}

export default async function* reportOutcomes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const outcome = toOutcome(event)
    if (outcome) yield `${JSON.stringify(outcome)}\n`
  }
}

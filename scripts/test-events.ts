// Reporter for node:test: one JSON line per outcome that counts, which scripts/test.ts adds up. `--test-reporter` needs the default
// export.
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** `file` is relative to the folder of the run; `name` includes those of its suites, which makes it unique in a file. */
type Named = {
  readonly name: string
  readonly file?: string | undefined
  readonly inside?: string | undefined
  readonly ms: number
}
export type Outcome =
  | ({ readonly kind: 'passed' | 'suite' | 'empty' } & Named)
  | ({ readonly kind: 'failed'; readonly why: string } & Named)
  | ({ readonly kind: 'skipped'; readonly reason: string } & Named)
  | { readonly kind: 'end' }

/** In characters; the full text is where the test failed. */
const MOST_TOLD = 200

type Failure = { readonly failureType?: string; readonly message: string; readonly cause?: unknown }

function toOutcome(event: TestEvent): Outcome | undefined {
  // Per-file summaries of isolated files have a file; only the last one means that the run reached its end.
  if (event.type === 'test:summary') return event.data.file === undefined ? { kind: 'end' } : undefined
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return undefined
  const { name, nesting, skip, todo, details } = event.data
  const file = event.data.file && relative(process.cwd(), event.data.file)
  const inside = (event.data as { classname?: string }).classname
  const named: Named = { name, file, inside, ms: Math.round(details.duration_ms) }
  const reason = skip ?? todo
  if (reason !== undefined && reason !== false) {
    const told = typeof reason === 'string' && reason !== '' ? reason : 'no reason given'
    return { kind: 'skipped', ...named, reason: told }
  }
  if (event.type === 'test:fail') {
    const { failureType, message, cause } = event.data.details.error as Failure
    // The failure of a part is counted there; the suite counts only if it failed itself (a hook).
    if (failureType === 'subtestsFailed') return undefined
    const told = String((cause as Error | undefined)?.message ?? message)
    return { kind: 'failed', ...named, why: told.replace(/\s+/g, ' ').slice(0, MOST_TOLD) }
  }
  if (details.type === 'suite') return { kind: 'suite', ...named }
  // A file without a single test is reported as one passed test with the file's name.
  const isFile = nesting === 0 && name === file
  return { kind: isFile ? 'empty' : 'passed', ...named }
}

export default async function* reportOutcomes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const outcome = toOutcome(event)
    if (outcome) yield `${JSON.stringify(outcome)}\n`
  }
}

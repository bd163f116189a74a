// Shows why something became slower: the statements of one request on both databases, with the plans of those that differ.
import type { Database } from '../server/src/db/database.ts'
import type { Script } from './record.ts'
import { record } from './record.ts'
import type { Recorder } from './recorder.ts'

interface Planned {
  text: string
  ms: number
  plan: string
}

type Statements = Script['statements']

/** Statements that change something are rolled back. The second run counts: the first may read from the disk. */
export async function explain(database: Database, statements: Statements): Promise<Planned[]> {
  const undone = new Error('undone')
  const planned: Planned[] = []
  for (const { text, values } of statements) {
    let lines: string[] = []
    for (let time = 0; time < 2; time++) {
      await database
        .transaction(async (db) => {
          const rows = await db.rows<Record<string, string>>({
            name: '',
            text: `explain (analyze, buffers, settings) ${text}`,
            values,
          })
          lines = rows.map((row) => Object.values(row)[0] as string)
          throw undone
        })
        .catch((error: unknown) => {
          if (error !== undone) lines = [`not explained: ${error}`]
        })
    }
    const timeOf = (what: string) =>
      Number(lines.map((line) => new RegExp(`^${what} Time: ([\\d.]+)`).exec(line)?.[1]).find(Boolean) ?? 0)
    planned.push({ text, ms: timeOf('Planning') + timeOf('Execution'), plan: lines.join('\n') })
  }
  return planned
}

export async function statementsOf(
  { app, take }: Recorder,
  {
    method,
    url,
    key,
    body,
  }: { method: 'GET' | 'PUT' | 'POST'; url: string; key: string; body?: string | undefined },
): Promise<Statements> {
  const request = {
    method,
    url,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: body }),
  }
  return (await record(app, take, request)).statements
}

const NOTABLE_MS = 0.1

/** As text: each statement that takes much longer at the large size. */
export function comparePlans(small: Planned[], large: Planned[], most: number): string {
  const unlike = large.flatMap((one) => {
    // One of the two may have found something in memory, and sent fewer.
    const other = small.find(({ text }) => text === one.text)
    const isSlower = !other || (one.ms > other.ms * most && one.ms - other.ms > NOTABLE_MS)
    return isSlower ? [{ one, other }] : []
  })
  if (unlike.length === 0) return 'No statement of one request differs by itself.\n'
  return unlike
    .map(
      ({ one, other }) =>
        `${one.text}\n\nlarge, ${one.ms.toFixed(2)} ms:\n${one.plan}\n\nsmall, ${other?.ms.toFixed(2) ?? '—'} ms:\n${other?.plan ?? 'not sent'}\n`,
    )
    .join('\n')
}

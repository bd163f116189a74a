// A reader of the log that comes back after every crash with the last event it saw, and a log that must be whole afterwards.
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { after } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { parseEvents, type Seen } from '../support/event-stream.ts'
import type { Access, Server } from '../support/process.ts'
import { until } from '../support/until.ts'
import { type Ledger, type Send, write } from './ledger.ts'

export interface Follower {
  /** From now on it asks this one: the one before is gone. */
  leadTo(server: Server): void
  hasBegun(): boolean
  /** Writes something more and waits until the reader has seen it, and so everything before it. Ends the reader. */
  finish(ledger: Ledger, send: Send): Promise<readonly Seen[]>
}

export function follow({ clientId, key }: Access, first: Server): Follower {
  const seen: Seen[] = []
  let server = first
  let isOver = false
  let response: IncomingMessage | undefined

  async function read(): Promise<void> {
    const last = seen.at(-1)?.id
    const opened = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'x-api-key': key, ...(last === undefined ? {} : { 'last-event-id': last }) }
      const path = `/app/system-clients/${clientId}/events`
      const { port, ca } = server
      get(
        { host: '127.0.0.1', servername: 'localhost', port, ca, path, headers, agent: false },
        resolve,
      ).once('error', reject)
    })
    response = opened
    if (isOver) opened.destroy()
    let text = ''
    for await (const chunk of opened.setEncoding('utf8')) {
      text += chunk
      // What comes after the last empty line is not complete.
      const end = text.lastIndexOf('\n\n')
      if (end < 0 || opened.statusCode !== 200) continue
      const whole = text.slice(0, end)
      assert.doesNotMatch(whole, /^event: reload$/m, 'the reader was told that something is lost')
      seen.push(...parseEvents(whole))
      text = text.slice(end + 2)
    }
    assert.ok([200, 503].includes(opened.statusCode ?? 0), `${opened.statusCode} ${text}`)
  }

  const reading = until('the reader may stop', async () => {
    await read().catch((error: unknown) => {
      if (error instanceof assert.AssertionError) throw error
    })
    return isOver
  })
  let failure: unknown
  reading.catch((error: unknown) => {
    failure = error
  })
  const stop = () => {
    isOver = true
    response?.destroy()
  }
  // A test that fails does not come to `finish`. A reader that asked on would keep its process, and hide why it failed.
  after(stop)
  return {
    leadTo(next) {
      server = next
    },
    hasBegun: () => seen.length > 0,
    async finish(ledger, send) {
      const from = ledger.acknowledgements
      await write(ledger, send, () => ledger.acknowledgements > from)
      const { kind, id } = ledger.entries.findLast(({ acknowledged }) => acknowledged) ?? {}
      const mark = `${kind}/${id}`
      await until(
        'the reader has seen the last change',
        () => failure !== undefined || seen.some(({ subject }) => subject === mark),
      )
      stop()
      await reading
      return seen
    },
  }
}

/** A client that nobody asks about. Its events keep the service numbering, so that a crash finds it at that. */
const BACKLOG = 'backlog'

export async function addBacklog(database: Database, count: number): Promise<void> {
  await database.run(sql`
    insert into event_inbox (system_client_id, kind, subject, actor)
    select ${BACKLOG}, 'inspection.begun', 'order/' || gen_random_uuid(), 'system:test'
    from generate_series(1, ${count}::int)`)
}

/** Adds some, and returns when the first of them have their positions and the others wait. */
export async function beginNumbering(database: Database, count: number): Promise<void> {
  const countWaiting = async () =>
    (
      await database.row<{ count: number }>(sql`
      select count(*) as count from event_inbox where system_client_id = ${BACKLOG}`)
    )?.count ?? 0
  const before = await countWaiting()
  await addBacklog(database, count)
  await until('the service is numbering', async () => (await countWaiting()) < before + count)
}

/**
 * Every event is there once, with the next position of its client, and a reader saw each once, in this order. `backlog` is how many
 * were added there.
 */
export async function assertLogWhole(
  database: Database,
  { clientId }: Access,
  { seen, backlog }: { seen: readonly Seen[]; backlog: number },
): Promise<void> {
  const broken = await database.rows<{ what: string; id: string }>(sql`
    with numbered as (
      select system_client_id, sequence, position, logged_at,
        row_number() over (partition by system_client_id order by position) as place,
        lag(logged_at) over (partition by system_client_id order by position) as before
      from event_log
    )
    select 'position with a gap or given twice' as what, system_client_id || ' ' || position as id from numbered
      where position <> place
    union all select 'time that goes back', system_client_id || ' ' || position from numbered where logged_at < before
    union all select 'event that is there twice', system_client_id || ' ' || sequence from
      (select system_client_id, sequence from event_log union all select system_client_id, sequence from event_inbox) e
      group by system_client_id, sequence having count(*) > 1
    union all select 'head that is not at the last event', h.system_client_id || ' ' || h.position from event_heads h
      where h.position <> (select count(*) from event_log l where l.system_client_id = h.system_client_id)`)
  assert.deepEqual(broken, [])
  const logged = await database.rows<Omit<Seen, 'id' | 'card'>>(sql`
    select position::text as sequence, kind, subject from event_log
    where system_client_id = ${clientId} and position >= ${Number(seen[0]?.sequence)}::bigint
      and subject !~ '^(login|key)/'
    order by position limit ${seen.length}`)
  assert.deepEqual(
    seen.map(({ kind, subject, sequence }) => ({ sequence, kind, subject })),
    logged,
  )
  const waited = await database.row<{ count: number }>(sql`
    select count(distinct subject) as count from events where system_client_id = ${BACKLOG}`)
  assert.equal(waited?.count, backlog, 'events that waited were lost')
}

// The log of events for a DMS: in order, each event once, whatever is filtered, whoever writes meanwhile and whoever else reads.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { FeedEvent } from '@walkaround/contract/dms/event-feed.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { buildApp } from '../../src/app.ts'
import { recordEvents } from '../../src/db/events.ts'
import { readCursor, writeCursor } from '../../src/db/log/cursor.ts'
import { findHead } from '../../src/db/log/read-log.ts'
import { type Db, sql } from '../../src/db/sql.ts'
import { createLiveUpdates, WAITS_PER_KEY } from '../../src/features/live-updates/live-updates.ts'
import { revokeRole } from '../../src/identity/logins.ts'
import { BASE_URL, makeClient, makeKey, order, type TestClient, testApp } from '../support/api.ts'
import { FOREIGN, limitedKey, OWN } from '../support/branches.ts'
import { asSystem } from '../support/clients.ts'
import { testFormPool, testMedia } from '../support/media.ts'
import { refusal } from '../support/scenes.ts'
import { until } from '../support/until.ts'

after(async () => (await testApp()).app.close())

interface Page {
  events: FeedEvent[]
  next: string
}

type Reader = Pick<TestClient, 'get'>

async function read(reader: Reader, query: Record<string, string | string[]> = {}): Promise<Page> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) parameters.append(name, one)
  const response = await reader.get(`/events?${parameters}`)
  assert.equal(response.statusCode, 200, response.body)
  const next = response.headers['x-walkaround-next'] as string
  const link = /^<(.+)>; rel="next"$/.exec(response.headers.link as string)?.[1]
  assert.equal(new URL(link ?? '').searchParams.get('after'), next)
  return { events: response.json<FeedEvent[]>(), next }
}

/** Pages to the end, until the one looked for has come. */
async function readUntil(
  reader: Reader,
  isLast: (event: FeedEvent) => boolean,
  query: Record<string, string | string[]> = {},
): Promise<FeedEvent[]> {
  const all: FeedEvent[] = []
  let { after = 'beginning' } = query
  while (!all.some(isLast)) {
    const page = await read(reader, { wait: '10', ...query, after })
    all.push(...page.events)
    after = page.next
  }
  return all
}

const put = async (client: TestClient, id: string, more = {}) => {
  const response = await client.put(`/service-orders/${id}`, order(more))
  assert.ok(response.statusCode < 300, response.body)
}
const isAbout = (subject: string) => (event: FeedEvent) => event.subject === subject

describe('the log', () => {
  test('has what happened with its payload, from the beginning, in order, and each page goes on after the one before', async () => {
    const client = await makeClient()
    for (const id of ['1', '2', '3']) await put(client, id, { customer: { lastName: 'Secret' } })
    const all = await readUntil(client, isAbout('order/3'))
    const made = all.find(isAbout('order/1'))
    assert.equal(made?.kind, 'order.created')
    assert.equal(made.version, 2)
    assert.equal(made.card, 'order/1')
    assert.equal(made.branchId, 'B1')
    assert.match(made.actor, /^login:/)
    assert.ok(Date.parse(made.at) > Date.now() - 60_000)
    assert.ok((made.payload as { after: object }).after)
    assert.doesNotMatch(JSON.stringify(all), /Secret/)
    assert.ok(all.every(({ subject }) => !/^(login|key)\//.test(subject)))
    const pages: FeedEvent[] = []
    let next = 'beginning'
    while (!pages.some(isAbout('order/3'))) {
      const page = await read(client, { after: next, limit: '1' })
      assert.equal(page.events.length, 1)
      assert.equal(page.events[0]?.id, page.next)
      pages.push(...page.events)
      next = page.next
    }
    assert.deepEqual(pages, all.slice(0, pages.length))
  })

  test('never says null, also of what was written when versions of answers had it', async () => {
    const client = await makeClient()
    const { database } = await testApp()
    const when = { at: '2026-03-01T10:00:00Z', arrivedAt: '2026-03-01T10:00:01Z' }
    const answer = { questionId: 'q', id: 'a', custom: false, isOnlyOne: true, comment: '"answer":null' }
    const versions = [
      { version: 'one', ...when, answer },
      { version: 'two', ...when, answer: null },
    ]
    await database.run(sql`
      insert into event_inbox (system_client_id, at, kind, version, subject, actor, payload)
      values (${client.id}, now(), 'answer.conflict', 2, 'survey/1', 'system:test',
        ${JSON.stringify({ questionId: 'q', versions })}::json)`)
    const [event] = (await readUntil(client, isAbout('survey/1'))).filter(isAbout('survey/1'))
    // At its end the run compares all events with the present contract.
    await database.run(
      sql`delete from event_log where system_client_id = ${client.id} and kind = 'answer.conflict'`,
    )
    assert.deepEqual(event?.payload, {
      questionId: 'q',
      versions: [
        { version: 'one', ...when, answer },
        { version: 'two', ...when },
      ],
    })
  })

  test('now is a position without events, and everything later comes after it', async () => {
    const client = await makeClient()
    await put(client, 'before')
    await readUntil(client, isAbout('order/before'))
    const now = await read(client, { after: 'now', wait: '60' })
    assert.deepEqual(now.events, [])
    await put(client, 'later')
    const events = await readUntil(client, isAbout('order/later'), { after: now.next })
    assert.ok(!events.some(isAbout('order/before')))
  })

  test('a filter finds by kind, by the beginning of kinds and by dealer code, and its empty page goes on', async () => {
    const client = await makeClient()
    await put(client, 'a', { externalBranchId: OWN })
    await put(client, 'b', { externalBranchId: FOREIGN })
    const all = await readUntil(client, isAbout('order/b'))
    const surveys = await read(client, { kind: ['survey.*', 'lead.created'] })
    assert.ok(surveys.events.length >= 2)
    assert.ok(surveys.events.every(({ kind }) => kind.startsWith('survey.')))
    const own = await read(client, { kind: 'order.created', branch: OWN })
    assert.deepEqual(
      own.events.map(({ subject }) => subject),
      ['order/a'],
    )
    const nothing = await read(client, { kind: 'survey.completed' })
    assert.deepEqual(nothing.events, [])
    const behind = readCursor(nothing.next)?.position ?? 0
    assert.ok(behind >= all.length, 'what did not match is not looked at again')
    assert.deepEqual((await read(client, { branch: 'nobody' })).events, [])
    for (const [query, code, words] of [
      ['kind=survey.complete', 'notInList', /kind: "survey.complete" is neither/],
      ['kind=no.*', 'notInList', /kind: "no.\*" is neither/],
      ['limit=501', 'outOfRange', /limit/],
      ['wait=61', 'outOfRange', /wait/],
      ['after=x', 'invalidCursor', /after: "x" is not the id of an event/],
    ] as const)
      refusal(await client.get(`/events?${query}`), code, words)
  })

  test('refuses the position of another client, of another epoch and of what is no longer kept, and says what to do', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    const { database } = await testApp()
    await put(client, '1')
    await put(other, '1')
    const all = await readUntil(client, isAbout('order/1'))
    const own = all[0]?.id ?? ''
    const foreign = (await readUntil(other, isAbout('order/1'))).at(0)?.id ?? ''
    refusal(await client.get(`/events?after=${foreign}`), 'invalidCursor', /not of the system client/)
    const head = await findHead(database, client.id)
    assert.ok(head)
    const before = writeCursor(client.id, '0'.repeat(32), head)
    refusal(await client.get(`/events?after=${before}`), 'cursorOver', /call once with after=now/)
    await database.run(sql`update event_heads set kept_after = 2 where system_client_id = ${client.id}`)
    refusal(await client.get(`/events?after=${own}`), 'cursorOver', /no longer kept/)
    const { events } = await read(client)
    const complete = all.filter(({ id }) => (readCursor(id)?.position ?? 0) > 2)
    assert.deepEqual(events, complete, 'the beginning is where the log is complete')
    const second = await read(client, { limit: '1' })
    assert.deepEqual((await read(client, { after: second.next })).events, events.slice(1))
  })

  test('a client without a single event has a position too', async () => {
    const client = await makeClient()
    const { database } = await testApp()
    await readUntil(client, () => true)
    await database.run(sql`delete from event_log where system_client_id = ${client.id}`)
    await database.run(sql`delete from event_heads where system_client_id = ${client.id}`)
    assert.deepEqual(await read(client, { after: 'now' }), { events: [], next: 'beginning' })
    const waiting = read(client, { after: 'beginning', wait: '60' })
    await put(client, 'first')
    assert.ok((await waiting).events.length > 0)
  })
})

describe('who reads', () => {
  test('the DMS, managers and admins; others and other clients are refused', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    for (const [role, status] of [
      ['dms', 200],
      ['manager', 200],
      ['admin', 200],
      ['advisor', 403],
      ['technician', 403],
    ] as [Role, number][]) {
      const key = await makeKey(client.id, role)
      assert.equal((await key.get('/events')).statusCode, status, role)
    }
    const { app } = await testApp()
    const response = await app.inject({
      url: `/v1/system-clients/${client.id}/events`,
      headers: { 'x-api-key': other.key },
    })
    assert.equal(response.statusCode, 403)
  })

  test('a login limited to branches gets the events of its branches and of all branches, also while it waits', async () => {
    const client = await makeClient()
    await put(client, 'own', { externalBranchId: OWN })
    await put(client, 'foreign', { externalBranchId: FOREIGN })
    const me = await limitedKey(client.id)
    const all = await readUntil(client, isAbout('order/foreign'))
    const mine = await readUntil(me, isAbout('order/own'))
    assert.ok(mine.every(({ branchId, subject }) => branchId === OWN || /^(client|site)\//.test(subject)))
    assert.ok(all.some(({ branchId }) => branchId === FOREIGN))
    assert.deepEqual((await read(me, { branch: FOREIGN })).events, [])
    const waiting = read(me, { after: (await read(me, { after: 'now' })).next, wait: '60' })
    await put(client, 'foreign2', { externalBranchId: FOREIGN })
    await put(client, 'own2', { externalBranchId: OWN })
    assert.ok((await waiting).events.every(({ branchId }) => branchId === OWN))
  })
})

describe('waiting', () => {
  test('ends with the first event that matches, and not with others', async () => {
    const client = await makeClient()
    const { next } = await read(client, { after: 'now' })
    const waiting = read(client, { after: next, kind: 'order.changed', wait: '60' })
    await put(client, '1')
    await put(client, '1', { description: 'other words' })
    assert.deepEqual(
      (await waiting).events.map(({ kind }) => kind),
      ['order.changed'],
    )
  })

  test('ends empty when its time is over, behind what did not match', async () => {
    const client = await makeClient()
    await put(client, '0')
    await readUntil(client, isAbout('order/0'))
    const { next } = await read(client, { after: 'now' })
    const positionOf = (cursor: string) => readCursor(cursor)?.position ?? 0
    await put(client, '1')
    await until('a page ends behind the order', async () => {
      const page = await read(client, { after: next, kind: 'survey.completed', wait: '1' })
      assert.deepEqual(page.events, [])
      return positionOf(page.next) > positionOf(next)
    })
  })

  test('ends when the access ends and when the caller goes; a key has few at a time', async () => {
    const client = await makeClient()
    const { app } = await testApp()
    const caller = await makeKey(client.id, 'manager')
    const me = { id: client.id, ...caller }
    await readUntil(me, () => true)
    const { next } = await read(me, { after: 'now' })
    const query = { after: next, kind: 'survey.completed', wait: '60' }
    const url = `/v1/system-clients/${client.id}/events?${new URLSearchParams(query)}`
    const oneMore = () => me.get(`/events?${new URLSearchParams({ ...query, wait: '1' })}`)
    /** As many as may wait; one whose place the request that looks has just taken asks again. */
    const fill = async (signal?: AbortSignal) => {
      const waiting = Array.from({ length: WAITS_PER_KEY }, async () => {
        for (;;) {
          const options = { url, headers: { 'x-api-key': me.key }, ...(signal ? { signal } : {}) }
          const response = await app.inject(options).catch(() => undefined)
          if (response?.statusCode !== 429) return response
        }
      })
      await until('all wait', async () => (await oneMore()).statusCode === 429)
      return waiting
    }
    const gone = new AbortController()
    const others = await fill(gone.signal)
    refusal(await oneMore(), 'rateExceeded', /a key has at most 10 requests at once/)
    gone.abort()
    await Promise.all(others)
    await until('they are gone', async () => (await oneMore()).statusCode === 200)
    const waiting = await fill()
    await asSystem((scope) => revokeRole(scope, { login: me.login, clientId: client.id }))
    for (const response of await Promise.all(waiting)) assert.equal(response?.body, '[]')
    assert.equal((await me.get('/events')).statusCode, 403)
  })

  test('ends when the service stops, and another process goes on from there', async () => {
    const client = await makeClient()
    const { database, authenticator } = await testApp()
    const start = async () => {
      const updates = createLiveUpdates(database)
      const app = await buildApp({
        database,
        authenticator,
        updates,
        media: testMedia(database),
        formPool: testFormPool(),
        baseUrl: () => BASE_URL,
        bodyLimit: 1024 * 1024,
        isPrepared: () => true,
        readiness: async () => [],
        pages: {
          isDemo: () => false,
          isPrepared: () => true,
          baseUrl: () => BASE_URL,
          authority: () => undefined,
        },
      })
      const get = (path: string) =>
        app.inject({ url: `/v1/system-clients/${client.id}${path}`, headers: { 'x-api-key': client.key } })
      return { app, updates, get }
    }
    const first = await start()
    await put(client, '1')
    const seen = await readUntil(first, isAbout('order/1'))
    const { next } = await read(first, { after: seen.at(-1)?.id ?? '' })
    const waiting = read(first, { after: next, kind: 'lead.created', wait: '60' })
    await first.updates.close()
    const last = await waiting
    assert.deepEqual(last.events, [])
    await first.app.close()
    await put(client, '2')
    const second = await start()
    const rest = await readUntil(second, isAbout('order/2'), { after: last.next })
    assert.ok(!rest.some(isAbout('order/1')))
    await second.updates.close()
    await second.app.close()
  })
})

const writeEvent = (db: Db, { id: clientId }: TestClient, subject: `package/${string}`) =>
  recordEvents({ db, clientId, actor: { kind: 'system', id: 'test' }, now: new Date() }, [
    { kind: 'package.changed', subject },
  ] as never)

test('an event that was written first and committed last comes last, and none is skipped', async (t) => {
  const client = await makeClient()
  const { database } = await testApp()
  if (database.engine === 'embedded') return t.skip('one connection, one transaction at a time')
  const start = (await read(client, { after: 'now' })).next
  const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = database.transaction(async (db) => {
    await writeEvent(db, client, 'package/slow')
    written.resolve()
    await mayCommit.promise
  })
  try {
    await Promise.race([written.promise, slow])
    await database.transaction((db) => writeEvent(db, client, 'package/quick'))
    const first = await read(client, { after: start, kind: 'package.changed', wait: '20' })
    assert.deepEqual(
      first.events.map(({ subject }) => subject),
      ['package/quick'],
      'the other one is not committed',
    )
    mayCommit.resolve()
    await slow
    const second = await read(client, { after: first.next, kind: 'package.changed', wait: '20' })
    assert.deepEqual(
      second.events.map(({ subject }) => subject),
      ['package/slow'],
      'whoever went on after the quick one gets the slow one',
    )
  } finally {
    mayCommit.resolve()
    await slow
  }
  const { events } = await read(client, { after: start, kind: 'package.changed' })
  assert.deepEqual(
    events.map(({ subject }) => subject),
    ['package/quick', 'package/slow'],
  )
  const positions = events.map(({ id }) => readCursor(id)?.position ?? 0)
  assert.equal((positions[1] ?? 0) - (positions[0] ?? 0), 1, 'no gap between them')
  const rows = await database.rows<{ subject: string }>(sql`
    select subject from event_log where system_client_id = ${client.id} and kind = 'package.changed' order by sequence`)
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    ['package/slow', 'package/quick'],
    'the slow one was written first',
  )
})

test('a reader gets each event once, while several write', async () => {
  const client = await makeClient()
  const { database } = await testApp()
  const WRITERS = 6
  const ROUNDS = 5
  const seen: string[] = []
  let after = (await read(client, { after: 'now' })).next
  const wanted = WRITERS * ROUNDS
  const reading = (async () => {
    while (seen.length < wanted) {
      const page = await read(client, { after, kind: 'package.changed', wait: '20', limit: '7' })
      seen.push(...page.events.map(({ subject }) => subject))
      after = page.next
    }
  })()
  const write = async (writer: number) => {
    for (let round = 0; round < ROUNDS; round++) {
      await database.transaction(async (db) => {
        await writeEvent(db, client, `package/${writer}-${round}`)
        // So that the transactions of several writers overlap.
        for (let turn = 0; turn < writer; turn++) await db.row(sql`select 1`)
      })
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(WRITERS - writer)))
  await reading
  assert.equal(new Set(seen).size, wanted)
  assert.equal(seen.length, wanted, 'none twice')
})

// Live updates: what happens at a client, in order and without gaps, for everybody who may know it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { recordEvents } from '../../src/db/events.ts'
import { type Db, sql } from '../../src/db/sql.ts'
import { createLiveUpdates } from '../../src/features/live-updates/live-updates.ts'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import { disableLogin, revokeRole } from '../../src/identity/logins.ts'
import { ensureCertificate } from '../../src/outside/certificates.ts'
import { BASE_URL, makeClient, makeKey, order, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { type Listener, listen, parseEvents } from '../support/event-stream.ts'
import { testFormPool, testMedia } from '../support/media.ts'
import { until } from '../support/until.ts'

const pathOf = ({ id }: Pick<TestClient, 'id'>) => `/app/system-clients/${id}/events`
const open: Listener[] = []

async function follow(
  client: Pick<TestClient, 'id'>,
  me: Pick<AppPerson, 'cookie'>,
  query = '',
  headers: Record<string, string> = {},
): Promise<Listener> {
  const listener = await listen(`${pathOf(client)}${query}`, { cookie: me.cookie, ...headers })
  open.push(listener)
  return listener
}

after(async () => {
  for (const listener of open) listener.close()
  await (await testApp()).app.close()
})

const putOrder = (client: TestClient, id: string, more = {}) =>
  client.put(`/service-orders/${id}`, order(more))
const hasSubject = (listener: Listener, subject: string) =>
  listener.events().some((event) => event.subject === subject)

const known = ['id', 'kind', 'subject', 'card', 'sequence']

describe('the stream', () => {
  test('tells kinds and subjects of what happens from now on, in order', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    // Another listener sees it first: a transaction elsewhere may hold events back, and a new listener gets only new events.
    const earlier = await follow(client, me)
    await putOrder(client, 'before', { description: 'private words' })
    await until('what was before', () => hasSubject(earlier, 'order/before'))
    const listener = await follow(client, me)
    assert.equal(listener.response.statusCode, 200)
    assert.equal(listener.response.headers['content-type'], 'text/event-stream; charset=utf-8')
    assert.equal(listener.response.headers['cache-control'], 'no-store')
    await until('the greeting', () => listener.text().includes('retry: '))
    await putOrder(client, '1', { description: 'private words', customer: { lastName: 'Secret' } })
    await putOrder(client, '1', { description: 'other words' })
    await until('the change', () => listener.events().some(({ kind }) => kind === 'order.changed'))
    const events = listener.events()
    assert.deepEqual(
      events.filter(({ subject }) => subject === 'order/1').map(({ kind }) => kind),
      ['order.created', 'order.changed'],
    )
    assert.ok(!hasSubject(listener, 'order/before'))
    assert.ok(events.every(({ card }) => card === undefined || card === 'order/1'))
    const numbers = events.map(({ sequence }) => Number(sequence))
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => (numbers[0] as number) + index),
      'without gaps',
    )
    assert.ok(events.every((event) => Object.keys(event).every((key) => known.includes(key))))
    assert.doesNotMatch(listener.text(), /Secret|words|login/)
  })

  test('goes on after the event that was seen last', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const first = await follow(client, me)
    await until('the greeting', () => first.text() !== '')
    for (const id of ['1', '2', '3']) await putOrder(client, id)
    await until('the third', () => hasSubject(first, 'order/3'))
    first.close()
    const all = first.events()
    const middle = all.find(({ subject }) => subject === 'order/2')
    assert.ok(middle)
    const rest = all.slice(all.indexOf(middle) + 1)
    await putOrder(client, '4')
    for (const [query, headers] of [
      [`?after=${middle.id}`, {}],
      ['?after=gone', { 'last-event-id': middle.id }],
    ] as const) {
      const again = await follow(client, me, query, headers)
      await until('the fourth', () => hasSubject(again, 'order/4'))
      assert.deepEqual(again.events().slice(0, rest.length), rest)
    }
  })

  test('refuses an id it cannot go on after and says how to start again; a browser is told to read anew', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    const me = await person(client.id, 'advisor')
    const first = await follow(client, me)
    const elsewhere = await follow(other, await person(other.id, 'advisor'))
    await putOrder(client, '1')
    await putOrder(other, '1')
    await until('an event of each', () => hasSubject(first, 'order/1') && hasSubject(elsewhere, 'order/1'))
    const [own, foreign] = [first, elsewhere].map((one) => one.events().at(-1)?.id ?? '') as [string, string]
    const refusal = async (after: string) => {
      const { errorCode, errorInfo } = (await me.get(`/events?after=${after}`)).json()
      return `${errorCode} ${errorInfo}`
    }
    const again = 'leave it out to follow the events from now on, and read the present state once'
    for (const after of ['x', '17', '-1', `${own}A`, own.slice(0, -2), `B${own.slice(1)}`])
      assert.equal(await refusal(after), `40052 after: "${after}" is not the id of an event; ${again}`)
    assert.match(await refusal(foreign), /^40052 after: the event is not of the system client/)
    const { database } = await testApp()
    const gone = { epoch: '0'.repeat(32), keptAfter: 1_000_000 }
    for (const [changed, words] of [
      [
        sql`update event_heads set epoch = ${gone.epoch} where system_client_id = ${client.id}`,
        'was restored',
      ],
      [
        sql`update event_heads set kept_after = ${gone.keptAfter} where system_client_id = ${client.id}`,
        'no longer kept',
      ],
    ] as const) {
      const before = await database.row<{ epoch: string; keptAfter: number }>(sql`
        select epoch, kept_after from event_heads where system_client_id = ${client.id}`)
      await database.run(changed)
      assert.match(await refusal(own), new RegExp(`^41000 after: .*${words}.*; ${again}$`))
      const back = await follow(client, me, '', { 'last-event-id': own })
      await until('the word', () => back.text().includes('event: reload'))
      await database.run(sql`
        update event_heads set epoch = ${before?.epoch}, kept_after = ${before?.keptAfter}
        where system_client_id = ${client.id}`)
    }
  })

  test('tells everybody to read anew when the log is not the one they have read', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const listener = await follow(client, me)
    await putOrder(client, '1')
    await until('the order', () => hasSubject(listener, 'order/1'))
    const { database } = await testApp()
    // A standby took over without the last event, and another one has its position.
    await database.run(sql`
      update event_log set logged_at = logged_at + interval '1 millisecond' where system_client_id = ${client.id}`)
    await putOrder(client, '2')
    await until('the word', () => listener.text().includes('event: reload'))
    await putOrder(client, '3')
    await until('the next', () => hasSubject(listener, 'order/3'))
  })

  test('a HEAD ends', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const head = await me.call('HEAD', '/events')
    assert.deepEqual(
      [head.statusCode, head.headers['content-type']],
      [200, 'text/event-stream; charset=utf-8'],
    )
  })

  test('is of one client alone', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    const me = await person(client.id, 'admin')
    const listener = await follow(client, me)
    await until('the greeting', () => listener.text() !== '')
    await putOrder(other, 'foreign')
    await putOrder(client, 'own')
    await until('the own', () => hasSubject(listener, 'order/own'))
    assert.ok(!hasSubject(listener, 'order/foreign'))
    const foreign = await listen(pathOf(other), { cookie: me.cookie })
    assert.equal(foreign.response.statusCode, 403)
    const nobody = await listen(pathOf(client), {})
    assert.equal(nobody.response.statusCode, 401)
  })

  test('comes with a key too', async () => {
    const client = await makeClient()
    const { key } = await makeKey(client.id, 'technician')
    const listener = await listen(pathOf(client), { 'x-api-key': key })
    open.push(listener)
    await until('the greeting', () => listener.text() !== '')
    await putOrder(client, '1')
    await until('the order', () => hasSubject(listener, 'order/1'))
  })

  test('misses nothing of many at once', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const listener = await follow(client, me)
    await until('the greeting', () => listener.text() !== '')
    const ids = Array.from({ length: 30 }, (_, index) => `${index}`)
    await Promise.all(ids.map((id) => putOrder(client, id)))
    await until('all of them', () => ids.every((id) => hasSubject(listener, `order/${id}`)))
    const numbers = listener.events().map(({ id }) => id)
    assert.equal(new Set(numbers).size, numbers.length)
  })

  test('tells late what was committed late, though its number is lower', async (t) => {
    const { database } = await testApp()
    if (database.engine === 'embedded') return t.skip('one connection, one transaction at a time')
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const listener = await follow(client, me)
    await until('the greeting', () => listener.text() !== '')
    const record = (db: Db, subject: `order/${string}`) =>
      recordEvents({ db, clientId: client.id, actor: { kind: 'system', id: 'test' }, now: new Date() }, [
        { kind: 'order.changed', subject, payload: { changed: ['surveys'] } },
      ])
    const [begun, written, released] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const early = database.transaction(async (db) => {
      await db.row(sql`select pg_current_xact_id()`)
      begun?.resolve()
      await written?.promise
      await record(db, 'order/second-number')
    })
    await begun?.promise
    const late = database.transaction(async (db) => {
      await record(db, 'order/first-number')
      written?.resolve()
      await released?.promise
    })
    await early
    await until('the one that is committed', () => hasSubject(listener, 'order/second-number'))
    assert.ok(!hasSubject(listener, 'order/first-number'))
    released?.resolve()
    await late
    await until('the other', () => hasSubject(listener, 'order/first-number'))
  })
})

describe('the end of a stream', () => {
  test('comes with a disabled login, a lost role and a sign-out', async () => {
    const client = await makeClient()
    const people = [
      await person(client.id, 'advisor'),
      await person(client.id, 'advisor'),
      await person(client.id, 'advisor'),
    ]
    const [disabled, revoked, gone] = people as [AppPerson, AppPerson, AppPerson]
    const listeners = await Promise.all(people.map((me) => follow(client, me)))
    for (const listener of listeners) await until('the greeting', () => listener.text() !== '')
    await asSystem((scope) => disableLogin(scope, { login: disabled.login }))
    await asSystem((scope) => revokeRole(scope, { login: revoked.login, clientId: client.id }))
    await gone.delete('/app/session')
    for (const listener of listeners) await until('the end', () => listener.isEnded())
  })

  test('makes room: a login has a limited number of them', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const many: Listener[] = []
    for (let i = 0; i < 20; i++) many.push(await follow(client, me))
    for (const listener of many) await until('the greeting', () => listener.text() !== '')
    const refused = await me.get('/events')
    assert.equal(refused.json().errorCode, 42900)
    assert.ok(refused.headers['retry-after'])
    many[0]?.close()
    await until('a place', async () => {
      const next = await follow(client, me)
      return next.response.statusCode === 200
    })
  })

  test('comes with the end of the service, and nobody else is let in', async () => {
    const client = await makeClient()
    const { key } = await makeKey(client.id, 'advisor')
    const { app, updates } = await makeApp()
    const listener = await listen(pathOf(client), { 'x-api-key': key }, app)
    await until('the greeting', () => listener.text() !== '')
    await updates.close()
    await until('the end', () => listener.isEnded())
    const late = await app.inject({ url: pathOf(client), headers: { 'x-api-key': key } })
    assert.equal(late.statusCode, 503)
    await app.close()
  })
})

describe('the line', () => {
  test('is kept open by a word now and then', async () => {
    const client = await makeClient()
    const { key } = await makeKey(client.id, 'advisor')
    const { app } = await makeApp({ heartbeatMs: 10 })
    const listener = await listen(pathOf(client), { 'x-api-key': key }, app)
    await until('two heartbeats', () => listener.text().split(': still here\n\n').length > 2)
    await app.close()
  })

  test('may be HTTP/2', async () => {
    const client = await makeClient()
    const { key } = await makeKey(client.id, 'advisor')
    const dir = await mkdtemp(join(tmpdir(), 'walkaround-tls-'))
    const certificate = await ensureCertificate({ dir, names: ['localhost'] })
    const { app } = await makeApp({}, { key: certificate.key, cert: certificate.cert })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const session = connect(`https://localhost:${port}`, { ca: certificate.caCertPem as string })
    const stream = session.request({ ':path': pathOf(client), 'x-api-key': key })
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
    assert.equal(headers[':status'], 200)
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    await until('the greeting', () => text !== '')
    await putOrder(client, '1')
    await until('the order', () => parseEvents(text).some(({ subject }) => subject === 'order/1'))
    stream.close()
    session.close()
    await app.close()
    await rm(dir, { recursive: true, force: true })
  })
})

async function makeApp(options: { heartbeatMs?: number } = {}, tls?: { key: string; cert: string }) {
  const { database } = await testApp()
  const updates = createLiveUpdates(database, options)
  const app = await buildApp({
    database,
    media: testMedia(database),
    formPool: testFormPool(),
    authenticator: createAuthenticator(database),
    updates,
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
    ...(tls ? { tls } : {}),
  })
  app.addHook('preClose', () => updates.close())
  await app.ready()
  return { app, updates }
}

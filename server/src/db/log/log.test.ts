// The log of events: positions without gaps whoever numbers them, cursors, partitions, and what is kept how long.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { inClient, newClient } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { keepEvents, showKeptEvents } from '../../features/administration/keep-events.ts'
import type { Problem } from '../../problems.ts'
import type { ClientSettings } from '../../scope.ts'
import { recordEvents } from '../events.ts'
import { sql } from '../sql.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type FindPlaces, numberEvents } from './number-events.ts'
import { makePartition } from './partitions.ts'
import { findHead, listEventsAfter } from './read-log.ts'
import { removeOldEvents } from './remove-old.ts'

const isRefused = (words: RegExp) => (error: Problem) => words.test(error.errorInfo)
const nowhere: FindPlaces = async () => new Map()

async function numberAll(): Promise<void> {
  const database = await testDatabase()
  while ((await numberEvents(database, nowhere)).isMore);
}

const record = (client: ClientSettings, ...ids: string[]) =>
  inClient(client, (scope) =>
    recordEvents(
      scope,
      ids.map((id) => ({ kind: 'inspection.begun' as const, subject: `order/${id}` as const })),
    ),
  )

async function logOf({ clientId }: ClientSettings) {
  const database = await testDatabase()
  return database.rows<{ position: number; subject: string }>(sql`
    select position, subject from event_log where system_client_id = ${clientId} order by logged_at, position`)
}

describe('positions', () => {
  test('have no gaps, however many processes give them and however many events wait', async () => {
    const database = await testDatabase()
    const [client, other] = [await newClient(), await newClient()]
    const ids = Array.from({ length: 450 }, (_, index) => String(index))
    await record(client, ...ids)
    await record(other, 'modest')
    // Whoever meets another at work leaves that client to it.
    await Promise.all(Array.from({ length: 4 }, () => numberEvents(database, nowhere)))
    assert.deepEqual(
      (await logOf(other)).map(({ subject }) => subject).filter((subject) => subject.startsWith('order/')),
      ['order/modest'],
      'one batch of each client in turn: the greedy one does not make the other wait',
    )
    await Promise.all([numberAll(), record(client, 'late'), numberAll()])
    await numberAll()
    const log = await logOf(client)
    assert.deepEqual(
      log.map(({ position }) => position),
      log.map((_, index) => index + 1),
    )
    const orders = log.map(({ subject }) => subject).filter((subject) => subject.startsWith('order/'))
    assert.deepEqual(
      orders,
      [...ids, 'late'].map((id) => `order/${id}`),
    )
    const { position } = (await findHead(database, client.clientId)) ?? {}
    assert.equal(position, log.length)
  })

  test('are given in batches, and requests get their turn after each', async () => {
    const client = await newClient()
    await record(client, ...Array.from({ length: 1_000 }, (_, index) => String(index)))
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await numberAll()
    isOver = true
    assert.ok(turns >= 4, `${turns} turns`)
  })

  test('are given in a month that has no partition yet', async () => {
    const database = await testDatabase()
    const client = await newClient()
    await numberAll()
    const far = new Date(Date.UTC(2031, 4, 7))
    await database.run(sql`
      update event_heads set logged_at = ${far} where system_client_id = ${client.clientId}`)
    await record(client, 'far')
    await numberAll()
    assert.equal((await logOf(client)).at(-1)?.subject, 'order/far')
    await database.run(sql`
      delete from event_log where system_client_id = ${client.clientId} and logged_at >= ${far}`)
    for (const month of ['05', '06', '07']) await database.script(`drop table event_log_2031_${month}`)
  })
})

describe('a cursor', () => {
  const at = { loggedAt: new Date('2026-11-17T12:00:00.123Z'), position: 2 ** 40 }
  const epoch = '0123456789abcdef0123456789abcdef'
  const text = writeCursor('acme', epoch, at)

  test('says where, when and whose', () => {
    const cursor = readCursor(text)
    assert.deepEqual({ ...cursor, isOf: undefined }, { ...at, epoch, isOf: undefined })
    assert.ok(cursor?.isOf('acme') && !cursor.isOf('other'))
    assert.match(text, /^[\w-]{52}$/)
  })

  test('that somebody changed, cut or made up is none', () => {
    for (let index = 0; index < text.length; index++) {
      const other = text[index] === 'x' ? 'y' : 'x'
      assert.equal(readCursor(`${text.slice(0, index)}${other}${text.slice(index + 1)}`), undefined)
    }
    for (const wrong of ['', '0', text.slice(1), `${text}A`, `${text} `, 'ä'.repeat(52)])
      assert.equal(readCursor(wrong), undefined)
  })
})

describe('what is kept', () => {
  test('for some days is written to a file and removed; readers before it are told', async () => {
    const database = await testDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'walkaround-events-'))
    const client = await newClient()
    await makePartition(database, new Date('2019-03-04'))
    await record(client, 'old', 'older')
    await inClient(client, (scope) =>
      recordEvents(scope, [{ kind: 'package.created', subject: 'package/old' }]),
    )
    await numberAll()
    await database.run(sql`
      update event_log set logged_at = '2019-03-04' where system_client_id = ${client.clientId}`)
    await record(client, 'new')
    await numberAll()
    const remove = () => removeOldEvents({ database, folder, now: new Date(), clientId: client.clientId })
    assert.equal((await remove()).events, 0, 'without a rule everything is kept')
    await inClient(client, (scope) =>
      keepEvents(scope, { kind: 'package.created', days: 30, isExported: true }),
    )
    const leads = await remove()
    assert.deepEqual([leads.events, leads.files.length, leads.partitions], [1, 1, []])
    const [line] = gunzipSync(await readFile(leads.files[0] as string))
      .toString()
      .trim()
      .split('\n')
    assert.equal(JSON.parse(line as string).subject, 'package/old')
    const shown = await inClient(client, (scope) => keepEvents(scope, { days: 365, isExported: true }))
    assert.deepEqual(shown.rules, [
      { kind: 'all', days: 365, isExported: true },
      { kind: 'package.created', days: 30, isExported: true },
    ])
    const orders = await remove()
    assert.equal(orders.events, 2)
    assert.deepEqual(
      orders.partitions,
      [],
      'what tells who may do what is kept: the client was created there',
    )
    assert.equal((await remove()).events, 0)
    await numberAll()
    const subjects = (await logOf(client)).map(({ subject }) => subject)
    const self = `client/${client.clientId}`
    assert.deepEqual(subjects, [self, 'order/new', self, self])
    const head = await findHead(database, client.clientId)
    assert.ok(head)
    assert.equal(head.keptAfter, 4, 'the last event that was removed')
    assert.equal((await inClient(client, showKeptEvents)).completeFrom, 5)
    const rest = await listEventsAfter(database, head, { loggedAt: new Date('2019-03-04'), position: 4 }, 10)
    assert.deepEqual(
      rest?.map(({ position }) => position),
      [5, 6, 7],
    )
    await database.run(sql`delete from event_log where logged_at < '2019-04-01'`)
    assert.deepEqual((await remove()).partitions, ['event_log_2019_03'])
    await rm(folder, { recursive: true })
  })

  test('is only changed by a kind and days that make sense', async () => {
    const client = await newClient()
    const keep = (kind: string, days: number) =>
      inClient(client, (scope) => keepEvents(scope, { kind, days, isExported: true }))
    await assert.rejects(keep('order.painted', 30), isRefused(/"order.painted" is no kind of event/))
    await assert.rejects(keep('order.changed', 36_501), isRefused(/36501 is more than 36500/))
  })
})

// How often the live updates look, by a clock of the test. It stops every timer of the process, so it has one of its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../db/database.ts'
import { createLiveUpdates } from './live-updates.ts'

/** A database whose reads end when the test says so. */
function slowDatabase() {
  const looks: PromiseWithResolvers<never[]>[] = []
  const read = {
    row: async () => undefined,
    rows: () => {
      const look = Promise.withResolvers<never[]>()
      looks.push(look)
      return look.promise
    },
    run: async () => 0,
    send: () => {},
  }
  const database: Database = {
    engine: 'embedded',
    ...read,
    transaction: (work) => work(read),
    session: (work) => work(read),
    script: async () => {},
    exclusively: () => Promise.reject(new Error('nobody migrates here')),
    close: async () => {},
  }
  return { database, looks }
}

const settled = () => new Promise((done) => setImmediate(done))
const listening = { clientId: 'c', loginId: 'l', after: undefined, isStillAdmitted: async () => true }

async function listenTo({ database, looks }: ReturnType<typeof slowDatabase>) {
  const updates = createLiveUpdates(database)
  const listened = updates.listen(listening)
  looks.shift()?.resolve([])
  const told = (await listened)(new AbortController().signal)[Symbol.asyncIterator]()
  await told.next()
  return { updates, told }
}

test('numbers and looks once at a time, however slow the database is', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const slow = slowDatabase()
  const { updates } = await listenTo(slow)
  for (let at = 0; at < 10; at++) {
    t.mock.timers.tick(1000)
    await settled()
  }
  assert.equal(slow.looks.length, 2)
  for (const look of slow.looks.splice(0)) look.resolve([])
  await settled()
  assert.equal(slow.looks.length, 0, 'those that were due meanwhile are not made up for')
  t.mock.timers.tick(2000)
  await settled()
  assert.equal(slow.looks.length, 2)
  for (const look of slow.looks) look.resolve([])
  await updates.close()
})

test('a stream that waits when the service stops ends', async () => {
  const slow = slowDatabase()
  const { updates, told } = await listenTo(slow)
  const end = told.next()
  const closed = updates.close()
  assert.equal((await end).done, true)
  await closed
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '../../db/sql.ts'
import { createLiveUpdates } from './live-updates.ts'

/** A database whose reads end when the test says so. */
function slowDatabase() {
  const looks: PromiseWithResolvers<never[]>[] = []
  const db: Db = {
    row: async () => undefined,
    rows: () => {
      const look = Promise.withResolvers<never[]>()
      looks.push(look)
      return look.promise
    },
    run: async () => 0,
  }
  return { db, looks }
}

const settled = () => new Promise((done) => setImmediate(done))
const listening = { clientId: 'c', loginId: 'l', after: undefined, isStillAdmitted: async () => true }

test('looks once at a time, however slow the database is', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { db, looks } = slowDatabase()
  const updates = createLiveUpdates(db)
  const ending = new AbortController()
  const stream = updates.listen(listening)(ending.signal)
  const told = stream[Symbol.asyncIterator]()
  await told.next()
  // No listener reads on, so every look is one of the timer's.
  for (let at = 0; at < 10; at++) {
    t.mock.timers.tick(1000)
    await settled()
  }
  assert.equal(looks.length, 1)
  looks[0]?.resolve([])
  await settled()
  assert.equal(looks.length, 1, 'those that were due meanwhile are not made up for')
  t.mock.timers.tick(1000)
  await settled()
  assert.equal(looks.length, 2)
  looks[1]?.resolve([])
  ending.abort()
  await updates.close()
})

test('a stream that is reading when the service stops ends', async () => {
  const { db, looks } = slowDatabase()
  const updates = createLiveUpdates(db)
  const told = updates.listen(listening)(new AbortController().signal)[Symbol.asyncIterator]()
  await told.next()
  const end = told.next()
  while (looks.length === 0) await settled()
  await updates.close()
  looks[0]?.resolve([])
  assert.equal((await end).done, true)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../test/support/database.ts'
import { onlyPostgres } from '../../test/support/process.ts'
import { inBatches, inTurn } from './turns.ts'

const given = (...counts: number[]) => ({ run: async () => counts.shift() ?? 0 })

test('batches are repeated until nothing is left', async () => {
  const batches = given(3, 3, 1)
  assert.equal(await inBatches(await testDatabase(), 'all', batches.run, { mostMs: 60_000 }), 7)
})

test('what does not fit into the time is left to the next run, as when the service stops', async () => {
  const database = await testDatabase()
  assert.equal(await inBatches(database, 'late', given(3, 3).run, { mostMs: 0 }), 3)
  const signal = AbortSignal.abort()
  assert.equal(await inBatches(database, 'stopped', given(2, 2).run, { mostMs: 60_000, signal }), 2)
})

test('a second process does nothing meanwhile, and other work goes on', { skip: onlyPostgres }, async () => {
  const database = await testDatabase()
  const during = await inTurn(database, 'one', async () => ({
    same: await inBatches(database, 'one', given(5).run, { mostMs: 60_000 }),
    other: await inBatches(database, 'another', given(5).run, { mostMs: 60_000 }),
  }))
  assert.deepEqual(during, { same: 0, other: 5 })
  assert.equal(await inBatches(database, 'one', given(5).run, { mostMs: 60_000 }), 5)
})

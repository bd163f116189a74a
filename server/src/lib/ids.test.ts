// New identifiers: unique, and sorting by the time they were made.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './ids.ts'

test('an id is a UUID of version 7', () => {
  for (let index = 0; index < 100; index++) {
    assert.match(newId(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})

test('ids sort by the millisecond they were made in', () => {
  const times = [0, 1, 255, 256, 65_536, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1]
  const ids = times.map((time) => newId(time))
  assert.deepEqual([...ids].sort(), ids)
})

test('the time can be read back from an id', () => {
  const now = 1_763_200_000_123
  assert.equal(Number.parseInt(newId(now).replaceAll('-', '').slice(0, 12), 16), now)
})

test('ids of one millisecond differ', () => {
  assert.equal(new Set(Array.from({ length: 10_000 }, () => newId(5))).size, 10_000)
})

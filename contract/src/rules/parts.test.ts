// What a reply of the parts desk needs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partWords, replyFaults } from './parts.ts'

const today = '2026-11-19'
const line = [{}]
const found = (reply: Parameters<typeof replyFaults>[0]) =>
  replyFaults(reply, today).map(({ kind, field }) => `${kind} ${field}`)

test('a price has lines and a currency', () => {
  assert.deepEqual(found({ outcome: 'priced', lines: line, currency: 'EUR' }), [])
  assert.deepEqual(found({ outcome: 'priced' }), ['missingField lines'])
  assert.deepEqual(found({ outcome: 'priced', lines: [], currency: 'EUR' }), ['missingField lines'])
  assert.deepEqual(found({ outcome: 'priced', lines: line }), ['missingCurrency currency'])
})

test('a part is announced for today or a later day, not for a far one', () => {
  const on = (availableOn: string) => found({ outcome: 'priced', lines: line, currency: 'EUR', availableOn })
  assert.deepEqual([on(today), on('2028-12-31')], [[], []])
  for (const day of ['2026-11-18', '2029-01-01', '2026-11-31', '20.11.2026', '2026-11-20T08:00'])
    assert.deepEqual(on(day), ['invalidDate availableOn'], day)
})

test('what cannot be had has no price and no day', () => {
  assert.deepEqual(found({ outcome: 'unavailable' }), [])
  assert.deepEqual(
    found({ outcome: 'unavailable', lines: line, currency: 'EUR', availableOn: '2026-11-20' }),
    ['invalidArgument lines', 'invalidArgument currency', 'invalidArgument availableOn'],
  )
})

test('a text of spaces says nothing', () => {
  assert.deepEqual(
    [partWords('  '), partWords(undefined), partWords(' pads ')],
    [undefined, undefined, 'pads'],
  )
})

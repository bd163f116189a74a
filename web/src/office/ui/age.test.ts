// Ages as people say them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Words } from '../app/words.tsx'
import { ageOf } from './age.ts'

const words = {
  t: (key, { n } = {}) => (n === undefined ? key : `${key} ${n}`),
  duration: (seconds) => `${seconds} s`,
  timeZone: 'Europe/Berlin',
} as Pick<Words, 't' | 'duration' | 'timeZone'>

test('minutes within a day of the dealership, then yesterday, then days', () => {
  assert.equal(ageOf('2026-11-18T08:00:00Z', 37, words), '2220 s')
  // 22:30 UTC is 23:30 in Berlin; an hour later it is the next day there.
  assert.equal(ageOf('2026-11-17T22:30:00Z', 29, words), '1740 s')
  assert.equal(ageOf('2026-11-17T22:30:00Z', 31, words), 'office.yesterday')
  assert.equal(ageOf('2026-11-06T12:00:00Z', 12 * 1440, words), 'office.days 12')
})

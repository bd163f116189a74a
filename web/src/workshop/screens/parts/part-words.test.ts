import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import type { Words } from '../../app/words.tsx'
import { partLine } from './part-words.ts'

const words = {
  t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
  money: (value, currency) => `${value} ${currency}`,
  shortDate: (day) => String(day),
  dayTime: (moment) => String(moment),
} as Pick<Words, 't' | 'money' | 'shortDate' | 'dayTime'>

const requestedAt = '2026-11-19T08:00:00Z'
const request = (more: Partial<PartRequest>): PartRequest => ({
  questionId: 'pads',
  state: 'requested',
  revision: 1,
  requestedAt,
  requestedBy: 'Kim',
  ...more,
})
const line = (more: Partial<PartRequest>, minutes = 0) =>
  partLine(request(more), words, Date.parse(requestedAt) + minutes * 60_000)

test('a request says for how long it waits; from the next day on, since when', () => {
  assert.equal(line({}), 'parts.askedNow')
  assert.equal(line({}, -3), 'parts.askedNow', 'the clock of the tablet may be behind')
  assert.equal(line({}, 12), 'parts.askedFor due.min 12')
  assert.equal(line({}, 300), 'parts.askedFor due.onlyHours 5')
  assert.equal(line({}, 24 * 60), `parts.askedAt ${requestedAt}`)
})

test('a reply says the sum of its lines and the day, or why there are none', () => {
  const lines = [
    { description: 'Pads', quantity: 1, amountExVat: 84.5 },
    { description: 'Discs', quantity: 2, amountExVat: 129.8 },
  ]
  const priced = { state: 'priced', currency: 'EUR', lines } as const
  assert.equal(line(priced), 'parts.priced quotes.exVatShort 214.3 EUR parts.inStock')
  assert.equal(
    line({ ...priced, availableOn: '2026-11-21' }),
    'parts.priced quotes.exVatShort 214.3 EUR parts.onDay 2026-11-21',
  )
  assert.equal(line({ state: 'unavailable' }), 'parts.unavailable')
  assert.equal(line({ state: 'unavailable', note: 'no longer made' }), 'parts.unavailableAs no longer made')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PutOffWork } from '@walkaround/contract/app/put-off-work.ts'
import { keyOf, toCars, withoutRepeats } from './cars.ts'

const work = (quoteId: string, car: string): PutOffWork => ({
  surveyId: 's',
  quoteId,
  car,
  decision: 'deferred',
  text: quoteId,
  findings: [],
  followUp: { revision: 0, calls: 0 },
})

test('work of one car stands together, at the place of what is due first', () => {
  const cars = toCars([work('1', 'a'), work('2', 'b'), work('3', 'a')], new Map())
  assert.deepEqual(
    cars.map(({ key, work }) => [key, work.map(({ quoteId }) => quoteId)]),
    [
      ['a', ['1', '3']],
      ['b', ['2']],
    ],
  )
})

test('what has ended since is left out, with its car if nothing else is left', () => {
  const [one, other] = [work('1', 'a'), work('2', 'b')]
  const since = new Map([[keyOf(one), { revision: 1, calls: 0, ended: 'done' as const }]])
  assert.deepEqual(
    toCars([one, other], since).map(({ key }) => key),
    ['b'],
  )
})

test('work that moved between two pages is shown once, as it was read last', () => {
  const later = { ...work('1', 'a'), text: 'later' }
  assert.deepEqual(withoutRepeats([work('1', 'a'), later]), [later])
})

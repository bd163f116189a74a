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

test('a day that was set since goes before the one that was read, which was over', () => {
  const late = { ...work('1', 'a'), until: '2026-01-02', overdueDays: 5 }
  const called = new Map([[keyOf(late), { revision: 1, calls: 1 }]])
  const moved = new Map([[keyOf(late), { revision: 2, calls: 1, dueOn: '2026-03-04' }]])
  const { overdueDays: _, ...rest } = late
  assert.deepEqual(toCars([late], called)[0]?.work, [{ ...late, followUp: { revision: 1, calls: 1 } }])
  assert.deepEqual(toCars([late], moved)[0]?.work, [
    { ...rest, until: '2026-03-04', followUp: { revision: 2, calls: 1, dueOn: '2026-03-04' } },
  ])
})

test('work that moved between two pages is shown once, as it was read last', () => {
  const later = { ...work('1', 'a'), text: 'later' }
  assert.deepEqual(withoutRepeats([work('1', 'a'), later]), [later])
})

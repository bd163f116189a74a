// Lists of cars from findings and offers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, shownOf, toCars, toList } from './rules.ts'

const now = new Date('2026-11-18T12:00:00Z')
const asked = { now, redMinutes: 25, sent: new Map() }
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const draft = (orderId: string, more: Partial<Draft> = {}): Draft => ({
  orderId,
  branchId: 'B1',
  isClosed: false,
  isMine: false,
  surveyId: `survey-${orderId}`,
  since: minutesAgo(10),
  kind: 'finding',
  grade: 'amber',
  questionId: 'q',
  worth: [],
  isIncomplete: false,
  ...more,
})

const worth = (key: string, amount: number, currency = 'EUR') => [{ key, amount, currency }]

test('own cars come first, then urgent ones, then what waits longest', () => {
  const cars = toCars(
    'notOffered',
    [
      draft('young'),
      draft('old', { since: minutesAgo(90) }),
      draft('red', { grade: 'red', since: minutesAgo(5) }),
      draft('mine', { isMine: true, since: minutesAgo(1) }),
    ],
    asked,
  )
  assert.deepEqual(
    cars.map(({ facts }) => facts.orderId),
    ['mine', 'red', 'old', 'young'],
  )
})

test('the same work at several findings counts once; currencies are not added', () => {
  const cars = toCars(
    'notOffered',
    [
      draft('1', { questionId: 'left', worth: worth('package/pads', 100.1) }),
      draft('1', { questionId: 'right', worth: worth('package/pads', 100.1) }),
      draft('2', { worth: worth('package/pads', 0.2) }),
      draft('3', { worth: worth('package/pads', 5, 'CHF') }),
      draft('4', { isIncomplete: true }),
    ],
    asked,
  )
  const list = toList(cars, [])
  assert.deepEqual(list.sums, [
    { currency: 'CHF', amount: 5 },
    { currency: 'EUR', amount: 100.3 },
  ])
  assert.deepEqual([list.count, list.items, list.isIncomplete], [4, 5, true])
})

test('at most 100 cars are shown, and all are counted', () => {
  const cars = toCars(
    'notOffered',
    Array.from({ length: 130 }, (_, n) => draft(`order-${n}`, { worth: worth(`${n}`, 1) })),
    asked,
  )
  assert.equal(shownOf(cars).length, 100)
  assert.deepEqual(toList(cars, []).sums, [{ currency: 'EUR', amount: 130 }])
})

test('only red that nobody decided is late, from the minute on that the client says', () => {
  const late = (minutes: number, grade: 'amber' | 'red', name: 'undecided' | 'notOrdered' = 'undecided') =>
    toCars(name, [draft('1', { kind: 'offer', grade, since: minutesAgo(minutes) })], asked)[0]?.facts
      .isLate ?? false
  assert.deepEqual(
    [late(24, 'red'), late(25, 'red'), late(300, 'amber'), late(300, 'red', 'notOrdered')],
    [false, true, false, false],
  )
})

test('red that was offered a moment ago is not late because of amber that waits for long', () => {
  const [car] = toCars(
    'undecided',
    [
      draft('1', { kind: 'offer', grade: 'amber', quoteId: 'a', since: minutesAgo(40) }),
      draft('1', { kind: 'offer', grade: 'red', quoteId: 'r', since: minutesAgo(3) }),
    ],
    asked,
  )
  assert.deepEqual([car?.facts.minutes, car?.facts.isLate], [40, undefined])
})

test('what is not sent is sent, and what is sent is decided', () => {
  const at = minutesAgo(4)
  const sent = new Map([
    ['sent', { state: 'sent', at } as const],
    ['failed', { state: 'failed', at } as const],
  ])
  const of = (...surveys: string[]) => {
    const drafts = surveys.map((surveyId) => draft('1', { kind: 'offer', surveyId }))
    const facts = toCars('undecided', drafts, { ...asked, sent })[0]?.facts
    return [facts?.state, facts?.screen, facts?.surveyId]
  }
  assert.deepEqual(of('sent'), ['sent', 'quotes', 'sent'])
  assert.deepEqual(of('failed'), ['notDelivered', 'send', 'failed'])
  assert.deepEqual(of('sent', 'new'), ['notSent', 'send', 'new'])
})

test('a finding without a package is solved among the offers, a line without a survey nowhere here', () => {
  const place = (more: Partial<Draft>) => toCars('notOffered', [draft('1', more)], asked)[0]?.facts.screen
  assert.equal(place({ worth: worth('p', 1) }), 'finding')
  assert.equal(place({}), 'quotes')
  assert.equal(place({ surveyId: null }), undefined)
})

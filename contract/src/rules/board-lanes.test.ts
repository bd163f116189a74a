import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard, BoardSums, BoardSurvey } from '../app/board.ts'
import {
  dayOf,
  dueOf,
  initialsOf,
  isLate,
  isMine,
  laneOf,
  laneSums,
  minutesTo,
  sortInLane,
  waitingSince,
  waitsForMe,
} from './board-lanes.ts'

type Of = Partial<BoardSurvey>
const survey = (more: Of): BoardSurvey => ({
  id: 's',
  surveyType: 'health',
  text: '',
  completed: false,
  closed: false,
  questions: 10,
  answered: 0,
  red: 0,
  amber: 0,
  green: 0,
  photos: 0,
  videos: 0,
  ...more,
})
const card = (
  surveys: readonly Of[],
  more: Partial<BoardCard> & { promisedAt?: string } = {},
): BoardCard => ({
  kind: 'order',
  id: '1',
  branchId: 'B',
  changedAt: '2026-05-05T06:00:00Z',
  surveys: surveys.map(survey),
  ...more,
})
const sums = (more: Partial<BoardSums> = {}): BoardSums => ({
  currency: 'EUR',
  offered: 802.1,
  approved: 0,
  later: 0,
  declined: 0,
  undecided: 2,
  ...more,
})
const health = { surveyType: 'health' } as const
const check = { surveyType: 'VC' } as const
const quality = { surveyType: 'QC' } as const
const done = { completed: true, answered: 10 }
const found = { ...done, red: 1 }

describe('the lane of a car', () => {
  const cases: readonly [string, BoardCard, ReturnType<typeof laneOf>][] = [
    ['nothing is begun', card([health, check]), 'receive'],
    ['it has no inspection at all', card([]), 'receive'],
    ['there is no reception to begin with', card([check]), 'bay'],
    ['the reception is in work', card([{ ...health, answered: 1 }]), 'bay'],
    ['the check waits for the technician', card([{ ...health, ...found }, check]), 'bay'],
    ['the check was done before the reception', card([health, { ...check, ...found }]), 'bay'],
    ['something was found and nothing was sent', card([{ ...health, ...found }]), 'price'],
    ['a quality check is planned for the end', card([{ ...health, ...found }, quality]), 'price'],
    [
      'a quality check is begun',
      card([
        { ...health, ...found },
        { ...quality, answered: 1 },
      ]),
      'bay',
    ],
    ['only due work is offered', card([{ ...health, ...done }], { sums: [sums()] }), 'price'],
    ['the result is with the owner', card([{ ...health, ...found }], { ownerState: 'opened' }), 'owner'],
    ['the result did not arrive', card([{ ...health, ...found }], { ownerState: 'failed' }), 'owner'],
    ['the owner has decided', card([{ ...health, ...found }], { ownerState: 'decided' }), 'decided'],
    [
      'everything was decided on the telephone',
      card([{ ...health, ...found }], { ownerState: 'sent', sums: [sums({ undecided: 0 })] }),
      'decided',
    ],
    [
      'a decided owner asks for another link',
      card([{ ...health, ...found }], { ownerState: 'linkAsked', sums: [sums({ undecided: 0 })] }),
      'owner',
    ],
    [
      'the approved work waits for its quality check',
      card([{ ...health, ...found }, quality], { ownerState: 'decided' }),
      'decided',
    ],
    [
      'the quality check after a decision is completed',
      card(
        [
          { ...health, ...found },
          { ...quality, ...done },
        ],
        { ownerState: 'decided' },
      ),
      'done',
    ],
    ['nothing was found', card([{ ...health, ...done }]), 'done'],
    ['nothing was found, and the quality check is left', card([{ ...health, ...done }, quality]), 'bay'],
    ['the order is closed', card([health], { closed: true }), 'done'],
  ]
  for (const [name, one, lane] of cases) test(`${lane}: ${name}`, () => assert.equal(laneOf(one), lane))
})

const now = Date.parse('2026-05-05T10:00:00Z')

test('a car is late for its promise, or for its start while it is not received', () => {
  const planned = card([health], { plannedStart: '2026-05-05T09:30:00Z' })
  assert.ok(isLate(planned, 'receive', now))
  assert.equal(dueOf(planned, 'bay'), undefined, 'a start that is over says nothing about the end')
  const promised = card([health], {
    plannedStart: '2026-05-05T09:30:00Z',
    promisedAt: '2026-05-05T10:25:59Z',
  })
  assert.equal(isLate(promised, 'bay', now), false)
  assert.equal(minutesTo(dueOf(promised, 'bay') ?? '', now), 25)
  assert.ok(isLate(promised, 'bay', now + 26 * 60_000))
  assert.equal(isLate(promised, 'done', now + 26 * 60_000), false)
})

test('what waits for me is my next step, not all that is mine', () => {
  const inspected = card([{ ...health, ...found, isMine: true }])
  assert.ok(isMine(inspected))
  assert.equal(waitsForMe(inspected, 'price'), false, 'the advisor prices it')
  assert.ok(waitsForMe(card([{ ...check, isMine: true }]), 'bay'))
  const advised = (ownerState?: BoardCard['ownerState']) =>
    card([{ ...health, ...found }], { isAdvisedByMe: true, ...(ownerState ? { ownerState } : {}) })
  for (const [state, lane, isWaiting] of [
    [undefined, 'price', true],
    ['sent', 'owner', false],
    ['failed', 'owner', true],
    ['linkAsked', 'owner', true],
    ['decided', 'decided', true],
    ['decided', 'done', false],
  ] as const)
    assert.equal(waitsForMe(advised(state), lane), isWaiting, `${state} ${lane}`)
})

test('a lane adds up what counts there, each currency alone', () => {
  const cars = [
    card([], { sums: [sums({ approved: 570.1, later: 232, undecided: 0 })] }),
    card([], { sums: [sums({ approved: 0.2 }), sums({ currency: 'CHF', offered: 5, isIncomplete: true })] }),
    card([]),
  ]
  const told = (lane: 'price' | 'owner' | 'decided') =>
    laneSums(cars, lane).map(({ currency, amount, isIncomplete }) => [currency, amount, isIncomplete])
  assert.deepEqual(told('price'), [
    ['EUR', 1604.2, false],
    ['CHF', 5, true],
  ])
  assert.deepEqual(told('owner'), [
    ['EUR', 801.9, false],
    ['CHF', 5, true],
  ])
  assert.deepEqual(told('decided'), [['EUR', 570.3, false]])
})

test('a car is of the day it is promised or planned for; what is begun early is here now', () => {
  const calendar = { today: '2026-05-05', isoDay: (moment: string) => moment.slice(0, 10) }
  const at = (plannedStart: string, lane: 'receive' | 'bay', span: 'day' | 'week', promisedAt?: string) =>
    dayOf(card([], { plannedStart, ...(promisedAt ? { promisedAt } : {}) }), lane, span, calendar)
  assert.equal(at('2026-05-04', 'bay', 'day'), 'earlier')
  assert.equal(at('2026-05-04', 'bay', 'day', '2026-05-05'), 'now', 'it stays overnight')
  assert.equal(at('2026-05-06', 'receive', 'day'), 'later')
  assert.equal(at('2026-05-06', 'bay', 'day'), 'now')
  assert.deepEqual(
    [at('2026-05-11', 'receive', 'week'), at('2026-05-12', 'receive', 'week')],
    ['now', 'later'],
  )
  assert.equal(dayOf(card([]), 'receive', 'day', calendar), 'now')
})

test('cars are sorted by promise, red first, or by how long they wait', () => {
  const cars = [
    card([{ ...check, completedAt: '2026-05-05T08:00:00Z', red: 1 }], {
      id: 'late',
      promisedAt: '2026-05-05T12:00:00Z',
    }),
    card([{ ...check, completedAt: '2026-05-05T07:00:00Z' }], {
      id: 'soon',
      promisedAt: '2026-05-05T11:00:00Z',
    }),
    card([{ ...check, completedAt: '2026-05-05T09:00:00Z', red: 2 }], { id: 'none' }),
  ]
  const sorted = (sort: Parameters<typeof sortInLane>[2]) =>
    sortInLane(cars, () => 'price', sort).map(({ id }) => id)
  assert.deepEqual(sorted('promised'), ['soon', 'late', 'none'])
  assert.deepEqual(sorted('red'), ['none', 'late', 'soon'])
  assert.deepEqual(sorted('waiting'), ['soon', 'late', 'none'])
  assert.equal(waitingSince(cars[0] as BoardCard, 'price'), '2026-05-05T08:00:00Z')
})

test('initials are those of the first and the last name', () => {
  assert.deepEqual(['Ada Maria Example', 'jo', '', 'Ольга Ким'].map(initialsOf), ['AE', 'J', '', 'ОК'])
})

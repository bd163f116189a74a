import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard, BoardSurvey } from '@walkaround/contract/app/board.ts'
import { laneOf } from '@walkaround/contract/rules/board-lanes.ts'
import { marksOf, technicianOf, workOf } from './marks.ts'

const survey = (more: Partial<BoardSurvey>) =>
  ({
    id: 'h',
    surveyType: 'health',
    completed: true,
    closed: false,
    answered: 9,
    red: 1,
    amber: 0,
    ...more,
  }) as BoardSurvey
const card = (more: Partial<BoardCard>, ...surveys: Partial<BoardSurvey>[]): BoardCard =>
  ({ kind: 'order', id: '1', surveys: surveys.map(survey), ...more }) as BoardCard

const known = { isAdvisor: true, isChangeSeen: false, unsent: 0 }
const marked = (one: BoardCard, more: Partial<typeof known> = {}) =>
  marksOf(one, { ...known, ...more }).map(({ kind, to }) => [kind, to?.screen])

describe('a mark', () => {
  test('opens what it speaks of', () => {
    assert.deepEqual(marked(card({ ownerState: 'linkAsked' }, {})), [['linkAsked', 'send']])
    assert.deepEqual(marked(card({ ownerState: 'decided', decidedAt: 'now' }, {})), [['decided', 'quotes']])
    assert.deepEqual(
      marked(card({ changedByDms: 'now' }, {})),
      [['changed', undefined]],
      'the sheet tells it',
    )
    assert.deepEqual(marked(card({}, { conflicts: 2 })), [['conflicts', 'survey']])
    assert.deepEqual(marked(card({}, {}), { unsent: 3 }), [['unsent', 'sync']])
    assert.deepEqual(marked(card({}, { parts: 'priced' })), [['partsPriced', 'quotes']])
    assert.deepEqual(
      marksOf(card({}, { parts: 'priced' }, { id: 'v', surveyType: 'VC', parts: 'requested' }), known),
      [{ kind: 'partsRequested', icon: 'parts', tone: 'plain', to: { screen: 'quotes', surveyId: 'v' } }],
      'what waits counts more',
    )
  })

  test('that needs somebody comes first', () => {
    const news = card({ ownerState: 'failed', changedByDms: 'now', ownerStars: 4 }, {})
    assert.deepEqual(
      marked(news).map(([kind]) => kind),
      ['failed', 'changed', 'stars'],
    )
    assert.deepEqual(
      marked(news, { isChangeSeen: true }).map(([kind]) => kind),
      ['failed', 'stars'],
    )
  })

  test('of what the owner decided comes before that of parts with a price', () => {
    const one = card({ ownerState: 'decided', decidedAt: 'now', unreadNotes: 1 }, { parts: 'priced' })
    assert.deepEqual(
      marked(one).map(([kind]) => kind),
      ['notes', 'decided', 'partsPriced'],
    )
  })

  test('of a decision on the telephone takes the place of what was sent', () => {
    const sums = [{ currency: 'EUR', offered: 5, approved: 5, later: 0, declined: 0, undecided: 0 }]
    assert.deepEqual(marked(card({ ownerState: 'sent', decidedAt: 'now', sums }, {})), [
      ['decided', 'quotes'],
    ])
  })

  test('leads a technician to no screen that is refused', () => {
    assert.deepEqual(marked(card({ ownerState: 'linkAsked' }, {}), { isAdvisor: false }), [
      ['linkAsked', undefined],
    ])
  })
})

test('a tap leads to the work of the lane', () => {
  const to = (one: BoardCard, isAdvisor = true) => {
    const route = workOf(one, laneOf(one), isAdvisor)
    return route && [route.screen, 'surveyId' in route ? route.surveyId : undefined]
  }
  const open = { completed: false, answered: 0, red: 0 }
  assert.deepEqual(to(card({}, open, { ...open, id: 'v', surveyType: 'VC' })), ['survey', 'h'])
  assert.deepEqual(to(card({}, open, { ...open, id: 'v', surveyType: 'VC', isMine: true })), ['survey', 'v'])
  assert.deepEqual(to(card({}, {})), ['quotes', 'h'])
  assert.deepEqual(to(card({}, {}), false), ['survey', 'h'], 'a technician looks at the inspection')
  assert.deepEqual(to(card({ ownerState: 'failed' }, {})), ['send', 'h'])
  assert.deepEqual(to(card({ ownerState: 'decided' }, {})), ['quotes', 'h'])
  assert.deepEqual(to(card({ closed: true }, { closed: true })), ['survey', 'h'])
  assert.equal(to(card({})), undefined)
})

test('the technician is the planned one, otherwise whoever inspects', () => {
  const one = card({}, { surveyor: 'Ada' }, { surveyType: 'VC', surveyor: 'Jo' })
  assert.equal(technicianOf(one), 'Jo')
  assert.equal(technicianOf({ ...one, technician: 'Kim' } as BoardCard), 'Kim')
})

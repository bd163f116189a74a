import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard, BoardSurvey } from '@walkaround/contract/app/board.ts'
import { byDay, byType, findResult, matching } from './cards.ts'

const card = (...surveys: Partial<BoardSurvey>[]): BoardCard =>
  ({ surveys: surveys.map((survey) => ({ completed: true, closed: false, ...survey })) }) as BoardCard

describe('the result sent from the board', () => {
  test('is that of the check, whatever was completed first', () => {
    const found = findResult(card({ id: '1', surveyType: 'health' }, { id: '2', surveyType: 'VC' }))
    assert.equal(found?.id, '2')
  })

  test('is that of the reception while the check is open or closed', () => {
    for (const state of [{ completed: false }, { closed: true }]) {
      const found = findResult(
        card({ id: '1', surveyType: 'VC', ...state }, { id: '2', surveyType: 'health' }),
      )
      assert.equal(found?.id, '2')
    }
  })

  test('is none of a quality check', () => {
    assert.equal(findResult(card({ surveyType: 'QC' })), undefined)
  })
})

test('cars stand by the day at the dealership; what has no time is here today', () => {
  const cars = (['2026-05-04', '2026-05-05', undefined, '2026-05-06'] as const).map(
    (plannedStart, index) => ({ id: String(index), ...(plannedStart ? { plannedStart } : {}) }) as BoardCard,
  )
  const { today, earlier, later } = byDay(cars, '2026-05-05', (moment) => moment)
  const ids = (cards: readonly BoardCard[]) => cards.map(({ id }) => id)
  assert.deepEqual([ids(earlier), ids(today), ids(later)], [['0'], ['1', '2'], ['3']])
})

test('inspections of a car stand in one order', () => {
  const types = byType([
    { surveyType: 'QC' },
    { surveyType: 'CVR' },
    { surveyType: 'health' },
    { surveyType: 'VC' },
  ] as const)
  assert.deepEqual(
    types.map(({ surveyType }) => surveyType),
    ['health', 'VC', 'QC', 'CVR'],
  )
})

test('the copy on the device is searched as the service searches: signs of plates and case do not matter', () => {
  const one = {
    numberPlate: 'B–WA 10.42',
    customer: 'Anna Groß',
    serviceAdvisor: 'Jörg Krüger',
    description: 'Bremsen quietschen',
    surveys: [{ surveyor: 'Лев Фёдоров' }],
  } as unknown as BoardCard
  for (const words of ['bwa 1042', 'B-WA1042', 'anna gross', 'GROSS', '', 'крюгер', 'fedorov', 'quietsch'])
    assert.ok(matching(words)(one), words)
  assert.equal(matching('bwa 1043')(one), false)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard, BoardSurvey } from '@walkaround/contract/app/board.ts'
import { findResult } from './cards.ts'

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

// What a survey allows in which state (D3, D5).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAnswerSaysSomething, assertAnswersOpen, assertNotReserved } from './rules.ts'

describe('assertAnswersOpen', () => {
  const at = (completed: boolean, closed: boolean) => () => assertAnswersOpen({ id: 'S', completed, closed })

  test('D5: an open survey takes answers, a completed or closed one does not', () => {
    assert.doesNotThrow(at(false, false))
    assert.throws(at(true, false), { kind: 'surveyCompleted', status: 400 })
    assert.throws(at(false, true), { kind: 'surveyClosed', status: 400 })
    assert.throws(at(true, true), { kind: 'surveyCompleted' })
  })
})

describe('assertAnswerSaysSomething', () => {
  test('D3: value, status or comment, not empty', () => {
    for (const answer of [
      { value: 'x' },
      { status: 'red' as const },
      { comment: '0' },
      { value: '', comment: 'c' },
    ]) {
      assert.doesNotThrow(() => assertAnswerSaysSomething(answer))
    }
    for (const answer of [
      {},
      { value: '' },
      { comment: '', value: '' },
      { selected: true },
      { unitOfMeasurement: 'mm' as const },
    ]) {
      assert.throws(() => assertAnswerSaysSomething(answer), { kind: 'emptyAnswer' })
    }
  })
})

describe('assertNotReserved', () => {
  test('D3: upSale alone, in its own case', () => {
    assert.throws(() => assertNotReserved('upSale'), { kind: 'questionReserved' })
    for (const id of ['upsale', 'upSale2', '']) assert.doesNotThrow(() => assertNotReserved(id))
  })
})

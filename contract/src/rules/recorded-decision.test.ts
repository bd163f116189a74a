import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecorded } from './recorded-decision.ts'

const recorded = { approvalMedium: 'phone', approvalDate: '2026-03-02T10:15:00.000Z' }

test('a decision is the recorded one while its way and date are those recorded', () => {
  const quote = { approvalStatus: 'approved', ...recorded }
  assert.equal(isRecorded(quote, recorded), true)
  assert.equal(isRecorded(quote, undefined), false)
  assert.equal(isRecorded({ ...quote, approvalMedium: 'internet' }, recorded), false)
  assert.equal(isRecorded({ ...quote, approvalDate: '2026-03-02T10:16:00.000Z' }, recorded), false)
  assert.equal(isRecorded({}, recorded), false)
})

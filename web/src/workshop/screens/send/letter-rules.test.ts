import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MessageOptions } from '@walkaround/contract/app/messages.ts'
import { isAskedBefore, noteLimit, toDays } from './letter-rules.ts'

const options = (validDays: number): MessageOptions => ({
  validDays,
  channels: ['email', 'sms'],
  kept: [],
  smsNoteLength: 300,
})

describe('the days of a link', () => {
  it("are the client's until somebody types, and then are left to the service", () => {
    assert.deepEqual(toDays(undefined, undefined), { text: '', isGood: true })
    assert.deepEqual(toDays(undefined, options(14)), { text: '14', isGood: true })
    assert.deepEqual(toDays('14', options(14)), { text: '14', isGood: true })
    assert.deepEqual(toDays(undefined, options(1000)), { text: '1000', isGood: true })
  })
  it('are what was typed, from 1 to 365', () => {
    assert.deepEqual(toDays('7', options(14)), { text: '7', isGood: true, validDays: 7 })
    for (const typed of ['', '0', '366', '1.5', '-1', 'x', '1000'])
      assert.deepEqual(toDays(typed, options(14)), { text: typed, isGood: false })
  })
})

it('an SMS takes fewer words than a mail', () => {
  assert.deepEqual([noteLimit('sms', options(1)), noteLimit('email', options(1))], [300, 2000])
})

it('what was opened or decided on is asked about before it is sent again', () => {
  const openedAt = '2026-03-05T10:00:00.000Z'
  const asked = [
    isAskedBefore({ state: 'sent' }, 0),
    isAskedBefore({ state: 'sent', openedAt }, 0),
    isAskedBefore({ state: 'sent' }, 1),
    isAskedBefore({ state: 'failed' }, 1),
  ]
  assert.deepEqual(asked, [false, true, true, false])
})

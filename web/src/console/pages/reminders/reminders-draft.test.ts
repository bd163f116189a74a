import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReminderSettings } from '@walkaround/contract/app/reminders.ts'
import { fieldOfConsent, toRemindersBody, toRemindersDraft } from './reminders-draft.ts'

const usual: ReminderSettings = {
  deferred: true,
  deferredDays: 0,
  declined: false,
  declinedDays: 60,
  catchUpDays: 14,
  mostPerYear: 2,
  pauseDays: 30,
  quietFrom: '19:00',
  quietTo: '09:00',
  returnDays: 60,
}

describe('the form of reminders', () => {
  test('gives back what was read', () => {
    for (const consent of [undefined, 'customer', 'h.extras=v5']) {
      const settings = consent === undefined ? usual : { ...usual, consent }
      assert.deepEqual(toRemindersBody(toRemindersDraft(settings)), settings)
    }
  })

  test('forgets an answer that was typed when somebody else may be reminded', () => {
    const draft = toRemindersDraft({ ...usual, consent: 'h.extras=v5' })
    assert.equal(toRemindersBody({ ...draft, whom: 'customer' }).consent, 'customer')
    assert.ok(!('consent' in toRemindersBody({ ...draft, whom: '' })))
    assert.equal(toRemindersBody({ ...draft, answer: ' a=b ' }).consent, 'a=b')
  })

  test('shows a refusal of whom it may remind where that is typed', () => {
    assert.equal(fieldOfConsent({ whom: 'answer' }).consent, 'answer')
    assert.equal(fieldOfConsent({ whom: '' }).consent, 'whom')
  })
})

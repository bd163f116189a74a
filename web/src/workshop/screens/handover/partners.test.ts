import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { correctionOf, faultsOf, listPartners } from './partners.ts'

const page = {
  survey: {
    customer: {
      firstName: 'Ewa',
      lastName: 'Nowicka',
      email: 'old@example.org',
      modifiedEmail: 'new@example.org',
    },
    surveyObject: { driver: { lastName: 'Mensah', mobilePhone: '+49 1' }, owner: { name: 'Kurier GmbH' } },
  },
} as unknown as SurveyPage

test('people and companies by name, with what was corrected', () => {
  assert.deepEqual(listPartners(page), [
    { role: 'customer', name: 'Ewa Nowicka', email: 'new@example.org', formerEmail: 'old@example.org' },
    { role: 'owner', name: 'Kurier GmbH' },
    { role: 'driver', name: 'Mensah', mobilePhone: '+49 1' },
  ])
})

test('only what was changed goes out, and the former address takes the correction back', () => {
  const [customer] = listPartners(page)
  const typed = { email: 'new@example.org', mobilePhone: '' }
  assert.deepEqual(correctionOf(customer!, typed), {})
  assert.deepEqual(correctionOf(customer!, { ...typed, mobilePhone: ' 0171 5 ' }), { mobilePhone: '0171 5' })
  assert.deepEqual(correctionOf(customer!, { ...typed, email: 'old@example.org' }), { email: '' })
  assert.deepEqual(correctionOf(customer!, { ...typed, email: '' }), { email: '' })
})

test('addresses that cannot be right', () => {
  const isEmailFault = (email: string) => faultsOf({ email, mobilePhone: '' }).email
  const isPhoneFault = (mobilePhone: string) => faultsOf({ email: '', mobilePhone }).mobilePhone
  assert.deepEqual(['', 'a@b.de', 'a@b', 'a b@c.de', '@'].map(isEmailFault), [false, false, true, true, true])
  assert.deepEqual(['', '+49 171 39', '12'].map(isPhoneFault), [false, false, true])
})

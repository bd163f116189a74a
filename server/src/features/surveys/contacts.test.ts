import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { correctHeader } from '@walkaround/contract/rules/contact-corrections.ts'
import {
  type ContactCorrections,
  contactViolations,
  correct,
  isSamePartner,
  keepCorrections,
  withCorrections,
  withCorrectionsText,
} from './contacts.ts'

const person = (id: string | undefined, lastName: string) => ({
  category: 'person' as const,
  ...(id === undefined ? {} : { id }),
  lastName,
})

describe('who is the same', () => {
  test('by id where one has one, else by name', () => {
    assert.ok(isSamePartner(person('1', 'A'), person('1', 'B')))
    assert.ok(!isSamePartner(person('1', 'A'), person('2', 'A')))
    assert.ok(!isSamePartner(person('1', 'A'), person(undefined, 'A')))
    assert.ok(isSamePartner(person(undefined, 'A'), person(undefined, 'A')))
    assert.ok(!isSamePartner(person(undefined, 'A'), person(undefined, 'B')))
    assert.ok(!isSamePartner({ category: 'legalEntity', name: 'A' }, person(undefined, 'A')))
    assert.ok(!isSamePartner(person('1', 'A'), undefined))
  })

  test('keeps the corrections of those who are still there', () => {
    const corrections: ContactCorrections = { customer: { email: 'a@b' }, driver: { mobilePhone: '1' } }
    const before = { customer: person('1', 'A'), vehicle: { driver: { lastName: 'D' } } }
    assert.deepEqual(keepCorrections(corrections, before, before), corrections)
    assert.deepEqual(keepCorrections(corrections, before, { ...before, vehicle: {} }), {
      customer: { email: 'a@b' },
    })
    assert.equal(keepCorrections(corrections, before, {}), undefined)
    assert.equal(keepCorrections(undefined, before, before), undefined)
  })
})

describe('what is shown', () => {
  test('stands beside what was sent and changes nothing else', () => {
    const document = {
      id: '1',
      customer: person('1', 'A'),
      vehicle: { vin: 'V', driver: { email: 'old@x' } },
    }
    const before = structuredClone(document)
    const shown = withCorrections(document, {
      customer: { email: 'a@b' },
      driver: { mobilePhone: '1' },
      owner: { email: 'nobody@x' },
    })
    assert.deepEqual(shown, {
      id: '1',
      customer: { ...person('1', 'A'), modifiedEmail: 'a@b' },
      vehicle: { vin: 'V', driver: { email: 'old@x', modifiedMobilePhone: '1' } },
    })
    assert.deepEqual(document, before)
    assert.equal(withCorrections(document, undefined), document)
    assert.equal(withCorrectionsText('{"id": 1}', null), '{"id": 1}')
  })
})

describe('a correction', () => {
  test('merges, and an empty text takes back', () => {
    const one = correct(undefined, 'owner', { email: 'a@b' })
    assert.deepEqual(one, { owner: { email: 'a@b' } })
    const two = correct(one, 'owner', { mobilePhone: '1' })
    assert.deepEqual(two, { owner: { email: 'a@b', mobilePhone: '1' } })
    assert.deepEqual(correct(two, 'owner', { email: '' }), { owner: { mobilePhone: '1' } })
    assert.equal(correct(one, 'owner', { email: '' }), undefined)
  })

  test('is written into a header that belongs to the survey alone', () => {
    const header = { customer: { ...person('1', 'A'), modifiedEmail: 'old@b' } }
    assert.deepEqual(correctHeader(header, 'customer', { mobilePhone: '1' }).customer, {
      ...person('1', 'A'),
      modifiedEmail: 'old@b',
      modifiedMobilePhone: '1',
    })
    assert.deepEqual(correctHeader(header, 'customer', { email: '' }).customer, person('1', 'A'))
    assert.equal(correctHeader(header, 'driver', { email: 'a@b' }), header)
  })

  test('is an address or a telephone number, or empty', () => {
    for (const email of ['', 'a@b.de', 'root@localhost', 'имя@пример.рф'])
      assert.deepEqual(contactViolations({ email }), [], email)
    for (const email of [
      'a',
      '@',
      'a@',
      'a@b',
      '@b.de',
      'a@b@c.de',
      'a b@c.de',
      'a@b.de\n',
      'a\u0000@b.de',
      'a\u202e@b.de',
    ]) {
      assert.equal(contactViolations({ email }).length, 1, email)
    }
    for (const mobilePhone of ['', '+49 (30) 1-2', '8 800/555.35', '12345']) {
      assert.deepEqual(contactViolations({ mobilePhone }), [], mobilePhone)
    }
    for (const mobilePhone of ['+', '()', 'a1', '1', '1234', '12345\n6', '1+1', '١٢٣٤٥']) {
      assert.equal(contactViolations({ mobilePhone }).length, 1, mobilePhone)
    }
  })
})

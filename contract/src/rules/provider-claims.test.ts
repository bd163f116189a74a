// What claims give: the first rule decides about the role, all of its kind about the branches.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type ClaimRule,
  domainOf,
  personClaimedBy,
  readClaim,
  roleGivenBy,
  usualClaims,
} from './provider-claims.ts'

const rules: ClaimRule[] = [
  { claim: 'groups', value: 'wa-managers', role: 'manager' },
  { claim: 'groups', value: 'wa-advisors-4711', role: 'advisor', branches: ['4711'] },
  { claim: 'groups', value: 'wa-advisors-4712', role: 'advisor', branches: ['4712'] },
  { claim: 'realm_access.roles', value: 'technician', role: 'technician' },
]

describe('the role that claims give', () => {
  test('is that of the first rule that applies', () => {
    const given = roleGivenBy(rules, { groups: ['wa-advisors-4711', 'wa-managers'] })
    assert.deepEqual(given, { role: 'manager', rules: [1] })
  })

  test('has the branches of all rules of that role', () => {
    const given = roleGivenBy(rules, {
      groups: ['wa-advisors-4712', 'wa-advisors-4711', 'else'],
      realm_access: { roles: ['technician'] },
    })
    assert.deepEqual(given, { role: 'advisor', branches: ['4711', '4712'], rules: [2, 3] })
  })

  test('has all branches as soon as one rule names none', () => {
    const all: ClaimRule[] = [...rules, { claim: 'department', role: 'advisor' }]
    const given = roleGivenBy(all, { groups: 'wa-advisors-4711', department: 'service' })
    assert.deepEqual(given, { role: 'advisor', rules: [2, 5] })
  })

  test('is none if no rule applies; values are compared exactly', () => {
    for (const claims of [{}, { groups: [] }, { groups: ['WA-managers'] }, { groups: { 0: 'wa-managers' } }])
      assert.equal(roleGivenBy(rules, claims), undefined)
    assert.equal(roleGivenBy([{ claim: 'toString', role: 'admin' }], {}), undefined)
    assert.equal(roleGivenBy([{ claim: '__proto__.x', role: 'admin' }], {}), undefined)
  })

  test('reads a claim by its whole name before it follows a path', () => {
    const claims = { 'https://dealer.example/roles': ['a'], a: { b: 'path' }, 'a.b': 'name' }
    assert.deepEqual(readClaim(claims, 'https://dealer.example/roles'), ['a'])
    assert.equal(readClaim(claims, 'a.b'), 'name')
    assert.equal(readClaim({ a: { b: 'path' } }, 'a.b'), 'path')
  })
})

test('who a person is comes from the named claims', () => {
  assert.deepEqual(
    personClaimedBy(usualClaims, {
      email: 'Anna@Dealer.example',
      name: ' Anna Adler ',
      email_verified: 'true',
    }),
    { login: 'Anna@Dealer.example', name: 'Anna Adler', email: 'anna@dealer.example', isEmailVerified: true },
  )
  assert.deepEqual(personClaimedBy({ ...usualClaims, login: 'upn' }, { upn: 'aadler', email: '' }), {
    login: 'aadler',
    isEmailVerified: false,
  })
})

test('the domain of an address is what stands after its last @', () => {
  assert.equal(domainOf('anna@Dealer.Example'), 'dealer.example')
  for (const none of ['anna', '@dealer.example', 'anna@', '']) assert.equal(domainOf(none), undefined)
})

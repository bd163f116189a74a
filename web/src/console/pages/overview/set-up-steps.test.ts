import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Found, stepsOf } from './set-up-steps.ts'

const nothing: Found = {
  sites: [{ id: 'main', name: 'Acme', isDefault: true }],
  branches: [],
  logins: [],
  invitations: [],
  keys: 0,
  hasReceiver: false,
  hasMail: false,
}
const open = (found: Partial<Found>) =>
  stepsOf({ ...nothing, ...found })
    .filter(({ isDone }) => !isDone)
    .map(({ name }) => name)

const branch = { id: '4711', siteId: 'main', name: 'North', codes: ['4711'] }
const ruth = { id: 'r', login: 'ruth', name: 'Ruth', role: 'admin' } as const
const invited = {
  id: 'i',
  kind: 'join',
  login: 'tom',
  name: 'Tom',
  role: 'technician',
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-01-08T00:00:00Z',
} as const

describe('what is to be done', () => {
  test('is everything at first', () => {
    assert.deepEqual(open({}), ['branches', 'contact', 'logo', 'people', 'mail', 'key', 'receiver'])
  })

  test('is nothing when everything is there', () => {
    const site = { id: 'main', name: 'Acme', isDefault: true, address: ['A 1'], telephone: '1', logo: 'x' }
    const found = { sites: [site], branches: [branch], logins: [ruth], invitations: [invited], keys: 1 }
    assert.deepEqual(open({ ...found, hasReceiver: true, hasMail: true }), [])
  })

  test('is to look at branches that registered themselves, as many as there are', () => {
    const steps = stepsOf({ ...nothing, branches: [branch, { ...branch, id: '2', isNew: true }] })
    assert.deepEqual(steps[0], { name: 'branches', isDone: false, n: 1 })
  })

  test('is more than a system, somebody disabled or an invitation that is over', () => {
    const logins = [ruth, { ...ruth, id: 'd', role: 'dms' } as const, { ...ruth, id: 'x', isDisabled: true }]
    const invitations = [{ ...invited, isOver: true }, { ...invited, kind: 'password' } as const]
    assert.ok(open({ logins, invitations }).includes('people'))
  })

  test('names no key to somebody who has nothing to say about keys', () => {
    assert.ok(!open({ keys: undefined }).includes('key'))
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Right } from '../operation.ts'
import { limitableRoles, mayCall, mayReopen, roles, seesOwnFigures, staffRoles } from './roles.ts'

const rights: Right[] = [
  'read',
  'orders',
  'answers',
  'notes',
  'parts',
  'leads',
  'quotes',
  'packages',
  'events',
  'admin',
  'logins',
  'keys',
]
const refused = (role: Parameters<typeof mayCall>[0]) => rights.filter((right) => !mayCall(role, right))

test('admin and support may call everything, a manager all but keys, a DMS all but who has access', () => {
  for (const role of ['admin', 'support'] as const) assert.deepEqual(refused(role), [])
  assert.deepEqual(refused('manager'), ['keys'])
  assert.deepEqual(refused('dms'), ['logins', 'keys'])
})

test('an advisor may call everything but changes of packages, prices and assignment, and the set-up', () => {
  assert.deepEqual(refused('advisor'), ['packages', 'events', 'admin', 'logins', 'keys'])
})

test('a technician reads and answers', () => {
  assert.deepEqual(refused('technician'), [
    'orders',
    'parts',
    'leads',
    'quotes',
    'packages',
    'events',
    'admin',
    'logins',
    'keys',
  ])
})

test('who keeps the parts reads, writes notes and replies to requests', () => {
  assert.deepEqual(refused('parts'), [
    'orders',
    'answers',
    'leads',
    'quotes',
    'packages',
    'events',
    'admin',
    'logins',
    'keys',
  ])
})

test('those who work on cars see their own figures', () => {
  assert.deepEqual(staffRoles.filter(seesOwnFigures), ['technician', 'parts', 'advisor'])
})

test('a login limited to branches may not change what concerns the whole client', () => {
  for (const role of ['manager', 'advisor', 'parts', 'technician'] as const) {
    assert.ok(limitableRoles.includes(role))
    for (const right of rights) {
      const isWhole = right === 'packages' || right === 'admin' || right === 'keys'
      assert.equal(mayCall(role, right, true), mayCall(role, right) && !isWhole)
    }
  }
  assert.ok(!limitableRoles.includes('dms') && !limitableRoles.includes('admin'))
})

test('the list of roles is complete', () => {
  assert.deepEqual([...roles].sort(), ['admin', 'advisor', 'dms', 'manager', 'parts', 'technician'])
})

test('a manager, an admin and support may reopen a completed survey', () => {
  const all = [...roles, 'support'] as const
  assert.deepEqual(all.filter(mayReopen), ['manager', 'admin', 'support'])
})

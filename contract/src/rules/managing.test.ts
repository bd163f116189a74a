import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayManage, rolesGivenBy } from './managing.ts'
import { roles } from './roles.ts'

test('admins and support give every role, managers those of people who work on cars, others none', () => {
  assert.deepEqual(rolesGivenBy({ role: 'admin' }), roles)
  assert.deepEqual(rolesGivenBy({ role: 'support' }), roles)
  assert.deepEqual(rolesGivenBy({ role: 'manager' }), ['technician', 'parts', 'advisor'])
  for (const role of ['advisor', 'parts', 'technician', 'dms'] as const)
    assert.deepEqual(rolesGivenBy({ role }), [])
})

test('a manager changes neither managers nor admins nor systems', () => {
  for (const role of ['manager', 'admin', 'dms', 'support'] as const)
    assert.equal(mayManage({ role: 'manager' }, { role }), false, role)
  assert.equal(mayManage({ role: 'manager' }, { role: 'technician' }), true)
  assert.equal(mayManage({ role: 'admin' }, { role: 'support' }), false, 'nobody of a client changes support')
})

test('a manager of some branches changes only people who work nowhere else', () => {
  const by = { role: 'manager', branches: ['A', 'B'] } as const
  const may = (branches?: string[]) => mayManage(by, { role: 'advisor', branches })
  assert.deepEqual([may(['A']), may(['B', 'A']), may(['A', 'C']), may()], [true, true, false, false])
})

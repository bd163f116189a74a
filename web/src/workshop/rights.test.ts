// What the app and the desk offer by role: nothing that the service would refuse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maySee, ownScreens } from './paths.ts'
import { mayAnswer, mayKeepParts, type SessionClient } from './rights.ts'

const branch = { id: 'B1', name: 'One', siteId: 's' }
const clientOf = (role: SessionClient['role'], hasPartsStep = true): SessionClient => ({
  id: 'acme',
  name: 'Acme',
  role,
  language: 'en',
  timeZone: 'UTC',
  branches: [branch, { ...branch, id: 'B2', ...(hasPartsStep ? { hasPartsStep } : {}) }],
})

test('who keeps the parts reads inspections and begins none', () => {
  assert.equal(mayAnswer(clientOf('parts')), false)
  assert.equal(maySee(ownScreens.new, clientOf('parts')), false)
  for (const role of ['technician', 'advisor', 'manager', 'admin'] as const)
    assert.equal(mayAnswer(clientOf(role)), true, role)
})

test('the queue of parts is for who keeps them and who advises, where a site has the step', () => {
  for (const role of ['parts', 'advisor', 'manager', 'admin'] as const) {
    assert.equal(mayKeepParts(clientOf(role)), true, role)
    assert.equal(mayKeepParts(clientOf(role, false)), false, role)
  }
  assert.equal(mayKeepParts(clientOf('technician')), false)
})

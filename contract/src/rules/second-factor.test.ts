import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { roles } from './roles.ts'
import { needsSecondFactor } from './second-factor.ts'

describe('a second factor', () => {
  const needing = (rule: Parameters<typeof needsSecondFactor>[0]) =>
    roles.filter((role) => needsSecondFactor(rule, role)).sort()

  test('is asked of nobody, of admins, or of everybody who sets up people', () => {
    assert.deepEqual(needing(undefined), [])
    assert.deepEqual(needing('admins'), ['admin'])
    assert.deepEqual(needing('managers'), ['admin', 'manager'])
  })
})

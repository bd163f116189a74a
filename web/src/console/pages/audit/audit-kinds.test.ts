// Which fields of an entry have words, and what is said where they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldParts } from './audit-kinds.ts'

test('the last part of a field says what it is, the others where', () => {
  assert.deepEqual(fieldParts('role'), { where: '', known: 'role' })
  assert.deepEqual(fieldParts('variants[v.1].contents[1].amountExVat'), {
    where: 'variants[v.1].contents[1]',
    known: 'amountExVat',
  })
  assert.deepEqual(fieldParts('releaseTypes'), { where: 'releaseTypes' })
  assert.deepEqual(fieldParts('…'), { where: '…' })
})

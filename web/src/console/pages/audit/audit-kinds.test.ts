// Which fields of an entry have words, and what is said where they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldParts, keyName, partOf, type ValueWords, valueText } from './audit-kinds.ts'

test('the last part of a field says what it is, the others where', () => {
  assert.deepEqual(fieldParts('role'), { where: '', known: 'role' })
  assert.deepEqual(fieldParts('variants[v.1].contents[1].amountExVat'), {
    where: 'variants[v.1].contents[1]',
    known: 'amountExVat',
  })
  assert.deepEqual(fieldParts('releaseTypes'), { where: 'releaseTypes' })
  assert.deepEqual(fieldParts('…'), { where: '…' })
})

test('lists and entries are told in words, not as they are stored', () => {
  const words: ValueWords = { yes: 'yes', no: 'no', none: 'none', field: (name) => name.toUpperCase() }
  const told = (value: unknown) => valueText(value, words)
  assert.equal(told(['health', 'VC']), 'health, VC')
  assert.equal(told([]), 'none')
  assert.equal(told('as it is'), 'as it is')
  assert.equal(told(12.5), '12.5')
  assert.equal(told([true, false]), 'yes, no')
  assert.equal(
    told([
      { group: 'staff', role: 'advisor', branches: ['4711', '4712'] },
      { group: 'boss', role: null, isOn: true },
    ]),
    'GROUP: staff, ROLE: advisor, BRANCHES: 4711, 4712 · GROUP: boss, ISON: yes',
  )
})

test('what no login did is told by the part of the service', () => {
  assert.deepEqual(partOf('cli:root'), { part: 'commandLine', name: 'root' })
  assert.deepEqual(partOf('set-up'), { part: 'firstStart' })
  assert.deepEqual(partOf('invitation'), { part: 'invitation' })
  assert.deepEqual(partOf('sign-in provider corp'), { part: 'provider', name: 'corp' })
  assert.deepEqual(partOf('tablet/0199-aa'), { part: 'tablet' })
  for (const id of ['upkeep', 'audit', 'message.send']) assert.deepEqual(partOf(id), { part: 'service' })
})

test('a key is told by what it is for', () => {
  const known = [
    { prefix: 'wa_ab', label: 'DMS' },
    { prefix: 'wa_cd', label: '' },
  ]
  assert.deepEqual(
    ['wa_ab', 'wa_cd', 'wa_ef'].map((key) => keyName(key, known)),
    ['DMS', 'wa_cd', 'wa_ef'],
  )
})

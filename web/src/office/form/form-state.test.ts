import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { beginForm, changeField, faultsOf, hasMet, isDirty, meetOther, takeTheirs } from './form-state.ts'

interface Draft {
  name: string
  telephone: string
  codes: readonly string[]
}

const read = { value: { name: 'North', telephone: '1', codes: ['A'] } as Draft, tag: '"1"' }
const begun = beginForm(read)

describe('a form', () => {
  test('knows whether something in it is not saved', () => {
    assert.equal(isDirty(begun), false)
    const typed = changeField(begun, 'codes', ['A', 'B'])
    assert.equal(isDirty(typed), true)
    assert.equal(isDirty(changeField(typed, 'codes', ['A'])), false)
  })

  test('follows what only somebody else has changed, and keeps what both have', () => {
    const typed = changeField(changeField(begun, 'name', 'Northern'), 'codes', ['A', 'B'])
    const now = { value: { name: 'Nord', telephone: '2', codes: ['A'] }, tag: '"2"' }
    assert.equal(hasMet(typed, now), true)
    const met = meetOther(typed, now)
    assert.deepEqual(met.draft, { name: 'Northern', telephone: '2', codes: ['A', 'B'] })
    assert.deepEqual(met.met, {
      name: { theirs: 'Nord', isContested: true },
      telephone: { theirs: '2', isContested: false },
    })
    assert.equal(met.read.tag, '"2"')
    assert.equal(isDirty(met), true)
  })

  test('has nothing to decide where both have written the same', () => {
    const typed = changeField(begun, 'name', 'Nord')
    const met = meetOther(typed, { value: { ...read.value, name: 'Nord' }, tag: '"2"' })
    assert.deepEqual(met.met, { name: { theirs: 'Nord', isContested: false } })
    assert.equal(isDirty(met), false)
  })

  test('meets several people one after the other', () => {
    const typed = changeField(begun, 'name', 'Northern')
    const first = meetOther(typed, { value: { ...read.value, telephone: '2' }, tag: '"2"' })
    const second = meetOther(first, { value: { ...read.value, telephone: '2', name: 'Nord' }, tag: '"3"' })
    assert.deepEqual(second.draft, { ...read.value, name: 'Northern', telephone: '2' })
    assert.equal(second.met.name?.isContested, true)
    assert.equal(takeTheirs(second, 'name').draft.name, 'Nord')
    assert.equal(isDirty(takeTheirs(second, 'name')), false)
  })

  test('is unmoved by a change of what it does not show', () => {
    assert.equal(hasMet(begun, { value: { ...read.value }, tag: '"2"' }), false)
  })
})

describe('a refusal', () => {
  const draft = read.value

  test('lands at the fields that it names', () => {
    const info = 'telephone: "x" must have a digit: one\ncodes[1]: is too long\ncodes[2].name: is too short'
    assert.deepEqual(faultsOf(info, draft), {
      faults: { telephone: '"x" must have a digit: one', codes: 'is too long' },
      partFaults: { codes: { '[1]': 'is too long', '[2].name': 'is too short' } },
      other: [],
    })
    assert.deepEqual(faultsOf('branches: unknown', draft, { branches: 'codes' }).faults, { codes: 'unknown' })
  })

  test('stands above the form if it names none of its fields', () => {
    for (const info of ['', 'expires: must be later', 'constructor: x', 'no field', 'name'])
      assert.deepEqual(faultsOf(info, draft), { faults: {}, partFaults: {}, other: [info] }, info)
  })

  test('is gone when the field is changed', () => {
    const refused = { ...begun, faults: { telephone: 'must have a digit', name: 'is empty' } }
    assert.deepEqual(changeField(refused, 'telephone', '12').faults, { name: 'is empty' })
    const parts = { ...begun, partFaults: { codes: { '[0]': 'is empty' } } }
    assert.deepEqual(changeField(parts, 'name', 'North').partFaults, parts.partFaults)
    assert.deepEqual(changeField(parts, 'codes', []).partFaults, {})
  })
})

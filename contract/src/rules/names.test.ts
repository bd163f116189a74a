import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactIdOf, formalNameOf, nameOf, splitName } from './names.ts'

test('names leave out what is missing or blank', () => {
  assert.equal(formalNameOf({ title: ' ', firstName: 'Ada', lastName: 'Byron ' }), 'Ada Byron')
  assert.equal(formalNameOf({}), '')
  assert.equal(
    formalNameOf({ title: 'Dr.', firstName: 'Ada', middleName: 'M.', lastName: 'Byron' }),
    'Dr. Ada M. Byron',
  )
  assert.equal(nameOf({ title: 'Dr.', firstName: 'Ada', lastName: 'Byron' }), 'Ada Byron')
  assert.equal(nameOf({ name: 'Kurier GmbH' }), 'Kurier GmbH')
  assert.equal(nameOf(undefined), '')
})

test('a contact person is known by id, else by name', () => {
  assert.equal(contactIdOf({ id: 'C-1', lastName: 'Ohne' }), 'C-1')
  assert.equal(contactIdOf({ firstName: 'Karl', lastName: 'Ohne' }), 'Karl Ohne')
})

test('of a whole name the last word is the family, unless a comma says otherwise', () => {
  assert.deepEqual(splitName('Ada Maria Example'), { firstName: 'Ada Maria', lastName: 'Example' })
  assert.deepEqual(splitName('Example, Ada Maria'), { firstName: 'Ada Maria', lastName: 'Example' })
  assert.deepEqual(splitName(' Example '), { lastName: 'Example' })
})

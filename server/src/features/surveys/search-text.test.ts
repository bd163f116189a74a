import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldForSearch } from '@walkaround/contract/rules/folding.ts'
import { searchTextOf, vehicleKeyOf } from './search-text.ts'

test('plates, numbers and names are folded alike, in every script', () => {
  assert.equal(foldForSearch(' b-wa 10.42 '), 'BWA1042')
  assert.equal(foldForSearch('а 123 вс|77'), 'А123ВС77')
  assert.equal(foldForSearch('Straße'), 'STRASSE')
  assert.equal(foldForSearch('- .'), '')
})

test('either order of first and last name is found', () => {
  const text = searchTextOf('1', { customer: { category: 'person', firstName: 'Ada', lastName: 'Example' } })
  assert.ok(text.includes(foldForSearch('ada example')) && text.includes(foldForSearch('Example Ada')))
})

test('the text has room in its index, and ends with a whole letter', () => {
  const name = '😀'.repeat(1000)
  const text = searchTextOf('x'.repeat(127), { customer: { category: 'legalEntity', name } })
  assert.ok(Buffer.byteLength(text) <= 1200 && Buffer.byteLength(text) > 1190)
  assert.ok(text.endsWith('😀'))
})

test('a vehicle is known by its VIN, else by its plate, else not at all', () => {
  assert.equal(
    vehicleKeyOf({ vehicle: { vin: 'zzz1a2b35px000001', numberPlate: 'B 1' } }),
    'vin/ZZZ1A2B35PX000001',
  )
  assert.equal(vehicleKeyOf({ vehicle: { vin: 'short', numberPlate: 'b 1' } }), 'plate/B1')
  assert.equal(vehicleKeyOf({ vehicle: { make: 'Example' } }), null)
  assert.equal(vehicleKeyOf({}), null)
})

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

test('each term stands behind a sign that none contains', () => {
  const customer = { category: 'person', firstName: 'A|da', lastName: 'Example' } as const
  assert.equal(
    searchTextOf('1', { customer, vehicle: { numberPlate: 'B 1' } }),
    '|1|B1|ADAKSAMPLE|DAKSAMPLE|EKSAMPLE',
  )
})

test('the text has room in its index', () => {
  const name = Array.from({ length: 9 }, (_, n) => String.fromCodePoint(0x1f600 + n).repeat(40)).join(' ')
  const id = Array.from({ length: 9 }, (_, n) => String.fromCodePoint(0x410 + n).repeat(12)).join('/')
  const text = searchTextOf(id, { externalId: `2${id}`, customer: { category: 'legalEntity', name } })
  assert.ok(Buffer.byteLength(text) <= 1200 && Buffer.byteLength(text) > 1000, text)
  assert.doesNotMatch(text, /\uFFFD/)
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

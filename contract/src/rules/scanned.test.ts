import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareScanned, readScanned } from './scanned.ts'

const vin = 'ZZZ1A2B35PX000001'

test('a barcode of a VIN says the VIN, with the signs around it left out', () => {
  for (const text of [vin, ` ${vin.toLowerCase()}\r\n`, `I${vin}`, `*${vin}*`, `VIN:${vin};B-WA 1042`])
    assert.deepEqual(readScanned(text), { vin, words: vin })
})

test('a key tag says a plate or an order; of an address, its last part', () => {
  assert.deepEqual(readScanned('B-WA 1042'), { words: 'B-WA 1042' })
  assert.deepEqual(readScanned('https://dms.example/orders/SO-4711'), { words: 'SO-4711' })
  assert.deepEqual(readScanned('Kennzeichen: B-WA 1042'), { words: 'B-WA 1042' })
})

test('the right car, the wrong one, and one that has no VIN to compare with', () => {
  const car = { vin, numberPlate: 'B-WA 1042', numbers: ['4711', 'SO-4711'] }
  assert.equal(compareScanned(readScanned(vin), car), 'same')
  assert.equal(compareScanned(readScanned('bwa1042'), car), 'same')
  assert.equal(compareScanned(readScanned('SO 4711'), car), 'same')
  assert.equal(compareScanned(readScanned('ZZZ1A2B35PX000002'), car), 'other')
  assert.equal(compareScanned(readScanned('B-WA 1043'), car), 'other')
  assert.equal(compareScanned(readScanned(vin), { numberPlate: 'B-WA 1042' }), 'unknown')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carWords } from './car-words.ts'
import { placeAtWheels, wheelParts, wheels } from './wheels.ts'

test('a question lies at its wheel, or at both of its axle', () => {
  assert.deepEqual(placeAtWheels({ id: 'vc.treadFL', clientSettings: { tyre: true } }), {
    part: 'tread',
    wheels: ['frontLeft'],
  })
  assert.deepEqual(placeAtWheels({ id: 'vc.padRR' }), { part: 'pad', wheels: ['rearRight'] })
  assert.deepEqual(placeAtWheels({ id: 'vc.discR' }), { part: 'disc', wheels: ['rearLeft', 'rearRight'] })
  const settings = { wheelPart: 'pad', axle: 'rear', side: 'left' }
  assert.deepEqual(placeAtWheels({ id: 'belag', clientSettings: settings }), {
    part: 'pad',
    wheels: ['rearLeft'],
  })
})

test('other questions lie at none', () => {
  for (const id of ['vc.tyreWear', 'vc.brakeLines', 'iPadFL', 'vc.shocksF', 'vc.pad'])
    assert.equal(placeAtWheels({ id }), undefined, id)
  // A tyre of no axle has no place in a picture.
  assert.equal(placeAtWheels({ id: 'spare', clientSettings: { tyre: true } }), undefined)
})

test('every wheel and part has a word of its own in every language', () => {
  for (const words of Object.values(carWords)) {
    assert.deepEqual(Object.keys(words.wheels), [...wheels])
    assert.deepEqual(Object.keys(words.wheelParts), [...wheelParts])
    for (const group of [words.wheels, words.wheelParts, words.tyrePlaces, words.decisions, words.answers])
      assert.equal(new Set(Object.values(group)).size, Object.keys(group).length)
  }
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { entries, nameIn, readData } from './data.ts'

const colours = { red: {}, blue: {} }
const Car = Type.Object({ colour: nameIn(colours), doors: Type.Optional(Type.Integer()) })
const read = (data: Record<string, unknown>) => readData('cars.json', entries(data, Car), data)

describe('data of the demo', () => {
  test('are read by name, as their schema has them', () => {
    assert.deepEqual(read({ ewa: { colour: 'red' }, zoe: { colour: 'blue', doors: 5 } }), {
      ewa: { colour: 'red' },
      zoe: { colour: 'blue', doors: 5 },
    })
  })

  test('a mistake is told with file and field, every one of them', () => {
    assert.throws(() => read({ ewa: { colour: 'rad' }, zoe: { doors: 'five' } }), {
      message:
        'demo/data/cars.json: ewa.colour: "rad" is not one of red, blue\n' +
        'demo/data/cars.json: zoe.colour: is required\n' +
        'demo/data/cars.json: zoe.doors: "five" is not a whole number',
    })
  })

  test('a misspelt field is told too', () => {
    assert.throws(() => read({ ewa: { colour: 'red', door: 5 } }), {
      message: 'demo/data/cars.json: ewa.door: there is no such field',
    })
  })
})

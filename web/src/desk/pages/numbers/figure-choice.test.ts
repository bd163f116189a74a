import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FigureDefinition } from '@walkaround/contract/dms/figures.ts'
import { choicesOf, chosenOf, keyOfFigure } from './figure-choice.ts'
import { drawnOf, readOf } from './figure-words.ts'

const definition = (id: string, kind: FigureDefinition['kind']) => ({ id, kind, name: id, words: '' })
const orders = definition('orders', 'count')
const rate = definition('checkRate', 'share')
const sold = definition('soldMoney', 'money')
const groups = [
  { figures: [{ id: 'orders', value: 3 }] },
  {
    figures: [
      { id: 'soldMoney', currency: 'EUR', value: 10 },
      { id: 'soldMoney', currency: 'CHF', value: 20 },
    ],
  },
]
const words = {
  t: (_: string, values = {}) => Object.values(values).join(' of '),
  locale: 'en',
} as unknown as Parameters<typeof drawnOf>[0]

describe('the figure of the charts', () => {
  test('there is one for each currency, in the order of the definitions', () =>
    assert.deepEqual(choicesOf({ groups, definitions: [sold, rate, orders] }).map(keyOfFigure), [
      'soldMoney-EUR',
      'soldMoney-CHF',
      'orders',
    ]))

  test('an address chooses one; otherwise it is what was sold, or the first', () => {
    const choices = choicesOf({ groups, definitions: [orders, rate, sold] })
    const chosen = (figure?: string) => {
      const found = chosenOf(figure === undefined ? {} : { figure }, choices)
      return found && keyOfFigure(found)
    }
    assert.equal(chosen('soldMoney-CHF'), 'soldMoney-CHF')
    assert.equal(chosen('soldMoney-USD'), 'soldMoney-EUR')
    assert.equal(chosen(), 'soldMoney-EUR')
    assert.equal(chosenOf({}, [{ definition: orders }])?.definition, orders)
    assert.equal(chosenOf({}, []), undefined)
  })

  test('a small share is said and not drawn, and nothing counted is neither', () => {
    assert.deepEqual(drawnOf(words, { definition: rate }, { count: 3, of: 4 }), {
      value: undefined,
      words: '3 of 4',
    })
    assert.deepEqual(drawnOf(words, { definition: rate }, { value: 0.5, count: 5, of: 10 }), { value: 0.5 })
    assert.deepEqual(drawnOf(words, { definition: rate }, { count: 0, of: 0 }), { value: undefined })
    assert.deepEqual(drawnOf(words, { definition: rate }, undefined), { value: undefined })
  })

  test('a file has the value or the same words, never a count alone', () => {
    assert.equal(readOf(words, { definition: rate }, { count: 3, of: 4 }), '3 of 4')
    assert.equal(readOf(words, { definition: orders }, { value: 0 }), 0)
    assert.equal(readOf(words, { definition: rate }, { count: 0, of: 0 }), undefined)
  })
})

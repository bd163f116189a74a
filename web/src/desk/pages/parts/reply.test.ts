import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import {
  emptyLine,
  isDayWrong,
  isWhole,
  problemsOf,
  sumOf,
  type TypedReply,
  toRefusal,
  toReply,
  toTyped,
} from './reply.ts'

const today = '2026-11-19'
const line = (more: object = {}) => ({
  ...emptyLine('k'),
  text: 'Discs',
  quantity: '2',
  price: '64,90',
  ...more,
})
const typed = (more: Partial<TypedReply> = {}): TypedReply => ({
  currency: 'EUR',
  lines: [line()],
  isInStock: true,
  day: '',
  note: '',
  ...more,
})

describe('a reply', () => {
  test('has the total of each line, as the interface keeps it', () => {
    const lines = [
      line({ code: ' 5Q0 ' }),
      line({ key: 'l', text: ' Grease ', quantity: '0.5', unit: 'l', price: '9.99' }),
    ]
    assert.deepEqual(toReply(typed({ lines, note: ' original ' }), 4), {
      revision: 4,
      outcome: 'priced',
      currency: 'EUR',
      lines: [
        { description: 'Discs', itemCode: '5Q0', quantity: 2, unitOfMeasure: 'ea', amountExVat: 129.8 },
        { description: 'Grease', quantity: 0.5, unitOfMeasure: 'l', amountExVat: 5 },
      ],
      note: 'original',
    })
    assert.equal(sumOf(typed({ lines })), 134.8)
  })

  test('says the day only of what is not in stock', () => {
    assert.equal(toReply(typed({ day: '2026-11-21' }), 1).availableOn, undefined)
    assert.equal(toReply(typed({ isInStock: false, day: '2026-11-21' }), 1).availableOn, '2026-11-21')
  })

  test('that something cannot be had is its note alone', () => {
    assert.deepEqual(toRefusal(typed({ note: 'no longer made' }), 2), {
      revision: 2,
      outcome: 'unavailable',
      note: 'no longer made',
    })
    assert.deepEqual(toRefusal(typed(), 2), { revision: 2, outcome: 'unavailable' })
  })

  test('is complete with a text, a quantity and a price in each line, and a day that can be kept', () => {
    assert.deepEqual(problemsOf(line()), [])
    assert.deepEqual(problemsOf(line({ text: ' ', quantity: '0', price: 'free' })), [
      'text',
      'quantity',
      'price',
    ])
    assert.equal(isWhole(typed(), today), true)
    assert.equal(isWhole(typed({ lines: [line(), emptyLine('l')] }), today), false)
    for (const [day, isWrong] of [
      ['', true],
      ['2026-11-18', true],
      [today, false],
      ['2030-01-01', true],
    ] as const)
      assert.equal(isDayWrong(typed({ isInStock: false, day }), today), isWrong, day)
  })
})

test('a former reply is there to be changed, with the price of one', () => {
  const request: PartRequest = {
    questionId: 'pads',
    state: 'priced',
    revision: 2,
    requestedAt: '2026-11-19T08:00:00Z',
    requestedBy: 'Kim',
    currency: 'CHF',
    lines: [{ description: 'Discs', itemCode: '5Q0', quantity: 2, amountExVat: 129.8 }],
    availableOn: '2026-11-21',
    note: 'original',
  }
  assert.deepEqual(
    toTyped(request, 'EUR', () => 'k'),
    {
      currency: 'CHF',
      lines: [{ key: 'k', text: 'Discs', code: '5Q0', quantity: '2', unit: 'ea', price: '64.90' }],
      isInStock: false,
      day: '2026-11-21',
      note: 'original',
    },
  )
  const first = toTyped({ ...request, lines: undefined, currency: undefined }, 'EUR', () => 'k')
  assert.deepEqual([first.currency, first.lines], ['EUR', [emptyLine('k')]])
})

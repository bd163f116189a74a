// Values of figures: what is divided by what, small numbers, money per currency.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Figure, figures, SMALL_NUMBER } from '../figures.ts'
import { isSmall, noCounts, questionValuesOf, ratio, valuesOf } from './figure-values.ts'

const none = new Map()
const find = (values: ReturnType<typeof valuesOf>, id: string, currency?: string) =>
  values.find((one) => one.id === id && one.currency === currency)

test('a share of few is told as it was counted, other ratios and larger shares are divided', () => {
  assert.deepEqual(ratio('share', 3, 4), { count: 3, of: 4 })
  assert.deepEqual(ratio('share', 9, SMALL_NUMBER), { value: 0.9, count: 9, of: SMALL_NUMBER })
  assert.deepEqual(ratio('average', 3, 4), { value: 0.75, count: 3, of: 4 })
  assert.deepEqual(ratio('minutes', 90, 1), { value: 1.5, count: 90, of: 1 })
  assert.deepEqual([SMALL_NUMBER - 1, SMALL_NUMBER].map(isSmall), [true, false])
})

test('nothing is divided by nothing', () => {
  for (const { value, of } of valuesOf(noCounts(), none))
    assert.ok(of === undefined ? value === 0 : value === undefined)
})

test('found is red and amber together', () => {
  const values = valuesOf({ ...noCounts(), red: 2, amber: 3, checked: 2 }, none)
  assert.deepEqual(find(values, 'found'), { id: 'found', value: 5 })
  assert.deepEqual(find(values, 'redPerCar'), { id: 'redPerCar', value: 1, count: 2, of: 2 })
})

test('money is told for each currency, in its decimals, and never added over currencies', () => {
  const purse = { pricedOrders: 3, offeredMoney: 10, approvedMoney: 0, soldMoney: 10.005, upliftMoney: 100 }
  const values = valuesOf(
    noCounts(),
    new Map([
      ['EUR', purse],
      ['JPY', { ...purse, soldMoney: 10.5 }],
    ]),
  )
  assert.equal(find(values, 'soldMoney', 'EUR')?.value, 10.01)
  assert.equal(find(values, 'soldMoney', 'JPY')?.value, 11)
  assert.deepEqual(find(values, 'upliftPerOrder', 'EUR'), {
    id: 'upliftPerOrder',
    currency: 'EUR',
    value: 33.33,
    count: 100,
    of: 3,
  })
  assert.equal(
    values.length,
    figures.length + (figures as readonly Figure[]).filter(({ kind }) => kind === 'money').length,
  )
})

test('a question is told by its seconds, its finds and its money per minute', () => {
  const sums = { answered: 20, found: 5, timed: 4, milliseconds: 30_000 }
  assert.deepEqual(questionValuesOf(sums, new Map([['EUR', 100]])), [
    { id: 'questionSeconds', value: 7.5, count: 30, of: 4 },
    { id: 'findRate', value: 0.25, count: 5, of: 20 },
    { id: 'moneyPerMinute', currency: 'EUR', value: 200, count: 100, of: 0.5 },
  ])
  assert.deepEqual(questionValuesOf({ ...sums, timed: 0, milliseconds: 0 }, new Map([['EUR', 100]]))[2], {
    id: 'moneyPerMinute',
    currency: 'EUR',
    count: 100,
    of: 0,
  })
})

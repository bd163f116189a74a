import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import {
  changePrice,
  emptyLine,
  isDiscountWrong,
  isWhole,
  problemsOf,
  sumOf,
  toQuote,
  toTyped,
  typePrice,
  typeRate,
  withHourly,
} from './own-quote.ts'

const undiscounted = { discount: '', discountKind: 'percent' } as const
const place = { questionId: 'q', answerId: 'a' }

test('one amount gives the other by the rate, to the cent', () => {
  const line = typePrice(emptyLine('1'), 'exVat', '35,40', '19', 'EUR')
  assert.deepEqual([line.exVat, line.incVat], ['35,40', '42.13'])
  assert.equal(typePrice(line, 'incVat', '119', '19', 'EUR').exVat, '100.00')
  assert.equal(typePrice(line, 'exVat', 'abc', '19', 'EUR').incVat, '42.13')
  assert.equal(typePrice(emptyLine('1'), 'exVat', '10', '', 'EUR').incVat, '')
})

test('another rate changes the amounts with VAT only', () => {
  const line = typePrice(emptyLine('1'), 'exVat', '100', '19', 'EUR')
  const quote = typeRate(
    { description: '', currency: 'EUR', rate: '19', ...undiscounted, lines: [line] },
    '7',
  )
  assert.deepEqual([quote.lines[0]?.exVat, quote.lines[0]?.incVat], ['100', '107.00'])
})

test('says what is missing', () => {
  const frame = { rate: '19', currency: 'EUR' }
  assert.deepEqual(problemsOf(emptyLine('1'), frame), ['text', 'exVat', 'incVat'])
  const line = { ...emptyLine('1'), text: 'Bush', exVat: '1', incVat: '1.19', quantity: 'x' }
  assert.deepEqual(problemsOf(line, frame), ['quantity'])
  const free = { ...line, quantity: '1' }
  assert.deepEqual(problemsOf({ ...free, discount: '101' }, frame), ['discount'])
  assert.deepEqual(problemsOf({ ...free, discount: '1.01', discountKind: 'amount' }, frame), ['discount'])
  const good = {
    description: '',
    currency: 'EUR',
    rate: '19',
    ...undiscounted,
    lines: [{ ...line, quantity: '' }],
  }
  assert.equal(isWhole(good), true)
  assert.equal(isWhole({ ...good, currency: '' }), false)
  assert.equal(isWhole({ ...good, lines: [] }), false)
})

test('there and back keeps what the form does not show', () => {
  const quote: Quote = {
    category: 'quote',
    currency: 'EUR',
    ...place,
    description: 'Bush',
    packageId: 'p',
    variantId: 'v',
    contents: [
      {
        id: '10',
        itemCategory: 'labour',
        itemCode: '32-240',
        description: 'Press',
        quantity: 1.3,
        amountExVat: 153.4,
        amountIncVat: 182.55,
      },
    ],
  }
  assert.deepEqual(toQuote(toTyped(quote, '19'), place, quote), quote)
})

test('new lines get numbers of their own, and the first names the quote', () => {
  const line = { ...emptyLine('x'), text: 'Bush', exVat: '1', incVat: '1,19' }
  const made = toQuote(
    { description: '', currency: 'EUR', rate: '19', ...undiscounted, lines: [line, { ...line, key: 'y' }] },
    place,
  )
  assert.deepEqual([made.description, made.contents?.map(({ id }) => id)], ['Bush', ['10', '20']])
  assert.equal(made.contents?.[0]?.amountIncVat, 1.19)
})

test('quantity times price, less a discount, to the cent', () => {
  const frame = { rate: '19', currency: 'EUR' }
  const two = { ...typePrice(emptyLine('1'), 'exVat', '100', '19', 'EUR'), quantity: '2' }
  assert.deepEqual(sumOf(two, frame), { exVat: 200, incVat: 238 })
  assert.deepEqual(sumOf({ ...two, discount: '10' }, frame), { exVat: 180, incVat: 214.2 })
  assert.deepEqual(sumOf({ ...two, discount: '5,50', discountKind: 'amount' }, frame), {
    exVat: 194.5,
    incVat: 231.46,
  })
  // 0.1 of 0.35 ends in a half that is rounded up, and a price typed with VAT stays as typed.
  const third = { ...typePrice(emptyLine('1'), 'exVat', '0,35', '19', 'EUR'), quantity: '0,1' }
  assert.equal(sumOf(third, frame)?.exVat, 0.04)
  const gross = { ...typePrice(emptyLine('1'), 'incVat', '50', '19', 'EUR'), quantity: '2' }
  assert.deepEqual(sumOf(gross, frame), { exVat: 84.03, incVat: 100 })
  assert.equal(sumOf({ ...two, discount: '300', discountKind: 'amount' }, frame), undefined)
  assert.equal(sumOf({ ...two, quantity: 'x' }, frame), undefined)
})

test('what is offered is the total of the line, with its quantity and unit', () => {
  const line = { ...typePrice(emptyLine('x'), 'exVat', '100', '19', 'EUR'), text: 'Diagnosis', quantity: '2' }
  const made = toQuote(
    { description: '', currency: 'EUR', rate: '19', ...undiscounted, lines: [line] },
    place,
  )
  assert.deepEqual(made.contents, [
    {
      id: '10',
      itemCategory: 'labour',
      description: 'Diagnosis',
      quantity: 2,
      unitOfMeasure: 'hour',
      amountExVat: 200,
      amountIncVat: 238,
    },
  ])
  const [again] = toTyped({ ...made, id: 'q' } as Quote, '19').lines
  assert.deepEqual(
    [again?.quantity, again?.unit, again?.exVat, again?.incVat],
    ['2', 'hour', '100.00', '119.00'],
  )
  const three = changePrice(again!, { quantity: '3' })
  assert.deepEqual(sumOf(three, { rate: '19', currency: 'EUR' }), { exVat: 300, incVat: 357 })
})

test('labour begins at the usual rate of an hour', () => {
  const line = emptyLine('x', 'labour', { exVat: 118, rate: '19', currency: 'EUR' })
  assert.deepEqual([line.unit, line.exVat, line.incVat], ['hour', '118.00', '140.42'])
  assert.deepEqual([emptyLine('y', 'material').unit, emptyLine('y', 'material').exVat], ['ea', ''])
})

test('a discount keeps the full price of every line, and typing it again changes nothing', () => {
  const text = { description: '', currency: 'EUR', rate: '19', ...undiscounted }
  const labour = { ...typePrice(emptyLine('x'), 'exVat', '100', '19', 'EUR'), text: 'Work', quantity: '2' }
  const part = { ...typePrice(emptyLine('y', 'material'), 'exVat', '50', '19', 'EUR'), text: 'Part' }
  const lines = [{ ...labour, discount: '10' }, part]
  const made = toQuote({ ...text, lines, discount: '10' }, place)
  const amountsOf = (quote: Quote) =>
    quote.contents?.map((item) => [
      item.amountExVat,
      item.amountIncVat,
      item.fullAmountExVat,
      item.fullAmountIncVat,
    ])
  assert.deepEqual(amountsOf(made), [
    [162, 192.78, 200, 238],
    [45, 53.55, 50, 59.5],
  ])
  assert.deepEqual(toQuote(toTyped(made, '19'), place, made), made)
  const [again] = toTyped(made, '19').lines
  assert.deepEqual([again?.exVat, again?.discount, again?.discountKind], ['100.00', '38.00', 'amount'])
  // Without its discount it costs what it did.
  const full = toTyped(made, '19').lines.map((line) => changePrice(line, { discount: '' }))
  assert.deepEqual(amountsOf(toQuote({ ...text, lines: full }, place)), [
    [200, 238, undefined, undefined],
    [50, 59.5, undefined, undefined],
  ])
  assert.equal(isDiscountWrong({ ...text, lines, discount: '101' }), true)
  assert.equal(isWhole({ ...text, lines, discount: '300', discountKind: 'amount' }), false)
})

test('another labour type costs what its hour costs', () => {
  const line = emptyLine('x', 'labour', { labourType: 'mechanical', exVat: 118, rate: '19', currency: 'EUR' })
  const other = withHourly(line, { labourType: 'body', exVat: 126, rate: '19', currency: 'EUR' })
  assert.deepEqual(
    [line.labourType, line.exVat, other.labourType, other.exVat],
    ['mechanical', '118.00', 'body', '126.00'],
  )
  const quote = {
    description: '',
    currency: 'EUR',
    rate: '19',
    ...undiscounted,
    lines: [{ ...other, text: 'Dent' }],
  }
  assert.equal(toQuote(quote, place).contents?.[0]?.labourType, 'body')
})

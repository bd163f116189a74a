import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { emptyLine, isWhole, problemsOf, toQuote, toTyped, typeAmount, typeRate } from './own-quote.ts'

const place = { questionId: 'q', answerId: 'a' }

test('one amount gives the other by the rate, to the cent', () => {
  const line = typeAmount(emptyLine('1'), 'exVat', '35,40', '19', 'EUR')
  assert.deepEqual([line.exVat, line.incVat], ['35,40', '42.13'])
  assert.equal(typeAmount(line, 'incVat', '119', '19', 'EUR').exVat, '100.00')
  assert.equal(typeAmount(line, 'exVat', 'abc', '19', 'EUR').incVat, '42.13')
  assert.equal(typeAmount(emptyLine('1'), 'exVat', '10', '', 'EUR').incVat, '')
})

test('another rate changes the amounts with VAT only', () => {
  const line = typeAmount(emptyLine('1'), 'exVat', '100', '19', 'EUR')
  const quote = typeRate({ description: '', currency: 'EUR', rate: '19', lines: [line] }, '7')
  assert.deepEqual([quote.lines[0]?.exVat, quote.lines[0]?.incVat], ['100', '107.00'])
})

test('says what is missing', () => {
  assert.deepEqual(problemsOf(emptyLine('1')), ['text', 'exVat', 'incVat'])
  const line = { ...emptyLine('1'), text: 'Bush', exVat: '1', incVat: '1.19', quantity: 'x' }
  assert.deepEqual(problemsOf(line), ['quantity'])
  const good = { description: '', currency: 'EUR', rate: '19', lines: [{ ...line, quantity: '' }] }
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
    { description: '', currency: 'EUR', rate: '19', lines: [line, { ...line, key: 'y' }] },
    place,
  )
  assert.deepEqual([made.description, made.contents?.map(({ id }) => id)], ['Bush', ['10', '20']])
  assert.equal(made.contents?.[0]?.amountIncVat, 1.19)
})

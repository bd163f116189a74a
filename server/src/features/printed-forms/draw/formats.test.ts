import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getTexts } from '../texts.ts'
import { differenceOf, Formats, nameOf, sumOf } from './formats.ts'

const formats = (language: string, timeZone = 'Europe/Berlin') =>
  new Formats(language, timeZone, getTexts(language))
/** Spaces of every width as one. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('numbers, money and dates follow the language', () => {
  assert.equal(plain(formats('de').money(1234.5, 'EUR')), '1.234,50 €')
  assert.equal(plain(formats('ru').money(1234.5, 'RUB')), '1 234,50 ₽')
  assert.equal(formats('en').money(1234.5, 'GBP'), '£1,234.50')
  assert.equal(formats('de').money(1234.5, 'JPY').replaceAll(/\s/g, ' '), '1.235 ¥')
  assert.equal(formats('de').money(2.5), '2,50')
  assert.equal(plain(formats('de').quantity(0.1 + 0.2, 'hour')), '0,3 Std.')
  assert.equal(plain(formats('en').quantity(3, 'furlong')), '3 furlong')
  assert.equal(formats('en').date('2026-03-04T23:30:00Z'), '5 March 2026')
  assert.equal(formats('en', 'America/New_York').date('2026-03-04T23:30:00Z'), '4 March 2026')
})

test('a day is that day in every time zone', () => {
  assert.equal(formats('de', 'America/Los_Angeles').date('2026-03-04'), '4. März 2026')
  assert.equal(formats('de', 'Pacific/Kiritimati').dateTime('2026-03-04'), '4. März 2026')
})

test('sums are exact and say whether a price is missing', () => {
  const tenth = { exVat: 0.1, incVat: 0.12 }
  assert.deepEqual(sumOf(Array(300).fill(tenth), 'EUR'), { exVat: 30, incVat: 36, isComplete: true })
  assert.deepEqual(sumOf([tenth, { exVat: 0.2 }], 'EUR'), { exVat: 0.3, incVat: 0.12, isComplete: false })
  assert.equal(differenceOf(1.1, 0.9, 'EUR'), 0.2)
})

test('names leave out what is missing or blank', () => {
  assert.equal(nameOf({ title: ' ', firstName: 'Ada', lastName: 'Byron ' }), 'Ada Byron')
  assert.equal(nameOf({}), '')
})

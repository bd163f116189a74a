// Figures as people and spreadsheets read them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayFigure, toCsv, toWideCsv } from './figure-texts.ts'

const look = { language: 'en', small: '{count} of {of}', none: '–' }

test('a share is a percentage, and of few cars "3 of 4"', () => {
  assert.equal(sayFigure('share', { value: 0.8235, count: 14, of: 17 }, undefined, look), '82.4%')
  assert.equal(sayFigure('share', { count: 3, of: 4 }, undefined, look), '3 of 4')
  assert.equal(sayFigure('share', { count: 0, of: 0 }, undefined, look), '–')
  assert.equal(sayFigure('average', { count: 0, of: 0 }, undefined, look), '–')
})

test('money has its currency, minutes one decimal', () => {
  assert.equal(sayFigure('money', { value: 1234.5 }, 'EUR', look), '€1,234.50')
  assert.equal(sayFigure('minutes', { value: 12.34, count: 1, of: 1 }, undefined, look), '12.3')
})

test('a table keeps commas, quotes and lines, and begins no formula', () => {
  const figures = [{ id: 'orders', value: 3, before: { value: 2 } }]
  assert.equal(
    toCsv(
      ['name'],
      [
        { place: ['=1+1, "x"'], figures },
        { place: [undefined], figures: [] },
      ],
    ),
    '\uFEFFname,figure,currency,value,count,of,valueBefore,countBefore,ofBefore\r\n"\'=1+1, ""x""",orders,,3,,,2,,\r\n',
  )
})

test('a line for each car has both parts of what is divided, so that columns add up', () => {
  const rate = { id: 'checkRate', count: 1, of: 1 }
  const sold = { id: 'soldMoney', currency: 'EUR', value: 9.5 }
  assert.equal(
    toWideCsv(
      ['order'],
      [
        { place: ['1'], figures: [rate, sold] },
        { place: ['2'], figures: [{ ...rate, count: 0 }] },
      ],
    ),
    '\uFEFForder,checkRate.count,checkRate.of,soldMoney-EUR\r\n1,1,1,9.5\r\n2,0,1,\r\n',
  )
})

// Periods: the one before, the spans they are made of, beginnings and ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from './days.ts'
import { beginOf, endOf, periodBefore, piecesOf, type Span } from './figure-periods.ts'

const period = (from: string, to: string) => ({ from, to })

test('whole months are compared with as many months, other periods with as many days', () => {
  assert.deepEqual(periodBefore(period('2026-03-01', '2026-03-31')), period('2026-02-01', '2026-02-28'))
  assert.deepEqual(periodBefore(period('2026-01-01', '2026-12-31')), period('2025-01-01', '2025-12-31'))
  assert.deepEqual(periodBefore(period('2026-03-01', '2026-03-30')), period('2026-01-30', '2026-02-28'))
  assert.deepEqual(periodBefore(period('2026-11-18', '2026-11-18')), period('2026-11-17', '2026-11-17'))
})

const all = ['year', 'month', 'third', 'day'] as const
const piece = (span: Span, from: string, to: string) => ({ span, from, to })

test('a period is made of the longest spans that lie in it', () => {
  assert.deepEqual(piecesOf(period('2026-01-15', '2026-04-02'), ['month', 'day']), [
    piece('day', '2026-01-15', '2026-01-31'),
    piece('month', '2026-02-01', '2026-03-31'),
    piece('day', '2026-04-01', '2026-04-02'),
  ])
  assert.deepEqual(piecesOf(period('2026-02-02', '2026-03-30'), ['month', 'day']), [
    piece('day', '2026-02-02', '2026-03-30'),
  ])
  assert.deepEqual(piecesOf(period('2024-11-19', '2026-02-28'), all), [
    piece('day', '2024-11-19', '2024-11-20'),
    piece('third', '2024-11-21', '2024-11-30'),
    piece('month', '2024-12-01', '2024-12-31'),
    piece('year', '2025-01-01', '2025-12-31'),
    piece('month', '2026-01-01', '2026-02-28'),
  ])
  assert.deepEqual(piecesOf(period('2026-02-11', '2026-03-20'), all), [
    piece('third', '2026-02-11', '2026-03-20'),
  ])
})

test('every day of a period is in one piece, and pieces are whole spans', () => {
  for (let from = '2023-12-20'; from < '2024-03-05'; from = addDays(from, 1))
    for (let to = from; to < '2025-03-05'; to = addDays(to, 13)) {
      const pieces = piecesOf({ from, to }, all)
      assert.deepEqual([pieces[0]?.from, pieces.at(-1)?.to], [from, to])
      for (const [index, one] of pieces.entries()) {
        assert.ok(one.from <= one.to)
        assert.equal(one.from, beginOf(one.span, one.from))
        assert.equal(one.to, endOf(one.span, one.to))
        if (index > 0) assert.equal(one.from, addDays(pieces[index - 1]?.to ?? '', 1))
      }
    }
})

test('a week begins on Monday, also over the turn of the year', () => {
  assert.equal(beginOf('week', '2027-01-03'), '2026-12-28')
  assert.equal(beginOf('week', '2026-12-28'), '2026-12-28')
  assert.equal(beginOf('month', '2026-12-28'), '2026-12-01')
  assert.equal(beginOf('day', '2026-12-28'), '2026-12-28')
  assert.equal(beginOf('year', '2026-12-28'), '2026-01-01')
  assert.equal(endOf('month', '2028-02-11'), '2028-02-29')
  assert.equal(endOf('year', '2028-02-11'), '2028-12-31')
  assert.deepEqual(
    ['2028-02-10', '2028-02-11', '2028-02-20', '2028-02-21'].map((day) => [
      beginOf('third', day),
      endOf('third', day),
    ]),
    [
      ['2028-02-01', '2028-02-10'],
      ['2028-02-11', '2028-02-20'],
      ['2028-02-11', '2028-02-20'],
      ['2028-02-21', '2028-02-29'],
    ],
  )
})

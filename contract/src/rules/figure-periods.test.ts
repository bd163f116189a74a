// Periods: the one before, the spans they are made of, beginnings and ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from './days.ts'
import { beginOf, countSums, endOf, type Piece, periodBefore, piecesOf, type Span } from './figure-periods.ts'

const period = (from: string, to: string) => ({ from, to })

test('whole months are compared with as many months, other periods with as many days', () => {
  assert.deepEqual(periodBefore(period('2026-03-01', '2026-03-31')), period('2026-02-01', '2026-02-28'))
  assert.deepEqual(periodBefore(period('2026-01-01', '2026-12-31')), period('2025-01-01', '2025-12-31'))
  assert.deepEqual(periodBefore(period('2026-03-01', '2026-03-30')), period('2026-01-30', '2026-02-28'))
  assert.deepEqual(periodBefore(period('2026-11-18', '2026-11-18')), period('2026-11-17', '2026-11-17'))
})

const all = ['year', 'month', 'third', 'day'] as const
const plus = (span: Span, from: string, to: string): Piece => ({ span, sign: 1, from, to })
const less = (span: Span, from: string, to: string): Piece => ({ span, sign: -1, from, to })

test('a period is made of the longest spans that lie in it', () => {
  assert.deepEqual(piecesOf(period('2026-01-20', '2026-04-02'), ['month', 'day']), [
    plus('day', '2026-01-20', '2026-01-31'),
    plus('month', '2026-02-01', '2026-03-31'),
    plus('day', '2026-04-01', '2026-04-02'),
  ])
  assert.deepEqual(piecesOf(period('2024-11-19', '2026-02-28'), all), [
    plus('day', '2024-11-19', '2024-11-20'),
    plus('third', '2024-11-21', '2024-11-30'),
    plus('month', '2024-12-01', '2024-12-31'),
    plus('year', '2025-01-01', '2025-12-31'),
    plus('month', '2026-01-01', '2026-02-28'),
  ])
})

test('what is missing of a long span is taken away again, where that is less to read', () => {
  assert.deepEqual(piecesOf(period('2026-01-01', '2026-12-30'), all), [
    plus('year', '2026-01-01', '2026-12-31'),
    less('day', '2026-12-31', '2026-12-31'),
  ])
  assert.deepEqual(piecesOf(period('2026-02-02', '2026-03-30'), ['month', 'day']), [
    less('day', '2026-02-01', '2026-02-01'),
    plus('month', '2026-02-01', '2026-03-31'),
    less('day', '2026-03-31', '2026-03-31'),
  ])
  assert.deepEqual(piecesOf(period('2026-05-02', '2026-05-30'), all), [
    plus('month', '2026-05-01', '2026-05-31'),
    less('day', '2026-05-01', '2026-05-01'),
    less('day', '2026-05-31', '2026-05-31'),
  ])
  assert.deepEqual(piecesOf(period('2026-11-17', '2026-11-22'), ['week', 'day']), [
    plus('week', '2026-11-16', '2026-11-22'),
    less('day', '2026-11-16', '2026-11-16'),
  ])
})

const daysIn = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

test('pieces are whole spans, and add up to every day of the period once, and to no other', () => {
  let most = 0
  for (const spans of [all, ['month', 'third', 'day'], ['month', 'day'], ['week', 'day'], ['day']] as const)
    for (let from = '2023-12-20'; from < '2024-03-05'; from = addDays(from, 2))
      for (let to = from; to < '2025-03-05'; to = addDays(to, 37)) {
        const times = new Map<string, number>()
        const pieces = piecesOf({ from, to }, spans)
        for (const one of pieces) {
          assert.ok(one.from <= one.to)
          assert.equal(one.from, beginOf(one.span, one.from))
          assert.equal(one.to, endOf(one.span, one.to))
          for (const day of daysIn(one.from, one.to)) times.set(day, (times.get(day) ?? 0) + one.sign)
        }
        const counted = [...times].filter(([, count]) => count !== 0)
        assert.ok(counted.every(([, count]) => count === 1))
        assert.deepEqual(counted.map(([day]) => day).sort(), daysIn(from, to))
        if (spans === all) most = Math.max(most, countSums(pieces))
      }
  assert.ok(most <= 24, `a period of about a year is read from ${most} sums`)
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

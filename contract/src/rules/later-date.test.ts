import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LaterFinding, proposeLater } from './later-date.ts'
import type { WearAhead } from './wear-forecast.ts'

const days = { red: 7, amber: 90, green: 180 }
const today = '2026-11-18'
const propose = (...findings: LaterFinding[]) => proposeLater(findings, { today, days })

const ahead = (date: string): WearAhead => ({
  kind: 'ahead',
  date,
  from: date,
  to: date,
  km: 50_000,
  kmFrom: 49_000,
  kmTo: 51_000,
})
const refused = { kind: 'refused', why: 'noWear' } as const
const reached = { kind: 'reached' } as const
const amber = (date: string): LaterFinding => ({
  grade: 'amber',
  forecast: { amber: reached, red: ahead(date) },
})

test('without a forecast, the days of the grade', () => {
  const dates = (['red', 'amber', 'green', undefined] as const).map((grade) => propose({ grade }))
  assert.deepEqual(dates, [
    { date: '2026-11-25' },
    { date: '2027-02-16' },
    { date: '2027-05-17' },
    { date: '2027-02-16' },
  ])
  assert.deepEqual(propose({ grade: 'amber', forecast: { amber: refused, red: refused } }), {
    date: '2027-02-16',
  })
  assert.deepEqual(propose(), { date: '2027-02-16' })
})

test('what is advised waits until it is urgent, what is fine until it is advised', () => {
  assert.deepEqual(propose(amber('2027-03-10')), { date: '2027-03-10', forecast: ahead('2027-03-10') })
  const fine = { grade: 'green', forecast: { amber: ahead('2027-04-01'), red: ahead('2027-09-01') } } as const
  assert.equal(propose(fine).date, '2027-04-01')
})

test('a limit that is reached about now is asked about tomorrow', () => {
  assert.deepEqual(propose(amber(today)), { date: '2026-11-19', forecast: ahead(today) })
})

test('what is urgent never waits longer than its days', () => {
  const urgent = { grade: 'red', forecast: { amber: reached, red: ahead('2028-01-01') } } as const
  assert.deepEqual(propose(urgent), { date: '2026-11-25' })
  assert.deepEqual(propose(amber('2027-03-10'), urgent), { date: '2026-11-25' })
})

test('work for several findings is due with the first of those that need it', () => {
  assert.equal(propose(amber('2027-01-10'), amber('2026-12-20')).date, '2026-12-20')
  assert.deepEqual(propose(amber('2027-03-10'), { grade: 'amber' }), { date: '2027-02-16' })
  assert.equal(propose({ grade: 'green' }, amber('2027-08-10')).date, '2027-08-10', 'fine does not hurry')
})

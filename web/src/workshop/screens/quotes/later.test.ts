import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { laterFor, urgentFrom } from './later.ts'

const bounds = [
  { lt: 3, status: 'red', answerId: 'bad' },
  { lte: 5, status: 'amber', answerId: 'adv' },
  { status: 'green', answerId: 'ok' },
]
const pad = (id: string, value: string, status = 'amber') => ({
  category: 'question',
  id,
  clientSettings: { unit: 'mm', bounds },
  answers: [{ id: 'adv', status, value, selected: true, packages: [{ id: 'brakes', variants: [] }] }],
})
const mileage = (value: string) => ({
  category: 'question',
  id: 'mileage',
  clientSettings: { printAs: 'mileage' },
  answers: [{ id: 'value', value, selected: true, unitOfMeasurement: 'km' }],
})
const reading = (questionId: string, value: number, at: string, km: number) => ({ questionId, value, at, km })
const readings = [
  reading('padFL', 5.4, '2026-01-01', 28_000),
  reading('padFR', 6.4, '2026-01-01', 28_000),
  reading('padFL', 6.4, '2025-07-01', 20_000),
  reading('padFR', 8.4, '2025-07-01', 20_000),
]
const pageOf = (contents: object[], wear?: object) =>
  ({ survey: { contents }, quotes: [], basis: { wear } }) as unknown as SurveyPage
const offer = (questionId: string, status: string | undefined, more: object = {}) =>
  ({
    quote: { questionId, answerId: 'adv', category: 'package', packageId: 'brakes', ...more },
    status,
  }) as never
const today = '2026-07-01'
const wear = { readings, km: 36_000 }

test('a date by grade, where nothing is known about wear', () => {
  const dates = ['red', 'amber', undefined, 'green'].map((status) =>
    laterFor(
      pageOf([{ category: 'question', id: 'x' }]),
      offer('x', status, { packageId: undefined }),
      today,
    ),
  )
  assert.deepEqual(dates, [
    { date: '2026-07-08' },
    { date: '2026-09-29' },
    { date: '2026-09-29' },
    { date: '2026-12-28' },
  ])
  assert.deepEqual(laterFor(pageOf([pad('padFL', '4.4')]), offer('padFL', 'amber'), today), {
    date: '2026-09-29',
  })
})

test('the forecast of what was measured here, without a network', () => {
  const { date, forecast } = laterFor(pageOf([pad('padFL', '4.4')], wear), offer('padFL', 'amber'), today)
  assert.equal(date, '2027-03-14')
  assert.equal(forecast?.km, 47_200)
  const read = laterFor(pageOf([mileage('37000'), pad('padFL', '4.4')], wear), offer('padFL', 'amber'), today)
  assert.ok((read.forecast?.km ?? 0) > 47_200, 'the mileage that was read goes before that of the order')
})

test('work for both sides waits for the first of them, and never long for what is urgent', () => {
  const both = pageOf([pad('padFL', '4.4'), pad('padFR', '4.4')], wear)
  assert.equal(laterFor(both, offer('padFL', 'amber'), today).date, '2026-11-06')
  const alone = offer('padFL', 'amber', { packageId: undefined, category: 'quote' })
  assert.equal(laterFor(both, alone, today).date, '2027-03-14')
  const urgent = pageOf([pad('padFL', '4.4'), pad('padFR', '2.4', 'red')], wear)
  assert.deepEqual(laterFor(urgent, offer('padFL', 'amber'), today), { date: '2026-07-08' })
})

test('an amber finding says when it becomes urgent, and no other', () => {
  const page = pageOf([pad('padFL', '4.4')], wear)
  const question = pad('padFL', '4.4') as never
  assert.equal(urgentFrom(page, { question, status: 'amber' }, today)?.date, '2027-03-14')
  assert.equal(urgentFrom(page, { question, status: 'red' }, today), undefined)
  assert.equal(urgentFrom(pageOf([]), { question, status: 'amber' }, today), undefined)
})

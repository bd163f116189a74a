import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forecastOf, type MeasuredQuestion } from './wear-basis.ts'

const pad: MeasuredQuestion = {
  id: 'padFL',
  clientSettings: {
    unit: 'mm',
    bounds: [
      { lt: 3, status: 'red', answerId: 'bad' },
      { lte: 5, status: 'amber', answerId: 'adv' },
      { status: 'green', answerId: 'ok' },
    ],
  },
}
const readings = [
  { questionId: 'padFL', value: 5.4, at: '2026-01-01', km: 28_000 },
  { questionId: 'padFR', value: 9, at: '2026-01-01', km: 28_000 },
  { questionId: 'padFL', value: 6.4, at: '2025-07-01', km: 20_000, unitOfMeasurement: 'mm' },
]
const today = '2026-07-10'
const basis = { readings, km: 36_000, at: '2026-07-01' }
const given = (value: string, selected = true) => ({ value, selected })

test('what is measured now goes on from what was measured on the same question', () => {
  const { red } = forecastOf(pad, [given('9', false), given('4.4')], basis, today) ?? {}
  assert.equal(red?.kind === 'ahead' && red.km, 47_200)
})

test('an inspection that is not completed is of today', () => {
  const dateOf = (more: object) => {
    const { red } = forecastOf(pad, [given('4.4')], { ...basis, ...more }, today) ?? {}
    return red?.kind === 'ahead' ? red.date : undefined
  }
  assert.equal(dateOf({}), '2027-03-14')
  assert.equal(dateOf({ at: undefined }), '2027-03-29')
})

test('without a number of now, or bands, there is no forecast', () => {
  assert.equal(forecastOf(pad, [], basis, today), undefined)
  assert.equal(forecastOf(pad, [given('worn')], basis, today), undefined)
  assert.equal(forecastOf(pad, [given('4.4', false)], basis, today), undefined)
  assert.equal(forecastOf({ id: 'padFL' }, [given('4.4')], basis, today), undefined)
})

test('a forecast without the mileage of now is refused', () => {
  const { red } = forecastOf(pad, [given('4.4')], { readings }, today) ?? {}
  assert.deepEqual(red, { kind: 'refused', why: 'noMileage' })
})

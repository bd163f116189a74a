import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { listGaps } from './gaps.ts'

const brakes = (selected: boolean) => ({ id: 'brakes', currency: 'EUR', variants: [{ id: 'v', selected }] })
const question = (id: string, status: string, more: object = {}, packages: object[] = []) => ({
  category: 'question',
  id,
  text: `About ${id}`,
  answers: [{ id: 'a', status, selected: true, packages }],
  ...more,
})
const photo = [{ id: 'p' }]
const pageOf = (contents: object[], more: object = {}, surveyType = 'VC') =>
  ({ survey: { surveyType, contents }, quotes: [], videos: [], due: [], ...more }) as unknown as SurveyPage
const told = (page: SurveyPage, media: { questionId: string }[] = []) =>
  listGaps(page, media).map(({ questionId, noOffer, noPhoto }) => [questionId, noOffer, noPhoto])

test('an urgent finding without an offer or without a picture is told, others are not', () => {
  const found = [question('glass', 'red'), question('wiper', 'amber'), question('lamp', 'green')]
  assert.deepEqual(told(pageOf(found)), [['glass', true, true]])
  assert.deepEqual(told(pageOf([question('glass', 'red', { photos: photo })])), [['glass', true, false]])
  const quotes = [{ id: 'q', category: 'quote', currency: 'EUR', questionId: 'glass', answerId: 'a' }]
  assert.deepEqual(told(pageOf(found, { quotes })), [['glass', false, true]])
  assert.deepEqual(told(pageOf(found, { quotes }), [{ questionId: 'glass' }]), [])
  assert.deepEqual(told(pageOf(found, { quotes, videos: [{ questionId: 'glass' }] })), [])
  assert.deepEqual(told(pageOf(found, {}, 'QC')), [])
})

test('what an offer at the other wheel covers is offered', () => {
  const wheels = [
    question('padFL', 'red', { photos: photo }, [brakes(true)]),
    question('padFR', 'red', { photos: photo }, [brakes(false)]),
  ]
  assert.deepEqual(told(pageOf(wheels)), [])
})

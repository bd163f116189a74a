import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaItem } from '../../store/tables.ts'
import { planChecklist } from '../checklist/plan.ts'
import { makePage, makeQuestion, withSelected } from '../checklist/questions-fixture.ts'
import { finishFacts, listByStatus, unsentMedia } from './missing.ts'

const item = (fields: Partial<MediaItem>): MediaItem => ({
  id: 'm',
  kind: 'photo',
  clientId: 'c',
  surveyId: 's1',
  login: 'l',
  contentType: 'image/jpeg',
  size: 100,
  offset: 0,
  state: 'device',
  tries: 0,
  at: '2026-01-01T00:00:00Z',
  afterSeq: 0,
  ...fields,
})

test('what is missing is named once per question; a video on the device counts', () => {
  const page = makePage([
    makeQuestion('a', { mandatory: true }),
    makeQuestion('v', { mandatory: true, answerVideoMandatory: true }),
    withSelected(makeQuestion('b', { mandatory: true }), 'bad'),
    makeQuestion('c'),
  ])
  const sections = planChecklist(page)
  const facts = finishFacts(page, sections, [])
  assert.deepEqual(
    facts.missing.map(({ questionId, what }) => [questionId, what]),
    [
      ['a', ['answer']],
      ['v', ['answer', 'video']],
    ],
  )
  const places = listByStatus(sections)
  assert.deepEqual(
    [places.red, places.none].map((list) => list.map(({ questionId }) => questionId)),
    [['b'], ['a', 'v', 'c']],
  )
  const withVideo = finishFacts(page, sections, [item({ kind: 'video', questionId: 'v' })])
  assert.deepEqual(withVideo.missing.at(-1)?.what, ['answer'])
})

test('an expected photo is a reminder until it is safe on the device', () => {
  const asked = makeQuestion('a', { clientSettings: { photoExpectedOn: ['red'] } })
  const page = makePage([withSelected(asked, 'bad')])
  const sections = planChecklist(page)
  assert.equal(finishFacts(page, sections, []).reminders.length, 1)
  assert.equal(finishFacts(page, sections, [item({ questionId: 'a' })]).reminders.length, 0)
  assert.equal(finishFacts(page, sections, [item({ questionId: 'a', state: 'refused' })]).reminders.length, 1)
})

test('unsent media are counted with the bytes that are still to go', () => {
  const media = [
    item({ offset: 40 }),
    item({ kind: 'video', size: 1000 }),
    item({ state: 'confirmed', offset: 100 }),
  ]
  assert.deepEqual(unsentMedia(media), { photos: 1, videos: 1, bytes: 1060 })
})

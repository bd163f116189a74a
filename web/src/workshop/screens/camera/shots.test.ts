import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { MediaItem } from '../../store/tables.ts'
import { listShots } from './shots.ts'

const item = (id: string, fields: Partial<MediaItem> = {}): MediaItem => ({
  id,
  kind: 'photo',
  clientId: 'c',
  surveyId: 's',
  login: 'anna',
  contentType: 'image/jpeg',
  size: 10,
  offset: 0,
  state: 'device',
  tries: 0,
  at: '2026-03-01T10:00:00Z',
  afterSeq: 0,
  ...fields,
})

const page = {
  survey: {
    photos: [{ id: 'p0' }],
    contents: [
      {
        category: 'question',
        id: 'q',
        photos: [{ id: 'p1', takenAt: '2026-03-01T09:00:00Z' }],
        answers: [{ id: 'a', photos: [{ id: 'p2' }] }],
      },
    ],
  },
  markPhotos: [{ markId: 'm', photos: [{ id: 'p3' }] }],
} as unknown as SurveyPage

const idsAt = (place: object, media: readonly MediaItem[] = []) =>
  listShots(page, media, place).map(({ id }) => id)

test('every place has its own photos', () => {
  assert.deepEqual(idsAt({}), ['p0'])
  assert.deepEqual(idsAt({ questionId: 'q' }), ['p1'])
  assert.deepEqual(idsAt({ questionId: 'q', answerId: 'a' }), ['p2'])
  assert.deepEqual(idsAt({ markId: 'm' }), ['p3'])
  assert.deepEqual(idsAt({ markId: 'other' }), [])
})

test('a photo that is here and there is shown once, with the picture of the device', () => {
  const shots = listShots(page, [item('p1', { questionId: 'q', state: 'confirmed' })], { questionId: 'q' })
  assert.equal(shots.length, 1)
  assert.equal(shots[0]?.state, 'confirmed')
  assert.equal(shots[0]?.item?.id, 'p1')
})

test('what is only here comes last, oldest first, and videos are none', () => {
  const media = [
    item('new', { questionId: 'q', at: '2026-03-01T12:00:00Z' }),
    item('old', { questionId: 'q', at: '2026-03-01T11:00:00Z', state: 'refused' }),
    item('film', { questionId: 'q', kind: 'video' }),
    item('elsewhere', { questionId: 'q', answerId: 'a' }),
  ]
  const shots = listShots(page, media, { questionId: 'q' })
  assert.deepEqual(
    shots.map(({ id, state, isServed }) => [id, state, isServed]),
    [
      ['p1', 'confirmed', true],
      ['old', 'refused', false],
      ['new', 'device', false],
    ],
  )
})

test('without a page the device alone speaks', () => {
  assert.deepEqual(
    listShots(undefined, [item('x')], {}).map(({ id }) => id),
    ['x'],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Chapter,
  clockTime,
  isLongEnough,
  readChapters,
  withChapter,
  writeChapters,
} from './chapters.ts'

test('chapters are in the order of the video, each finding at its first second', () => {
  const taps: Chapter[] = [
    { second: 12, questionId: 'pads' },
    { second: 4, questionId: 'tyre' },
    { second: 30, questionId: 'pads' },
  ]
  const chapters = taps.reduce(withChapter, [] as Chapter[])
  assert.deepEqual(chapters, [
    { second: 4, questionId: 'tyre' },
    { second: 12, questionId: 'pads' },
  ])
  assert.deepEqual(readChapters(writeChapters(chapters)), chapters)
})

test('what is wrong with chapters is said with its entry', () => {
  const said = (text: string) => {
    try {
      return readChapters(text).length
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.equal(said('[]'), 0)
  assert.equal(said('{'), 'needs a JSON list of [second, question id]')
  assert.equal(said('[[1,"a"],["2","b"]]'), 'entry 2: the second must be a number from 0 to 86400')
  assert.equal(said('[[-1,"a"]]'), 'entry 1: the second must be a number from 0 to 86400')
  assert.equal(said('[[1e999,"a"]]'), 'entry 1: the second must be a number from 0 to 86400')
  assert.equal(said('[[1]]'), 'entry 1: the question id must be a text')
  assert.equal(
    said(JSON.stringify(Array.from({ length: 41 }, (_, index) => [index, `q${index}`]))),
    'has 41 entries; at most 40 are taken',
  )
  const many = Array.from({ length: 50 }, (_, index) => ({ second: index, questionId: `q${index}` }))
  assert.equal(many.reduce(withChapter, [] as Chapter[]).length, 40, 'a tablet makes no more than are taken')
})

test('a recording answers its question from the length that the template asks for', () => {
  assert.equal(isLongEnough(1), true)
  assert.deepEqual(
    [59, 60].map((seconds) => isLongEnough(seconds, { videoMinSeconds: 60 })),
    [false, true],
  )
})

test('time as a clock shows it', () => {
  assert.deepEqual([0, 9, 75, 600].map(clockTime), ['0:00', '0:09', '1:15', '10:00'])
})

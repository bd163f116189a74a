// What belongs to a question and what waits.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  aboutKey,
  answersUnseen,
  isQuestionTooLong,
  isQuestionWaiting,
  parseAboutKey,
  questionWords,
} from './line-questions.ts'

const owner = (id: string) => ({ id, by: 'owner' as const })
const staff = (id: string, isMine = false) => ({ id, by: 'staff' as const, isMine })

describe('questions about a line', () => {
  test('a key names an offer or a finding, whatever is in the id', () => {
    for (const about of [
      { kind: 'quote', id: 'a:b c' },
      { kind: 'finding', id: 'vc.pads' },
    ] as const)
      assert.deepEqual(parseAboutKey(aboutKey(about)), about)
    for (const key of ['', 'quote:', 'order:1', 'finding']) assert.equal(parseAboutKey(key), undefined)
  })

  test('line ends of a browser count once, and a sign of two code units is one character', () => {
    assert.equal(questionWords('  one\r\ntwo\r '), 'one\ntwo')
    assert.equal(isQuestionTooLong('🚗'.repeat(500)), false)
    assert.equal(isQuestionTooLong('x'.repeat(501)), true)
  })

  test('a thread waits while the owner spoke last', () => {
    assert.equal(isQuestionWaiting([]), false)
    assert.equal(isQuestionWaiting([owner('1')]), true)
    assert.equal(isQuestionWaiting([owner('1'), staff('2')]), false)
    assert.equal(isQuestionWaiting([owner('1'), staff('2'), owner('3')]), true)
  })

  test('what colleagues answered after the last entry somebody saw is unseen; own answers never are', () => {
    const thread = [owner('1'), staff('2'), staff('3', true), owner('4'), staff('5')]
    assert.deepEqual(answersUnseen(thread, '5'), [])
    assert.deepEqual(
      answersUnseen(thread, '2').map(({ id }) => id),
      ['5'],
    )
    assert.deepEqual(
      answersUnseen(thread, undefined).map(({ id }) => id),
      ['2', '5'],
    )
  })
})

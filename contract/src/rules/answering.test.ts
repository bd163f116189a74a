import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Answered,
  fromAnswerVersion,
  giveAnswers,
  type Tapping,
  takeBackAnswers,
  toAnswerVersion,
  type Version,
} from './answering.ts'
import type { SaidAnswer } from './given-answers.ts'

const question = { id: 'q', answers: [{ id: 'ok' }, { id: 'bad' }] }
const nothing: Answered<Version> = { kept: [], taps: [] }
const statuses = { ok: 'green', bad: 'red' } as const
const said = (id: 'ok' | 'bad', more: Partial<SaidAnswer> = {}): SaidAnswer => ({
  questionId: 'q',
  id,
  custom: false,
  isOnlyOne: true,
  status: statuses[id],
  ...more,
})
const entered = (id: string, value: string): SaidAnswer => ({
  questionId: 'q',
  id,
  custom: true,
  isOnlyOne: false,
  value,
})
const tapping = (version: string, minute: number, seen?: string[]): Tapping<Version> => ({
  tap: { version, at: `2026-05-04T12:0${minute}:00.000Z` },
  byOf: (one) => one.version,
  seen,
})
const chosen = ({ kept }: Answered<Version>) => kept.filter(({ selected }) => selected).map(({ id }) => id)

describe('giving answers', () => {
  test('selects one standard answer at a time and leaves entered ones', () => {
    const first = giveAnswers(question, nothing, [said('ok'), entered('own', 'chip')], tapping('a', 1))
    const second = giveAnswers(question, first, [said('bad')], tapping('b', 2))
    assert.deepEqual(chosen(second), ['own', 'bad'])
    assert.deepEqual(
      second.written.map(({ id }) => id),
      ['bad'],
    )
  })

  test('keeps what is left out, and an empty text unsets', () => {
    const first = giveAnswers(question, nothing, [said('bad', { comment: 'left' })], tapping('a', 1))
    const again = giveAnswers(question, first, [said('bad', { value: '1.2' })], tapping('b', 2))
    assert.deepEqual(again.kept, [
      { id: 'bad', custom: false, selected: true, value: '1.2', status: 'red', comment: 'left' },
    ])
    const unset = giveAnswers(question, again, [said('bad', { comment: '' })], tapping('c', 3))
    assert.equal(unset.kept[0] && 'comment' in unset.kept[0], false)
  })

  test('does not hide a worse finding it had not seen: it comes to stand beside it', () => {
    const red = giveAnswers(question, nothing, [said('bad')], tapping('a', 1))
    const unseen = giveAnswers(question, red, [said('ok')], tapping('b', 2, []))
    assert.deepEqual(chosen(unseen), ['bad'])
    assert.deepEqual(
      unseen.laid.map(({ versions }) => versions.map(({ version }) => version)),
      [['a', 'b']],
    )
    assert.deepEqual(unseen.written, [])
    assert.deepEqual(chosen(giveAnswers(question, unseen, [said('ok')], tapping('c', 3, ['a', 'b']))), ['ok'])
  })

  test('a tap that is known already changes nothing', () => {
    const once = giveAnswers(question, nothing, [said('bad')], tapping('a', 1))
    assert.deepEqual(giveAnswers(question, once, [said('bad')], tapping('a', 1)).kept, once.kept)
    assert.deepEqual(giveAnswers(question, once, [said('bad')], tapping('a', 1)).laid, [])
  })
})

describe('taking answers back', () => {
  const both = giveAnswers(question, nothing, [said('bad'), entered('own', 'chip')], tapping('a', 1))

  test('takes one, or all', () => {
    assert.deepEqual(chosen(takeBackAnswers(question, both, 'own', tapping('b', 2))), ['bad'])
    assert.deepEqual(takeBackAnswers(question, both, undefined, tapping('b', 2)).kept, [])
  })

  test('leaves what somebody gave unseen', () => {
    const kept = takeBackAnswers(question, both, 'bad', tapping('b', 2, []))
    assert.deepEqual(chosen(kept), ['bad', 'own'])
  })
})

test('a version comes back from the page that tells it', () => {
  const version: Version = {
    version: 'a',
    at: '2026-05-04T12:00:00.000Z',
    answer: said('bad', { value: '1' }),
  }
  assert.deepEqual(fromAnswerVersion(toAnswerVersion(version), 'q', true), version)
  const cleared: Version = { ...version, answer: null }
  assert.deepEqual(fromAnswerVersion(toAnswerVersion(cleared), 'q', true), cleared)
})

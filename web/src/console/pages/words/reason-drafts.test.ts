import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { faultsOfReasons, moved, newReason, toReasonDrafts, toReasonsChange } from './reason-drafts.ts'

describe('reasons in a form', () => {
  test('are sent as they were read, without empty words', () => {
    const own = { code: 'mine', isOff: true, words: [{ language: 'de' as const, text: 'Meins' }] }
    const delivered = { code: 'other', words: [], delivered: [{ language: 'de' as const, text: 'Anders' }] }
    const drafts = toReasonDrafts({ reasons: [own, delivered] })
    assert.deepEqual(toReasonsChange(drafts), { reasons: [own, { code: 'other', words: [] }] })
    const emptied = drafts.map((one) => ({ ...one, words: { de: { text: ' ' } } }))
    assert.deepEqual(toReasonsChange(emptied).reasons[0]?.words, [])
  })

  test('have what is refused at the field that it is about', () => {
    const [kept] = toReasonDrafts({ reasons: [{ code: 'mine', words: [] }] })
    const drafts = [kept!, newReason([kept!])]
    const found = faultsOfReasons(
      {
        '[0].code': 'is there twice',
        '[1].code': 'must begin with a letter',
        '[1].words': 'needs a text',
        '[1].words[0].reported': 'is too long',
        '[7].code': 'is of no reason here',
      },
      drafts,
    )
    assert.deepEqual(
      [...found],
      [
        [0, { text: 'is there twice' }],
        [1, { text: 'needs a text', reported: 'is too long', code: 'must begin with a letter' }],
      ],
    )
  })

  test('a new one has a code that nobody has', () => {
    const drafts = toReasonDrafts({ reasons: [{ code: 'own1', words: [] }] })
    assert.equal(newReason(drafts).code, 'own2')
    assert.equal(newReason([]).code, 'own1')
  })

  test('change places within the list', () => {
    assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b'])
    assert.deepEqual(moved(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c'])
    assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b'])
    assert.deepEqual(moved(['a', 'b'], 1, 2), ['a', 'b'])
  })
})

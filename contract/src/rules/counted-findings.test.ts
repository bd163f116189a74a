import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFinding, worstStatus } from './counted-findings.ts'
import { statusWords, statusWordsOf } from './status-words.ts'

describe('Findings', () => {
  it('count by the worst that was answered, and not at all where nothing was judged', () => {
    assert.equal(worstStatus(['green', 'red', 'amber']), 'red')
    assert.equal(worstStatus(['green', undefined, 'amber']), 'amber')
    assert.equal(worstStatus(['green', null]), 'green')
    assert.equal(worstStatus([undefined, 'blue']), undefined)
    assert.equal(worstStatus([]), undefined)
  })

  it('are about the vehicle', () => {
    assert.equal(isFinding({}), true)
    assert.equal(isFinding({ answerVideoMandatory: true }), false)
    assert.equal(isFinding({ clientSettings: { consent: true } }), false)
    assert.equal(isFinding({ clientSettings: { consent: false } }), true)
  })

  it('have one word each in every language', () => {
    for (const words of Object.values(statusWords)) assert.equal(new Set(Object.values(words)).size, 3)
    assert.equal(statusWordsOf('de-AT'), statusWords.de)
    assert.equal(statusWordsOf('ru'), statusWords.ru)
    for (const unknown of ['fr', '', 'constructor', '../de'])
      assert.equal(statusWordsOf(unknown), statusWords.en)
  })
})

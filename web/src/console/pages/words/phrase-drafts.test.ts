import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { phraseText, toPhraseDraft, withoutPhrase, withPhrase } from './phrase-drafts.ts'

const one = {
  id: '1',
  words: [{ language: 'de' as const, text: 'Eins' }],
  questions: ['a'],
  status: 'red' as const,
}
const two = { id: '2', words: [{ language: 'de' as const, text: 'Zwei' }] }

describe('a phrase in a form', () => {
  test('is sent as it was read, in its place', () => {
    assert.deepEqual(withPhrase([two, one], '1', toPhraseDraft(one)), { phrases: [two, one] })
    assert.deepEqual(withPhrase([one, two], '2', { ...toPhraseDraft(two), en: ' Two ', de: '' }).phrases[1], {
      id: '2',
      words: [{ language: 'en', text: 'Two' }],
    })
  })

  test('comes first if it is new, or if somebody else has removed it', () => {
    assert.deepEqual(withPhrase([one], undefined, { ...toPhraseDraft(undefined), en: 'New' }).phrases, [
      { words: [{ language: 'en', text: 'New' }] },
      one,
    ])
    assert.deepEqual(withPhrase([two], '1', toPhraseDraft(one)).phrases, [one, two])
    assert.deepEqual(withoutPhrase([one, two], '1'), { phrases: [two] })
  })

  test('is called what it says in a language that it has', () => {
    assert.equal(phraseText(one, 'de'), 'Eins')
    assert.equal(phraseText(one, 'ru'), 'Eins')
  })
})

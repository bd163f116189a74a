import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ownerTextNames, ruleOf, sayOwnerTexts, toKeptWords, whyOwnerTextsRefused } from './owner-texts.ts'

const values = { dealership: 'Example Motors', vehicle: 'Ford', telephone: '+49 30' }

describe('own texts', () => {
  test('take the placeholders that are theirs, and name any other', () => {
    for (const name of ownerTextNames) {
      const all = ruleOf(name)
        .placeholders.map((one) => `{${one}}`)
        .join('')
      assert.deepEqual(whyOwnerTextsRefused({ [name]: all }), [], name)
    }
    assert.deepEqual(whyOwnerTextsRefused({ lead: 'See {vehicle}', title: '{advisor}', foot: '{}' }), [
      'title: {advisor} is not one of {dealership}, {vehicle}',
      'foot: {} is not one of {dealership}, {telephone}',
    ])
  })

  test('have a longest, and lines only where the page has room for them', () => {
    assert.deepEqual(whyOwnerTextsRefused({ title: 'x'.repeat(60), next: 'a\nb' }), [])
    assert.deepEqual(
      whyOwnerTextsRefused({ title: 'x'.repeat(61), lead: 'a\nb', next: 'x\n'.repeat(11), foot: 'a\u202Eb' }),
      [
        'title: must have at most 60 characters',
        'lead: must be one line',
        'next: must have at most 10 lines',
        'foot: has a character that cannot be seen, such as a tab or one that turns the direction of writing',
      ],
    )
  })

  test('are kept without blanks, and not at all if they are as delivered', () => {
    assert.deepEqual(
      toKeptWords({ title: ' Result ', lead: '  ', next: ' a \r\n b ' }, { title: 'Result' }),
      { next: 'a\n b' },
    )
  })

  test('are said in their language; what the service has no words for, in that of the client', () => {
    const kept = { de: { lead: 'Hallo {vehicle}', next: 'Wir rufen an' }, en: { next: 'We call' } }
    assert.deepEqual(sayOwnerTexts(kept, 'de', 'de', values), {
      lead: { text: 'Hallo Ford' },
      next: { text: 'Wir rufen an' },
    })
    assert.deepEqual(sayOwnerTexts(kept, 'en', 'de', values), { next: { text: 'We call' } })
    assert.deepEqual(sayOwnerTexts(kept, 'ru', 'de', values), {
      next: { text: 'Wir rufen an', language: 'de' },
    })
    assert.deepEqual(sayOwnerTexts(kept, 'ru', 'fr', values), {})
  })

  test('leave the delivered words where a placeholder has no value, and fill in nothing twice', () => {
    const kept = { en: { lead: '{advisor} looked', title: '{dealership}' } }
    assert.deepEqual(sayOwnerTexts(kept, 'en', 'en', { dealership: '{advisor}' }), {
      title: { text: '{advisor}' },
    })
  })
})

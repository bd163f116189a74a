import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allReasons, whyReasonsRefused, wordsOfReasonIn } from './rejection-reasons.ts'

const standard = [
  {
    code: 'dear',
    words: { en: { text: 'Too dear', reported: 'Too dear for them' }, de: { text: 'Zu teuer' } },
  },
  { code: 'other', words: { en: { text: 'Another' } } },
]
const said = (reason: Parameters<typeof wordsOfReasonIn>[0], language: string) =>
  wordsOfReasonIn(reason, language, { standard, clientLanguage: 'de' })

describe('words of a reason', () => {
  test('are those of the client, then the delivered ones of the language', () => {
    assert.deepEqual(said(standard[0]!, 'en'), { text: 'Too dear', reported: 'Too dear for them' })
    const own = { code: 'dear', words: { de: { text: 'Zu viel' } } }
    assert.deepEqual(said(own, 'de'), { text: 'Zu viel', reported: 'Zu viel' })
    assert.deepEqual(said(own, 'en'), { text: 'Too dear', reported: 'Too dear for them' })
    assert.deepEqual(said(own, 'fr'), { text: 'Zu viel', reported: 'Zu viel' })
    const reported = { code: 'dear', words: { en: { reported: 'Said: too dear' } } }
    assert.deepEqual(said(reported, 'en'), { text: 'Too dear', reported: 'Said: too dear' })
  })

  test('of an own reason are those of the client’s language, where there are no others', () => {
    const own = { code: 'mine', words: { en: { text: 'Mine' }, de: { text: 'Meins', reported: 'Seins' } } }
    assert.deepEqual(said(own, 'ru'), { text: 'Meins', reported: 'Seins' })
    assert.deepEqual(said(own, 'en'), { text: 'Mine', reported: 'Mine' })
    assert.equal(said({ code: 'mute', words: {} }, 'en').text, 'mute')
  })
})

describe('a list of reasons', () => {
  test('ends with what came later with the service', () => {
    const own = [
      { code: 'mine', words: {} },
      { code: 'other', words: {} },
    ]
    assert.deepEqual(
      allReasons(own, standard).map(({ code }) => code),
      ['mine', 'other', 'dear'],
    )
    assert.equal(allReasons(undefined, standard), standard)
  })

  test('keeps every code that there was, and needs words of its own reasons', () => {
    const around = { standard, before: [{ code: 'mine' }], language: 'de' }
    const whole = [...standard, { code: 'mine', words: { de: { text: 'Meins' } } }]
    assert.deepEqual(whyReasonsRefused(whole, around), [])
    const faults = whyReasonsRefused([standard[0]!, { code: 'a b', words: {} }], around)
    assert.deepEqual(
      faults.map((line) => line.split(':')[0]),
      ['reasons[1].code', 'reasons[1].words', 'reasons', 'reasons'],
    )
  })
})

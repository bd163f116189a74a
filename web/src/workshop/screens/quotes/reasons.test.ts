import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonsOf, reasonWords } from './reasons.ts'

const reasons = [{ code: 'byMyself', words: { en: 'Does it themselves', de: 'Macht es selbst' } }]

test('a reason of the list is told in the language of the person', () => {
  assert.equal(reasonWords('byMyself', reasons, 'de'), 'Macht es selbst')
  assert.equal(reasonWords('byMyself', reasons, 'ru'), 'Does it themselves')
})

test('a code of a DMS is made readable, and one that is no word is left to be called a code', () => {
  const shown = {
    priceTooHigh: 'Price too high',
    PRICE_TOO_HIGH: 'Price too high',
    'price-too-high': 'Price too high',
    EXPENSIVE: 'Expensive',
    zuTeuer: 'Zu teuer',
    слишкомДорого: 'Слишком дорого',
    'Wants to ask his wife': 'Wants to ask his wife',
    keinTÜV: 'Kein TÜV',
  }
  for (const [code, words] of Object.entries(shown)) assert.equal(reasonWords(code, [], 'en'), words, code)
  for (const code of ['17', 'R7', 'KD', '4-11']) assert.equal(reasonWords(code, [], 'en'), undefined, code)
})

test('a page that was kept before there was a list has none', () => {
  assert.deepEqual(reasonsOf({}), [])
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pickLanguage } from './language.ts'

describe('pickLanguage', () => {
  const cases: readonly (readonly [string | undefined, string | undefined, string])[] = [
    [undefined, undefined, 'en'],
    ['', undefined, 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', undefined, 'de'],
    ['it-IT, ru;q=0.4, de;q=0.7', undefined, 'de'],
    ['RU', undefined, 'ru'],
    ['en;q=0.1, ru;q=0.2', undefined, 'ru'],
    ['de;q=0, ru;q=0.1', undefined, 'ru'],
    ['de;q=0', undefined, 'en'],
    ['it, *;q=0.5', undefined, 'en'],
    ['de;q=nonsense', undefined, 'en'],
    ['de;q=7, ru;q=0.1', undefined, 'ru'],
    [';;;,,=', undefined, 'en'],
    ['de', 'ru', 'ru'],
    ['de', 'it', 'de'],
    ['de', '', 'de'],
    ['de', '<script>', 'de'],
    ['de', 'constructor', 'de'],
    [undefined, 'DE-ch', 'de'],
  ]
  for (const [header, chosen, expected] of cases)
    it(`takes ${expected} for Accept-Language ${JSON.stringify(header)} and lang ${JSON.stringify(chosen)}`, () => {
      assert.equal(pickLanguage(header, chosen), expected)
    })

  it('prefers the earlier of two equally wanted languages', () => {
    assert.equal(pickLanguage('ru, de'), 'ru')
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hoursInWords, parseHours } from './opening-hours.ts'

const wordsOf = (line: string, language: string) => {
  const hours = parseHours(line)
  assert.ok(hours, line)
  const words = hoursInWords(hours, language)
  return `${words.days} ${words.times}`
}

describe('opening hours', () => {
  test('are said in the language of the reader', () => {
    assert.equal(wordsOf('mo-fr 08:00-18:00', 'en'), 'Mon–Fri 08:00–18:00')
    assert.equal(wordsOf('mo-fr 08:00-18:00', 'de'), 'Mo–Fr 08:00–18:00')
    assert.equal(wordsOf('sa 09:00-13:00', 'ru'), 'сб 09:00–13:00')
    assert.equal(wordsOf('MO-TH 07:30-12:00 13:00-24:00', 'en'), 'Mon–Thu 07:30–12:00, 13:00–24:00')
  })

  test('must be days and times in their order', () => {
    for (const line of [
      '',
      'mo-fr',
      'mo-fr 8-18',
      'fr-mo 08:00-18:00',
      'xx 08:00-18:00',
      'mo 18:00-08:00',
      'mo 08:00-12:00 11:00-14:00',
      'mo 08:00-24:30',
      'mo 08:00-09:00 10:00-11:00 12:00-13:00 14:00-15:00',
    ])
      assert.equal(parseHours(line), undefined, line)
  })
})

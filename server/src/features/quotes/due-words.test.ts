import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import type { DueReason } from './due.ts'
import { dueWords } from './due-words.ts'

const byAge: DueReason = { since: 'new', months: 82, intervalMonths: 12, by: ['age'] }
const byKm: DueReason = { since: 'last', km: 6878, intervalKm: 6000, months: 3, by: ['mileage'] }
const byBoth: DueReason = {
  since: 'new',
  km: 118_470,
  intervalKm: 15_000,
  months: 34,
  intervalMonths: 24,
  by: ['mileage', 'age'],
}
/** As an owner reads it: the kind of space does not matter. */
const words = (reason: DueReason, language: string) => dueWords(reason, language).replaceAll(/\s/gu, ' ')

describe('why something is due', () => {
  it('is said as a person would say it', () => {
    assert.equal(words(byAge, 'en'), 'every 12 months; 82 months since new')
    assert.equal(words(byKm, 'en'), 'every 6,000 km; 6,878 km since it was last done')
    assert.equal(words(byBoth, 'en'), 'every 15,000 km or 24 months; 118,470 km and 34 months since new')
  })

  it('is said in German and Russian, with the right form of the number', () => {
    assert.equal(words(byAge, 'de'), 'alle 12 Monate; Ihr Fahrzeug ist 82 Monate alt')
    assert.equal(
      words(byBoth, 'de'),
      'alle 15.000 km oder 24 Monate; Ihr Fahrzeug ist 118.470 km gefahren und 34 Monate alt',
    )
    assert.equal(words(byAge, 'ru'), 'раз в 12 месяцев; возраст автомобиля 82 месяца')
    assert.equal(words(byKm, 'ru'), 'раз в 6 000 км; с прошлого раза 6 878 км')
    assert.equal(
      words({ ...byAge, intervalMonths: 24, months: 21 }, 'ru'),
      'раз в 24 месяца; возраст автомобиля 21 месяц',
    )
  })

  it('keeps a number and its unit on one line', () => {
    for (const language of languages) assert.doesNotMatch(dueWords(byBoth, language), /\d [\p{L}]/u)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatsOf } from './formats.ts'
import { languages } from './texts.ts'
import { wearWords } from './wear-words.ts'

const dates = (from: string, date: string, to: string) => ({ from, date, to })
const say = (
  language: string,
  when: Parameters<typeof wearWords>[1],
  said: 'owner' | 'staff' | 'red' = 'owner',
) =>
  wearWords(said, when, { language, formats: formatsOf(language, 'Europe/Berlin', { units: {} as never }) })

test('a forecast is told in months, by the calendar of the language', () => {
  const when = dates('2027-01-20', '2027-03-05', '2027-06-01')
  assert.deepEqual(
    languages.map((language) => say(language, when)),
    [
      'At your mileage, about March 2027, between January and June.',
      'Bei Ihrer Fahrleistung etwa März 2027, zwischen Januar und Juni.',
      'Au rythme où vous roulez, vers mars 2027, entre janvier et juin.',
      'Przy Państwa przebiegu orientacyjnie: marzec 2027 (od: styczeń, do: czerwiec).',
      'При вашем пробеге ориентировочно: март 2027 г. (январь — июнь).',
    ],
  )
})

test('months of other years name them, and a band within a month is not told', () => {
  assert.equal(
    say('en', dates('2026-12-01', '2027-03-05', '2027-06-01'), 'staff'),
    "At this car's mileage, about March 2027, between December 2026 and June 2027.",
  )
  assert.equal(
    say('en', dates('2027-03-01', '2027-03-05', '2027-03-31')),
    'At your mileage, about March 2027.',
  )
  assert.equal(
    say('ru', dates('2027-03-01', '2027-03-05', '2027-03-31')),
    'При вашем пробеге ориентировочно: март 2027 г.',
  )
  assert.equal(
    say('de', dates('2027-03-01', '2027-03-05', '2028-03-31'), 'red'),
    'Geht es so weiter, wird es etwa März 2027 dringend, zwischen März 2027 und März 2028.',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonAttributes, type VariantReason } from '@walkaround/contract/app/package-reasons.ts'
import { formatsOf } from '@walkaround/contract/rules/formats.ts'
import { type Language, languages, type Values } from '@walkaround/contract/rules/texts.ts'
import { fuelTypes } from '@walkaround/contract/shared.ts'
import { loadTexts } from '../../texts/load-texts.ts'
import { whyWords } from './why-words.ts'

/** Like the app's own, without plurals. */
const spoken = await Promise.all(
  languages.map(async (language): Promise<[Language, Parameters<typeof whyWords>[1]]> => {
    const { texts, shared } = await loadTexts(language)
    const words = {
      ...formatsOf(language, 'UTC', shared),
      shared,
      t: (key: keyof typeof texts, values: Values = {}) =>
        String(texts[key]).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
    }
    return [language, words]
  }),
)
const byLanguage = new Map(spoken)
const wordsOf = (language: Language) => byLanguage.get(language)!

const diesel: VariantReason = {
  code: 'notInList',
  attribute: 'fuelType',
  value: 'diesel',
  allowed: ['petrol', 'hybrid'],
}

test('says in each language what the car has and what the package is for', () => {
  const said = (['en', 'de', 'ru'] as const).map((language) => whyWords([diesel], wordsOf(language)))
  assert.deepEqual(said, [
    ['Fuel: diesel. The package is for petrol or hybrid.'],
    ['Kraftstoff: Diesel. Das Paket ist für Benzin oder Hybrid.'],
    ['Топливо: дизель. Пакет предназначен для: бензин или гибрид.'],
  ])
})

test('tells only what excludes, and a missing price', () => {
  const reasons: VariantReason[] = [
    { code: 'inList', attribute: 'make', value: 'Example', allowed: ['Example'] },
    { code: 'absent', attribute: 'gearboxType', allowed: ['manual'] },
    { code: 'noPrice' },
  ]
  assert.deepEqual(whyWords(reasons, wordsOf('en')), ['An item of it has no price yet.'])
})

test('long lists end, and litres are litres', () => {
  const allowed = ['1.0', '1.2', '1.4', '1.6', '1.8', '2.0', '2.5']
  const [words] = whyWords(
    [{ code: 'notInList', attribute: 'engineCapacity', value: '3', allowed }],
    wordsOf('en'),
  )
  assert.equal(
    words,
    'Engine capacity: 3 l. The package is for 1.0 l, 1.2 l, 1.4 l, 1.6 l, 1.8 l, 2.0 l or ….',
  )
})

test('every attribute and every fuel has words in every language', () => {
  for (const language of languages) {
    for (const attribute of reasonAttributes) {
      const [words = ''] = whyWords(
        [{ code: 'notInList', attribute, value: 'x', allowed: ['y'] }],
        wordsOf(language),
      )
      assert.ok(words.length > 10 && !words.includes(attribute), `${language} ${attribute}: ${words}`)
    }
    for (const fuel of fuelTypes) {
      const [words = ''] = whyWords([{ ...diesel, value: fuel }], wordsOf(language))
      assert.ok(!/undefined|[a-z][A-Z]/.test(words), words)
    }
  }
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { makeQuestion, withSelected } from '../checklist/questions-fixture.ts'
import { listOffered } from './packages.ts'
import { hasPhrase, phrasesFor, togglePhrase, wordsFor } from './phrases.ts'

test('phrases of the question go before those for every question', () => {
  const phrases = { '*': ['any'], 'vc.': ['check'], 'vc.tread': ['edge', 'any'] }
  assert.deepEqual(phrasesFor('vc.treadFL', 'en', undefined, phrases), ['edge', 'any', 'check'])
  assert.deepEqual(phrasesFor('h.glass', 'en', undefined, phrases), ['any'])
})

test('what is said of one finding stands beside no other', () => {
  const below = 'Below minimum thickness'
  assert.ok(phrasesFor('vc.discF', 'en', 'red').includes(below))
  assert.ok(!phrasesFor('vc.discF', 'en', 'amber').includes(below))
  assert.ok(phrasesFor('vc.discF', 'en', 'amber').includes('Scored'))
  assert.equal(wordsFor(`Scored; ${below}`, 'vc.discF', 'amber'), 'Scored')
  assert.equal(wordsFor(`Scored; ${below}`, 'vc.discF', 'red'), `Scored; ${below}`)
})

test('a phrase is added once and taken out by a second tap', () => {
  assert.equal(togglePhrase('', 'edge'), 'edge')
  assert.equal(togglePhrase('own words', 'edge'), 'own words; edge')
  assert.equal(togglePhrase('own words; edge', 'edge'), 'own words')
  assert.equal(hasPhrase('own words; edge', 'edge'), true)
  assert.equal(hasPhrase('edgeways', 'edge'), false)
})

test('every language has the same phrases, none twice', () => {
  const read = (language: string) =>
    JSON.parse(
      readFileSync(new URL(`../../texts/phrases.${language}.json`, import.meta.url), 'utf8'),
    ) as Record<string, string[]>
  const english = read('en')
  for (const language of ['de', 'ru']) {
    const other = read(language)
    assert.deepEqual(Object.keys(other), Object.keys(english))
    for (const [key, phrases] of Object.entries(other)) {
      assert.equal(phrases.length, english[key]?.length, `${language} ${key}`)
      assert.equal(new Set(phrases).size, phrases.length)
    }
  }
})

test('only packages of selected answers are offered, with the price a customer hears', () => {
  const packages = [
    {
      id: 'p',
      description: 'Brakes',
      currency: 'EUR',
      variants: [
        { id: 'v', description: 'All vehicles', priceIncVat: 566.57, selected: true },
        { id: 'w', description: 'Brakes' },
      ],
    },
  ]
  const question = makeQuestion('q')
  question.answers![2]!.packages = packages as never
  assert.deepEqual(listOffered(question, 'EUR'), [])
  const [first, second] = listOffered(withSelected(question, 'bad'), undefined)
  assert.deepEqual(first, {
    answerId: 'bad',
    packageId: 'p',
    variantId: 'v',
    name: 'Brakes',
    detail: 'All vehicles',
    price: 566.57,
    currency: 'EUR',
    isSelected: true,
  })
  assert.deepEqual([second?.detail, second?.price, second?.isSelected], ['', undefined, false])
})

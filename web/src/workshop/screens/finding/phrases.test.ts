import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { deliveredPhrases, phrasesFor } from '@walkaround/contract/rules/phrases.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import type { Change } from '../../store/tables.ts'
import { listPhrases, tapPhrase } from '../checklist/phrase-choice.ts'
import { makeQuestion, makeTread, withSelected } from '../checklist/questions-fixture.ts'
import { listOffered } from './packages.ts'
import { hasPhrase, loadPhrases, saidIn, setOwnPhrases, togglePhrase, wordsFor } from './phrases.ts'

await loadPhrases()

const withoutId = (change: Change) =>
  change.type === 'edit' && change.edit.kind === 'answers' ? change.edit.answers[0] : change

const textsOf = (...given: Parameters<typeof phrasesFor>) => phrasesFor(...given).map(({ text }) => text)

test('phrases of the question go before those for every question', () => {
  const entries = deliveredPhrases({ en: { '*': ['any'], 'vc.': ['check'], 'vc.tread': ['edge', 'any'] } })
  assert.deepEqual(textsOf(entries, 'vc.treadFL', 'en'), ['edge', 'any', 'check'])
  assert.deepEqual(textsOf(entries, 'h.glass', 'en'), ['any'])
})

test('a phrase of another finding gives its colour and its words; what belonged to the former goes', () => {
  const below = 'Below minimum thickness'
  const disc = makeQuestion('vc.discF')
  const offered = (question: typeof disc) => listPhrases(question, 'en').map(({ text }) => text)
  const phrase = listPhrases(disc, 'en').find(({ text }) => text === below)
  assert.equal(phrase?.status, 'red')
  assert.ok(!offered(disc).includes('Scored'), 'nothing is said beside no answer')
  const given = (question: typeof disc) => tapPhrase(question, phrase!, 'en').map(withoutId)
  assert.deepEqual(given(disc), [{ questionId: 'vc.discF', answerId: 'bad', comment: below }])
  const advised = withSelected(disc, 'adv', { comment: 'Rust on the face; Scored' })
  assert.ok(offered(advised).indexOf('Lip at the edge') < offered(advised).indexOf(below))
  assert.deepEqual(given(advised), [{ questionId: 'vc.discF', answerId: 'bad', comment: `Scored; ${below}` }])
  const urgent = withSelected(disc, 'bad', { comment: below })
  assert.deepEqual(given(urgent), [{ questionId: 'vc.discF', answerId: 'bad', comment: '' }])
  assert.equal(wordsFor(`Scored; ${below}`, 'vc.discF', 'amber'), 'Scored')
})

test('a number gives its colour itself: a phrase of another finding is not offered', () => {
  const tread = withSelected(makeTread('h.glassFL'), 'adv', { value: '3' })
  assert.deepEqual(
    listPhrases(tread, 'en').flatMap(({ status = [] }) => status),
    ['amber'],
  )
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
      readFileSync(
        new URL(`../../../../../languages/${language}/workshop/phrases.json`, import.meta.url),
        'utf8',
      ),
    ) as Record<string, string[]>
  const english = read('en')
  for (const language of languages) {
    const other = read(language)
    assert.deepEqual(Object.keys(other), Object.keys(english))
    for (const [key, phrases] of Object.entries(other)) {
      assert.equal(phrases.length, english[key]?.length, `${language} ${key}`)
      assert.equal(new Set(phrases).size, phrases.length)
    }
  }
})

test('phrases of the dealership are offered first, give their colour, and are read in every language', () => {
  const words = { en: 'Worn to the metal', de: 'Bis aufs Metall', fr: 'x', pl: 'y', ru: 'z' }
  setOwnPhrases([
    { words, questions: ['vc.discF'], status: 'red' },
    { words: { en: 'Ask Tomás', de: 'Tomás fragen' } },
  ])
  const disc = makeQuestion('vc.discF')
  const [first] = listPhrases(disc, 'en')
  assert.deepEqual(first, { text: 'Worn to the metal', status: 'red' })
  assert.deepEqual(tapPhrase(disc, first!, 'en').map(withoutId), [
    { questionId: 'vc.discF', answerId: 'bad', comment: 'Worn to the metal' },
  ])
  assert.equal(saidIn('Bis aufs Metall; Riefen', 'vc.discF', 'en'), 'Worn to the metal; Scored')
  assert.equal(saidIn('Bis aufs Metall', 'vc.discR', 'en'), 'Bis aufs Metall', 'of another question')
  assert.equal(wordsFor('Worn to the metal; mine', 'vc.discF', 'amber'), 'mine')
  const given = withSelected(disc, 'adv', {})
  const general = listPhrases(given, 'de').filter(({ isGeneral }) => isGeneral)
  assert.equal(general[0]?.text, 'Tomás fragen')
  setOwnPhrases()
  assert.ok(listPhrases(disc, 'en').length > 0, 'the delivered ones stay')
  assert.ok(!listPhrases(disc, 'en').some(({ text }) => text === 'Worn to the metal'))
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

test('a phrase is read by everybody in their language, own words stay', () => {
  const written = 'Tarcza po zimie; Pęknięta; Porysowana'
  assert.equal(saidIn(written, 'vc.discF', 'de'), 'Tarcza po zimie; Gerissen; Riefen')
  assert.equal(saidIn(saidIn(written, 'vc.discF', 'ru'), 'vc.discF', 'pl'), written)
  assert.equal(saidIn('Pęknięta', 'vc.battery', 'de'), 'Pęknięta', 'of another question')
  const disc = withSelected(makeQuestion('vc.discF'), 'bad', { comment: 'Pęknięta' })
  const cracked = listPhrases(disc, 'en').find(({ text }) => text === 'Cracked')
  const [change] = tapPhrase(disc, cracked!, 'en').map(withoutId)
  assert.deepEqual(change, { questionId: 'vc.discF', answerId: 'bad', comment: '' })
})

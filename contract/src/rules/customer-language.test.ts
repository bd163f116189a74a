// The table of the rule: which language a customer gets, by what is known.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  customerLanguage,
  type KnownLanguages,
  languageOfRecipient,
  languageOfSigner,
  type Reader,
} from './customer-language.ts'
import { isLanguageTag } from './texts.ts'

const all: KnownLanguages & Reader = {
  chosen: 'ru',
  signed: 'pl',
  own: 'fr',
  last: 'de',
  completed: 'en',
  site: 'pl',
  client: 'de',
}
const order = ['chosen', 'signed', 'own', 'last', 'completed', 'site', 'client'] as const

describe('the language of a customer', () => {
  for (const [place, name] of order.entries())
    test(`is ${name} where nothing before it is known`, () => {
      const known = Object.fromEntries(order.slice(place).map((one) => [one, all[one]]))
      assert.equal(customerLanguage(known, known), all[name])
    })

  const cases: [string, KnownLanguages & Reader, string][] = [
    ['a region has the texts of its language', { own: 'de-AT', client: 'en' }, 'de'],
    ['so does another spelling', { own: 'PL', client: 'en' }, 'pl'],
    ['without texts the next is used', { own: 'nl-BE', last: 'it', site: 'fr', client: 'de' }, 'fr'],
    ['a message comes before the site', { own: 'nl', last: 'ru', site: 'fr', client: 'de' }, 'ru'],
    ['the installation speaks English', { own: 'nl', client: 'it' }, 'en'],
    ['nothing is known', {}, 'en'],
  ]
  for (const [name, known, expected] of cases)
    test(name, () => assert.equal(customerLanguage(known, known), expected))
})

describe('whose language it is', () => {
  const company = {
    category: 'legalEntity' as const,
    name: 'Fleet',
    language: 'de',
    contactPersons: [{ id: 'k1', lastName: 'Kowalska', language: 'pl' }, { lastName: 'Plain' }],
  }
  const driver = { lastName: 'Durand', language: 'fr' }
  const owner = { category: 'person' as const, lastName: 'Owner', language: 'nl' }

  test('forms: the driver, otherwise the contact person, otherwise the customer', () => {
    assert.equal(languageOfSigner({ customer: company, vehicle: { driver } }), 'fr')
    assert.equal(languageOfSigner({ customer: company, vehicle: { owner } }), 'pl')
    assert.equal(languageOfSigner({ customer: { ...company, contactPersons: [] } }), 'de')
    assert.equal(languageOfSigner({ customer: company, vehicle: { driver: { lastName: 'D' } } }), 'de')
    assert.equal(languageOfSigner({ customer: { category: 'person', language: 'ru' } }), 'ru')
    assert.equal(languageOfSigner({}), undefined)
  })

  test('messages: the recipient; a contact person has that of the company', () => {
    const people = { customer: company, vehicle: { driver, owner } }
    assert.equal(languageOfRecipient(people, 'customer'), 'de')
    assert.equal(languageOfRecipient(people, 'customer', 'k1'), 'pl')
    assert.equal(languageOfRecipient(people, 'customer', 'Plain'), 'de')
    assert.equal(languageOfRecipient(people, 'driver'), 'fr')
    assert.equal(languageOfRecipient(people, 'owner'), 'nl')
    assert.equal(languageOfRecipient({}, 'owner'), undefined)
  })
})

test('a language tag has the form of BCP 47, whether or not there are texts in it', () => {
  for (const tag of ['de', 'DE', 'pt-BR', 'zh-Hant-TW', 'nl', 'yue', 'sr-Latn', 'xx'])
    assert.equal(isLanguageTag(tag), true, tag)
  for (const tag of ['', 'd', 'german', 'de_AT', 'de-', 'de-a', 'de AT', '1a', 'de-AT-', 'дe', '*'])
    assert.equal(isLanguageTag(tag), false, tag)
})

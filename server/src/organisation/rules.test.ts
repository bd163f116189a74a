import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { Problem } from '../problems.ts'
import {
  assertCurrency,
  assertIdentifier,
  assertLabel,
  assertLanguage,
  assertName,
  assertReleaseTypes,
  assertTimeZone,
  findLoginName,
  isClientId,
  toLoginName,
} from './rules.ts'

const refuses = (check: () => void, words: RegExp) =>
  assert.throws(check, (error) => {
    assert.ok(error instanceof Problem)
    assert.equal(error.kind, 'invalidArgument')
    assert.match(error.errorInfo, words)
    return true
  })

test('the id of a system client has 1 to 64 of a small alphabet and starts with a letter or digit', () => {
  for (const id of ['a', '4', 'north-star.2_b', 'A'.repeat(64)]) assert.ok(isClientId(id), id)
  for (const id of ['', '-a', '.a', '_a', 'a b', 'a!b', 'a/b', 'ä', 'a\0', 'a\n', 'A'.repeat(65)]) {
    assert.ok(!isClientId(id), id)
  }
})

test('identifiers take any script, but no surrounding spaces and nothing invisible', () => {
  for (const id of ['100', 'Köln Süd/2', 'Москва', 'x'.repeat(128)]) assertIdentifier('code', id)
  for (const id of ['', ' a', 'a ', 'a\0', 'a\u200b', '\ud800', 'x'.repeat(129)]) {
    refuses(() => assertIdentifier('code', id), /^code: ".*" must be 1 to 128/)
  }
})

test('names and labels are printable and not endless', () => {
  assertName('name', 'Autohaus Süd & Söhne')
  for (const name of ['', '  ', 'a\nb', 'x'.repeat(201)]) refuses(() => assertName('name', name), /^name: /)
  assertLabel('')
  refuses(() => assertLabel('x'.repeat(101)), /at most 100/)
})

test('a long wrong value is shortened in the message', () => {
  refuses(() => assertName('name', 'x'.repeat(5_000)), /^.{1,200}$/)
})

describe('settings from closed lists', () => {
  test('languages', () => {
    for (const language of languages) assertLanguage(language)
    for (const language of ['xx', 'EN', ''])
      refuses(() => assertLanguage(language), /not one of en, de, .*ru/)
  })

  test('currencies are ISO 4217 codes in upper case', () => {
    for (const currency of ['EUR', 'RUB', 'USD']) assertCurrency(currency)
    for (const currency of ['eur', 'DEM', 'EURO', '']) refuses(() => assertCurrency(currency), /ISO 4217/)
  })

  test('release types are survey types, none twice', () => {
    assertReleaseTypes([])
    assertReleaseTypes(['health', 'QC'])
    refuses(() => assertReleaseTypes(['health', 'qc']), /"qc" is not one of health, VC, QC, VR, CVR/)
    refuses(() => assertReleaseTypes(['VC', 'VC']), /twice/)
  })

  test('time zones are named, never offsets', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Ushuaia'])
      assertTimeZone(zone)
    for (const zone of ['', '+02:00', '-03', 'Mars/Olympus', 'Europe', 'posix/UTC']) {
      refuses(() => assertTimeZone(zone), /not an IANA time zone/)
    }
  })
})

test('login names are lower case, without spaces and control characters', () => {
  assert.equal(toLoginName('Anna.Berg@Example.org'), 'anna.berg@example.org')
  assert.equal(toLoginName('ИВАН'), 'иван')
  assert.equal(toLoginName('A\u0308'), 'ä')
  for (const login of ['', 'a b', 'a\u00a0b', 'a\tb', 'a\0', 'x'.repeat(129)]) {
    assert.equal(findLoginName(login), undefined)
    refuses(() => toLoginName(login), /^login: /)
  }
})

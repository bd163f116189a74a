import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFound, searchTermsOf, searchWordsOf } from './search-terms.ts'

const termsOf = (given: Partial<Parameters<typeof searchTermsOf>[0]>) =>
  searchTermsOf({ numbers: [], names: [], ...given })

test('a plate is found by any part of it from four characters on, and from where letters and digits meet', () => {
  assert.deepEqual(termsOf({ numberPlate: 'B-WA 10' }), ['BWA10', 'WA10', '10'])
  assert.deepEqual(termsOf({ numberPlate: 'а123вс' }), ['А123ВС', '123ВС', 'ВС', '23ВС'])
})

test('a VIN is found from its beginning and by its last six to eight characters', () => {
  assert.deepEqual(termsOf({ vin: 'zzz1a2b35px000001' }), [
    'ZZZ1A2B35PX000001',
    'PX000001',
    'X000001',
    '000001',
  ])
})

test('a number is found from where people begin to read it', () => {
  assert.deepEqual(termsOf({ numbers: ['SO-2026/0042'] }), ['SO2026/0042', '/0042', '0042', '42'])
  assert.deepEqual(termsOf({ numbers: ['2026004711', undefined] }), ['2026004711', '4711'])
})

test('a name is found by each of its words, in any order', () => {
  const terms = termsOf({ names: ['Änne Größe-Müller'] })
  assert.deepEqual(terms, ['ÄNNEGRÖSSEMÜLLER', 'GRÖSSEMÜLLER', 'MÜLLER'])
  for (const text of ['müller änne', 'größe-m', ' - ', 'Ä'])
    assert.ok(isFound(terms, searchWordsOf(text)), text)
  for (const text of ['nne', 'änne x']) assert.equal(isFound(terms, searchWordsOf(text)), false, text)
})

test('long words are compared as far as terms go', () => {
  const terms = termsOf({ names: ['😀'.repeat(60)] })
  assert.equal(Array.from(terms[0] ?? '').length, 40)
  assert.ok(isFound(terms, searchWordsOf('😀'.repeat(50))))
})

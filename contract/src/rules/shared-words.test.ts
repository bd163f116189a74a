import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markKinds } from '../mark-kinds.ts'
import { fuelTypes, UnitOfMeasure } from '../shared.ts'
import { sharedWords, sharedWordsOf } from './shared-words.ts'

test('colours have one word each in every language', () => {
  for (const { status } of Object.values(sharedWords)) assert.equal(new Set(Object.values(status)).size, 3)
})

test('a language is found by its tag, and any other is English', () => {
  assert.equal(sharedWordsOf('de-AT'), sharedWords.de)
  assert.equal(sharedWordsOf('ru'), sharedWords.ru)
  for (const unknown of ['it', '', 'constructor', '../de'])
    assert.equal(sharedWordsOf(unknown), sharedWords.en)
})

test('every unit of the interface has a word', () => {
  const { enum: codes = [] } = UnitOfMeasure as { enum?: string[] }
  assert.ok(codes.length > 10)
  for (const { units } of Object.values(sharedWords))
    assert.deepEqual(
      codes.filter((code) => !Object.hasOwn(units, code)),
      [],
    )
})

test('every kind of damage and every fuel has a word of its own', () => {
  for (const { kinds, fuelTypes: fuels } of Object.values(sharedWords)) {
    assert.deepEqual(Object.keys(kinds), [...markKinds])
    assert.deepEqual(Object.keys(fuels), [...fuelTypes])
    for (const words of [kinds, fuels])
      assert.equal(new Set(Object.values(words)).size, Object.keys(words).length)
  }
})

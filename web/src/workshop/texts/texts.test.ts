import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { editKinds } from '@walkaround/contract/app/edits.ts'
import { carWords } from '@walkaround/contract/rules/car-words.ts'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { decisionTexts } from './decision-texts.ts'
import { en } from './en.ts'
import { more } from './more.en.ts'
import { statusTexts } from './status-texts.ts'

test('everything that waits to be sent has a word', () => {
  assert.deepEqual(
    editKinds.filter((kind) => !(`sync.kind.${kind}` in en)),
    [],
  )
})

test('every file is put in, and no two have the same key', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.en.json'))
  const keys = files
    .filter((file) => !file.startsWith('phrases.'))
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))))
  const shared = { ...statusTexts(sharedWords.en), ...decisionTexts(carWords.en) }
  const joined = Object.keys({ ...en, ...more }).filter((key) => !Object.hasOwn(shared, key))
  assert.deepEqual(keys.toSorted(), joined.toSorted())
})

test('the places of a tyre have the words that pages and paper have', () => {
  for (const [language, { tyrePlaces }] of Object.entries(carWords)) {
    const own = JSON.parse(readFileSync(`${import.meta.dirname}/checklist.${language}.json`, 'utf8'))
    for (const [place, word] of Object.entries(tyrePlaces)) assert.equal(own[`tyre.${place}`], word)
  }
})

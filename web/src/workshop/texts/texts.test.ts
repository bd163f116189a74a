import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { editKinds } from '@walkaround/contract/app/edits.ts'
import { carWords } from '@walkaround/contract/rules/car-words.ts'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { decisionTexts } from './decision-texts.ts'
import { texts as en } from './first/en.generated.ts'
import { texts as more } from './more/en.generated.ts'
import { statusTexts } from './status-texts.ts'

const languagesFolder = new URL('../../../../languages/', import.meta.url)

test('everything that waits to be sent has a word', () => {
  assert.deepEqual(
    editKinds.filter((kind) => !(`sync.kind.${kind}` in en)),
    [],
  )
})

test('every file is put in, and no two have the same key', () => {
  const folder = new URL('en/workshop/', languagesFolder)
  const files = readdirSync(folder)
  const keys = files
    .filter((file) => file !== 'phrases.json')
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))))
  const shared = { ...statusTexts(sharedWords.en), ...decisionTexts(carWords.en) }
  const joined = Object.keys({ ...en, ...more }).filter((key) => !Object.hasOwn(shared, key))
  assert.deepEqual(keys.toSorted(), joined.toSorted())
})

test('the places of a tyre have the words that pages and paper have', () => {
  for (const [language, { tyrePlaces }] of Object.entries(carWords)) {
    const own = JSON.parse(
      readFileSync(new URL(`${language}/workshop/checklist.json`, languagesFolder), 'utf8'),
    )
    for (const [place, word] of Object.entries(tyrePlaces)) assert.equal(own[`tyre.${place}`], word)
  }
})

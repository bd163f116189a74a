import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { editKinds } from '@walkaround/contract/app/edits.ts'
import { texts as en } from './first/en.generated.ts'
import { texts as more } from './more/en.generated.ts'

test('everything that waits to be sent has a word', () => {
  assert.deepEqual(
    editKinds.filter((kind) => !(`sync.kind.${kind}` in en)),
    [],
  )
})

test('every file is put in, and no two have the same key', () => {
  const folder = new URL('../../../../languages/en/workshop/', import.meta.url)
  const files = readdirSync(folder)
  const keys = files
    .filter((file) => file !== 'phrases.json')
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))))
  const joined = Object.keys({ ...en, ...more }).filter((key) => !/^status\.(red|amber|green)$/.test(key))
  assert.deepEqual(keys.toSorted(), joined.toSorted())
})

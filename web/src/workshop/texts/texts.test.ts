import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { editKinds } from '@walkaround/contract/app/edits.ts'
import { en } from './en.ts'
import { more } from './more.en.ts'

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
  const joined = Object.keys({ ...en, ...more }).filter((key) => !/^status\.(red|amber|green)$/.test(key))
  assert.deepEqual(keys.toSorted(), joined.toSorted())
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { texts as later } from './later/en.generated.ts'

const consoleFolder = new URL('../', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, consoleFolder), 'utf8')

test('words that come with pages are said by those pages alone', () => {
  const withWords = [...textOf('pages/registry.tsx').matchAll(/withWords\(.*import\('\.\/([\w-]+)\//g)].map(
    ([, folder]) => `pages/${folder}/`,
  )
  assert.ok(withWords.length > 0)
  const files = readdirSync(consoleFolder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.generated.') && !name.includes('.test.'))
  const said = files.flatMap((name) =>
    Object.keys(later).flatMap((key) => (textOf(name).includes(`'${key}'`) ? [{ name, key }] : [])),
  )
  assert.ok(said.length > 0)
  const elsewhere = said.filter(({ name }) => !withWords.some((folder) => name.startsWith(folder)))
  assert.deepEqual(elsewhere, [])
})

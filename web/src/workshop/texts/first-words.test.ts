// Screens that come without the later words say none of them: a word that is not there yet stops the screen.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { texts as more } from './more/en.generated.ts'

const root = join(import.meta.dirname, '..')

/** Imports of any kind, without those that bring the later words along. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/lateWithMore(?:<[^(]*>)?\(\s*async[^\n]*\n/g, '')
    // A type brings no code.
    .replaceAll(/import type [^\n]*\n/g, '')
  const paths = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g)].map(([, path = '']) => path)
  return paths.map((path) => join(dirname(file), path)).filter((path) => path.startsWith(root))
}

function reachedFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const next of importsOf(file)) reachedFrom(next, found)
  return found
}

test('what is loaded without the later words says none of them', () => {
  const files = [...reachedFrom(join(root, 'main.tsx'))].filter((file) => !file.includes('/texts/'))
  assert.ok(files.length > 100, `${files.length} files`)
  assert.ok(!files.some((file) => file.endsWith('quotes-screen.tsx')))
  const said = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([a-z]+\.[\w.]+)'/gi)]
      .map(([, key = '']) => key)
      .filter((key) => key in more)
      .map((key) => `${relative(root, file)}: ${key}`),
  )
  assert.deepEqual([...new Set(said)], [])
})

// What a bundle of the office borrows from the app says only words that the bundle has: the compiler checks those parts by the words of the
// app.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { texts as console } from '../../console/texts/en.generated.ts'
import { texts as desk } from '../../desk/texts/en.generated.ts'
import { texts as first } from '../../workshop/texts/first/en.generated.ts'
import { texts as more } from '../../workshop/texts/more/en.generated.ts'

const web = join(import.meta.dirname, '../..')

/** Imports of any kind but those of types, which bring no code along. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^import type [^']*'[^']*'$/gm, '')
  const paths = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g)].map(([, path = '']) => path)
  return paths.map((path) => join(dirname(file), path)).filter((path) => existsSync(path))
}

function reachedFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const next of importsOf(file)) reachedFrom(next, found)
  return found
}

/** Bundles with their words. */
const bundles = { console, desk }

for (const [bundle, own] of Object.entries(bundles))
  test(`every word of the app that the ${bundle} may say is one of its own`, () => {
    const reached = [...reachedFrom(join(web, bundle, 'main.tsx'))].map((file) => relative(web, file))
    // Addresses of the app come with the names of its screens, which no bundle shows.
    const lent = reached.filter((file) => file.startsWith('workshop/') && file !== 'workshop/paths.ts')
    assert.ok(lent.includes('workshop/ui/parts.tsx') && lent.includes('workshop/screens/sign-in-form.tsx'))
    const said = lent.flatMap((file) =>
      [...readFileSync(join(web, file), 'utf8').matchAll(/'([a-z]+\.[\w.]+)'/gi)]
        .map(([, key = '']) => key)
        .filter((key) => (key in first || key in more) && !(key in own))
        .map((key) => `${file}: ${key}`),
    )
    assert.deepEqual([...new Set(said)], [])
  })

// Which files come to a database, told by what they import, however far. On a second database only those tests say something
// new.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const DATABASES = ['server/src/db/embedded.ts', 'server/src/db/postgres.ts', 'scripts/postgres.ts']
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/** Paths are relative to the root, with slashes. */
export function createReach(root: string): (file: string) => boolean {
  const imports = new Map<string, string[]>()

  function importsOf(file: string): string[] {
    const known = imports.get(file)
    if (known) return known
    const path = join(root, file)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const found = [...text.matchAll(IMPORT)].map(([, to]) => join(dirname(file), to as string))
    imports.set(file, found)
    return found
  }

  return (file) => {
    const seen = new Set([file])
    // Grows while it is walked.
    for (const one of seen) {
      if (DATABASES.includes(one.replaceAll('\\', '/'))) return true
      for (const next of importsOf(one)) seen.add(next)
    }
    return false
  }
}

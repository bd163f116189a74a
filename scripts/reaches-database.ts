// Which files come to a database, told by what they import, however far. On a second database only those tests say something
// new.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, root } from '../server/test/support/source-files.ts'

const DATABASES = ['server/src/db/embedded.ts', 'server/src/db/postgres.ts', 'scripts/postgres.ts']
const known = new Map<string, string[]>()

function nextOf(file: string): string[] {
  const next = known.get(file) ?? (existsSync(join(root, file)) ? importsOf(file) : []).map(({ to }) => to)
  known.set(file, next)
  return next
}

/** `file` is relative to the root. */
export function reachesDatabase(file: string): boolean {
  const seen = new Set([file.replaceAll('\\', '/')])
  // Grows while it is walked.
  for (const one of seen) {
    if (DATABASES.includes(one)) return true
    for (const next of nextOf(one)) seen.add(next)
  }
  return false
}

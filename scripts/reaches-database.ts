// Which test files a second database may matter to, by their direct and indirect imports: only a file that can read the URL of the
// suite's database, or starts one itself, can behave differently. And which of them depend on what an engine does of its own.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, root, textOf } from '../server/test/support/source-files.ts'

const URL_NAME = 'WALKAROUND_TEST_DATABASE_URL'
const STARTS_ONE = 'scripts/postgres.ts'
type Known = { readonly asks: boolean; readonly next: readonly string[] }
const known = new Map<string, Known>()

function look(file: string): Known {
  const found = known.get(file) ?? {
    asks: file === STARTS_ONE || (existsSync(join(root, file)) && textOf(file).includes(URL_NAME)),
    next: existsSync(join(root, file)) ? importsOf(file).map(({ to }) => to) : [],
  }
  known.set(file, found)
  return found
}

/** `file` is relative to the root. */
export function reachesDatabase(file: string): boolean {
  const seen = new Set([file.replaceAll('\\', '/')])
  // Grows during the loop.
  for (const one of seen) {
    const { asks, next } = look(one)
    if (asks) return true
    for (const further of next) seen.add(further)
  }
  return false
}

/** Where connections, locks, drivers and long series of statements are at work; not one request and its reply. */
const ofEngine = [
  'scripts/postgres.process.test.ts',
  'server/src/db/',
  'server/test/api/app-events.test.ts',
  'server/test/callbacks/',
  'server/test/jobs.test.ts',
  'server/test/model/',
  'server/test/races/',
]

/** Of these, what has to do with files: every engine gives the same names of them. */
const ofFiles = ['server/src/db/backup-stored.test.ts']

export const dependsOnEngine = (file: string): boolean =>
  reachesDatabase(file) && ofEngine.some((start) => file.startsWith(start)) && !ofFiles.includes(file)

// On files of the project itself: a wrong result would silently leave out tests.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { dependsOnEngine, reachesDatabase } from './reaches-database.ts'

const root = resolve(import.meta.dirname, '..')
const tests = globSync('server/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })

test('tests that use the shared database, or start whole services, come to one', () => {
  const using = tests.filter((file) =>
    /support\/(?:database|process|api|clients)\.ts'/.test(readFileSync(resolve(root, file), 'utf8')),
  )
  assert.ok(using.length > 60, `${using.length}`)
  assert.deepEqual(
    using.filter((file) => !reachesDatabase(file)),
    [],
  )
})

test('tests of rules do not', () => {
  const pure = tests.filter((file) => file.endsWith('/rules.test.ts'))
  assert.ok(pure.length > 5, `${pure.length}`)
  assert.deepEqual(pure.filter(reachesDatabase), [])
})

test('tests that open an engine of their own, whatever the suite runs on, do not', () => {
  assert.equal(reachesDatabase('server/src/db/embedded.test.ts'), false)
  assert.equal(reachesDatabase('server/src/db/restore-forged.test.ts'), false)
})

test('tests of single requests do not depend on the engine', () => {
  assert.equal(dependsOnEngine('server/test/races/races.test.ts'), true)
  assert.equal(dependsOnEngine('server/test/api/leads.test.ts'), false)
  assert.equal(dependsOnEngine('server/src/db/embedded.test.ts'), false)
  assert.equal(dependsOnEngine('server/src/db/backup.test.ts'), true)
  assert.equal(dependsOnEngine('server/src/db/backup-stored.test.ts'), false)
})

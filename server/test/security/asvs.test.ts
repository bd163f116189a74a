// Compares the table of OWASP ASVS in SECURITY.md, and the lists beside it, with the project: nothing that is gone may be named
// there, and nothing may be missing. asvs-5.0.0.json has the ids of levels 1 and 2 of the standard.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, test } from 'node:test'
import { root, textOf } from '../support/source-files.ts'

const text = textOf('SECURITY.md')
const ids = JSON.parse(textOf('server/test/security/asvs-5.0.0.json')) as Record<'1' | '2', string[]>

interface Row {
  id: string
  level: string
  state: string
  proof: string
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const rows: Row[] = [...text.matchAll(/^\| \d+\.\d+\.\d+ \|.*$/gm)].map(([line]) => {
  const [id = '', level = '', , state = '', proof = ''] = cellsOf(line)
  return { id, level, state, proof }
})

/** Files with the titles after them. */
function testsOf({ proof }: Row): { file: string; title: string }[] {
  let file = ''
  return [...proof.matchAll(/`([^`]+\.ts)` (?=“)|“([^”]+)”/g)].flatMap(([, named, title]) => {
    if (named !== undefined) file = named
    return title === undefined ? [] : [{ file, title }]
  })
}

/** As it may be in the source, between any quotes. */
const isTitle = (source: string, title: string) =>
  [`'`, '"', '`'].some((quote) =>
    source.includes(`${quote}${title.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`),
  )

const section = (title: string) =>
  text
    .split(/^## /m)
    .find((part) => part.startsWith(`${title}\n`))
    ?.slice(title.length) ?? ''

describe('the table of ASVS', () => {
  test('has every requirement of levels 1 and 2 once, with its level', () => {
    assert.deepEqual([ids[1].length, ids[2].length], [70, 183])
    for (const level of ['1', '2'] as const)
      assert.deepEqual(
        rows.filter((row) => row.level === level).map(({ id }) => id),
        ids[level],
      )
    assert.equal(rows.length, 253)
  })

  test('names tests that are there, by their titles', () => {
    const lost = rows
      .flatMap((row) => testsOf(row).map((named) => ({ ...named, id: row.id })))
      .filter(({ file, title }) => !existsSync(join(root, file)) || !isTitle(textOf(file), title))
    assert.deepEqual(lost, [])
  })

  test('says of what is held which tests show it, of the rest why', () => {
    for (const row of rows) {
      assert.ok(['held', 'does not apply', 'open'].includes(row.state), `${row.id}: ${row.state}`)
      assert.equal(testsOf(row).length > 0, row.state === 'held', row.id)
      assert.ok(row.proof.length > 3, row.id)
    }
  })

  test('is added up rightly, and nothing of level 1 is open', () => {
    for (const level of ['1', '2']) {
      const of = rows.filter((row) => row.level === level)
      const counts = ['held', 'does not apply', 'open'].map(
        (state) => of.filter((row) => row.state === state).length,
      )
      assert.ok(text.includes(`| ${level} | ${of.length} | ${counts.join(' | ')} |`), `${counts}`)
    }
    assert.deepEqual(
      rows.filter(({ level, state }) => level === '1' && state === 'open'),
      [],
    )
  })
})

test('every page and heading SECURITY.md leads to is there', () => {
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-')
  for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
    const [file = '', anchor] = target.split('#')
    const path = file === '' ? 'SECURITY.md' : posix.join(dirname('SECURITY.md'), file)
    assert.ok(existsSync(join(root, path)), target)
    const headings = [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading))
    if (anchor !== undefined) assert.ok(headings.includes(anchor), target)
  }
})

test('the keys are made where the table says, by what it says', () => {
  const entries = [...section('Keys and algorithms').matchAll(/^\| .*`(server\/src\/[^`]+)`.*$/gm)]
  assert.ok(entries.length >= 10, `${entries.length} keys`)
  for (const [line, file = ''] of entries) {
    const [, means = ''] = cellsOf(line)
    const code = textOf(file).toLowerCase()
    const known = ['ecdsa', 'aes-256-gcm', 'hkdf', 'createhmac', 'argon2', 'sha256']
    const named = known.filter((word) => means.toLowerCase().replace('sha-256', 'sha256').includes(word))
    assert.ok(named.length > 0, line)
    for (const word of named)
      assert.ok(code.replaceAll('sha-256', 'sha256').includes(word), `${file} has no ${word}`)
  }
})

test('whom the service calls names every setting that holds an address', () => {
  const settings = [...textOf('docs/settings.md').matchAll(/^\| (?:<a [^>]*><\/a>)?`(\w+)`/gm)].map(
    ([, name = '']) => name,
  )
  const addresses = settings.filter((name) => /_URL$|_ENDPOINT$|TELEGRAM_TOKEN$/.test(name))
  assert.ok(addresses.length >= 6)
  const told = section('Whom the service calls')
  for (const name of addresses.filter((one) => one !== 'WALKAROUND_BASE_URL'))
    assert.ok(told.includes(`\`${name}\``), name)
})

test('every table of the database has its class of data', () => {
  const tables = [...textOf('server/migrations/schema.sql').matchAll(/^create table (\w+)/gm)]
  assert.ok(tables.length > 40)
  const told = section('What is sensitive')
  for (const [, name = ''] of tables)
    assert.equal(told.split(`\`${name}\``).length - 1, 1, `${name} must stand in one class of SECURITY.md`)
})

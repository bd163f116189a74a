import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCommaSeparated } from './comma-separated.ts'

test('cells are quoted where they must be, and no words become a formula', () => {
  const text = toCommaSeparated([
    ['branch', 'sold', 'said'],
    ['North, main', -1.5, 'say "no"'],
    ['=HYPERLINK(1)', undefined, 'two\nlines'],
  ])
  assert.equal(
    text,
    '\uFEFFbranch,sold,said\r\n"North, main",-1.5,"say ""no"""\r\n\'=HYPERLINK(1),,"two\nlines"\r\n',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromSeparated, toCommaSeparated } from './comma-separated.ts'

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

test('rows are read from files and from copied cells, with the line on which each begins', () => {
  const cellsOf = (text: string) => fromSeparated(text).rows.map(({ line, cells }) => [line, ...cells])
  assert.deepEqual(cellsOf('\uFEFFa,b\r\n\r\n c , "d, ""e"""\r\n'), [
    [1, 'a', 'b'],
    [3, 'c', 'd, "e"'],
  ])
  assert.deepEqual(cellsOf('a;b,c\rd;e'), [
    [1, 'a', 'b,c'],
    [2, 'd', 'e'],
  ])
  assert.deepEqual(cellsOf('\n"two\nlines"\tb\nc\td'), [
    [2, 'two\nlines', 'b'],
    [4, 'c', 'd'],
  ])
  assert.deepEqual(cellsOf(' \n,,\n'), [])
  assert.deepEqual(fromSeparated('a,b\n"c,d\ne'), {
    rows: [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['c,d\ne'] },
    ],
    openQuote: 2,
  })
  const rows = [
    ['North, main', 'say "no"', 'two\nlines'],
    ['x', '', 'y'],
  ]
  assert.deepEqual(
    fromSeparated(toCommaSeparated(rows)).rows.map(({ cells }) => cells),
    rows,
  )
})

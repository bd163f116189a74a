import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fields, shown, table, widthOf, wrapped } from './table.ts'

const columns = [
  { title: 'ID', value: (row: { id: string; name: string }) => row.id },
  { title: 'NAME', value: (row: { id: string; name: string }) => row.name },
]

describe('tables', () => {
  test('columns are as wide as their widest cell, in cells of a terminal', () => {
    const rows = [
      { id: 'a', name: 'Zoë' },
      { id: '東京', name: 'Моторс' },
    ]
    assert.equal(table(columns, rows, 80), 'ID    NAME\na     Zoë\n東京  Моторс')
  })

  test('rows that do not fit become blocks', () => {
    const rows = [
      { id: 'one', name: 'a long name' },
      { id: 'two', name: '' },
    ]
    assert.equal(table(columns, rows, 10), 'id    one\nname  a long name\n\nid  two')
    assert.equal(table(columns, rows, 16), 'ID   NAME\none  a long name\ntwo')
  })

  test('stored text cannot steer the terminal', () => {
    const evil = 'x\u001b[2Jy\r\nz\u202e'
    assert.equal(shown(evil), 'x\\u{1b}[2Jy\\u{d}\\u{a}z\\u{202e}')
    assert.ok(!table(columns, [{ id: evil, name: evil }], 200).includes('\u001b'))
    assert.ok(!fields([['name', evil]]).includes('\u001b'))
  })

  test('combining marks take no cell and emoji two', () => {
    assert.equal(widthOf('e\u0301'), 1)
    assert.equal(widthOf('🚗'), 2)
  })

  test('text breaks at spaces and never inside a word', () => {
    assert.equal(wrapped('one two three', 7, '  '), 'one two\n  three')
    assert.equal(wrapped('/a/very/long/path', 5), '/a/very/long/path')
  })
})

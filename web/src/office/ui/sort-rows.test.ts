import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextOrder, orderOf, sortRows } from './sort-rows.ts'

describe('the order of rows', () => {
  const values = (cells: (string | number | undefined)[], isDown: boolean, locale = 'en') =>
    sortRows(
      cells.map((cell, at) => ({ cell, at })),
      ({ cell }) => cell,
      isDown,
      locale,
    ).map(({ cell, at }) => cell ?? `none ${at}`)

  test('numbers go by size, and what is absent comes last either way', () => {
    assert.deepEqual(values([10, undefined, 9, -1], false), [-1, 9, 10, 'none 1'])
    assert.deepEqual(values([10, undefined, 9, -1], true), [10, 9, -1, 'none 1'])
  })

  test('words go by the alphabet of the language, and numbers in them by size', () => {
    assert.deepEqual(values(['Bay 10', 'bay 9', 'Älpe', 'Zell'], false, 'de'), [
      'Älpe',
      'bay 9',
      'Bay 10',
      'Zell',
    ])
  })

  test('equal rows stay as they were', () => {
    const rows = [
      { id: 'a', sold: 1 },
      { id: 'b', sold: 1 },
    ]
    const sorted = (isDown: boolean) => sortRows(rows, ({ sold }) => sold, isDown, 'en').map(({ id }) => id)
    assert.deepEqual(
      [sorted(false), sorted(true)],
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    )
  })

  test('the first tap shows the most of a number and the first of words, the second the other end', () => {
    assert.equal(nextOrder(undefined, 'sold', true), '-sold')
    assert.equal(nextOrder(orderOf('-sold'), 'sold', true), 'sold')
    assert.equal(nextOrder(orderOf('-sold'), 'name', false), 'name')
    assert.equal(nextOrder(orderOf('name'), 'name', false), '-name')
    assert.equal(orderOf(''), undefined)
  })
})

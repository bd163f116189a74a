import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Block, fullRoom, type Stacked } from './block.ts'
import { type Density, paginate } from './flow.ts'
import { table } from './table.ts'
import { page } from './theme.ts'

const blockOf = (height: number): Block => ({ height, first: height, draw() {} })
const parts = (count: number, height: number, gap = 20): Stacked[] =>
  Array.from({ length: count }, () => ({ block: blockOf(height), gap }))
const heights = (items: (density: Density) => Stacked[], top: number = page.runningTop) =>
  paginate(items, top).map(({ height }) => Math.round(height))

describe('pages', () => {
  test('are airy as long as the last one has something on it', () => {
    const seen: Density[] = []
    const items = (density: Density) => {
      seen.push(density)
      return parts(10, 100)
    }
    // Six blocks of 100 with gaps of 20 fit on a page.
    assert.deepEqual(heights(items), [700, 460])
    assert.deepEqual(seen, ['airy'])
  })

  test('are denser where that saves one', () => {
    const items = () => parts(7, 94, 14)
    assert.ok(7 * 94 + 6 * 14 > fullRoom)
    assert.deepEqual(heights(items), [Math.round(7 * 94 + 6 * 14 * 0.6)])
  })

  test('stay airy where it would not, and the last one takes over so much that it is not nearly empty', () => {
    assert.deepEqual(
      heights(() => parts(7, 110, 0)),
      [440, 330],
    )
    assert.deepEqual(
      heights(() => parts(13, 110, 0)),
      [660, 440, 330],
    )
    // Nothing can be moved from a page that is one piece.
    const piece = { block: blockOf(700), gap: 0 }
    assert.deepEqual(
      heights(() => [piece, ...parts(1, 110, 0)]),
      [700, 110],
    )
  })

  test('have two rows of a table at least, before a break and after it', () => {
    const column = { title: 'T', width: 200 }
    const high = table([column], [{ cells: ['1'] }]).height
    const one = table([column], [{ cells: ['1'] }, { cells: ['2'] }]).height - high
    const rowsOf = (block: Block | undefined) => Math.round(((block?.height ?? 0) - (high - one)) / one)
    for (let count = 4; count < 90; count++) {
      const rows = Array.from({ length: count }, (_, index) => ({ cells: [`${index}`] }))
      for (let room = high; room < fullRoom; room += 7) {
        const parts = table([column], rows).split?.(room)
        if (!parts || room >= table([column], rows).height) continue
        const [before, after] = parts.map(rowsOf) as [number, number]
        assert.equal(before + after, count)
        assert.ok(after >= 2, `${count} rows in ${room}: ${after} alone`)
      }
      assert.ok(table([column], rows).first > high, 'a page would end with one row')
    }
    const total = { cells: ['Total'], isTotal: true }
    const parts = table([column], [...Array.from({ length: 5 }, () => ({ cells: ['x'] })), total]).split?.(
      high + 3 * one + 1,
    )
    assert.deepEqual(parts?.map(rowsOf), [3, 3])
  })

  test('take what the dense content makes smaller', () => {
    const items = (density: Density) => parts(3, density === 'dense' ? 200 : 280, 0)
    assert.deepEqual(heights(items), [600])
  })

  test('begin below a letterhead, and what fits nowhere is drawn all the same', () => {
    assert.deepEqual(
      heights(() => parts(1, 500), 400),
      [0, 500],
    )
    assert.deepEqual(
      heights(() => parts(1, 2000)),
      [2000],
    )
  })
})

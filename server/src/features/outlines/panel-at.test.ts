import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { flattenPath, parsePath } from '../../lib/outline-path.ts'
import { bodyStyles, type Outline } from './outline.ts'
import { getOutline } from './outlines.ts'
import { findPanelAt, panelAt } from './panel-at.ts'

const small: Outline = {
  style: 'van',
  viewBox: [100, 100],
  views: [{ id: 'top', box: [0, 0, 100, 100] }],
  panels: [
    { id: 'roof', view: 'top', kind: 'paint', centre: [20, 20], path: 'M10 10L90 10L90 90L10 90Z' },
    {
      id: 'hatch',
      view: 'top',
      kind: 'glass',
      centre: [50, 50],
      path: 'M40 50C40 36.7 60 36.7 60 50C60 63.3 40 63.3 40 50Z',
    },
  ],
  lines: [],
}

describe('the panel at a point', () => {
  test('is the last one that has it', () => {
    assert.equal(panelAt(small, 20, 20), 'roof')
    assert.equal(panelAt(small, 50, 50), 'hatch')
    assert.equal(panelAt(small, 41, 42), 'roof', 'the corner that the curve leaves out')
    assert.equal(panelAt(small, 5, 50), undefined)
  })

  test('is none where there is no number', () => {
    assert.equal(panelAt(small, Number.NaN, 50), undefined)
    assert.equal(panelAt(small, Number.POSITIVE_INFINITY, 50), undefined)
  })

  test('lies in the view that holds the point, and mirrors with it', () => {
    const opposite: Record<string, string> = { left: 'right', right: 'left', Left: 'Right', Right: 'Left' }
    const coordinate = (max: number) => fc.double({ min: -20, max: max + 20, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...bodyStyles), coordinate(1000), coordinate(640), (style, x, y) => {
        const outline = getOutline(style)
        const hit = findPanelAt(outline, x, y)
        if (!hit) return
        const [bx, by, w, h] = outline.views.find(({ id }) => id === hit.view)?.box ?? assert.fail()
        assert.ok(x >= bx && y >= by && x <= bx + w && y <= by + h)
        // At an edge, rounding to tenths may give different results on the two sides.
        const around = [-0.2, 0, 0.2].flatMap((dx) =>
          [-0.2, 0, 0.2].map((dy) => panelAt(outline, x + dx, 640 - y + dy)),
        )
        const twin = hit.id.replace(/left|right|Left|Right/, (side) => opposite[side] as string)
        assert.ok(around.includes(twin), `${style}: ${hit.id} at ${x} ${y}, but ${around} opposite`)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a path', () => {
  test('is read into its commands', () => {
    assert.deepEqual(parsePath('M1 -2.5L3 4C1 2 3 4 5 6Z'), [
      { name: 'M', to: [1, -2.5] },
      { name: 'L', to: [3, 4] },
      { name: 'C', first: [1, 2], second: [3, 4], to: [5, 6] },
      { name: 'Z' },
    ])
  })

  for (const wrong of [
    '',
    'L1 2',
    'M1',
    'M1 2 3',
    'm1 2',
    'M1 2H4',
    'M1 2C1 2 3 4',
    'M1.25 2',
    'M1,2',
    'M1 2Z5',
    'MNaN 1',
  ]) {
    test(`is refused when it is «${wrong}»`, () => {
      assert.throws(() => parsePath(wrong), Error)
    })
  }

  test('a curve ends where it should and stays near its true line', () => {
    const [polygon = []] = flattenPath('M0 0C0 55.2 44.8 100 100 100')
    assert.deepEqual(polygon.at(-1), [100, 100])
    for (const [x, y] of polygon) assert.ok(Math.abs(Math.hypot(x - 100, y) - 100) < 0.2, `${x} ${y}`)
  })
})

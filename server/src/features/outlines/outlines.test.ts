import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { flattenPath, parsePath } from '../../lib/outline-path.ts'
import { type Outline, type Panel, type ViewId, viewIds } from './outline.ts'
import { getOutline, isBodyStyle, listBodyStyles } from './outlines.ts'
import { findPanelAt } from './panel-at.ts'
import { panelName } from './panel-names.ts'

const both = (id: string) => [id.replace('#', 'Left'), id.replace('#', 'Right')]
const sides = (id: string) => [`left${id}`, `right${id}`]

/** Panels every vehicle must have, by view. */
const required: Record<ViewId, string[]> = {
  top: [
    ...['bonnet', 'roof', 'bootLid', 'windscreen', 'rearWindow', 'frontBumper', 'rearBumper'],
    ...both('front#Wing'),
    ...both('rear#Wing'),
    ...both('front#Door'),
    ...both('front#DoorGlass'),
    ...sides('Mirror'),
    ...sides('Headlamp'),
    ...sides('TailLamp'),
  ],
  left: ofSide('Left'),
  right: ofSide('Right'),
  front: [
    ...['bonnet', 'roof', 'windscreen', 'frontBumper', 'grille'],
    ...sides('Headlamp'),
    ...sides('Mirror'),
    ...both('front#Wheel'),
    ...both('front#Wing'),
  ],
  rear: [
    ...['bootLid', 'roof', 'rearWindow', 'rearBumper'],
    ...sides('TailLamp'),
    ...sides('Mirror'),
    ...both('rear#Wheel'),
    ...both('rear#Wing'),
  ],
}

function ofSide(side: 'Left' | 'Right'): string[] {
  const low = side.toLowerCase()
  return [
    ...['bonnet', 'bootLid', 'frontBumper', 'rearBumper'],
    ...[`${low}Sill`, `${low}Mirror`, `${low}Headlamp`, `${low}TailLamp`, `${low}RoofFrame`],
    ...[`front${side}Door`, `front${side}DoorGlass`, `front${side}Wing`, `rear${side}Wing`],
    ...[`front${side}Wheel`, `rear${side}Wheel`],
  ]
}

const mirrored = (id: string) => id.replace(/left|right|Left|Right/, (side) => opposite[side] as string)
const opposite: Record<string, string> = { left: 'right', right: 'left', Left: 'Right', Right: 'Left' }
const mirroredView = (view: ViewId) => opposite[view] ?? view

const boxOf = (outline: Outline, view: ViewId) =>
  outline.views.find(({ id }) => id === view)?.box ?? assert.fail(`no view ${view}`)

for (const style of listBodyStyles()) {
  describe(`the outline of a ${style}`, () => {
    const outline = getOutline(style)
    const [width, height] = outline.viewBox

    test('has five views that do not overlap, in the common box', () => {
      assert.equal(outline.style, style)
      assert.deepEqual([width, height], [1000, 640])
      assert.deepEqual(
        outline.views.map(({ id }) => id),
        [...viewIds],
      )
      for (const { id, box } of outline.views) {
        const [x, y, w, h] = box
        assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height && w > 100 && h > 100, `${id} ${box}`)
        for (const other of outline.views.filter((view) => view.id !== id)) {
          const [ox, oy, ow, oh] = other.box
          assert.ok(x + w <= ox || ox + ow <= x || y + h <= oy || oy + oh <= y, `${id} and ${other.id}`)
        }
      }
    })

    test('has every panel a vehicle has, once in a view', () => {
      for (const view of viewIds) {
        const ids = outline.panels.filter((panel) => panel.view === view).map(({ id }) => id)
        assert.equal(new Set(ids).size, ids.length, view)
        assert.deepEqual(
          required[view].filter((id) => !ids.includes(id)),
          [],
          view,
        )
      }
    })

    test('panels are closed and lie within their view', () => {
      for (const panel of outline.panels) {
        assert.ok(panel.path.endsWith('Z'), panel.id)
        const [x, y, w, h] = boxOf(outline, panel.view)
        for (const [px, py] of flattenPath(panel.path).flat()) {
          assert.ok(
            px >= x && py >= y && px <= x + w && py <= y + h,
            `${panel.view} ${panel.id}: ${px} ${py}`,
          )
        }
      }
    })

    test('lines can be read, lie within their view and keep to three weights', () => {
      for (const { view, path, weight } of outline.lines) {
        assert.ok(parsePath(path).length > 0)
        const [x, y, w, h] = boxOf(outline, view)
        for (const [px, py] of flattenPath(path).flat()) {
          assert.ok(px >= x && py >= y && px <= x + w && py <= y + h, `${view}: ${px} ${py}`)
        }
        assert.ok([2, 1.2, 0.7].includes(weight))
      }
      assert.deepEqual(new Set(outline.lines.map(({ view }) => view)), new Set(viewIds))
    })

    test('the centre of a panel is on that panel', () => {
      for (const { id, view, centre } of outline.panels) {
        const hit = findPanelAt(outline, ...centre)
        assert.deepEqual([hit?.id, hit?.view], [id, view])
      }
    })

    test('left and right are mirror images', () => {
      const near = (one: Panel, other: Panel) =>
        flattenPath(one.path)
          .flat()
          .every(([x, y], i) => {
            const [ox, oy] = flattenPath(other.path).flat()[i] ?? [Number.NaN, Number.NaN]
            return Math.abs(x - ox) <= 0.11 && Math.abs(y - (height - oy)) <= 0.11
          })
      const sided = outline.panels.filter(({ id, view }) => /left/i.test(id) || view === 'left')
      assert.ok(sided.length >= 30, `${sided.length}`)
      for (const panel of sided) {
        const twin = outline.panels.find(
          ({ id, view }) => id === mirrored(panel.id) && view === mirroredView(panel.view),
        )
        assert.ok(twin && near(panel, twin), `${panel.view} ${panel.id}`)
      }
    })

    test('the vehicle has no hole: a straight cut through it stays on panels from edge to edge', () => {
      const step = 0.9
      // From above, mirrors are separate; and rounding to tenths may leave an invisible gap.
      const isOn = (x: number, y: number) =>
        [0, 0.15, -0.15].some((off) => {
          const hit = findPanelAt(outline, x + off, y + off)
          return hit !== undefined && !(hit.view === 'top' && hit.id.endsWith('Mirror'))
        })
      const count = (from: number, size: number, at: (place: number) => boolean, where: string) => {
        const hits = Array.from({ length: Math.floor(size / step) }, (_, i) => at(from + i * step))
        const [first, last] = [hits.indexOf(true), hits.lastIndexOf(true)]
        assert.ok(!hits.slice(first, last).includes(false), where)
        return last - first
      }
      for (const view of viewIds) {
        const [x, y, w, h] = boxOf(outline, view)
        const isEnd = view === 'front' || view === 'rear'
        let cut = 0
        // From side to side; from the front and the rear upward, up to the mirrors.
        for (let share = isEnd ? 0.2 : 0.01; share < (isEnd ? 0.8 : 0.99); share += 0.0073) {
          cut += isEnd
            ? count(x, w, (px) => isOn(px, y + h * share), `${view}, ${share} across`)
            : count(y, h, (py) => isOn(x + w * share, py), `${view}, ${share} along`)
        }
        assert.ok(cut > 3000, `${view} ${cut}`)
      }
    })

    test('every panel has a name in every language', () => {
      for (const { id } of outline.panels) {
        const english = panelName(id, 'en')
        assert.notEqual(english, id)
        for (const language of languages)
          assert.equal(panelName(id, language) === english, language === 'en', `${id} in ${language}`)
      }
    })
  })
}

describe('outlines', () => {
  test('are read once and cannot be changed', () => {
    const outline = getOutline('suv')
    assert.equal(getOutline('suv'), outline)
    assert.throws(() => Object.assign(outline.panels[0] as Panel, { id: 'other' }), TypeError)
    assert.throws(() => (outline.viewBox as unknown as number[]).push(1), TypeError)
  })

  test('know their styles', () => {
    assert.ok(isBodyStyle('pickup'))
    assert.ok(!isBodyStyle('tank'))
    assert.ok(!isBodyStyle('constructor'))
  })

  test('names fall back from the region to the language to English to the id', () => {
    assert.equal(panelName('roof', 'de-AT'), 'Dach')
    assert.equal(panelName('roof', 'xx'), 'Roof')
    assert.equal(panelName('roof', '../../secret'), 'Roof')
    assert.equal(panelName('spoiler', 'de'), 'spoiler')
    assert.equal(panelName('constructor', 'de'), 'constructor')
  })
})

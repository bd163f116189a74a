// Shapes on photos: what is accepted, what is blurred, and that every drawing can be drawn everywhere.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MarkupShape } from '../app/markup.ts'
import { areaOf, blurredAreas, drawingExtent, drawShapes, findShapeFault, tidyShapes } from './markup.ts'
import { markupWords, withMarkup } from './markup-words.ts'

const photo = { width: 4032, height: 3024 }
const text = (words: string, x = 0.1, y = 0.1): MarkupShape => ({ kind: 'text', colour: 'red', x, y, words })

test('shapes are rounded and cut at the edges of the photo', () => {
  assert.deepEqual(
    tidyShapes([
      { kind: 'blur', x: 0.900004, y: 0.5, width: 0.5, height: 0.33333333 },
      { kind: 'arrow', colour: 'blue', x: 0.1, y: 0.2, toX: 0.30001, toY: 1 },
      text('  two \n words '),
    ]),
    [
      { kind: 'blur', x: 0.9, y: 0.5, width: 0.1, height: 0.3333 },
      { kind: 'arrow', colour: 'blue', x: 0.1, y: 0.2, toX: 0.3, toY: 1 },
      text('two words'),
    ],
  )
  assert.equal(findShapeFault([text('a')]), undefined)
  assert.match(findShapeFault([text('')]) ?? '', /^shapes\[0\]\.words: /)
})

test('a blurred area covers every pixel it touches, also at the edges', () => {
  const whole: MarkupShape = { kind: 'blur', x: 0.9999, y: 0.9999, width: 0.0001, height: 0.0001 }
  assert.deepEqual(blurredAreas([whole], { width: 90, height: 60 }), [{ x: 89, y: 59, width: 1, height: 1 }])
  const some: MarkupShape = { kind: 'blur', x: 0.251, y: 0.1, width: 0.1, height: 0.1 }
  assert.deepEqual(blurredAreas([some, text('no')], { width: 100, height: 100 }), [
    { x: 25, y: 10, width: 11, height: 10 },
  ])
})

describe('a drawing', () => {
  const all: MarkupShape[] = [
    { kind: 'arrow', colour: 'red', x: 0, y: 0, toX: 1, toY: 1 },
    { kind: 'arrow', colour: 'black', x: 0.5, y: 0.5, toX: 0.5, toY: 0.52 },
    { kind: 'circle', colour: 'green', x: 0.2, y: 0.2, width: 0.3, height: 0.1 },
  ]

  test('uses only absolute M, L, C and Z with one decimal, which every medium draws alike', () => {
    for (const one of drawShapes(all, photo)) {
      assert.notEqual(one.kind, 'text')
      if (one.kind !== 'text') assert.match(one.path, /^M[-0-9. ]+(?:[LC][-0-9. ]+)+Z$/)
      if (one.kind !== 'text') assert.doesNotMatch(one.path, /\.\d\d|e|NaN/)
    }
  })

  test('has a white line around everything, painted first', () => {
    const drawn = drawShapes(all, photo)
    assert.equal(drawn.length, 2 * all.length)
    for (const [index, one] of drawn.entries())
      assert.equal(one.colour === '#ffffff', index % 2 === 0, String(index))
  })

  test('keeps words inside the photo, wherever they begin and however long they are', () => {
    for (const extent of [photo, { width: 300, height: 1200 }, { width: 1600, height: 400 }])
      for (const words of [
        'crack',
        'W'.repeat(80),
        'Bremsscheibe vorne links gerissen, bitte vor der Weiterfahrt ersetzen lassen',
      ])
        for (const [x, y] of [
          [0, 0],
          [1, 1],
          [0.7, 0.5],
        ] as const) {
          const { width, height } = drawingExtent(extent)
          const area = areaOf(text(words, x, y), extent)
          assert.ok(area.x >= 0 && area.x + area.width <= width, `${words} at ${x} in ${width}`)
          const [drawn] = drawShapes([text(words, x, y)], extent)
          assert.ok(drawn?.kind === 'text')
          assert.equal(
            drawn.lines
              .map((line) => line.words)
              .join('')
              .replaceAll(' ', ''),
            words.replaceAll(' ', ''),
          )
          if (area.height < height) assert.ok(area.y + area.height <= height, words)
        }
  })
})

test('the shapes are told in words, each kind once and every text', () => {
  const arrow: MarkupShape = { kind: 'arrow', colour: 'red', x: 0, y: 0, toX: 1, toY: 1 }
  const shapes = [arrow, text('crack'), arrow, text('worn')]
  assert.equal(markupWords(shapes, 'en'), 'marked: arrow, “crack”, “worn”')
  assert.equal(withMarkup('Foto 1', shapes.slice(0, 2), 'de-AT'), 'Foto 1; markiert: Pfeil, „crack“')
  assert.equal(withMarkup('Photo 1', [], 'en'), 'Photo 1')
})

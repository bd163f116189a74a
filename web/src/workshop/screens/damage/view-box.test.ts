import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxAround, clampBox, panBox, toDrawing, wholeOf, zoomBox } from './view-box.ts'

const whole = wholeOf([1000, 640])
const shown = { left: 100, top: 50, width: 500, height: 320 }

test('the place under the fingers stays there while zooming', () => {
  const before = toDrawing(whole, shown, 300, 200)
  const near = zoomBox(whole, whole, 3, before.x, before.y)
  const after = toDrawing(near, shown, 300, 200)
  assert.ok(Math.abs(before.x - after.x) < 1e-9 && Math.abs(before.y - after.y) < 1e-9)
  assert.ok(Math.abs(near.width - 1000 / 3) < 1e-9)
})

test('never beyond the edges, never nearer than eight times, never further than the whole', () => {
  assert.deepEqual(zoomBox(whole, whole, 0.2, 500, 300), whole)
  assert.equal(zoomBox(whole, whole, 100, 0, 0).width, 125)
  const corner = panBox({ x: 900, y: 600, width: 200, height: 128 }, whole, 500, 500)
  assert.deepEqual(corner, { x: 800, y: 512, width: 200, height: 128 })
  assert.deepEqual(clampBox({ x: -5, y: -5, width: 2000, height: 9 }, whole), whole)
})

test('a view is shown whole, in the shape of the drawing', () => {
  const front = boxAround([35.6, 193.3, 173.3, 253.4], whole)
  assert.ok(front.x <= 35.6 && front.x + front.width >= 35.6 + 173.3)
  assert.ok(front.y <= 193.3 && front.y + front.height >= 193.3 + 253.4)
  assert.ok(Math.abs(front.width / front.height - 1000 / 640) < 1e-9)
})

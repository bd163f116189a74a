// The damage map as people find it: the drawing in any language, its marks as rows next to it in English.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { beginningOf } from './words.ts'

export const drawingOf = (page: Page): Locator =>
  page.getByRole('img', { name: beginningOf('damage.drawing') })
export const markRowsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'This visit', exact: true }).getByRole('listitem').getByRole('button')

/** In units of the drawing, which is 1000 × 640. */
export async function onDrawing(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await drawingOf(page).boundingBox()
  assert.ok(box)
  // The drawing keeps its shape inside of its box.
  const scale = Math.min(box.width / 1000, box.height / 640)
  return {
    x: box.x + (box.width - 1000 * scale) / 2 + x * scale,
    y: box.y + (box.height - 640 * scale) / 2 + y * scale,
  }
}

export async function tapDrawing(page: Page, x: number, y: number): Promise<void> {
  const place = await onDrawing(page, x, y)
  await page.mouse.click(place.x, place.y)
}

// What staff drew on a photo, as lines above the picture. The picture's text alternative names it; blurred areas are in its pixels.
import type { OwnerPhoto } from '@walkaround/contract/owner-page.ts'
import { drawingExtent, drawShapes, outlineColour } from '@walkaround/contract/rules/markup.ts'
import { type Child, html } from '../html.ts'

export function renderMarkup(photo: OwnerPhoto): Child {
  const drawn = drawShapes(photo.shapes ?? [], photo)
  if (drawn.length === 0) return false
  const { width, height } = drawingExtent(photo)
  // Cropped in the middle like the picture below it.
  return html`<svg class="markup" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">${drawn.map(
    (one) => {
      if (one.kind === 'fill') return html`<path d="${one.path}" fill="${one.colour}"/>`
      if (one.kind === 'stroke')
        return html`<path d="${one.path}" fill="none" stroke="${one.colour}" stroke-width="${one.width}" stroke-linejoin="round"/>`
      return html`<text font-size="${one.size}" fill="${one.colour}" stroke="${outlineColour}" stroke-width="${one.outline}" stroke-linejoin="round" paint-order="stroke">${one.lines.map(
        ({ words, x, y }) => html`<tspan x="${x}" y="${y}">${words}</tspan>`,
      )}</text>`
    },
  )}</svg>`
}

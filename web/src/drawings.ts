// The project's own drawings as inline SVG: the logo and the walk around the car. Colours come from the style sheet.
import { trusted } from './html.ts'

/** The logo: a car from above, and the way around it. assets/mark.svg is the same for the browser's tab. */
export const carMark = trusted(
  `<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
<path class="mark-way" d="M22.6 4.6A13 13 0 1 1 9.4 4.6"/><circle class="mark-dot" cx="16" cy="2.9" r="2.1"/>
<path class="mark-car" d="M16 7.4c3.2 0 4.7 1.3 4.9 3.4l.3 6-.3 5.4c-.1 2-1.7 2.9-4.9 2.9s-4.8-.9-4.9-2.9l-.3-5.4.3-6c.2-2.1 1.7-3.4 4.9-3.4z"/>
<path class="mark-glass" d="M12.5 14.7c2.200-1.100 4.8-1.100 7 0l-.7 2.600c-1.800-.5-3.800-.5-5.600 0zM13 21.600c1.900.5 4.100.5 6 0l.3 1.500c-2.1.6-4.500.6-6.600 0z"/></svg>`,
)

const stations: readonly (readonly [number, number])[] = [
  [494, 172],
  [366, 296],
  [194, 296],
  [66, 172],
  [280, 48],
]

/** The middle of each bend of the way, with the direction of walking in degrees. */
const turns: readonly (readonly [number, number, number])[] = [
  [459.4, 82.6, 45],
  [459.4, 261.4, 135],
  [100.6, 261.4, -135],
  [100.6, 82.6, -45],
]

/** The five stations represent the five kinds of user in the tiles below the drawing. */
export const walkDrawing =
  trusted(`<svg class="walk" viewBox="0 0 560 344" aria-hidden="true" focusable="false">
<g class="walk-floor"><path d="M24 44V24H44M516 24h20V44M536 300v20H516M44 320H24V300"/>
<path d="M280 8v14M280 322v14M8 172h14M538 172h14"/></g>
<rect class="walk-way" data-part="walk-way" x="66" y="48" width="428" height="248" rx="118"/>
<g class="walk-wheels"><rect x="164" y="100" width="46" height="14" rx="5"/><rect x="164" y="230" width="46" height="14" rx="5"/>
<rect x="350" y="100" width="46" height="14" rx="5"/><rect x="350" y="230" width="46" height="14" rx="5"/></g>
<path class="walk-body" d="M166 107c-22 2-32 20-34 65 2 45 12 63 34 65l212 2c36-1 54-27 56-67-2-40-20-66-56-67z"/>
<path class="walk-body" d="M318 108l6-12c1-3 4-4 7-3l5 2c2 1 3 3 2 5l-3 8zM318 236l6 12c1 3 4 4 7 3l5-2c2-1 3-3 2-5l-3-8z"/>
<g class="walk-glass"><path d="M312 127q15 45 0 90l33 9q22-54 0-108z"/><path d="M194 129q-9 43 0 86l-24 6q-13-49 0-98z"/>
<path d="M200 122l106-2 24-8-142 3zM200 222l106 2 24 8-142-3z"/></g>
<g class="walk-line"><path d="M194 129l118-2M194 215l118 2M256 114v8M256 222v8"/><path d="M362 122q44 4 66 20M362 222q44-4 66-20"/>
</g>
<g class="walk-tail"><path d="M139 136q4-16 15-22l8 1q-12 8-16 24zM139 208q4 16 15 22l8-1q-12-8-16-24z"/></g>
<g class="walk-light"><path d="M398 113q22 6 30 26l-9-1q-8-13-24-20zM398 231q22-6 30-26l-9 1q-8 13-24 20z"/></g>
<g class="walk-finding"><circle class="good" cx="187" cy="107" r="6"/><circle class="soon" cx="187" cy="237" r="6"/>
<circle class="urgent" cx="373" cy="237" r="6"/><circle class="good" cx="373" cy="107" r="6"/></g>
<g class="walk-arrow">${turns
    .map(([x, y, angle]) => `<path d="M-7-7L2 0L-7 7" transform="translate(${x} ${y}) rotate(${angle})"/>`)
    .join('')}</g>
<g class="walk-station">${stations
    .map(
      ([x, y], index) =>
        `<circle cx="${x}" cy="${y}" r="15"/><text x="${x}" y="${y + 5}">${index + 1}</text>`,
    )
    .join('')}</g></svg>`)

// The files of server/data/outlines/, drawn from the styles; `npm run generate` writes them.
import type { Outline } from '../../server/src/features/outlines/outline.ts'
import { drawEnds } from './ends.ts'
import { Sheet } from './sheet.ts'
import { drawSides } from './side.ts'
import type { Style } from './style.ts'
import { styles } from './styles.ts'
import { drawTop } from './top.ts'

/** How far a mirror sticks out. */
const MIRROR = 148

function outlineOf(style: Style): Outline {
  const sheet = new Sheet(style.style, {
    length: style.length,
    height: style.height,
    reach: style.width / 2 + MIRROR,
  })
  drawTop(sheet, style)
  drawSides(sheet, style)
  drawEnds(sheet, style)
  return sheet.outline()
}

/** One panel or line per line of text, so that a review shows what moved. */
function textOf({ panels, lines, ...head }: Outline): string {
  const rows = (items: readonly unknown[]) => items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')
  const start = JSON.stringify(head, null, 2).slice(0, -2)
  return `${start},\n  "panels": [\n${rows(panels)}\n  ],\n  "lines": [\n${rows(lines)}\n  ]\n}\n`
}

/** By path in the project. */
export const outlineFiles: Readonly<Record<string, () => string>> = Object.fromEntries(
  styles.map((style) => [
    `server/data/outlines/${style.style}.generated.json`,
    () => textOf(outlineOf(style)),
  ]),
)

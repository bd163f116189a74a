// The outlines delivered with the service: read once, frozen, the same for everybody. tools/outlines/outline-files.ts makes them;
// nothing changes them at run time.
import { readFileSync } from 'node:fs'
import { type BodyStyle, bodyStyles, type Outline } from './outline.ts'

const folder = new URL('../../../data/outlines/', import.meta.url)
const loaded = new Map<BodyStyle, Outline>()

export function listBodyStyles(): readonly BodyStyle[] {
  return bodyStyles
}

export function isBodyStyle(text: string): text is BodyStyle {
  return (bodyStyles as readonly string[]).includes(text)
}

export function getOutline(style: BodyStyle): Outline {
  let outline = loaded.get(style)
  if (!outline) {
    outline = freeze(JSON.parse(readFileSync(new URL(`${style}.generated.json`, folder), 'utf8')) as Outline)
    loaded.set(style, outline)
  }
  return outline
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(freeze)
  }
  return value
}

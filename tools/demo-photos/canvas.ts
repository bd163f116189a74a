// Helpers to draw the demo's photos: a backdrop, type as outlines, a digital gauge. Type comes from the font of the printed forms,
// so that no installed font shows in a picture.
import { getFace } from '../../server/src/outside/paper/fonts.ts'

export const WIDTH = 1600
export const HEIGHT = 1200

export const ink = {
  dark: '#1d2530',
  steel: '#8794a3',
  light: '#d8dfe6',
  rubber: '#23272d',
  red: '#c8372d',
  amber: '#e08a1e',
  green: '#3f8f5b',
  lcd: '#c3d1b4',
  lamp: '#ffe3a3',
}

const defs = `
  <filter id="soft" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="16"/></filter>
  <filter id="blur" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="46"/></filter>
  <filter id="fine" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="5"/></filter>
  <linearGradient id="steel" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#e9eef2"/><stop offset=".45" stop-color="#a9b5c0"/><stop offset=".55" stop-color="#8e9ba8"/><stop offset="1" stop-color="#c9d2da"/>
  </linearGradient>
  <linearGradient id="body" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#2d4054"/><stop offset="1" stop-color="#182430"/>
  </linearGradient>
  <radialGradient id="light" cx=".32" cy=".2" r=".95">
    <stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset=".5" stop-color="#fff" stop-opacity=".04"/><stop offset="1" stop-color="#000" stop-opacity=".4"/>
  </radialGradient>`

/** A lit workshop far behind the subject, out of focus. */
export function backdrop(top = '#5d6d7c', bottom = '#2a333d', spots = true): string {
  const lamps: [number, number, number, string][] = [
    [220, 180, 120, '#ffe9bd'],
    [640, 110, 90, '#d6e6f5'],
    [1080, 190, 130, '#ffe2a8'],
    [1440, 120, 95, '#cfe0f0'],
    [1290, 420, 70, '#f6c9a0'],
    [90, 520, 80, '#bcd2e6'],
  ]
  return `
    <linearGradient id="back" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#back)"/>
    ${spots ? lamps.map(([x, y, r, fill]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity=".38" filter="url(#soft)"/>`).join('') : ''}`
}

export const picture = (body: string): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <defs>${defs}</defs>${body}
  <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#light)"/>
</svg>`

type Shaped = {
  glyphs: { path: { toSVG(): string } }[]
  positions: { xAdvance: number; xOffset: number }[]
  advanceWidth: number
}

export function words(
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  { weight = 'bold' as 'regular' | 'semibold' | 'bold', align = 'start' as 'start' | 'middle' | 'end' } = {},
): string {
  const run = getFace(weight).font.layout(text) as unknown as Shaped
  const scale = size / 1000
  let at = x - run.advanceWidth * scale * { start: 0, middle: 0.5, end: 1 }[align]
  return run.glyphs
    .map((glyph, index) => {
      const place = at
      at += (run.positions[index]?.xAdvance ?? 0) * scale
      return `<path d="${glyph.path.toSVG()}" transform="translate(${place.toFixed(1)} ${y}) scale(${scale} ${-scale})" fill="${fill}"/>`
    })
    .join('')
}

// Segments of a digit on a grid of 100 × 180, as on classic displays.
const segments: Record<string, string> = {
  a: 'M18 6H82L68 20H32Z',
  b: 'M86 12V84L74 90L72 86V26Z',
  c: 'M86 96V168L72 154V94L74 90Z',
  d: 'M32 160H68L82 174H18Z',
  e: 'M14 96L26 90L28 94V154L14 168Z',
  f: 'M14 12L28 26V86L26 90L14 84Z',
  g: 'M30 82H70L78 90L70 98H30L22 90Z',
}
const lit: Record<string, string> = {
  0: 'abcdef',
  1: 'bc',
  2: 'abged',
  3: 'abgcd',
  4: 'fgbc',
  5: 'afgcd',
  6: 'afgedc',
  7: 'abc',
  8: 'abcdefg',
  9: 'abcfgd',
}

/** Seven-segment digits; a point takes a quarter of a digit's width. */
export function digits(
  text: string,
  x: number,
  y: number,
  height: number,
  fill: string,
  off = 'none',
): { svg: string; width: number } {
  const scale = height / 180
  let at = 0
  let svg = ''
  for (const character of text) {
    if (character === '.') {
      svg += `<circle cx="${at + 6}" cy="168" r="11" fill="${fill}"/>`
      at += 26
      continue
    }
    const on = lit[character] ?? ''
    for (const [name, path] of Object.entries(segments)) {
      const colour = on.includes(name) ? fill : off
      if (colour !== 'none') svg += `<path transform="translate(${at})" d="${path}" fill="${colour}"/>`
    }
    at += 112
  }
  return {
    svg: `<g transform="translate(${x} ${y}) scale(${scale}) skewX(-5)">${svg}</g>`,
    width: at * scale,
  }
}

/** A pocket gauge with its reading in millimetres; its rod ends at (x, y + length). */
export function gauge(value: string, x: number, y: number, length: number): string {
  const reading = digits(value, x - 150, y - 262, 150, '#22301c')
  return `
    <ellipse cx="${x + 24}" cy="${y - 40}" rx="260" ry="240" fill="#000" opacity=".28" filter="url(#blur)"/>
    <rect x="${x - 11}" y="${y}" width="22" height="${length}" fill="url(#steel)" stroke="#5d6874" stroke-width="2"/>
    <rect x="${x - 150}" y="${y - 22}" width="300" height="44" rx="8" fill="url(#steel)" stroke="#5d6874" stroke-width="3"/>
    <rect x="${x - 215}" y="${y - 330}" width="430" height="312" rx="44" fill="#e07a1f"/>
    <rect x="${x - 215}" y="${y - 330}" width="430" height="120" rx="44" fill="#fff" opacity=".13"/>
    <rect x="${x - 186}" y="${y - 300}" width="372" height="216" rx="22" fill="#20262d"/>
    <rect x="${x - 170}" y="${y - 284}" width="340" height="184" rx="12" fill="${ink.lcd}"/>
    ${reading.svg}
    ${words('mm', x + 154, y - 116, 58, '#22301c', { align: 'end' })}
    <circle cx="${x - 80}" cy="${y - 50}" r="17" fill="#20262d"/><circle cx="${x}" cy="${y - 50}" r="17" fill="#20262d"/><circle cx="${x + 80}" cy="${y - 50}" r="17" fill="${ink.red}"/>`
}

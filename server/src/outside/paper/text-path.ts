// Words as the outlines of their letters in our own font, in SVG path data of absolute M, L, C and Z: for pictures, and for a line around
// printed letters. Characters the font lacks are left out.
import { getFace } from './fonts.ts'

interface Outlined {
  readonly path: {
    readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[]
  }
}

const WEIGHT = 'bold'

/** With the left end of the baseline at x, y, which grows downward. */
export function textPath(words: string, size: number, x: number, y: number): string {
  const face = getFace(WEIGHT)
  const scale = size / 1000
  const known = [...words].filter((sign) => face.canPrint(sign.codePointAt(0) as number)).join('')
  let at = x
  let path = ''
  for (const glyph of face.shape(known).glyphs) {
    const left = at + glyph.x * scale
    const base = y - glyph.y * scale
    const point = (px: number, py: number) => `${tenth(left + px * scale)} ${tenth(base - py * scale)}`
    const { commands } = (face.font.getGlyph(glyph.id) as unknown as Outlined).path
    let [hereX, hereY] = [0, 0]
    for (const { command, args } of commands) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = args
      if (command === 'closePath') path += 'Z'
      else if (command === 'moveTo') path += `M${point(x1, y1)}`
      else if (command === 'lineTo') path += `L${point(x1, y1)}`
      else if (command === 'bezierCurveTo') path += `C${point(x1, y1)} ${point(x2, y2)} ${point(x3, y3)}`
      else if (command === 'quadraticCurveTo') {
        // The same curve as a cubic one.
        const third = (from: number, to: number) => from + ((to - from) * 2) / 3
        path += `C${point(third(hereX, x1), third(hereY, y1))} ${point(third(x2, x1), third(y2, y1))} ${point(x2, y2)}`
      }
      if (args.length >= 2) [hereX, hereY] = [args.at(-2) as number, args.at(-1) as number]
    }
    at += glyph.advance * scale
  }
  return path
}

const tenth = (value: number) => Math.round(value * 10) / 10

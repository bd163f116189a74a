// Colours of a dealership, made readable: whatever a dealership chooses, text on its pages, mails and forms has enough contrast
// (WCAG 2.2: 4.5 for text, 3 for lines). Pure.

const HEX = /^#[0-9a-f]{6}$/i
export const isColour = (text: string): boolean => HEX.test(text)

type Channels = readonly [number, number, number]

const channelsOf = (colour: string): Channels => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]

const toHex = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const linear = (channel: number) => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** From 1, the same, to 21, black on white. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** `share` of the second in the first. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [channelsOf(one), channelsOf(other)]
  const between = (at: 0 | 1 | 2) => a[at] + (b[at] - a[at]) * share
  return toHex([between(0), between(1), between(2)])
}

const TEXT = 4.5
const LINE = 3
const white = '#ffffff'
/** Softer than black. */
const ink = '#10171a'
const black = '#000000'

/** White if that can be read, otherwise dark; black can be read on whatever white cannot. */
export const inkOn = (colour: string): string =>
  [white, ink].find((one) => contrast(one, colour) >= TEXT) ?? black

const STEPS = 50

/** The nearest shade of the colour that can be read on all these grounds: darker on light ones, lighter on dark ones. */
export function readable(colour: string, grounds: readonly string[], least = TEXT): string {
  const isDark = grounds.every((ground) => luminance(ground) < 0.18)
  const end = isDark ? white : black
  for (let step = 0; step < STEPS; step++) {
    const shade = mix(colour, end, step / STEPS)
    if (grounds.every((ground) => contrast(shade, ground) >= least)) return shade
  }
  return end
}

/** What a page needs on one ground, light or dark. */
export interface Shades {
  /** Links, buttons, outlines. */
  readonly accent: string
  readonly onAccent: string
  /** Behind what is chosen; the accent can be read on it. */
  readonly wash: string
  /** The head of the page, in the colour as it was chosen. */
  readonly band: string
  readonly onBand: string
  /** Lines and edges. */
  readonly second: string
}

/** The grounds a page paints on, and how much of the colour its wash takes. */
export const grounds = {
  light: { surfaces: ['#ffffff', '#f4f5f3'], washed: 0.14 },
  dark: { surfaces: ['#182025', '#0f1417'], washed: 0.22 },
} as const

export function shadesOf(
  main: string,
  second: string,
  { surfaces, washed }: { readonly surfaces: readonly [string, string]; readonly washed: number },
): Shades {
  const wash = mix(surfaces[0], main, washed)
  const accent = readable(main, [...surfaces, wash])
  return {
    accent,
    onAccent: inkOn(accent),
    wash,
    band: main,
    onBand: inkOn(main),
    second: readable(second, surfaces, LINE),
  }
}

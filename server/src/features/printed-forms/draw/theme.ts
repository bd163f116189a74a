// The look of all forms in one place: page, grid, type scale, colours. Sizes are points. No drawing here.
import { readable } from '@walkaround/contract/rules/colours.ts'
import type { TypeStyle } from '../../../outside/paper/paper.ts'

export const page = { width: 595.28, height: 841.89, side: 44, top: 34, bottom: 50, runningTop: 56 } as const
export const contentWidth = page.width - 2 * page.side
const gutter = 14

/** Width of this many of the twelve columns, with the gutters between them. */
export function columns(count: number): number {
  return ((contentWidth + gutter) / 12) * count - gutter
}
export const columnGap = gutter

/** Distances, so that spacing is the same everywhere. */
export const space = { hair: 2, tight: 4, small: 7, medium: 12, large: 14, section: 17 } as const

/** Text colours have at least 4.5:1 on white and on every tint below. */
export const colours = {
  ink: '#18222d',
  soft: '#55616e',
  accent: '#173b5c',
  rule: '#d3dae1',
  faint: '#e7ebef',
  pale: '#f4f6f8',
  white: '#ffffff',
  mark: '#b42318',
  earlier: '#707b86',
} as const

/** The dealership's colour in place of ours, in the nearest shade that can be read on white and on every tint. */
export const paletteOf = (
  own: { readonly main: string } | undefined,
): ReadonlyMap<string, string> | undefined =>
  own && new Map([[colours.accent, readable(own.main, [colours.white, colours.pale, colours.faint])]])

export const statusColours = {
  red: { ink: '#a61b12', fill: '#c4281c', tint: '#fdf1ef' },
  amber: { ink: '#8f4a00', fill: '#cc7700', tint: '#fff6e5' },
  green: { ink: '#0b6440', fill: '#1a8a5a', tint: '#ebf7f0' },
  none: { ink: '#55616e', fill: '#8a95a0', tint: '#f4f6f8' },
} as const

/** No size is below 8.5: forms are read at a counter, and by people without their glasses. */
export const type = {
  title: { weight: 'bold', size: 19, leading: 24, colour: colours.accent },
  section: { weight: 'bold', size: 12.5, leading: 16, colour: colours.accent },
  heading: { weight: 'semibold', size: 10, leading: 13, colour: colours.ink },
  body: { weight: 'regular', size: 9, leading: 12.4, colour: colours.ink },
  strong: { weight: 'semibold', size: 9, leading: 12.4, colour: colours.ink },
  soft: { weight: 'regular', size: 9, leading: 12.4, colour: colours.soft },
  small: { weight: 'regular', size: 8.5, leading: 11, colour: colours.soft },
  smallInk: { weight: 'regular', size: 8.5, leading: 11, colour: colours.ink },
  label: { weight: 'regular', size: 8.5, leading: 11, colour: colours.soft },
  figure: { weight: 'bold', size: 22, leading: 26, colour: colours.ink },
  lead: { weight: 'semibold', size: 14, leading: 18, colour: colours.ink },
} as const satisfies Record<string, TypeStyle>

// What an outline is: the unfolded drawing of one body style, as data. Only types and their lists.

import { bodyStyles } from '@walkaround/contract/dms/media.ts'

export { bodyStyles }
export type BodyStyle = (typeof bodyStyles)[number]

export const viewIds = ['top', 'left', 'right', 'front', 'rear'] as const
export type ViewId = (typeof viewIds)[number]

/** The material of a panel, which decides its fill. */
export type PanelKind = 'paint' | 'trim' | 'glass' | 'lamp' | 'wheel'

export interface View {
  id: ViewId
  /** x, y, width, height. */
  box: readonly [number, number, number, number]
}

export interface Panel {
  /** The part, as in `bodyPartApplicabilityList`; the same in every view that shows it. */
  id: string
  view: ViewId
  kind: PanelKind
  /** A point in its visible part with room around it. */
  centre: readonly [number, number]
  /** Closed: absolute M, L, C and Z. Covers the panels before it in the list. */
  path: string
}

export interface OutlineStroke {
  view: ViewId
  /** Width of the stroke, in units of the view box. */
  weight: number
  path: string
}

export interface Outline {
  style: BodyStyle
  viewBox: readonly [number, number]
  views: readonly View[]
  panels: readonly Panel[]
  lines: readonly OutlineStroke[]
}

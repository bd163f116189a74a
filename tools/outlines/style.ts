// What distinguishes body styles: lengths, heights and the nodes of their curves, in millimetres. Lengths run from the front bumper
// backward, heights from the ground up.
import type { BodyStyle } from '../../server/src/features/outlines/outline.ts'
import type { Node } from './curve.ts'

/** Names on the profile, front to rear; the builders cut it there. */
export type Station = 'frontBumper' | 'bonnet' | 'cowl' | 'header' | 'roofEnd' | 'deck' | 'lid' | 'rearBumper'

export interface Gap {
  /** Along the belt. */
  top: number
  nodes?: readonly Node[]
  /** Along the sill, or the angle at which it meets the arch of the rear wheel. */
  foot: number | { angle: number }
}

export interface Glass {
  /** `#` stands for the side. */
  id: string
  /** Position of the pillars before and behind it, at the belt and at the roof; absent at the ends of the opening. */
  from?: readonly [belt: number, roof: number]
  to?: readonly [belt: number, roof: number]
}

export interface Style {
  style: BodyStyle
  length: number
  width: number
  height: number
  axles: readonly [front: number, rear: number]
  /** Radii. */
  tyre: number
  rim: number
  arch: number
  sill: { bottom: number; top: number }
  /** From the lower corner of the front bumper over the roof to that of the rear one. */
  profile: readonly Node[]
  /** Between bonnet and cowl: the lower edge of the bonnet. */
  bonnetLine: readonly Node[]
  /** Between cowl and deck: the lower edge of the windows. */
  belt: readonly Node[]
  /** Between lid and rear bumper: the edge of boot lid or tailgate. */
  lidLine: readonly Node[]
  /** How high the bumpers meet the arches. */
  bumperAtArch: readonly [front: number, rear: number]
  /** Two for a vehicle with one door per side, otherwise three. */
  gaps: readonly Gap[]
  handles: readonly (readonly [x: number, y: number])[]
  /** Upper edge of the windows, from the front corner to the rear corner. */
  opening: readonly Node[]
  glass: readonly Glass[]
  /** Closed, seen from the side; may reach beyond the profile, which cuts it. */
  headlamp: readonly Node[]
  tailLamp: readonly Node[]
  mirror: readonly [x: number, y: number]
  /** The edge of a tailgate beside its window. */
  gate?: readonly Node[]
  /** Fine lines along the side. */
  creases: readonly (readonly Node[])[]
  spokes: number
  /** Dark trim around the arches. */
  cladding?: boolean
  plan: Plan
  face: Face
  back: Back
}

/** Seen from above. Widths are from the middle. */
export interface Plan {
  /** How round the nose and the tail are: how far the corners are set back. */
  nose: number
  tail: number
  roofFront: number
  roofRear: number
  /** How far behind its middle the windscreen meets the pillars. */
  screenBow: number
  /** Depth of the bumpers, as seen from above. */
  bumpers: readonly [front: number, rear: number]
  /** Where the rear window ends, if not at the deck: a steep rear shows little of itself from above. */
  deck?: number
  /** The open bed of a pick-up. */
  bed?: { from: number; to: number }
  /** On the roof: two rails along it, ribs across it at these lengths, a panel of glass. */
  rails?: boolean
  ribs?: readonly number[]
  sunroof?: readonly [from: number, to: number]
}

export interface Face {
  roofHalf: number
  /** How far the body narrows up to the windows: 84 by default. */
  shoulder?: number
  /** Half-widths of the bonnet at the windscreen and at its front edge. */
  screenHalf: number
  bonnetHalf: number
  bonnetEdge: number
  /** Closed, on the left of the vehicle: [across, up]. */
  headlamp: readonly Node[]
  lenses: readonly (readonly [across: number, up: number, radius: number])[]
  /** Half of a shape about the middle, from the axis to the axis. */
  grille: readonly Node[]
  intake: { low: number; high: number }
  plate: number
  bumperTop: number
  bottom: number
}

export interface Back {
  /** Where the body ends and the windows begin. */
  shoulder: number
  lamp: readonly Node[]
  /** Heights, and how far inside the silhouette. */
  window: { inset: number; bottom: number; top: number }
  lid: { inset: number; bottom: number; top: number }
  bumperTop: number
  bumperBow?: number
  bottom: number
  plate: number
  /** Two doors that open to the sides. */
  wings?: boolean
}

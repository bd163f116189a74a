// Where the demo's cars are damaged: at the present visit, and at an earlier one. Pure.
import { DamageMark } from '@walkaround/contract/dms/media.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { chooseBodyStyle } from '@walkaround/server/features/outlines/choose-style.ts'
import { getOutline } from '@walkaround/server/features/outlines/outlines.ts'
import { type Static, Type } from 'typebox'
import data from '../data/marks.json' with { type: 'json' }
import { entries, readData } from './data.ts'

const { kind, size, comment } = DamageMark.properties
const Found = Type.Object({
  kind,
  panel: Type.String(),
  view: Type.String(),
  size,
  comment,
  photo: Type.Optional(Type.String()),
})
type Found = Static<typeof Found>

/** By order: what the advisor marks at the car. By vehicle: what was marked at its first visit. */
export const marks: Record<'byOrder' | 'byVehicle', Readonly<Record<string, readonly Found[]>>> = readData(
  'marks.json',
  Type.Object({
    byOrder: entries(data.byOrder, Type.Array(Found)),
    byVehicle: entries(data.byVehicle, Type.Array(Found)),
  }),
  data,
)

/** As a tablet sends it: a place on the drawing of this vehicle. */
export function toMark({ kind, panel, view, size, comment }: Found, vehicle: Vehicle): DamageMark {
  const outline = getOutline(chooseBodyStyle(vehicle))
  const found = outline.panels.find((one) => one.id === panel && one.view === view)
  if (!found) throw new RangeError(`${outline.style} has no ${panel} seen from ${view}`)
  const [x, y] = found.centre
  return { kind, x, y, size, comment }
}

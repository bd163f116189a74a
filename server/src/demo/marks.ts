// Where the demo's cars are damaged: at the visit that is going on, and at one before. Pure.
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { chooseBodyStyle } from '../features/outlines/choose-style.ts'
import type { ViewId } from '../features/outlines/outline.ts'
import { getOutline } from '../features/outlines/outlines.ts'

interface Found {
  kind: DamageMark['kind']
  panel: string
  view: ViewId
  size: 'small' | 'medium' | 'large'
  comment: string
  photo?: string
}

/** By order: what the advisor marks at the car. */
export const marksOfOrder: Readonly<Record<string, readonly Found[]>> = {
  'SO-1001': [
    mark('scratch', 'frontRightWheel right', 'medium', 'Kerb marks around the rim', 'rim-kerb'),
    mark('chip', 'bonnet top', 'small', 'Two stone chips at the front edge'),
  ],
  'SO-1002': [
    mark('scratch', 'rearBumper rear', 'medium', 'Through the paint, left corner', 'bumper-scratch'),
    mark('chip', 'windscreen top', 'small', 'Low on the passenger’s side', 'screen-chip'),
  ],
  'SO-1005': [mark('dent', 'rearLeftDoor left', 'medium', 'Paint whole', 'door-dent')],
  'SO-1010': [
    mark('dent', 'bootLid rear', 'large', 'Bent at the lock, seal does not close', 'boot-dent'),
    mark('crack', 'rightTailLamp rear', 'small', 'Hairline, no water inside'),
  ],
  'SO-1012': [
    mark('scratch', 'rearRightDoor right', 'large', 'Along the sliding door', 'door-scratch'),
    mark('rust', 'leftSill left', 'small', 'Surface only'),
    mark('missing', 'frontBumper front', 'small', 'Cover of the towing eye'),
  ],
  'SO-1015': [mark('scratch', 'frontLeftDoor left', 'small', 'Near the handle', 'door-scratch')],
}

/** By vehicle: what was marked when it first came. */
export const marksOfFirstVisit: Readonly<Record<string, readonly Found[]>> = {
  'V-1001': [mark('scratch', 'rearBumper rear', 'small', 'Loading edge')],
  'V-1002': [
    mark('dent', 'frontLeftDoor left', 'small', 'From another car’s door'),
    mark('chip', 'bonnet top', 'small', 'Touched up by the customer'),
  ],
  'V-1005': [mark('scratch', 'frontRightWing right', 'medium', 'Polishable')],
  'V-1015': [mark('chip', 'bonnet top', 'small', 'Several, front edge')],
}

function mark(
  kind: Found['kind'],
  place: string,
  size: Found['size'],
  comment: string,
  photo?: string,
): Found {
  const [panel = '', view = ''] = place.split(' ')
  return { kind, panel, view: view as ViewId, size, comment, ...(photo === undefined ? {} : { photo }) }
}

/** As a tablet sends it: a place on the drawing of this vehicle. */
export function toMark({ kind, panel, view, size, comment }: Found, vehicle: Vehicle): DamageMark {
  const outline = getOutline(chooseBodyStyle(vehicle))
  const found = outline.panels.find((one) => one.id === panel && one.view === view)
  if (!found) throw new RangeError(`${outline.style} has no ${panel} seen from ${view}`)
  const [x, y] = found.centre
  return { kind, x, y, size, comment }
}

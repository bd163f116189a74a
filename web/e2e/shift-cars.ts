// The cars of a shift: what is typed and tapped there, by lot, and the order of the DMS. Holds no check of its own.
import assert from 'node:assert/strict'
import type { Status } from './checklist.ts'
import type { Trusted } from './trust.ts'

/** The same lots whenever it runs. */
export function lotsFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
export type Lots = ReturnType<typeof lotsFrom>

/** Digits for the pad, and what they mean; none of them could also be a larger number. */
export const readings: Readonly<Record<string, readonly (readonly [string, number, Status])[]>> = {
  tread: [
    ['65', 6.5, 'green'],
    ['58', 5.8, 'green'],
    ['32', 3.2, 'amber'],
    ['09', 0.9, 'red'],
  ],
  pad: [
    ['95', 9.5, 'green'],
    ['80', 8, 'green'],
    ['45', 4.5, 'amber'],
    ['09', 0.9, 'red'],
  ],
  brakeFluid: [
    ['15', 1.5, 'green'],
    ['25', 2.5, 'amber'],
  ],
  battery: [['95', 95, 'green']],
  coolant: [['35', -35, 'green']],
  hvSoh: [['92', 92, 'green']],
}
export const kindOf = (id: string) => id.replace(/^vc\.(tread|pad)\w\w$/, '$1').replace(/^vc\./, '')

interface Given {
  readonly status: Status
  readonly value?: number
}

/** A car of the shift, and what was done to it. */
export interface Car {
  readonly plate: string
  readonly orderId: string
  /** Begun at the tablet, because the DMS was away; it sends its order later, under an id of its own. */
  readonly isByHand: boolean
  readonly fuelType: string
  surveyId: string
  readonly given: Map<string, Given>
  readonly photos: Map<string, string[]>
  video: Buffer
}

export const orderPath = ({ orderId }: Car) => `/system-clients/demo/service-orders/${orderId}`

export async function sendOrder({ asDms }: Trusted, car: Car): Promise<void> {
  const { status } = await asDms(orderPath(car), {
    method: 'PUT',
    body: {
      externalBranchId: 'DE1001',
      technicianSurveyRelease: true,
      customer: { category: 'legalEntity', name: 'Shift' },
      vehicle: { make: 'Norvik', model: 'Sund', fuelType: car.fuelType, numberPlate: car.plate },
    },
  })
  assert.equal(status, 201)
}

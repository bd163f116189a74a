// Lines of the demo's orders, in euros with 19 % VAT. Reckoned in cents, so that no sum carries dust. Pure.
import type { ServiceOrderContentItem } from '@walkaround/contract/dms/service-orders.ts'

export type Line = ServiceOrderContentItem

export const CURRENCY = 'EUR'
const VAT_PERCENT = 19
/** Cents an hour without VAT. */
const HOURLY_RATE = 118_00

/** Both amounts of so many cents without VAT. */
export function withVat(cents: number): { exVat: number; incVat: number } {
  return { exVat: cents / 100, incVat: Math.round((cents * (100 + VAT_PERCENT)) / 100) / 100 }
}

function amounts(cents: number): Pick<Line, 'amountExVat' | 'amountIncVat'> {
  const { exVat, incVat } = withVat(cents)
  return { amountExVat: exVat, amountIncVat: incVat }
}

export function labour(
  itemCode: string,
  description: string,
  hours: number,
  labourType = 'mechanical',
): Line {
  return {
    itemCategory: 'labour',
    itemCode,
    description,
    catalogue: 'WDC',
    labourType,
    quantity: hours,
    unitOfMeasure: 'hour',
    ...amounts(Math.round(hours * HOURLY_RATE)),
  }
}

export function part(
  itemCode: string,
  description: string,
  quantity: number,
  /** Cents for one, without VAT. */
  price: number,
  { unit = 'ea', group = 'parts' }: { unit?: 'ea' | 'l'; group?: string } = {},
): Line {
  return {
    itemCategory: 'material',
    itemCode,
    description,
    materialGroup: group,
    quantity,
    unitOfMeasure: unit,
    ...amounts(Math.round(quantity * price)),
  }
}

/** Invoiced whole. */
export const sold = (line: Line): Line => ({
  ...line,
  ...(line.quantity === undefined ? {} : { soldQuantity: line.quantity }),
  ...(line.amountExVat === undefined ? {} : { soldAmountExVat: line.amountExVat }),
  ...(line.amountIncVat === undefined ? {} : { soldAmountIncVat: line.amountIncVat }),
})

/** Put off whole. */
export const deferred = (line: Line, until: string): Line => ({
  ...line,
  ...(line.quantity === undefined ? {} : { deferredQuantity: line.quantity }),
  ...(line.amountExVat === undefined ? {} : { deferredAmountExVat: line.amountExVat }),
  ...(line.amountIncVat === undefined ? {} : { deferredAmountIncVat: line.amountIncVat }),
  deferralDateTime: until,
})

/** Item numbers as a DMS gives them: 10, 20, 30 … */
export const numbered = (lines: readonly Line[]): Line[] =>
  lines.map((line, index) => ({ id: String((index + 1) * 10), ...line }))

export interface Job {
  /** What the customer asks for, in the customer's words. */
  request: string
  description: string
  lines: Line[]
}

const oil = part('OIL-0W30', 'Engine oil 0W-30', 5.2, 16_90, { unit: 'l', group: 'fluids' })
const service = labour('00-100', 'Service by schedule', 1.4)

export const jobs = {
  smallService: {
    request: 'The display says service in 500 km. Nothing else.',
    description: 'Oil service',
    lines: [
      labour('00-090', 'Oil service', 0.8),
      oil,
      part('OF-1120', 'Oil filter', 1, 14_60, { group: 'filters' }),
    ],
  },
  largeService: {
    request: 'Big service, please. It also smells musty when the air conditioning starts.',
    description: 'Service by schedule with filters',
    lines: [
      service,
      oil,
      part('OF-1120', 'Oil filter', 1, 14_60, { group: 'filters' }),
      part('AF-2040', 'Engine air filter', 1, 28_40, { group: 'filters' }),
      part('CF-3310', 'Cabin filter with active carbon', 1, 32_10, { group: 'filters' }),
    ],
  },
  electricService: {
    request: 'Yearly check. The range has dropped a little since autumn.',
    description: 'Yearly check, electric',
    lines: [
      labour('00-110', 'Yearly check with high-voltage inspection', 1.1, 'high voltage'),
      part('BF-4000', 'Brake fluid', 1, 13_80, { unit: 'l', group: 'fluids' }),
      part('CF-3310', 'Cabin filter with active carbon', 1, 32_10, { group: 'filters' }),
    ],
  },
  wheels: {
    request: 'Change the wheels and keep the other set for me.',
    description: 'Wheel change and storage',
    lines: [
      labour('40-020', 'Change wheels, set pressures', 0.5),
      part('ST-0040', 'Storage of four wheels for a season', 1, 42_00, { group: 'storage' }),
    ],
  },
  brakes: {
    request: 'It grinds when I brake at low speed, from the front I think.',
    description: 'Front brakes noisy',
    lines: [
      labour('33-110', 'Front discs and pads, replace', 1.6),
      part('BP-7712', 'Front brake pads, set', 1, 89_50, { group: 'brakes' }),
      part('BD-7740', 'Front brake disc', 2, 96_20, { group: 'brakes' }),
    ],
  },
  climate: {
    request: 'The air conditioning hardly cools.',
    description: 'Air conditioning weak',
    lines: [
      labour('64-010', 'Air conditioning, check and refill', 0.9),
      part('RF-1234', 'Refrigerant', 0.5, 138_00, { unit: 'l', group: 'fluids' }),
    ],
  },
  battery: {
    request: 'It started badly twice this week.',
    description: 'Starts badly',
    lines: [
      labour('61-020', 'Battery, test and replace', 0.6, 'electrical'),
      part('BA-0070', 'Battery 12 V 70 Ah', 1, 148_00, { group: 'electrical' }),
    ],
  },
  inspection: {
    request: 'The roadworthiness test is due this month.',
    description: 'Prepare and present for the roadworthiness test',
    lines: [
      labour('00-300', 'Check before the roadworthiness test', 0.7),
      part('FEE-HU', 'Fee of the test', 1, 123_00, { group: 'fees' }),
    ],
  },
} as const satisfies Record<string, Job>

// What customers of the demo come for: work that is booked before the car is seen, from packages where there is one. Pure.
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { type Catalogue, central } from './catalogue.ts'
import { type Line, labour, part } from './lines.ts'

export interface Job {
  /** What the customer asks for, in the customer's words. */
  request: string
  description: string
  /** Booked from the catalogue: the first variant that fits the car. */
  packages: readonly string[]
  /** Booked beside them. */
  lines: readonly Line[]
}

export const linesOf = (job: Job, catalogue: Catalogue, vehicle: Vehicle): Line[] => [
  ...job.packages.flatMap((id) => catalogue.linesOf(id, vehicle)),
  ...job.lines,
]

/** What is done along with a package, and so need not be offered beside it. */
const along: Readonly<Record<string, readonly string[]>> = {
  [central('svc-minor')]: ['svc-oil', 'flt-cabin'].map(central),
  [central('svc-major')]: ['svc-oil', 'svc-minor', 'flt-cabin', 'flt-air', 'plugs'].map(central),
}

export const coveredBy = (job: Job): string[] => job.packages.flatMap((id) => [id, ...(along[id] ?? [])])

export const jobs = {
  smallService: {
    request: 'The display says service in 500 km. Nothing else.',
    description: 'Oil service',
    packages: [central('svc-oil')],
    lines: [],
  },
  largeService: {
    request: 'Big service, please. It also smells musty when the air conditioning starts.',
    description: 'Service by schedule with filters',
    packages: [central('svc-major')],
    lines: [],
  },
  electricService: {
    request: 'Yearly check. The range has dropped a little since autumn.',
    description: 'Yearly check, electric',
    packages: [central('svc-minor')],
    lines: [labour('00-115', 'High-voltage inspection', 0.3, 'high voltage')],
  },
  wheels: {
    request: 'Change the wheels and keep the other set for me.',
    description: 'Wheel change and storage',
    packages: [central('tyre-swap'), central('tyre-store')],
    lines: [],
  },
  brakes: {
    request: 'It grinds when I brake at low speed, from the front I think.',
    description: 'Front brakes noisy',
    packages: [central('brk-set-f')],
    lines: [],
  },
  climate: {
    request: 'The air conditioning hardly cools.',
    description: 'Air conditioning weak',
    packages: [central('ac-service')],
    lines: [],
  },
  battery: {
    request: 'It started badly twice this week.',
    description: 'Starts badly',
    packages: [central('bat-12')],
    lines: [],
  },
  inspection: {
    request: 'The roadworthiness test is due this month.',
    description: 'Prepare and present for the roadworthiness test',
    packages: [],
    lines: [
      labour('00-300', 'Check before the roadworthiness test', 0.7),
      part('FEE-HU', 'Fee of the test', 1, 123_00, { group: 'fees' }),
    ],
  },
} as const satisfies Record<string, Job>

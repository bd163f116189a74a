// What customers of the demo come for: work booked before the car is seen, from packages if there is one. Pure.
import { ServiceOrderContentItem } from '@walkaround/contract/dms/service-orders.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { type Static, Type } from 'typebox'
import data from '../data/jobs.json' with { type: 'json' }
import type { Catalogue } from './catalogue.ts'
import { entries, readData } from './data.ts'
import type { Line } from './lines.ts'

export const Job = Type.Object({
  /** What the customer asks for, in the customer's words. */
  request: Type.String(),
  description: Type.String(),
  /** Booked from the catalogue: the first variant that fits the car. */
  packages: Type.Array(Type.String()),
  /** Packages already included in those, so that they need not be offered. */
  covers: Type.Optional(Type.Array(Type.String())),
  /** Booked in addition. */
  lines: Type.Optional(Type.Array(ServiceOrderContentItem)),
})
export type Job = Static<typeof Job>

export const jobs = readData('jobs.json', entries(data, Job), data)

export const linesOf = ({ packages, lines = [] }: Job, catalogue: Catalogue, vehicle: Vehicle): Line[] => [
  ...packages.flatMap((id) => catalogue.linesOf(id, vehicle)),
  ...lines,
]

export const coveredBy = ({ packages, covers = [] }: Job): string[] => [...packages, ...covers]

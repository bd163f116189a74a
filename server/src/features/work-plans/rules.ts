// What a plan becomes by a change, and what events and the order's row keep of it. Pure: no database, no clock.
import type { PlanFacts } from '@walkaround/contract/event-facts.ts'
import { foldName } from '@walkaround/contract/rules/folding.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { isLater } from '@walkaround/contract/rules/work-plan.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import type { SurveyHeader } from '../surveys/header.ts'

export interface PlanRow {
  promised: string | null
  promisedAt: Date | null
  promisedSetAt: Date | null
  promisedSetBy: string | null
  /** A person, as JSON. */
  technician: string | null
  technicianLoginId: string | null
  technicianSetAt: Date | null
  technicianSetBy: string | null
}

export const emptyPlan: PlanRow = {
  promised: null,
  promisedAt: null,
  promisedSetAt: null,
  promisedSetBy: null,
  technician: null,
  technicianLoginId: null,
  technicianSetAt: null,
  technicianSetBy: null,
}

/** Null takes back; undefined leaves as it is. */
export interface Wanted {
  promised?: { text: string; at: Date } | null
  technician?: { person: Person; loginId: string | null } | null
}

/** Undefined if nothing changes: it says the same, or somebody said otherwise later. */
export function followPlan(
  known: PlanRow,
  { promised, technician }: Wanted,
  by: { at: Date; actor: string },
): PlanRow | undefined {
  const text = technician && JSON.stringify(technician.person)
  const isPromise =
    promised !== undefined &&
    isLater(by.at, known.promisedSetAt) &&
    (promised?.text ?? null) !== known.promised
  const isTechnician =
    technician !== undefined && isLater(by.at, known.technicianSetAt) && (text ?? null) !== known.technician
  if (!isPromise && !isTechnician) return undefined
  return {
    ...known,
    ...(isPromise
      ? {
          promised: promised?.text ?? null,
          promisedAt: promised?.at ?? null,
          promisedSetAt: by.at,
          promisedSetBy: by.actor,
        }
      : {}),
    ...(isTechnician
      ? {
          technician: text ?? null,
          technicianLoginId: technician?.loginId ?? null,
          technicianSetAt: by.at,
          technicianSetBy: by.actor,
        }
      : {}),
  }
}

/** Of two cars that turn out to be one, each part of the one that has it; of the DMS's order if both have it. */
export function joinPlans(order: PlanRow, manual: PlanRow): PlanRow | undefined {
  const promised = order.promised === null && manual.promised !== null
  const technician = order.technician === null && manual.technician !== null
  if (!promised && !technician) return undefined
  const { technician: person, technicianLoginId, technicianSetAt, technicianSetBy, ...promise } = manual
  return {
    ...order,
    ...(promised ? promise : {}),
    ...(technician ? { technician: person, technicianLoginId, technicianSetAt, technicianSetBy } : {}),
  }
}

export const personOf = (row: PlanRow): Person | undefined =>
  row.technician === null ? undefined : (JSON.parse(row.technician) as Person)

export const factsOf = ({ promised, technician, technicianLoginId }: PlanRow): PlanFacts => ({
  ...(promised === null ? {} : { promisedTimestamp: promised }),
  ...(technician === null ? {} : { hasTechnician: true }),
  ...(technicianLoginId === null ? {} : { technicianLoginId }),
})

/** What the surveys and the card of the car show of it. */
export function withPlan(header: SurveyHeader, row: PlanRow): SurveyHeader {
  const technician = personOf(row)
  const workPlan = {
    ...(row.promisedAt === null ? {} : { promisedAt: row.promisedAt.toISOString() }),
    ...(technician ? { technician } : {}),
  }
  const { workPlan: _, ...rest } = header
  return Object.keys(workPlan).length === 0 ? rest : { ...rest, workPlan }
}

/** A technician whom the order names: by id, otherwise by name. */
export function findNamed(
  header: SurveyHeader,
  { id, name }: { id?: string; name?: string },
): Person | undefined {
  const named = [...(header.technician ? [header.technician] : []), ...(header.technicians ?? [])]
  return named.find((person) =>
    id === undefined ? name !== undefined && foldName(nameOf(person)) === foldName(name) : person.id === id,
  )
}

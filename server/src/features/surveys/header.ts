// What a survey keeps of its order or lead, and how it is shown. Pure.
import { foldName } from '@walkaround/contract/rules/folding.ts'
import { splitName } from '@walkaround/contract/rules/names.ts'
import type { BusinessPartner, Person, Vehicle } from '@walkaround/contract/shared.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { type ContactCorrections, keepCorrections, withCorrections } from './contacts.ts'

/** Follows the order or lead: each value is replaced as a whole if present and kept if absent (C4). */
export interface SurveyHeader {
  externalId?: string
  externalBranchId?: string
  /** The dealer code of the branch; the order or lead may use its id instead (C1). */
  branch?: string
  serviceOrderType?: string
  description?: string
  currency?: string
  plannedStartTimestamp?: string
  customer?: BusinessPartner
  vehicle?: Vehicle
  serviceAdvisor?: Person
  technician?: Person
  technicians?: Person[]
  responsiblePerson?: Person
  closed?: boolean
  rejected?: boolean
  /** The work plan of the car, set here and not by the order. Stays until somebody changes it. */
  workPlan?: { promisedAt?: string; technician?: Person }
  /** Attributes of `vehicle` that were read from its VIN: they never exclude a package (E1). Not shown. */
  filledFromVin?: string[]
}

/** Whether the order or lead is finished, so that nothing is inspected. */
export const isOver = ({ closed, rejected }: Pick<SurveyHeader, 'closed' | 'rejected'>): boolean =>
  closed === true || rejected === true

/** Who answers for the car: the advisor of the order, or whom a lead names. */
export const advisorOf = ({
  serviceAdvisor,
  responsiblePerson,
}: Pick<SurveyHeader, 'serviceAdvisor' | 'responsiblePerson'>): Person | undefined =>
  serviceAdvisor ?? responsiblePerson

const remembered = [
  'externalId',
  'externalBranchId',
  'branch',
  'serviceOrderType',
  'description',
  'currency',
  'plannedStartTimestamp',
  'customer',
  'vehicle',
  'serviceAdvisor',
  'technician',
  'technicians',
  'responsiblePerson',
] as const satisfies (keyof SurveyHeader)[]

export function followHeader(before: SurveyHeader, source: SurveyHeader): SurveyHeader {
  const header: Record<string, unknown> = {}
  for (const name of remembered) {
    const value = source[name] ?? before[name]
    if (value !== undefined) header[name] = value
  }
  // It belongs to the vehicle it was read for.
  const filled = source.vehicle ? source.filledFromVin : before.filledFromVin
  if (filled && filled.length > 0) header.filledFromVin = filled
  if (before.workPlan) header.workPlan = before.workPlan
  // Not kept: surveys made after an order was reopened are not closed by it.
  if (source.closed !== undefined) header.closed = source.closed
  if (source.rejected !== undefined) header.rejected = source.rejected
  return header as SurveyHeader
}

interface FollowedContacts {
  /** The remaining corrections; those for somebody else are dropped (C4). */
  corrections: string | null
  /** The header including them, as a survey stores it when it closes. */
  shownHeader(): SurveyHeader
}

export function followContacts(
  corrections: string | null,
  before: SurveyHeader,
  header: SurveyHeader,
): FollowedContacts {
  const known = corrections === null ? undefined : (JSON.parse(corrections) as ContactCorrections)
  const kept = keepCorrections(known, before, header)
  return {
    corrections: kept === undefined ? null : JSON.stringify(kept),
    shownHeader: () => withCorrections(header, kept),
  }
}

/** A login as the surveyor of a survey (C6). */
export const toSurveyor = ({ login, name }: { login: string; name: string }): Person => ({
  id: login,
  ...splitName(name),
})

/** As planned here, otherwise as the order says. */
export function plannedTechnician({ workPlan, technician }: SurveyHeader): Person[] {
  const person = workPlan?.technician ?? technician
  return person ? [person] : []
}

/** Who may inspect, by survey type (C6). */
export function plannedSurveyors(surveyType: SurveyType, header: SurveyHeader): Person[] {
  switch (surveyType) {
    case 'health':
      return header.serviceAdvisor ? [header.serviceAdvisor] : []
    case 'VC':
      return plannedTechnician(header)
    case 'QC':
      return header.technicians ?? []
    case 'CVR':
      return header.responsiblePerson ? [header.responsiblePerson] : []
    case 'VR':
      return []
  }
}

/** As shown, with staff corrections. */
export function headerOf(row: { header: string | null; corrections: string | null }): SurveyHeader {
  const header = row.header === null ? {} : (JSON.parse(row.header) as SurveyHeader)
  if (row.corrections === null) return header
  return withCorrections(header, JSON.parse(row.corrections) as ContactCorrections)
}

/** A person's login is seldom their id in the DMS, so an equal name is enough (C6). */
export function isPlanned(planned: Person, surveyor: Person): boolean {
  if (isSamePerson(planned, surveyor)) return true
  return (
    planned.lastName !== undefined &&
    surveyor.lastName !== undefined &&
    foldName(planned.lastName) === foldName(surveyor.lastName) &&
    foldName(planned.firstName) === foldName(surveyor.firstName)
  )
}

/** The same person by DMS id, otherwise by name. */
export function isSamePerson(a: Person, b: Person): boolean {
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id
  return a.firstName === b.firstName && a.middleName === b.middleName && a.lastName === b.lastName
}

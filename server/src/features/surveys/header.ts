// What a survey remembers of its order or lead, and how it is shown. Pure.
import type { BusinessPartner, Person, SurveyType, Vehicle } from '@walkaround/contract/shared.ts'

/** Follows the order or lead: each value is replaced whole when present and kept when left out (C4). */
export interface SurveyHeader {
  externalId?: string
  externalBranchId?: string
  /** The dealer code of the branch; the order or lead may name it by its id instead (C1). */
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
  /** Attributes of `vehicle` that were read from its VIN: they never exclude a package (E1). Not shown. */
  filledFromVin?: string[]
}

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
  // Not remembered: an order taken back is not closed any more for the surveys made after that.
  if (source.closed !== undefined) header.closed = source.closed
  if (source.rejected !== undefined) header.rejected = source.rejected
  return header as SurveyHeader
}

/** Who may inspect, by survey type (C6). */
export function plannedSurveyors(surveyType: SurveyType, header: SurveyHeader): Person[] {
  switch (surveyType) {
    case 'health':
      return header.serviceAdvisor ? [header.serviceAdvisor] : []
    case 'VC':
      return header.technician ? [header.technician] : []
    case 'QC':
      return header.technicians ?? []
    case 'CVR':
      return header.responsiblePerson ? [header.responsiblePerson] : []
    case 'VR':
      return []
  }
}

/** The same person by DMS id, else by name. */
export function isSamePerson(a: Person, b: Person): boolean {
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id
  return a.firstName === b.firstName && a.middleName === b.middleName && a.lastName === b.lastName
}

// What a survey remembers of its order or lead, and how it is shown. Pure.
import type { BusinessPartner, Person, SurveyType, Vehicle } from '@walkaround/contract/shared.ts'
import { type ContactCorrections, keepCorrections, withCorrections } from './contacts.ts'

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

export interface FollowedContacts {
  /** What is left of them; those made for someone else now are dropped (C4). */
  corrections: string | null
  /** The header with them in it, as a survey keeps it when it closes. */
  shownHeader(): string
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
    shownHeader: () => JSON.stringify(withCorrections(header, kept)),
  }
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

/** As it is shown: with what staff corrected. */
export function headerOf(row: { header: string | null; corrections: string | null }): SurveyHeader {
  const header = row.header === null ? {} : (JSON.parse(row.header) as SurveyHeader)
  if (row.corrections === null) return header
  return withCorrections(header, JSON.parse(row.corrections) as ContactCorrections)
}

/** The login of the person in front of the car is seldom their id in the DMS, so the name alone will do (C6). */
export function isPlanned(planned: Person, surveyor: Person): boolean {
  if (isSamePerson(planned, surveyor)) return true
  const fold = (text: string | undefined) => text?.trim().toLowerCase()
  return (
    fold(planned.lastName) !== undefined &&
    fold(planned.lastName) === fold(surveyor.lastName) &&
    fold(planned.firstName) === fold(surveyor.firstName)
  )
}

/** The same person by DMS id, else by name. */
export function isSamePerson(a: Person, b: Person): boolean {
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id
  return a.firstName === b.firstName && a.middleName === b.middleName && a.lastName === b.lastName
}

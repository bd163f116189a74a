// Contact data as staff corrected them: beside what the DMS sent, never in its place, and dropped with the person they
// were made for (C4). Pure.
import type { BusinessPartner, Person, Vehicle } from '@walkaround/contract/shared.ts'
import type { Violation } from '../../problems.ts'

export type PartnerRole = 'customer' | 'owner' | 'driver'

export interface Correction {
  email?: string
  mobilePhone?: string
}

export type ContactCorrections = Partial<Record<PartnerRole, Correction>>

interface WithPartners {
  customer?: BusinessPartner
  vehicle?: Vehicle
}

type Partner = BusinessPartner | Person

const roles: readonly PartnerRole[] = ['customer', 'owner', 'driver']

export function findPartner({ customer, vehicle }: WithPartners, role: PartnerRole): Partner | undefined {
  return role === 'customer' ? customer : vehicle?.[role]
}

const toFields = ({ email, mobilePhone }: Correction) => ({
  ...(email === undefined ? {} : { modifiedEmail: email }),
  ...(mobilePhone === undefined ? {} : { modifiedMobilePhone: mobilePhone }),
})

/** The document as it is shown. */
export function withCorrections<T extends WithPartners>(
  document: T,
  corrections: ContactCorrections | undefined,
): T {
  if (!corrections) return document
  let shown = document
  for (const role of roles) {
    const correction = corrections[role]
    const partner = correction && findPartner(shown, role)
    if (!partner) continue
    const corrected = { ...partner, ...toFields(correction) }
    shown =
      role === 'customer'
        ? { ...shown, customer: corrected as BusinessPartner }
        : { ...shown, vehicle: { ...shown.vehicle, [role]: corrected } }
  }
  return shown
}

/** For JSON texts that are shown as they are when nothing was corrected. */
export function withCorrectionsText(document: string, corrections: string | null): string {
  if (corrections === null) return document
  return JSON.stringify(withCorrections(JSON.parse(document), JSON.parse(corrections) as ContactCorrections))
}

/** By id where one of them has one, else by name (C4). */
export function isSamePartner(a: Partner | undefined, b: Partner | undefined): boolean {
  if (!a || !b) return false
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id
  return nameOf(a) === nameOf(b)
}

function nameOf(partner: Partner): string {
  const { name, firstName, middleName, lastName } = partner as Person & { name?: string }
  return JSON.stringify([name, firstName, middleName, lastName].map((part) => part ?? ''))
}

/** What stays when the header changes. */
export function keepCorrections(
  corrections: ContactCorrections | undefined,
  before: WithPartners,
  after: WithPartners,
): ContactCorrections | undefined {
  if (!corrections) return undefined
  const kept = Object.entries(corrections).filter(([role]) =>
    isSamePartner(findPartner(before, role as PartnerRole), findPartner(after, role as PartnerRole)),
  )
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** An empty text takes a correction back; one that is left out stays. */
export function correct(
  corrections: ContactCorrections | undefined,
  role: PartnerRole,
  change: Correction,
): ContactCorrections | undefined {
  const { [role]: known, ...others } = corrections ?? {}
  const merged = Object.entries({ ...known, ...change }).filter(([, value]) => value)
  const next = merged.length > 0 ? { ...others, [role]: Object.fromEntries(merged) } : others
  return Object.keys(next).length > 0 ? next : undefined
}

/** The same, on a header that belongs to the survey alone. */
export function correctHeader<T extends WithPartners>(header: T, role: PartnerRole, change: Correction): T {
  const partner = findPartner(header, role)
  if (!partner) return header
  const { modifiedEmail, modifiedMobilePhone, ...bare } = partner
  const known = {
    ...(modifiedEmail === undefined ? {} : { email: modifiedEmail }),
    ...(modifiedMobilePhone === undefined ? {} : { mobilePhone: modifiedMobilePhone }),
  }
  const plain = (
    role === 'customer'
      ? { ...header, customer: bare }
      : { ...header, vehicle: { ...header.vehicle, [role]: bare } }
  ) as T
  return withCorrections(plain, correct({ [role]: known }, role, change))
}

const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u
const PHONE = /^\+?[\d() /.-]*\d[\d() /.-]*$/

export function contactViolations({ email, mobilePhone }: Correction): Violation[] {
  const violations: Violation[] = []
  if (email && !EMAIL.test(email)) {
    violations.push({
      kind: 'invalidText',
      info: `email: ${JSON.stringify(email)} is no address such as name@example.com`,
    })
  }
  if (mobilePhone && !PHONE.test(mobilePhone)) {
    violations.push({
      kind: 'invalidText',
      info: `mobilePhone: ${JSON.stringify(mobilePhone)} may hold digits, spaces, + ( ) - . and /, and needs a digit`,
    })
  }
  return violations
}

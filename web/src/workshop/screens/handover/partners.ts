// The people around a car: their names, and how they are reached, with what was corrected here. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'

export const partnerRoles = ['customer', 'owner', 'driver'] as const
export type PartnerRole = (typeof partnerRoles)[number]

export interface Partner {
  role: PartnerRole
  /** Of a contact person of theirs: as the service knows them. */
  contactId?: string
  name: string
  email?: string
  mobilePhone?: string
  /** As the DMS sent them, where they were corrected here. */
  formerEmail?: string
  formerMobilePhone?: string
}

export interface Raw {
  name?: string
  firstName?: string
  middleName?: string
  lastName?: string
  email?: string
  modifiedEmail?: string
  mobilePhone?: string
  modifiedMobilePhone?: string
}

export const nameOf = (raw: Raw | undefined): string =>
  raw === undefined
    ? ''
    : (raw.name ?? [raw.firstName, raw.middleName, raw.lastName].filter(Boolean).join(' '))

export function listPartners({ survey }: SurveyPage): Partner[] {
  const vehicle = survey.surveyObject as Partial<Record<'owner' | 'driver', Raw>> | undefined
  const raws = {
    customer: survey.customer as Raw | undefined,
    owner: vehicle?.owner,
    driver: vehicle?.driver,
  }
  return partnerRoles.flatMap((role) => {
    const raw = raws[role]
    return raw === undefined ? [] : [toPartner(role, raw)]
  })
}

export function toPartner(role: PartnerRole, raw: Raw): Partner {
  const email = raw.modifiedEmail ?? raw.email
  const mobilePhone = raw.modifiedMobilePhone ?? raw.mobilePhone
  return {
    role,
    name: nameOf(raw),
    ...(email === undefined ? {} : { email }),
    ...(mobilePhone === undefined ? {} : { mobilePhone }),
    ...(raw.modifiedEmail !== undefined && raw.email !== undefined ? { formerEmail: raw.email } : {}),
    ...(raw.modifiedMobilePhone !== undefined && raw.mobilePhone !== undefined
      ? { formerMobilePhone: raw.mobilePhone }
      : {}),
  }
}

/** Only what differs goes out; the address of the DMS typed again takes the correction back. */
export function correctionOf(
  partner: Partner,
  typed: { email: string; mobilePhone: string },
): { email?: string; mobilePhone?: string } {
  const one = (name: 'email' | 'mobilePhone', former: string | undefined) => {
    const value = typed[name].trim()
    if (value === (partner[name] ?? '')) return {}
    return { [name]: value === former ? '' : value }
  }
  return { ...one('email', partner.formerEmail), ...one('mobilePhone', partner.formerMobilePhone) }
}

/** Good enough to be sent to: the service is not asked to judge more. */
export const isEmail = (text: string): boolean =>
  text.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
export const isPhone = (text: string): boolean => text.trim() === '' || (text.match(/\d/g) ?? []).length >= 5

// The people around a car: their names and contact data, with corrections made here. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { isEmail, isPhone } from '@walkaround/contract/rules/contact-address.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'

export const partnerRoles = ['customer', 'owner', 'driver'] as const
export type PartnerRole = (typeof partnerRoles)[number]

export interface Partner {
  role: PartnerRole
  /** Of one of their contact persons, by the service's id. */
  contactId?: string
  name: string
  email?: string
  mobilePhone?: string
  /** As the DMS sent them, if they were corrected here. */
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

/** Sends only differences; typing the DMS's own value again removes the correction. */
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

/** What cannot be saved as typed; an empty field is fine. */
export function faultsOf(typed: { email: string; mobilePhone: string }): {
  email: boolean
  mobilePhone: boolean
} {
  const isFault = (text: string, isRight: (text: string) => boolean) => text !== '' && !isRight(text)
  return {
    email: isFault(typed.email.trim(), isEmail),
    mobilePhone: isFault(typed.mobilePhone.trim(), isPhone),
  }
}

// Corrects e-mail address or mobile telephone of customer, owner, driver or one of their contact persons, until the survey is
// closed (D5). What the DMS sent stays unchanged.
import {
  type Correction,
  correctHeader,
  findPartner,
  hasContact,
  type PartnerRole,
} from '@walkaround/contract/rules/contact-corrections.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { type Origin, saveCorrections } from '../origins/rows.ts'
import * as contacts from './contact-store.ts'
import { type ContactCorrections, contactViolations, correct } from './contacts.ts'
import type { SurveyHeader } from './header.ts'
import * as store from './store.ts'

export async function correctContact(
  scope: Scope,
  surveyId: string,
  role: PartnerRole,
  change: Correction,
  contact?: string,
): Promise<void> {
  const violations = contactViolations(change)
  if (violations.length > 0) throw problemOf(violations)
  const origin = await contacts.lockOrigin(scope, surveyId)
  const survey = origin && (await store.findStateForUpdate(scope, surveyId))
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  if (survey.closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  const header = (origin.header === null ? {} : JSON.parse(origin.header)) as SurveyHeader
  const partner = findPartner(header, role)
  if (!partner) throw problem('invalidArgument', `partner: the survey has no ${role} to correct`)
  if (contact !== undefined && !hasContact(partner, contact)) {
    throw problem(
      'invalidArgument',
      `contactId: the ${role} has no contact person ${JSON.stringify(contact)}`,
    )
  }
  const hangsOn = contacts.originOf(origin)
  const isSaved = hangsOn
    ? await saveOnOrigin(scope, hangsOn, origin.corrections, (before) =>
        correct(before, role, change, contact),
      )
    : await saveOnSurvey(scope, surveyId, origin.header, correctHeader(header, role, change, contact))
  if (isSaved) await contacts.recordCorrection(scope, surveyId, origin, role)
}

async function saveOnSurvey(
  scope: Scope,
  surveyId: string,
  before: string | null,
  header: SurveyHeader,
): Promise<boolean> {
  const text = JSON.stringify(header)
  if (text === before) return false
  await contacts.saveOwnHeader(scope, surveyId, text)
  return true
}

async function saveOnOrigin(
  scope: Scope,
  origin: Origin,
  corrections: string | null,
  change: (before: ContactCorrections | undefined) => ContactCorrections | undefined,
): Promise<boolean> {
  const before = corrections === null ? undefined : (JSON.parse(corrections) as ContactCorrections)
  const next = change(before)
  const text = next === undefined ? null : JSON.stringify(next)
  if (text === corrections) return false
  await saveCorrections(scope, origin, text)
  return true
}

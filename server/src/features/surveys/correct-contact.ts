// Corrects e-mail address or mobile telephone of customer, owner, driver or one of their contact persons, until the survey is
// closed (D5). What the DMS sent stays unchanged.
import {
  type Correction,
  correctHeader,
  findPartner,
  hasContact,
  type PartnerRole,
} from '@walkaround/contract/rules/contact-corrections.ts'
import { newId } from '../../lib/ids.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findSearched, type Origin, saveCorrections, saveSearched } from '../origins/rows.ts'
import { contactChange } from './contact-changes.ts'
import * as contacts from './contact-store.ts'
import { type ContactCorrections, contactViolations, correct, withCorrections } from './contacts.ts'
import type { SurveyHeader } from './header.ts'
import { findOwnSearched, saveOwnSearched } from './rows.ts'
import { searchTextOf } from './search-text.ts'
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
  const shown = hangsOn
    ? await saveOnOrigin(scope, hangsOn, { header, corrections: origin.corrections }, (before) =>
        correct(before, role, change, contact),
      )
    : await saveOnSurvey(scope, surveyId, header, correctHeader(header, role, change, contact))
  if (!shown) return
  // A corrected number finds its car too.
  const found = hangsOn ? await findSearched(scope, hangsOn) : await findOwnSearched(scope, surveyId)
  const to = found && searchTextOf(found.id, shown.after)
  if (found && to && hangsOn) saveSearched(scope, hangsOn.kind, found, to)
  else if (found && to) saveOwnSearched(scope, found, to)
  const place = { partner: role, contact }
  const changed = contactChange(newId(scope.now.getTime()), place, shown.before, shown.after)
  await contacts.recordCorrection(scope, surveyId, origin, changed)
}

/** The header as it was shown before, and as it is shown now. */
interface Shown {
  before: SurveyHeader
  after: SurveyHeader
}

/** Undefined if nothing changes. */
async function saveOnSurvey(
  scope: Scope,
  surveyId: string,
  before: SurveyHeader,
  after: SurveyHeader,
): Promise<Shown | undefined> {
  const text = JSON.stringify(after)
  if (text === JSON.stringify(before)) return undefined
  await contacts.saveOwnHeader(scope, surveyId, text)
  return { before, after }
}

async function saveOnOrigin(
  scope: Scope,
  origin: Origin,
  { header, corrections }: { header: SurveyHeader; corrections: string | null },
  change: (before: ContactCorrections | undefined) => ContactCorrections | undefined,
): Promise<Shown | undefined> {
  const before = corrections === null ? undefined : (JSON.parse(corrections) as ContactCorrections)
  const next = change(before)
  const text = next === undefined ? null : JSON.stringify(next)
  if (text === corrections) return undefined
  await saveCorrections(scope, origin, text)
  return { before: withCorrections(header, before), after: withCorrections(header, next) }
}

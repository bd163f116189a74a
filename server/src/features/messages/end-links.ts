// The DMS names another customer, owner or driver: links of the former person are withdrawn, messages waiting for them are not
// sent, and the advisor is told (I3). Runs in the transaction of the PUT, while surveys still follow their order or lead.

import { partnerRoles } from '@walkaround/contract/rules/contact-corrections.ts'
import type { Scope } from '../../scope.ts'
import { endOwnerLinks, linkState, listLinksOfSurveys } from '../owner-links/owner-links.ts'
import { isPartnerGone, listContacts } from '../surveys/contacts.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { notifyAdvisor } from './notify-advisor.ts'
import { contactOf, type Destination, type PartnerRole } from './rules.ts'
import * as store from './store.ts'

const PERSON_CHANGED = {
  code: 'personChanged',
  message: 'the DMS named another person before it was sent',
} as const

export async function endLinksOfFormer(
  scope: Scope,
  surveyIds: readonly string[],
  before: SurveyHeader,
  after: SurveyHeader,
): Promise<void> {
  if (surveyIds.length === 0 || !isAnybodyGone(before, after)) return
  const isGone = ({ sourcePartnerType: role, ...rest }: Destination) =>
    role !== undefined &&
    isPartnerGone(before, after, role as PartnerRole, contactOf(before, { sourcePartnerType: role, ...rest }))
  const addressed = await store.listAddressed(scope, surveyIds)
  const former = addressed.filter(({ destinations }) => destinations.some(isGone))
  const links = await listLinksOfSurveys(scope, surveyIds)
  const ofFormer = new Set(former.map(({ linkId }) => linkId))
  // The recipient of a link without a message is unknown, so it ends too.
  const ended = links.filter(
    (link) => linkState(link, scope.now) === 'valid' && (link.messageId === null || ofFormer.has(link.id)),
  )
  await endOwnerLinks(
    scope,
    ended.map(({ id }) => id),
  )
  const waiting = former.filter(({ state }) => state === 'waiting')
  for (const { id } of waiting) {
    await store.setFailed(scope, id, PERSON_CHANGED)
    await store.forgetLink(scope, id)
  }
  // The advisor sends no copy again: who signed has it, or signs anew.
  const results = ended.filter(({ form }) => form === null)
  for (const surveyId of new Set([...results, ...waiting].map((one) => one.surveyId))) {
    const names = former.flatMap((one) => (one.surveyId === surveyId ? one.destinations : []))
    const note = [...new Set(names.map(({ name, address }) => name ?? address))].join('\n')
    await notifyAdvisor(scope, surveyId, 'linkEndedNotification', note === '' ? {} : { note })
  }
}

/** Needs no database: most changes of an order concern something else. */
function isAnybodyGone(before: SurveyHeader, after: SurveyHeader): boolean {
  return partnerRoles.some((role) =>
    [undefined, ...listContacts(before, role)].some((contact) => isPartnerGone(before, after, role, contact)),
  )
}

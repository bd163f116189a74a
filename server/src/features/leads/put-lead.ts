// PUT of a lead: what it adds to an origin of surveys. Its deals are replaced if they are given.
import type { CustomerReviewRequest } from '@walkaround/contract/dms/leads.ts'
import type { ReadyJson } from '../../lib/ready-json.ts'
import { problemOf } from '../../problems.ts'
import type { Fields, Precondition, Scope } from '../../scope.ts'
import { endLinksOfFormer } from '../messages/end-links.ts'
import { findForUpdate } from '../origins/rows.ts'
import { putOrigin } from '../surveys/put-origin.ts'
import { leadJson } from './get-lead.ts'
import { type Lead, leadViolations, surveysToRelease, toStoredLead } from './rules.ts'
import * as store from './store.ts'

/** `json`: its new state, unless its deals were left unchanged. */
export async function putLead(
  scope: Scope,
  id: string,
  fields: Fields<CustomerReviewRequest>,
  precondition: Precondition,
): Promise<{ isNew: boolean; json: ReadyJson<CustomerReviewRequest> | undefined }> {
  const input = fields.get()
  const violations = leadViolations(input)
  if (violations.length > 0) throw problemOf(violations)
  const before = await findForUpdate(scope, { kind: 'lead', id })
  await precondition.check()

  const deals = input.deals?.map((deal) => ({ id: deal.id, document: JSON.stringify(deal) }))
  const isDealsSame =
    deals === undefined || (before !== undefined && isSame(deals, await store.findDealTexts(scope, id)))
  const { shown } = await putOrigin<Lead>(scope, {
    kind: 'lead',
    id,
    before,
    vehicle: input.vehicle,
    externalBranchId: input.externalBranchId,
    toStored: (vehicle, known) =>
      toStoredLead(id, vehicle ? { ...input, vehicle } : input, known, before?.createdAt ?? scope.now),
    surveysDue: (lead, _, existing) => surveysToRelease(lead, existing),
    isRestSame: isDealsSame,
    follow: async ({ existing, remembered, header }) => {
      if (deals && !isDealsSame) await store.replaceDeals(scope, id, deals)
      const surveyIds = existing.map((survey) => survey.id)
      await endLinksOfFormer(scope, surveyIds, remembered, header)
    },
  })
  const texts = deals?.map(({ document }) => document) ?? (before ? undefined : [])
  return { isNew: before === undefined, json: texts && leadJson(shown, texts) }
}

function isSame(one: store.DealText[], other: store.DealText[]): boolean {
  return one.length === other.length && one.every((deal, index) => deal.document === other[index]?.document)
}

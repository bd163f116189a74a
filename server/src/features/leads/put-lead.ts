// PUT of a lead: stores it, replaces its deals when they are given, makes and closes its survey.
import type { CustomerReviewRequest } from '@walkaround/contract/dms/leads.ts'
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import { bindBranch, tellFormerBranch } from '../../access/bind-branch.ts'
import { RetryTransaction } from '../../db/database.ts'
import { toInstant } from '../../lib/iso-dates.ts'
import { problemOf } from '../../problems.ts'
import type { Fields, Precondition, Scope } from '../../scope.ts'
import { endLinksOfFormer } from '../messages/end-links.ts'
import { followContacts, followHeader, type SurveyHeader } from '../surveys/header.ts'
import { closeAll, followVehicle, insertPlanned, planSurveys, toRefs } from '../surveys/release-surveys.ts'
import { searchTextOf, vehicleKeyOf } from '../surveys/search-text.ts'
import { completeVehicle, isSameVehicle } from '../vehicles/complete-vehicle.ts'
import { rememberVehicle } from '../vehicles/remember.ts'
import { isOver, type Lead, leadViolations, surveysToRelease, toStoredLead } from './rules.ts'
import * as store from './store.ts'

export async function putLead(
  scope: Scope,
  id: string,
  fields: Fields<CustomerReviewRequest>,
  precondition: Precondition,
): Promise<'created' | 'changed'> {
  const input = fields.get()
  const violations = leadViolations(input)
  if (violations.length > 0) throw problemOf(violations)
  const before = await store.findLeadForUpdate(scope, id)
  await precondition.check()

  const known = before && (JSON.parse(before.document) as Lead)
  const remembered = before ? (JSON.parse(before.survey_header) as SurveyHeader) : {}
  const source = `lead/${id}`
  const completed =
    input.vehicle && (await completeVehicle(scope, input.vehicle, { before: remembered, source }))
  const given = completed ? { ...input, vehicle: completed.vehicle } : input
  const lead = toStoredLead(id, given, known, before?.created_at ?? scope.now)
  const { branchId, code } =
    before && known?.externalBranchId === lead.externalBranchId
      ? { branchId: before.branch_id, code: undefined }
      : await bindBranch(scope, lead.externalBranchId)
  const existing = before ? (JSON.parse(before.surveys) as SurveyRef[]) : []
  const due = surveysToRelease(lead, existing)
  const document = JSON.stringify(lead)
  const deals = input.deals?.map((deal) => ({ id: deal.id, document: JSON.stringify(deal) }))
  const isDealsSame =
    deals === undefined || (before !== undefined && isSame(deals, await store.findDealTexts(scope, id)))
  // A repeated PUT, or a GET answer sent back, changes nothing.
  const isSameLead = before?.document === document && isSameVehicle(remembered, completed)
  if (isSameLead && before.branch_id === branchId && due.length === 0 && isDealsSame) return 'changed'

  const made = await planSurveys(scope, due, { branchId, make: lead.vehicle?.make })
  const header = followHeader(remembered, { ...lead, branch: code, filledFromVin: completed?.filled })
  const surveyHeader = JSON.stringify(header)
  const contacts = followContacts(before?.contact_corrections ?? null, remembered, header)
  const row: store.LeadToSave = {
    id,
    branchId,
    closed: lead.closed === true,
    rejected: lead.rejected === true,
    plannedStart: toInstant(lead.plannedStartTimestamp as string, scope.client.timeZone),
    document,
    surveyHeader,
    searchText: searchTextOf(id, header),
    contactCorrections: contacts.corrections,
    surveys: JSON.stringify([...existing, ...toRefs(made)]),
  }
  if (before) await store.updateLead(scope, row)
  else if (!(await store.insertLead(scope, row))) throw new RetryTransaction()
  if (deals && !isDealsSame) await store.replaceDeals(scope, id, deals)
  if (before && before.branch_id !== branchId) await tellFormerBranch(scope, before.branch_id, `lead/${id}`)
  await insertPlanned(scope, { leadId: id, vehicleKey: vehicleKeyOf(header) }, made)
  await followVehicle(scope, { leadId: id }, existing, remembered, header)
  const surveyIds = existing.map((survey) => survey.id)
  await endLinksOfFormer(scope, surveyIds, remembered, header)
  if (completed && !isSameVehicle(remembered, completed)) {
    await rememberVehicle(scope, completed.supplied, { source, before: remembered.vehicle })
  }
  if (isOver(lead) && existing.length > 0) await closeAll(scope, { leadId: id }, contacts.shownHeader())
  return before ? 'changed' : 'created'
}

function isSame(one: store.DealText[], other: store.DealText[]): boolean {
  return one.length === other.length && one.every((deal, index) => deal.document === other[index]?.document)
}

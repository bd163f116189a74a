// Adds, changes and removes one deal of a lead.
import { type DealItem, dealsPerLead } from '@walkaround/contract/dms/leads.ts'
import { problem, problemOf } from '../../problems.ts'
import { type Fields, type Precondition, type Scope, unconditional } from '../../scope.ts'
import { dealViolations } from './rules.ts'
import * as store from './store.ts'

/** No operation reads a single deal; its ETag comes with the reply to a PUT. */
export const findDealJson = store.findDealText

export async function putDeal(
  scope: Scope,
  leadId: string,
  dealId: string,
  fields: Fields<DealItem>,
  precondition: Precondition = unconditional,
): Promise<void> {
  const others = await store.countOtherDeals(scope, leadId, dealId)
  if (others === undefined) throw problem('noSuchResource', `there is no lead "${leadId}"`)
  const { id: _, ...deal } = fields.get()
  const violations = dealViolations(deal)
  if (violations.length > 0) throw problemOf(violations)
  await precondition.check()
  if (others >= dealsPerLead) {
    throw problem('tooLong', `lead "${leadId}" has ${others} deals, at most ${dealsPerLead} are allowed`)
  }
  await store.saveDeal(scope, leadId, dealId, JSON.stringify({ id: dealId, ...deal }))
}

export async function deleteDeal(
  scope: Scope,
  leadId: string,
  dealId: string,
  precondition: Precondition,
): Promise<void> {
  const others = await store.countOtherDeals(scope, leadId, dealId)
  if (others === undefined) throw problem('noSuchResource', `there is no lead "${leadId}"`)
  if ((await store.findDealText(scope, leadId, dealId)) === undefined) {
    throw problem('noSuchResource', `lead "${leadId}" has no deal "${dealId}"`)
  }
  await precondition.check()
  await store.deleteDeal(scope, leadId, dealId)
}

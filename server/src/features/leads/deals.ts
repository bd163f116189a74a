// One deal of a lead: added, changed, removed.
import { type DealItem, dealsPerLead } from '@walkaround/contract/dms/leads.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { dealViolations } from './rules.ts'
import * as store from './store.ts'

export async function putDeal(
  scope: Scope,
  leadId: string,
  dealId: string,
  fields: Fields<DealItem>,
): Promise<void> {
  const others = await store.countOtherDeals(scope, leadId, dealId)
  if (others === undefined) throw problem('noSuchResource', `there is no lead "${leadId}"`)
  const { id: _, ...deal } = fields.get()
  const violations = dealViolations(deal)
  if (violations.length > 0) throw problemOf(violations)
  if (others >= dealsPerLead) {
    throw problem('tooLong', `lead "${leadId}" has ${others} deals, at most ${dealsPerLead} are allowed`)
  }
  await store.saveDeal(scope, leadId, dealId, JSON.stringify({ id: dealId, ...deal }))
}

export async function deleteDeal(scope: Scope, leadId: string, dealId: string): Promise<void> {
  const others = await store.countOtherDeals(scope, leadId, dealId)
  if (others === undefined) throw problem('noSuchResource', `there is no lead "${leadId}"`)
  if (!(await store.deleteDeal(scope, leadId, dealId))) {
    throw problem('noSuchResource', `lead "${leadId}" has no deal "${dealId}"`)
  }
}

// Reads a lead with its deals.
import type { CustomerReviewRequest } from '@walkaround/contract/dms/leads.ts'
import { type ReadyJson, readyJson } from '../../lib/ready-json.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { ShownOrigin } from '../origins/rows.ts'
import { originJson } from '../surveys/origin-json.ts'
import * as store from './store.ts'

/** The short form, as in lists, has no `deals` (C7). */
export const leadJson = (lead: ShownOrigin, deals: readonly string[]): ReadyJson<CustomerReviewRequest> =>
  readyJson(`${originJson(lead).slice(0, -1)},"deals":[${deals.join(',')}]}`)

export async function findLeadJson(
  scope: Scope,
  id: string,
): Promise<ReadyJson<CustomerReviewRequest> | undefined> {
  const lead = await store.findLead(scope, id)
  return lead && leadJson(lead, lead.deals)
}

export async function getLeadJson(scope: Scope, id: string): Promise<ReadyJson<CustomerReviewRequest>> {
  const json = await findLeadJson(scope, id)
  if (json === undefined) throw problem('noSuchResource', `there is no lead "${id}"`)
  return json
}

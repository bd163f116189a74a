// Reading a lead: the stored document, its deals, and beside them what the service owns.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { withCorrectionsText } from '../surveys/contacts.ts'
import * as store from './store.ts'

/** The short form of a lead: without `deals` (C7). */
export function shortLeadJson(lead: store.ShownLead): string {
  const owned = JSON.stringify({ branchId: lead.branch_id, siteId: lead.site_id, siteName: lead.site_name })
  const document = withCorrectionsText(lead.document, lead.contact_corrections)
  return `${document.slice(0, -1)},${owned.slice(1, -1)},"surveys":${lead.surveys}}`
}

export async function findLeadJson(scope: Scope, id: string): Promise<string | undefined> {
  const lead = await store.findLead(scope, id)
  return lead && `${shortLeadJson(lead).slice(0, -1)},"deals":${lead.deals}}`
}

export async function getLeadJson(scope: Scope, id: string): Promise<string> {
  const json = await findLeadJson(scope, id)
  if (json === undefined) throw problem('noSuchResource', `there is no lead "${id}"`)
  return json
}

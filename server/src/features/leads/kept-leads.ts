// Leads as the list last showed them, as bytes: most leads of a list are those of the list before.
import type { LeadListItem } from '@walkaround/contract/dms/leads.ts'
import { perDatabase } from '../../db/per-database.ts'
import { type ReadyBytes, toOwnBytes } from '../../lib/ready-json.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import type { Page } from '../origins/list-pages.ts'
import { originJson } from '../surveys/origin-json.ts'
import * as store from './store.ts'

interface KeptLead {
  revision: string
  bytes: ReadyBytes<LeadListItem>
}

interface KeptPage {
  /** Which leads in which revisions it was made from. */
  refs: string
  page: Page<LeadListItem>
}

/** Some 10,000 leads. */
const MOST_LEAD_BYTES = 8 * 1024 * 1024
/** What an entry takes besides its bytes. */
const ENTRY_BYTES = 300
const MOST_PAGE_BYTES = 4 * 1024 * 1024

const memoryOf = perDatabase(() => ({
  leads: new Recent<KeptLead>(MOST_LEAD_BYTES, ({ bytes }) => bytes.length + ENTRY_BYTES),
  pages: new Recent<KeptPage>(
    MOST_PAGE_BYTES,
    ({ refs, page }) => refs.length + page.items.length + ENTRY_BYTES,
  ),
}))

/** Pages by what was asked for. */
export const keptPages = ({ db }: Scope): Recent<KeptPage> => memoryOf(db).pages

/** In the same order. Reads only those that are not kept in this revision; what changes meanwhile comes in a later one. */
export async function loadLeads(scope: Scope, refs: readonly store.LeadRef[]): Promise<KeptLead[]> {
  const memory = memoryOf(scope.db).leads
  const client = JSON.stringify([scope.clientId])
  const known = refs.map(([id, , revision]) => {
    const kept = memory.get(`${client}${id}`)
    return kept?.revision === revision ? kept : undefined
  })
  const missing = refs.flatMap(([id], at) => (known[at] ? [] : [id]))
  const read = new Map<string, KeptLead>()
  for (const lead of missing.length === 0 ? [] : await store.listShown(scope, missing)) {
    const kept = { revision: lead.revision, bytes: toOwnBytes(originJson<LeadListItem>(lead)) }
    const id = missing[lead.at] as string
    memory.set(`${client}${id}`, kept)
    read.set(id, kept)
  }
  return refs.flatMap(([id], at) => known[at] ?? read.get(id) ?? [])
}

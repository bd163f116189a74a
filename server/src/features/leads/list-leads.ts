// The lead list (C7): by planned start, then id.
import type { LeadListItem, LeadQuery } from '@walkaround/contract/dms/leads.ts'
import { LARGEST_PAGE } from '@walkaround/contract/dms/pages.ts'
import { toInstant, toLastInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { ReadyJsonPieces } from '../../lib/ready-json.ts'
import { findBranches } from '../../organisation/bind-branch.ts'
import type { Scope } from '../../scope.ts'
import {
  EARLIEST,
  LATEST,
  listWhole,
  type Page,
  type Place,
  readPlace,
  toPage,
} from '../origins/list-pages.ts'
import { keptPages, loadLeads } from './kept-leads.ts'
import * as store from './store.ts'

export async function listLeadPage(scope: Scope, query: LeadQuery): Promise<Page<LeadListItem>> {
  const step = await stepsOf(scope, query)
  const limit = query.limit ?? LARGEST_PAGE
  const filters = filtersOf(query)
  const refs = await step(readPlace(query.cursor, filters), limit + 1)
  const key = JSON.stringify([scope.clientId, query])
  const pages = keptPages(scope)
  const kept = pages.get(key)
  if (kept?.refs === refs) return kept.page
  const found = toRefs(refs)
  const shown = found.slice(0, limit)
  const leads = await loadLeads(scope, shown)
  const page = toPage<store.LeadRef, LeadListItem>(
    found,
    limit,
    leads.map(({ bytes }) => bytes),
    filters,
  )
  // A lead that changed meanwhile is sent as it is now, and the page is made again next time.
  if (shown.every(([, , revision], at) => leads[at]?.revision === revision)) pages.set(key, { refs, page })
  return page
}

const toRefs = (json: string) => JSON.parse(json) as store.LeadRef[]

export async function listAllLeads(scope: Scope, query: LeadQuery): Promise<ReadyJsonPieces<LeadListItem[]>> {
  const step = await stepsOf(scope, query)
  return listWhole(
    async (after, limit) => toRefs(await step(after, limit)),
    async (refs) => (await loadLeads(scope, refs)).map(({ bytes }) => bytes),
  )
}

async function stepsOf(
  scope: Scope,
  query: LeadQuery,
): Promise<(after: Place | undefined, limit: number) => Promise<string>> {
  const { timeZone } = scope.client
  const range = {
    closed: query.list === 'outstanding' ? [false] : [false, true],
    from: query.dateFrom === undefined ? EARLIEST : toInstant(query.dateFrom, timeZone),
    to: query.dateTo === undefined ? LATEST : toLastInstant(query.dateTo, timeZone),
  }
  const branchIds = query.branch ? await findBranches(scope, query.branch) : scope.branches
  return (last, limit) => {
    const after = last && { plannedStart: last.at, id: last.id }
    return branchIds
      ? store.listLeadsOfBranches(scope, branchIds, { ...range, after, limit })
      : store.listLeads(scope, { ...range, after, limit })
  }
}

const filtersOf = ({ dateFrom, dateTo, branch, list }: LeadQuery) => [dateFrom, dateTo, branch, list]

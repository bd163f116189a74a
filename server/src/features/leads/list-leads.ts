// The lead list (C7): by planned start, then id, in short keyset steps, so that neither memory nor a database cursor grows with the
// list.

import { hash } from 'node:crypto'
import type { LeadListItem, LeadQuery } from '@walkaround/contract/dms/leads.ts'
import { toInstant, toLastInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { joinBytes, type ReadyJsonPieces, readyJsonPieces } from '../../lib/ready-json.ts'
import { findBranches } from '../../organisation/bind-branch.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { keptPages, loadLeads, type Page } from './kept-leads.ts'
import * as store from './store.ts'

/** Leads per step of the plain list: some hundred kilobytes at a time. */
const STEP = 500
const LARGEST_PAGE = 1000
const EARLIEST = new Date('0001-01-01T00:00:00Z')
const LATEST = new Date('9999-12-31T23:59:59.999Z')

export async function listLeadPage(scope: Scope, query: LeadQuery): Promise<Page> {
  const step = await stepsOf(scope, query)
  const limit = query.limit ?? LARGEST_PAGE
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, query)
  const refs = await step(after, limit + 1)
  const key = JSON.stringify([scope.clientId, query])
  const pages = keptPages(scope)
  const kept = pages.get(key)
  if (kept?.refs === refs) return kept.page
  const found = toRefs(refs)
  const shown = found.slice(0, limit)
  const leads = await loadLeads(scope, shown)
  const last = shown.at(-1)
  const page = {
    leads: joinBytes<LeadListItem[]>(
      '[',
      leads.map(({ bytes }) => bytes),
      ']',
    ),
    ...(found.length > limit && last ? { cursor: makeCursor(last, query) } : {}),
  }
  // A lead that changed meanwhile is sent as it is now, and the page is made again next time.
  if (shown.every(([, , revision], at) => leads[at]?.revision === revision)) pages.set(key, { refs, page })
  return page
}

const toRefs = (json: string) => JSON.parse(json) as store.LeadRef[]

/** The whole list as pieces of one JSON array. The first piece is read before anything is sent. */
export async function listAllLeads(scope: Scope, query: LeadQuery): Promise<ReadyJsonPieces<LeadListItem[]>> {
  const step = await stepsOf(scope, query)
  const first = toRefs(await step(undefined, STEP))
  const firstLeads = await loadLeads(scope, first)
  const pieces = async function* () {
    let [refs, leads, separator] = [first, firstLeads, '[']
    while (leads.length > 0) {
      yield joinBytes(
        separator,
        leads.map(({ bytes }) => bytes),
        '',
      )
      separator = ','
      if (refs.length < STEP) break
      refs = toRefs(await step(placeOf(refs.at(-1)), STEP))
      leads = await loadLeads(scope, refs)
    }
    yield separator === '[' ? '[]' : ']'
  }
  return readyJsonPieces(pieces())
}

type After = { plannedStartMs: number; id: string } | undefined

const placeOf = (ref: store.LeadRef | undefined): After => ref && { id: ref[0], plannedStartMs: ref[1] }

async function stepsOf(
  scope: Scope,
  query: LeadQuery,
): Promise<(after: After, limit: number) => Promise<string>> {
  const { timeZone } = scope.client
  const range = {
    closed: query.list === 'outstanding' ? [false] : [false, true],
    from: query.dateFrom === undefined ? EARLIEST : toInstant(query.dateFrom, timeZone),
    to: query.dateTo === undefined ? LATEST : toLastInstant(query.dateTo, timeZone),
  }
  const branchIds = query.branch ? await findBranches(scope, query.branch) : scope.branches
  return (last, limit) => {
    const after = last && { plannedStart: new Date(last.plannedStartMs), id: last.id }
    return branchIds
      ? store.listLeadsOfBranches(scope, branchIds, { ...range, after, limit })
      : store.listLeads(scope, { ...range, after, limit })
  }
}

/** A cursor belongs to one query: with other filters it would skip or repeat leads. */
function fingerprint({ dateFrom, dateTo, branch, list }: LeadQuery): string {
  return hash('sha1', JSON.stringify([dateFrom, dateTo, branch, list]), 'base64url').slice(0, 8)
}

function makeCursor([id, plannedStartMs]: store.LeadRef, query: LeadQuery): string {
  const place = JSON.stringify([fingerprint(query), new Date(plannedStartMs).toISOString(), id])
  return Buffer.from(place).toString('base64url')
}

function readCursor(cursor: string, query: LeadQuery): After {
  let place: unknown
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    place = undefined
  }
  const [query_, plannedStart, id] = Array.isArray(place) ? (place as unknown[]) : []
  const at = typeof plannedStart === 'string' ? new Date(plannedStart) : undefined
  // An invalid date fails both comparisons. Outside this range the database has no timestamp to compare with.
  const isInCalendar = at !== undefined && at >= EARLIEST && at <= LATEST
  const isId = typeof id === 'string' && !id.includes('\0') && id.isWellFormed()
  if (query_ !== fingerprint(query) || !isInCalendar || !isId) {
    throw problem(
      'invalidCursor',
      'cursor: take it unchanged from the Link header of a page of the same query',
    )
  }
  return { plannedStartMs: at.getTime(), id }
}

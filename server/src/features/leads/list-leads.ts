// The lead list (C7): by planned start, then id, in short keyset steps, so that neither memory nor a database cursor grows with the
// list.

import { hash } from 'node:crypto'
import type { LeadListItem, LeadQuery } from '@walkaround/contract/dms/leads.ts'
import { toInstant, toLastInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { type ReadyJson, type ReadyJsonPieces, readyJsonPieces, toJsonArray } from '../../lib/ready-json.ts'
import { findBranches } from '../../organisation/bind-branch.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { originJson } from '../surveys/origin-json.ts'
import * as store from './store.ts'

/** Leads per step of the plain list: some hundred kilobytes at a time. */
const STEP = 500
const LARGEST_PAGE = 1000
const EARLIEST = new Date('0001-01-01T00:00:00Z')
const LATEST = new Date('9999-12-31T23:59:59.999Z')

interface Page {
  json: ReadyJson<LeadListItem[]>
  /** Where the next page begins; absent on the last. */
  cursor?: string
}

export async function listLeadPage(scope: Scope, query: LeadQuery): Promise<Page> {
  const step = await stepsOf(scope, query)
  const limit = query.limit ?? LARGEST_PAGE
  const found = await step(
    query.cursor === undefined ? undefined : readCursor(query.cursor, query),
    limit + 1,
  )
  const leads = found.slice(0, limit)
  const last = leads.at(-1)
  const json = toJsonArray(leads.map(originJson<LeadListItem>))
  return found.length > limit && last ? { json, cursor: makeCursor(last, query) } : { json }
}

/** The whole list as pieces of one JSON array. The first piece is read before anything is sent. */
export async function listAllLeads(scope: Scope, query: LeadQuery): Promise<ReadyJsonPieces<LeadListItem[]>> {
  const step = await stepsOf(scope, query)
  const first = await step(undefined, STEP)
  const pieces = async function* () {
    let leads = first
    let separator = '['
    while (leads.length > 0) {
      const last = leads[leads.length - 1] as store.ShownLead
      yield separator + leads.map(originJson).join(',')
      separator = ','
      if (leads.length < STEP) break
      leads = await step(last, STEP)
    }
    yield separator === '[' ? '[]' : ']'
  }
  return readyJsonPieces(pieces())
}

type After = Pick<store.ShownLead, 'plannedStartMs' | 'id'> | undefined

async function stepsOf(
  scope: Scope,
  query: LeadQuery,
): Promise<(after: After, limit: number) => Promise<store.ShownLead[]>> {
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

function makeCursor(last: store.ShownLead, query: LeadQuery): string {
  const place = JSON.stringify([fingerprint(query), new Date(last.plannedStartMs).toISOString(), last.id])
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

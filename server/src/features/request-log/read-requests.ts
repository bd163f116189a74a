// The log of requests for people: a page of it, and one request with the reason for which it was refused.
import type {
  LoggedRequest,
  RequestDetail,
  RequestDifference,
  RequestEffect,
  statusClasses,
} from '@walkaround/contract/app/requests.ts'
import { operations } from '@walkaround/contract/dms/operations.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import { type ProblemEntry, problems } from '@walkaround/contract/problems.ts'
import { isIsoDate, toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { listKeysOfClient } from '../../identity/key-store.ts'
import { redact } from '../../input/redact.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findLeadJson } from '../leads/get-lead.ts'
import { findPackage } from '../packages/get-package.ts'
import { findQuoteJson } from '../quotes/read-quotes.ts'
import { findOrderJson } from '../service-orders/get-order.ts'
import { findPlanJson } from '../work-plans/read-plan.ts'
import {
  differencesOf,
  fromEarlierForm,
  fromObjectIds,
  pathOf,
  readPlace,
  toObjectId,
  writePlace,
} from './rules.ts'
import {
  type DetailRow,
  findAt,
  findByRequestId,
  listAll,
  listOfObject,
  listOfRequest,
  listRefused,
  type RequestRow,
  type RowQuery,
} from './store.ts'

/** A search for something rare looks at so many rows, then says where to go on. */
const LOOKED = 5_000
const LISTED = 50

const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))
const entries = new Map<number, ProblemEntry>(
  Object.values(problems).map((entry): [number, ProblemEntry] => [entry.errorCode, entry]),
)

/** Of requests that no operation took, by error code. */
const routeDecisions: Record<number, readonly string[]> = {
  [problems.noSuchPath.errorCode]: ['B2'],
  [problems.methodNotAllowed.errorCode]: ['B2', 'B5'],
}

type ReadingScope = Pick<Scope, 'db' | 'clientId' | 'client'>

interface RequestsFields {
  key?: string | undefined
  operation?: string | undefined
  status?: (typeof statusClasses)[number] | undefined
  code?: number | undefined
  object?: string | undefined
  request?: string | undefined
  /** A date or date-time; in the client's time zone if it names none. */
  since?: string | undefined
  until?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}

export async function listRequests(
  scope: ReadingScope,
  fields: RequestsFields,
): Promise<{ requests: LoggedRequest[]; next?: string }> {
  const { limit = LISTED } = fields
  const query: RowQuery = {
    keyId: fields.key,
    operation: fields.operation,
    statusClass: fields.status === undefined ? undefined : Number(fields.status[0]),
    errorCode: fields.code,
    requestId: fields.request,
    since: timeOf(scope, 'since', fields.since),
    until: timeOf(scope, 'until', fields.until),
    before: placeOf(fields.after),
    looked: LOOKED,
    limit,
  }
  const rows = await search(scope, query, fields.object)
  const last = rows.at(-1)
  const isMore = last !== undefined && (rows.length === limit || last.place === LOOKED)
  return {
    requests: rows.filter((row) => row.isWanted).map((row) => toRequest(scope.clientId, row)),
    ...(isMore ? { next: writePlace(last) } : {}),
  }
}

function search({ db, clientId }: ReadingScope, query: RowQuery, object: string | undefined) {
  const { requestId, statusClass, errorCode } = query
  if (requestId !== undefined) return listOfRequest(db, clientId, { ...query, requestId })
  if (object !== undefined) return listOfObject(db, clientId, { ...query, object: toObjectId(object) })
  const isRefused = errorCode !== undefined || (statusClass !== undefined && statusClass >= 4)
  return isRefused ? listRefused(db, clientId, query) : listAll(db, clientId, query)
}

function timeOf({ client }: ReadingScope, name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  if (!isIsoDate(text)) throw problem('invalidDate', `${name}: give a date such as 2026-03-01 or a date-time`)
  return toInstant(text, client.timeZone)
}

function placeOf(after: string | undefined) {
  if (after === undefined) return undefined
  const place = readPlace(after)
  if (!place) throw problem('invalidCursor', 'after: give the `next` of the page before')
  return place
}

function toRequest(clientId: string, row: RequestRow): LoggedRequest {
  const operation = byId.get(row.operation)
  const { at, number, made, objectIds, errorCode, dropped, info, ...rest } = row
  return withoutNulls({
    id: writePlace({ at, number }),
    at: at.toISOString(),
    keyId: rest.keyId,
    operation: rest.operation,
    method: operation?.method ?? rest.method ?? '',
    path: operation ? pathOf(operation, clientId, objectIds) : (rest.path ?? ''),
    objectIds: fromObjectIds(objectIds),
    status: rest.status,
    ms: rest.ms,
    requestId: rest.requestId,
    errorCode,
    error: errorCode === null ? null : (entries.get(errorCode)?.error ?? null),
    info,
    made: made === null ? null : (JSON.parse(made) as RequestEffect[]),
    dropped,
  }) as LoggedRequest
}

export async function getRequest(scope: Scope, id: string): Promise<RequestDetail> {
  const { db, clientId } = scope
  const place = readPlace(id)
  const row = (place && (await findAt(db, clientId, place))) ?? (await findByRequestId(db, clientId, id))
  if (!row) throw problem('noSuchResource', `no request "${id}" is in the log; it may be too old`)
  const operation = byId.get(row.operation)
  const { body: kept, bodyBytes, ...rest } = row
  const body = kept === null ? null : fromEarlierForm(kept)
  const differences =
    body === null || !operation ? undefined : await compareWithStored(scope, operation, { ...row, body })
  return withoutNulls({
    ...toRequest(clientId, rest),
    decisions: [...(operation?.decisions ?? routeDecisions[row.errorCode ?? 0] ?? [])],
    when: (row.errorCode !== null && entries.get(row.errorCode)?.when) || null,
    body,
    bodyBytes,
    differences: differences ?? null,
  }) as RequestDetail
}

/** What a PUT of the whole object replaces; by operation. */
const storedOf: Record<string, (scope: Scope, ids: string[]) => Promise<string | undefined>> = {
  putServiceOrder: (scope, [id = '']) => findOrderJson(scope, id),
  putLead: (scope, [id = '']) => findLeadJson(scope, id),
  putPackage: (scope, [id = '']) => jsonOf(findPackage(scope, id)),
  putQuote: (scope, [surveyId = '', id = '']) => findQuoteJson(scope, surveyId, id),
  putWorkPlan: (scope, [id = '']) => findPlanJson(scope, id),
}

const jsonOf = async (found: Promise<object | undefined>) => {
  const value = await found
  return value && JSON.stringify(value)
}

async function compareWithStored(
  scope: Scope,
  operation: Operation,
  row: DetailRow,
): Promise<RequestDifference[] | undefined> {
  const find = storedOf[operation.id]
  if (!find) return undefined
  const stored = await find(scope, fromObjectIds(row.objectIds))
  if (stored === undefined) return undefined
  const properties =
    (operation.body as { properties?: Record<string, { readOnly?: boolean }> }).properties ?? {}
  const isOwned = (name: string) => properties[name]?.readOnly === true || !Object.hasOwn(properties, name)
  return differencesOf(JSON.parse(row.body as string), redact(operation.body, JSON.parse(stored)), isOwned)
}

export async function describeLog(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  days: number,
): Promise<{ days: number; keys: { id: string; login: string; label?: string }[]; operations: string[] }> {
  const keys = await listKeysOfClient(db, clientId)
  return {
    days,
    keys: keys.map(({ id, login, label }) => ({ id, login, ...(label === '' ? {} : { label }) })),
    operations: [...byId.keys()].toSorted(),
  }
}

// The list of orders by their last change (C9).
import type { ServiceOrderQuery, ServiceOrderSummary } from '@walkaround/contract/dms/service-orders.ts'
import { readyJson, toReadyBytes } from '../../lib/ready-json.ts'
import { isWithinBranches } from '../../organisation/branch-reach.ts'
import type { ChangeRef } from '../../organisation/last-changes-store.ts'
import type { Scope } from '../../scope.ts'
import { listAllChanged, listChangedPage } from '../origins/list-changed.ts'
import * as store from './store.ts'

const listedIn = (scope: Scope, query: ServiceOrderQuery) => ({
  kind: 'order' as const,
  query,
  isDone: query.closed,
  load: (refs: ChangeRef[]) => loadSummaries(scope, refs, query),
})

export const listOrderPage = (scope: Scope, query: ServiceOrderQuery) =>
  listChangedPage<ServiceOrderSummary>(scope, listedIn(scope, query))

export const listAllOrders = (scope: Scope, query: ServiceOrderQuery) =>
  listAllChanged<ServiceOrderSummary>(scope, listedIn(scope, query))

/** An order that was closed, moved or matched since its last entry in the log comes with its next one. */
async function loadSummaries(
  scope: Scope,
  refs: ChangeRef[],
  { closed }: ServiceOrderQuery,
): Promise<Buffer[]> {
  if (refs.length === 0) return []
  const rows = await store.listSummaries(
    scope,
    refs.map(([id]) => id),
  )
  return rows
    .filter((row) => isWithinBranches(scope, row.branchId))
    .filter((row) => closed === undefined || (row.closed || row.rejected) === closed)
    .map((row) => toBytes(row, refs[row.at] as ChangeRef))
}

function toBytes({ at: _, surveys, ...row }: store.SummaryRow, [id, changedMs]: ChangeRef): Buffer {
  const head = {
    id,
    externalId: row.externalId ?? undefined,
    externalBranchId: row.externalBranchId,
    branchId: row.branchId,
    serviceOrderType: row.serviceOrderType ?? undefined,
    parentOrderId: row.parentOrderId ?? undefined,
    plannedStartTimestamp: row.plannedStartTimestamp ?? undefined,
    closed: row.closed,
    rejected: row.rejected,
    changedTimestamp: new Date(changedMs).toISOString(),
  }
  return toReadyBytes(
    readyJson<ServiceOrderSummary>(`${JSON.stringify(head).slice(0, -1)},"surveys":${surveys}}`),
  )
}

// Reads the work plan of an order, as the DMS sees it.
import type { WorkPlan } from '@walkaround/contract/dms/work-plans.ts'
import { type ReadyJson, toJson } from '../../lib/ready-json.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { personOf } from './rules.ts'
import * as store from './store.ts'

/** Undefined if there is no such order. */
export async function findPlanJson(scope: Scope, asked: string): Promise<ReadyJson<WorkPlan> | undefined> {
  const row = await store.findPlanOfOrder(scope, asked)
  if (!row) return undefined
  const technician = personOf(row)
  return toJson<WorkPlan>({
    ...(row.promised === null ? {} : { promisedTimestamp: row.promised }),
    ...(technician ? { technician } : {}),
  })
}

export async function getPlanJson(scope: Scope, orderId: string): Promise<ReadyJson<WorkPlan>> {
  const json = await findPlanJson(scope, orderId)
  if (json === undefined) throw problem('noSuchResource', `there is no service order "${orderId}"`)
  return json
}

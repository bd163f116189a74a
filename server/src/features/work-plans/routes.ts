// The routes of work plans in the DMS interface; our addition.
import { getWorkPlan, putWorkPlan } from '@walkaround/contract/dms/work-plans.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, okJson } from '../../http/reply.ts'
import { findPlanJson, getPlanJson } from './read-plan.ts'
import { putPlan } from './set-plan.ts'

export function workPlanRoutes(door: Door): void {
  serve(door, getWorkPlan, async (call) =>
    okJson(await call.read((scope) => getPlanJson(scope, call.params.id))),
  )

  serve(door, putWorkPlan, async (call) => {
    const { id } = call.params
    await call.change(
      (scope) => findPlanJson(scope, id),
      (scope, precondition) => putPlan(scope, id, call.fields, precondition),
    )
    return noContent
  })
}

// The app's routes of work plans: setting one, and the people who may be chosen.
import * as operations from '@walkaround/contract/app/work-plans.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import { listPeople } from './people.ts'
import { changePlan } from './set-plan.ts'

export function workPlanAppRoutes(door: Door): void {
  serve(door, operations.putCardPlan, async (call) => {
    await call.write((scope) => changePlan(scope, call.params.card, call.fields, call.person()))
    return noContent
  })

  serve(door, operations.listPeople, async (call) => ok(await call.read(listPeople)))
}

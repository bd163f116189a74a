// The work plan of a car: who may set what, and which of two changes counts. Service and tablet decide by it. Pure.
import type { PlanChange } from '../app/work-plans.ts'
import { mayCall, type Role } from './roles.ts'

/** Setting the promised time, and choosing anybody. */
export const mayPlan = (role: Role | 'support'): boolean => mayCall(role, 'orders')

/** What a person may not do with this change, as the name of its field; undefined if all of it is allowed. */
export function forbiddenPart(
  { promised, technician }: PlanChange,
  { role, login }: { role: Role | 'support'; login: string },
  /** The login of who works on the car now. */
  current: string | undefined,
): 'promised' | 'technician' | undefined {
  if (mayPlan(role)) return undefined
  if (promised) return 'promised'
  if (!technician) return undefined
  const isNobody = technician.id === undefined && technician.name === undefined
  const isOwn = isNobody ? current === undefined || current === login : technician.id === login
  return isOwn ? undefined : 'technician'
}

/** The later tap counts; of two at the same time, the one that arrived first. */
export const isLater = (at: Date, known: Date | null | undefined): boolean =>
  known === null || known === undefined || at.getTime() > known.getTime()

// Sets the promised time and the technician of an order or lead: from the app by parts, from the DMS as a whole.

import type { PlanChange } from '@walkaround/contract/app/work-plans.ts'
import type { WorkPlan } from '@walkaround/contract/dms/work-plans.ts'
import { timeOfTap } from '@walkaround/contract/rules/conflicting-taps.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { forbiddenPart } from '@walkaround/contract/rules/work-plan.ts'
import { actorText } from '../../db/events.ts'
import { readCard } from '../../organisation/branch-reach.ts'
import { problem } from '../../problems.ts'
import { atBranch, type Fields, type Precondition, type Scope } from '../../scope.ts'
import { findForUpdate, type Origin, saveHeader } from '../origins/rows.ts'
import { type SurveyHeader, toSurveyor } from '../surveys/header.ts'
import { findPerson } from './people.ts'
import {
  emptyPlan,
  factsOf,
  findNamed,
  followPlan,
  joinPlans,
  type PlanRow,
  personOf,
  type Wanted,
  withPlan,
} from './rules.ts'
import * as store from './store.ts'

interface Held {
  /** The DMS order, if a manual one was matched with it. */
  origin: Origin
  branchId: string
  header: SurveyHeader
  plan: PlanRow
}

async function hold(scope: Scope, asked: Origin): Promise<Held> {
  const found = await findForUpdate(scope, asked)
  const origin = found?.matchedTo ? { ...asked, id: found.matchedTo } : asked
  const row = origin === asked ? found : await findForUpdate(scope, origin)
  if (!row) {
    const what = asked.kind === 'order' ? 'service order' : 'lead'
    throw problem('noSuchResource', `there is no ${what} "${asked.id}"`)
  }
  const plan = (await store.findPlan(scope, origin)) ?? emptyPlan
  return { origin, branchId: row.branchId, header: JSON.parse(row.surveyHeader) as SurveyHeader, plan }
}

function save(scope: Scope, { origin, header, plan }: Held, next: PlanRow | undefined): void {
  if (!next) return
  saveHeader(scope, origin, JSON.stringify(withPlan(header, next)))
  store.savePlan(scope, origin, next, { before: factsOf(plan), after: factsOf(next) })
}

/** By somebody at a tablet, perhaps hours ago. */
export async function changePlan(
  scope: Scope,
  card: string,
  fields: Fields<PlanChange>,
  by: { login: string; role: Role | 'support' },
): Promise<void> {
  const named = readCard(card)
  if (named.kind === 'vehicle') {
    throw problem('invalidArgument', `card: ${JSON.stringify(card)} has no order or lead, and so no plan`)
  }
  const held = await hold(scope, { kind: named.kind, id: named.id })
  const change = fields.get()
  const { at, clockAhead, promised, technician } = change
  const current = held.plan.technicianLoginId === null ? personOf(held.plan) && '' : personOf(held.plan)?.id
  const forbidden = forbiddenPart(change, by, current)
  if (forbidden)
    throw problem('forbidden', `${forbidden}: is not for the role "${by.role}" to set for others`)
  const there = atBranch(scope, held.branchId)
  const wanted: Wanted = {
    ...(promised ? { promised: toPromise(there, promised.timestamp) } : {}),
    ...(technician ? { technician: await findTechnician(scope, held, technician) } : {}),
  }
  save(
    scope,
    held,
    followPlan(held.plan, wanted, { at: timeOfTap(there, { at, clockAhead }), actor: actorText(scope) }),
  )
}

const toPromise = ({ client }: Scope, text: string | undefined) =>
  text === undefined ? null : { text, at: toInstant(text, client.timeZone) }

async function findTechnician(
  scope: Scope,
  { branchId, header }: Held,
  asked: { id?: string; name?: string },
): Promise<NonNullable<Wanted['technician']> | null> {
  if (asked.id === undefined && asked.name === undefined) return null
  const known = asked.id === undefined ? undefined : await findPerson(scope, asked.id, branchId)
  if (known) return { person: toSurveyor(known), loginId: known.loginId }
  const named = findNamed(header, asked)
  if (named) return { person: named, loginId: null }
  const [field, value] = asked.id === undefined ? ['name', asked.name] : ['id', asked.id]
  throw problem(
    'invalidArgument',
    `technician.${field}: ${JSON.stringify(value)} is neither somebody at this branch nor a technician of the order`,
  )
}

/** By the DMS: as a whole, now. */
export async function putPlan(
  scope: Scope,
  orderId: string,
  fields: Fields<WorkPlan>,
  precondition: Precondition,
): Promise<void> {
  const held = await hold(scope, { kind: 'order', id: orderId })
  const { promisedTimestamp, technician } = fields.get()
  await precondition.check()
  const login =
    technician?.id === undefined ? undefined : await findPerson(scope, technician.id, held.branchId)
  const wanted: Wanted = {
    promised: toPromise(atBranch(scope, held.branchId), promisedTimestamp),
    technician: technician ? { person: technician, loginId: login?.loginId ?? null } : null,
  }
  save(scope, held, followPlan(held.plan, wanted, { at: scope.now, actor: actorText(scope) }))
}

/** The DMS's order takes over what the manual one has and it has not (I5). Both rows are held. */
export async function takePlanAlong(
  scope: Scope,
  { manualId, orderId }: { manualId: string; orderId: string },
  header: SurveyHeader,
): Promise<void> {
  const origin: Origin = { kind: 'order', id: orderId }
  const manual = await store.findPlan(scope, { kind: 'order', id: manualId })
  if (!manual) return
  const plan = (await store.findPlan(scope, origin)) ?? emptyPlan
  save(scope, { origin, branchId: '', header, plan }, joinPlans(plan, manual))
}

// An advisor who is simulated: begins an inspection by hand for a car without an order, through the same use case as the app.
import type { NewInspection } from '@walkaround/contract/app/board.ts'
import type { SimulatedArrival, SimulatedArrivalResult } from '@walkaround/contract/dms/simulate-advisor.ts'
import { newId } from '../../lib/ids.ts'
import { findBranches } from '../../organisation/bind-branch.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { putInspection } from '../workshop/put-inspection.ts'
import { assertSandbox } from './assert-sandbox.ts'
import { asPerson, type Tapper } from './people.ts'

export async function simulateArrival(
  given: Scope,
  wanted: SimulatedArrival,
  by: Tapper,
): Promise<SimulatedArrivalResult> {
  assertSandbox(given)
  const scope = asPerson(given)
  await assertEnough(scope, wanted)
  const inspectionId = newId(scope.now.getTime())
  const inspection = toInspection(wanted)
  const viewer = { ...by, loginId: scope.actor.id, role: 'advisor' } as const
  const { kind, id, surveys } = await putInspection(scope, inspectionId, { get: () => inspection }, viewer)
  return {
    // A video review of a car has no order.
    ...(kind === 'order' ? { inspectionId, orderId: id } : {}),
    surveys: surveys.map(({ id: surveyId, surveyType }) => ({ id: surveyId, surveyType })),
  }
}

/** What the app asks for in fields of other names. */
async function assertEnough(scope: Scope, { externalBranchId, vehicle }: SimulatedArrival): Promise<void> {
  if (!vehicle.numberPlate?.trim() && !vehicle.vin?.trim()) {
    throw problem('missingField', 'vehicle: numberPlate or vin is required')
  }
  if ((await findBranches(scope, [externalBranchId])).length === 0) {
    throw problem(
      'unknownBranch',
      `externalBranchId: ${JSON.stringify(externalBranchId)} is not a branch of this client; an advisor cannot add one`,
    )
  }
}

function toInspection({
  externalBranchId,
  vehicle,
  surveyTypes,
  customer = {},
  description,
}: SimulatedArrival): NewInspection {
  const { name: customerName, ...contacts } = customer
  return {
    branchId: externalBranchId,
    surveyTypes,
    ...vehicle,
    ...contacts,
    ...(customerName === undefined ? {} : { customerName }),
    ...(description === undefined ? {} : { description }),
  }
}

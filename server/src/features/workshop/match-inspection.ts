// Matches a manual inspection to the DMS order it turned out to be, and separates them again (I5).
import { assertWithinBranches } from '../../organisation/branch-reach.ts'
import type { Fields, Scope } from '../../scope.ts'
import { joinOrder } from '../service-orders/join-order.ts'
import { separateOrder } from '../service-orders/separate-order.ts'

export async function matchInspection(
  scope: Scope,
  manualId: string,
  fields: Fields<{ orderId: string }>,
): Promise<void> {
  const { orderId } = fields.get()
  await assertWithinBranches(scope, 'order', orderId)
  await joinOrder(scope, manualId, orderId)
}

export const unmatchInspection = separateOrder

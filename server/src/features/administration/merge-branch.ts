// Merges a branch into another, with everything that belongs to it in every feature.
import { countLimited, moveRoles } from '../../identity/login-store.ts'
import * as branches from '../../organisation/branches.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { moveChanges } from '../../organisation/last-changes-store.ts'
import type { AccessScope } from '../../organisation/scope.ts'
import { problem } from '../../problems.ts'
import { atBranch, type Scope } from '../../scope.ts'
import { moveAssignments } from '../assignment/rows.ts'
import { moveLedger } from '../ledger/rows.ts'
import { countOrigins, moveOrigins } from '../origins/rows.ts'
import { moveAlone } from '../surveys/rows.ts'
import { moveTablets } from '../tablets/rows.ts'
import { moveChoices } from '../templates/rows.ts'
import { moveDays } from './change-places.ts'

export interface Moved {
  codes: number
  orders: number
  leads: number
}

export async function mergeBranch(
  { db, actor, now }: AccessScope,
  merge: branches.Merge & { clientId: string },
): Promise<Moved> {
  const client = { db, clientId: merge.clientId }
  const settings = await getClientForUpdate({ db, actor, now }, merge.clientId)
  const zoneOf = (branchId: string) => atBranch({ client: settings }, branchId).client.timeZone
  return branches.mergeBranch({ db, actor, now }, merge, async () => {
    const moved = await moveOrigins(client, merge)
    await moveAlone(client, merge)
    await moveLedger(client, merge)
    await moveChanges(client, merge)
    await moveRoles(client, merge)
    await moveTablets(client, merge)
    await moveChoices(client, merge)
    await moveAssignments(client, merge)
    if (zoneOf(merge.from) !== zoneOf(merge.into)) await moveDays({ db, actor, now }, settings, [merge.into])
    return moved
  })
}

/** Whoever merges wants to know that it is little, or very much; the exact number of very much is not worth the wait. */
const MOST_COUNTED = 10_000

/** What a merge would move. Changes nothing. */
export async function previewMerge(scope: Scope, { from, into }: branches.Merge) {
  if (from === into) throw problem('invalidArgument', `into: "${into}" is the branch itself`)
  const [one, other] = [
    await branches.getShownBranch(scope, from),
    await branches.getShownBranch(scope, into),
  ]
  return {
    from: one,
    into: other,
    codes: one.codes.length,
    ...(await countOrigins(scope, from, MOST_COUNTED)),
    logins: await countLimited(scope, from),
  }
}

// Changes of sites and branches, and what follows for their cars: a car counts by the clock and in the currency of its site.
import { isDeepStrictEqual } from 'node:util'
import { recordEvents } from '../../db/events.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import * as branches from '../../organisation/branches.ts'
import { getClient, getClientForUpdate } from '../../organisation/clients.ts'
import type { AccessScope } from '../../organisation/scope.ts'
import * as sites from '../../organisation/sites.ts'
import { atBranch, type ClientSettings, type Precondition, type Scope } from '../../scope.ts'
import { REBUILD_JOB } from '../ledger/rebuild.ts'
import { recomputePlannedStarts } from '../origins/planned-starts.ts'

/** Runs a change of places, and whatever follows where it gave branches another time zone or currency. */
async function following<T>(scope: AccessScope, clientId: string, change: () => Promise<T>): Promise<T> {
  const before = await getClientForUpdate(scope, clientId)
  const changed = await change()
  const after = await getClient(scope, clientId)
  await followPlaces(scope, before, after)
  return changed
}

async function followPlaces(
  scope: AccessScope,
  before: ClientSettings,
  after: ClientSettings,
): Promise<void> {
  if (isDeepStrictEqual(before.places, after.places)) return
  const named = new Set([before, after].flatMap(({ places }) => Object.keys(places?.branches ?? {})))
  const moved = [...named].flatMap((id) => {
    const [one, other] = [before, after].map((client) => atBranch({ client }, id).client)
    const isInZone = one?.timeZone === other?.timeZone
    return isInZone && one?.currency === other?.currency ? [] : [{ id, isInZone }]
  })
  const later = moved.flatMap(({ id, isInZone }) => (isInZone ? [] : [id]))
  if (later.length > 0) await moveDays(scope, after, later)
  if (moved.length > 0) await tellMoved(scope, after.clientId)
}

/** The cars of these branches, or of all, come on other days. */
export async function moveDays(
  scope: AccessScope,
  client: ClientSettings,
  branchIds?: readonly string[],
): Promise<void> {
  await recomputePlannedStarts(scope.db, client, branchIds)
  // What is sold on an open order counts on its planned day.
  await enqueue({ ...scope, clientId: client.clientId }, { id: REBUILD_JOB, kind: REBUILD_JOB, payload: {} })
}

/** The figures are counted anew. */
const tellMoved = (scope: AccessScope, clientId: string): Promise<void> =>
  recordEvents({ ...scope, clientId }, [{ kind: 'places.changed', subject: `client/${clientId}` }])

export const findShownSite = (scope: Scope, id: string) => sites.findShownSite(scope, id)
export const findShownBranch = (scope: Scope, id: string) => branches.findShownBranch(scope, id)

export const changeSite = (scope: AccessScope, args: Parameters<typeof sites.setSite>[1]) =>
  following(scope, args.clientId, () => sites.setSite(scope, args))

export const putSite = (
  scope: Scope,
  id: string,
  change: Parameters<typeof sites.putSite>[2],
  precondition: Precondition,
) => following(scope, scope.clientId, () => sites.putSite(scope, id, change, precondition))

export const changeBranch = (scope: AccessScope, args: Parameters<typeof branches.setBranch>[1]) =>
  following(scope, args.clientId, () => branches.setBranch(scope, args))

export async function putBranch(
  scope: Scope,
  id: string,
  change: Parameters<typeof branches.putBranch>[2],
  precondition: Precondition,
) {
  const put = () => branches.putBranch(scope, id, change, precondition)
  // A new one has no cars.
  const known = await branches.findShownBranch(scope, id)
  return known ? following(scope, scope.clientId, put) : put()
}

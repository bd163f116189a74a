// Binds orders and leads to a branch by the dealer code the DMS names (C1). On the path of every PUT: a code that is
// known costs one statement.
import { recordEvents } from '../db/events.ts'
import { problem } from '../problems.ts'
import type { Scope } from '../scope.ts'
import { isWithinBranches } from './branch-reach.ts'
import * as store from './branch-store.ts'
import { keepPlaces } from './client-store.ts'
import { getClientForUpdate } from './clients.ts'
import { recordClientEvent } from './scope.ts'

/** How many unknown dealer codes a client takes per day in its time zone (C1). */
export const NEW_BRANCHES_PER_DAY = 20

interface BranchBinding {
  branchId: string
  siteId: string
  siteName: string
  /** The dealer code, also where the branch was named by its id. */
  code: string
  /** Survey types released by themselves here: the branch's own, else the client's (C2). */
  releaseTypes: string[]
}

function toBinding(scope: Scope, row: store.BoundRow): BranchBinding {
  return {
    branchId: row.id,
    siteId: row.siteId,
    siteName: row.siteName,
    code: row.code,
    releaseTypes: row.releaseTypes ?? scope.client.releaseTypes,
  }
}

/** Call it in a transaction that writes: the branch stays until that ends. */
export async function bindBranch(scope: Scope, externalBranchId: string): Promise<BranchBinding> {
  const known = await store.findBound(scope.db, scope.clientId, externalBranchId)
  // A login limited to branches can neither move anything to another branch nor create one.
  if (scope.branches && !(known && isWithinBranches(scope, known.id))) {
    throw problem(
      'unknownBranch',
      `externalBranchId: ${JSON.stringify(externalBranchId)} is not a dealer code of your branches`,
    )
  }
  return known ? toBinding(scope, known) : registerBranch(scope, externalBranchId)
}

async function registerBranch(scope: Scope, code: string): Promise<BranchBinding> {
  const { clientId, db, now } = scope
  const shown = JSON.stringify(code)
  // The lock makes the count exact and lets the second of two orders with one new code find what the first made. It
  // also waits for a merge, which leaves the code with the surviving branch.
  // The settings are read again under it: those in the scope may be older than an admin's turn to strict.
  const client = await getClientForUpdate(scope, clientId)
  const made = await store.findBound(db, clientId, code)
  if (made) return toBinding(scope, made)
  if (client.strictBranches) {
    throw problem('unknownBranch', `externalBranchId: ${shown} is not a dealer code of this system client`)
  }
  if ((await store.countRegisteredToday(db, clientId, now)) >= NEW_BRANCHES_PER_DAY) {
    throw problem(
      'tooManyNewBranches',
      `externalBranchId: ${shown} is not a dealer code of this system client, and ${NEW_BRANCHES_PER_DAY} unknown ` +
        'ones were already accepted today; an admin can add it',
    )
  }
  // No branch has this id, or it would have been found by it.
  const branch = { id: code, siteId: client.defaultSiteId, name: code, isNew: true }
  await store.insertBranch(db, clientId, branch, now)
  await store.insertCode(db, clientId, code, code, now)
  if (client.places) await keepPlaces(db, clientId)
  await recordClientEvent(
    scope,
    clientId,
    {
      kind: 'branch.registered',
      subject: `branch/${code}`,
      payload: { code, siteId: client.defaultSiteId },
    },
    { name: code, after: { codes: [code], siteId: client.defaultSiteId } },
  )
  const bound = await store.findBound(db, clientId, code)
  if (!bound) throw new Error('the branch that was just registered is not there')
  return toBinding(scope, bound)
}

/** People limited to the branch that something left are told by an event of the branch, because the thing is out of their reach now. */
export async function tellFormerBranch(scope: Scope, branchId: string, what: string): Promise<void> {
  await recordEvents(scope, [{ kind: 'branch.left', subject: `branch/${branchId}`, payload: { what } }])
}

/** Ids of the branches a list is filtered by; each may be named by dealer code or id (C1). Those out of reach are unknown. */
export async function findBranches(scope: Scope, codesOrIds: readonly string[]): Promise<string[]> {
  if (codesOrIds.length === 0) return []
  const named = await store.listNamedBranches(scope.db, scope.clientId, codesOrIds)
  return [...new Set(named.map(({ id }) => id))].filter((id) => isWithinBranches(scope, id))
}

/** The same for a list that refuses what is unknown: a branch out of reach in the words for one that does not exist. */
export async function namedBranches(scope: Scope, named: readonly string[]): Promise<string[]> {
  for (const code of named)
    if ((await findBranches(scope, [code])).length === 0)
      throw problem(
        'invalidArgument',
        `branch: ${JSON.stringify(code)} is not a branch or dealer code of yours`,
      )
  return findBranches(scope, named)
}

/** Ids of all branches whose cars the caller sees. */
export const listReachedBranches = async (scope: Scope): Promise<readonly string[]> =>
  scope.branches ?? (await store.listBranchIds(scope.db, scope.clientId))

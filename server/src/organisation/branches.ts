// Branches as admins keep them. How orders and leads find theirs is in bind-branch.ts.
import { isDeepStrictEqual } from 'node:util'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { problem } from '../problems.ts'
import type { Precondition, Scope } from '../scope.ts'
import * as store from './branch-store.ts'
import { changedSettings } from './changed-settings.ts'
import { hasSite, keepPlaces } from './client-store.ts'
import { getClient, getClientForUpdate } from './clients.ts'
import { assertIdentifier, assertName, assertReleaseTypes } from './rules.ts'
import { type AccessScope, recordClientEvent } from './scope.ts'

export interface NewBranch {
  clientId: string
  /** The dealer code. */
  code: string
  /** The dealer code, unless another is given (C1). */
  id?: string
  siteId?: string
  name?: string
  releaseTypes?: string[]
}

async function assertSite(scope: AccessScope, clientId: string, siteId: string): Promise<void> {
  if (!(await hasSite(scope.db, clientId, siteId))) {
    throw problem('invalidArgument', `siteId: "${siteId}" is not a site of this client`)
  }
}

/** Codes and ids share one space of names: the interface takes either, so no name may mean two branches. */
async function assertFree(scope: AccessScope, clientId: string, what: string, name: string): Promise<void> {
  const taken = await store.findBound(scope.db, clientId, name)
  if (taken) {
    throw problem(
      'alreadyExists',
      `${what}: "${name}" is already a dealer code or the id of branch "${taken.id}"`,
    )
  }
}

export async function addBranch(scope: AccessScope, args: NewBranch): Promise<store.Branch> {
  const { clientId, code } = args
  const id = args.id ?? code
  const name = args.name ?? code
  assertIdentifier('code', code)
  assertIdentifier('id', id)
  assertName('name', name)
  if (args.releaseTypes) assertReleaseTypes(args.releaseTypes)
  const client = await getClientForUpdate(scope, clientId)
  const siteId = args.siteId ?? client.defaultSiteId
  await assertSite(scope, clientId, siteId)
  await assertFree(scope, clientId, 'code', code)
  if (id !== code) await assertFree(scope, clientId, 'id', id)
  const branch = {
    id,
    siteId,
    name,
    ...(args.releaseTypes ? { releaseTypes: args.releaseTypes } : {}),
    isNew: false,
  }
  await store.insertBranch(scope.db, clientId, branch, scope.now)
  await store.insertCode(scope.db, clientId, code, id, null)
  if (client.places) await keepPlaces(scope.db, clientId)
  await recordClientEvent(
    scope,
    clientId,
    {
      kind: 'branch.created',
      subject: `branch/${id}`,
      payload: { code, siteId },
    },
    { name, after: { ...branch, codes: [code] } },
  )
  return { ...branch, codes: [code] }
}

/** The site of each of these branches. */
export async function listSitesOfBranches(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await store.listSitesOfBranches(db, clientId, ids)
  return new Map(rows.map(({ id, siteId }) => [id, siteId]))
}

export async function listBranches(scope: AccessScope, args: { clientId: string }): Promise<store.Branch[]> {
  await getClient(scope, args.clientId)
  return store.listBranches(scope.db, args.clientId)
}

/** Every change of a branch locks the client's row, so what is read here stays true. */
async function getBranch(
  scope: Pick<AccessScope, 'db'>,
  clientId: string,
  id: string,
): Promise<store.Branch> {
  const branch = await store.findBranch(scope.db, clientId, id)
  if (!branch) throw problem('noSuchResource', `branch: there is no branch ${JSON.stringify(id)}`)
  return branch
}

interface BranchChanges {
  siteId?: string
  name?: string
  /** null: as the system client sets it. */
  releaseTypes?: string[] | null
  /** All it has from now on. One that is left out registers itself anew when the DMS sends it. */
  codes?: string[]
  /** Takes the mark of a branch that registered itself away (C1). */
  confirm?: true
}

export async function setBranch(
  scope: AccessScope,
  args: { clientId: string; id: string; changes: BranchChanges },
): Promise<store.Branch> {
  const { clientId, changes } = args
  const client = await getClientForUpdate(scope, clientId)
  const before = await getBranch(scope, clientId, args.id)
  if (changes.name !== undefined) assertName('name', changes.name)
  if (changes.siteId !== undefined) await assertSite(scope, clientId, changes.siteId)
  if (changes.releaseTypes) assertReleaseTypes(changes.releaseTypes)
  if (changes.codes) await assertCodes(scope, clientId, before, changes.codes)
  const releaseTypes = changes.releaseTypes === undefined ? before.releaseTypes : changes.releaseTypes
  const after: store.Branch = {
    id: before.id,
    siteId: changes.siteId ?? before.siteId,
    name: changes.name ?? before.name,
    codes: changes.codes ? [...changes.codes].sort() : before.codes,
    ...(releaseTypes ? { releaseTypes } : {}),
    isNew: before.isNew && !changes.confirm,
  }
  if (isDeepStrictEqual(before, after)) return before
  await store.updateBranch(scope.db, clientId, after)
  if (client.places && after.siteId !== before.siteId) await keepPlaces(scope.db, clientId)
  const [gone, added] = [without(before.codes, after.codes), without(after.codes, before.codes)]
  if (gone.length > 0) await store.deleteCodes(scope.db, clientId, after.id, gone)
  for (const code of added) await store.insertCode(scope.db, clientId, code, after.id, null)
  await recordClientEvent(
    scope,
    clientId,
    {
      kind: 'branch.changed',
      subject: `branch/${after.id}`,
      payload: changedSettings({ ...changes }),
    },
    { name: after.name, before, after },
  )
  return after
}

const without = (all: readonly string[], those: readonly string[]) =>
  all.filter((one) => !those.includes(one))

async function assertCodes(
  scope: AccessScope,
  clientId: string,
  { id, codes: had }: store.Branch,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) throw problem('invalidArgument', 'codes: name at least one dealer code')
  const twice = codes.find((code, at) => codes.indexOf(code) !== at)
  if (twice !== undefined) throw problem('invalidArgument', `codes: ${JSON.stringify(twice)} is named twice`)
  for (const code of without(codes, had)) {
    assertIdentifier('codes', code)
    if (code !== id) await assertFree(scope, clientId, 'codes', code)
  }
}

/** The whole branch as it is to be; made if there is none. Whoever looks at a branch that registered itself has confirmed it. */
export async function putBranch(
  scope: AccessScope & { clientId: string },
  id: string,
  {
    siteId,
    name,
    codes,
    releaseTypes,
  }: Required<Pick<BranchChanges, 'siteId' | 'name' | 'codes'>> & { releaseTypes?: string[] },
  precondition: Precondition,
) {
  const { clientId } = scope
  await getClientForUpdate(scope, clientId)
  await precondition.check()
  if (!(await store.findBranch(scope.db, clientId, id))) {
    const [code] = codes
    if (code === undefined) throw problem('invalidArgument', 'codes: name at least one dealer code')
    await addBranch(scope, { clientId, id, code, siteId, name })
  }
  const changes = { siteId, name, codes, releaseTypes: releaseTypes ?? null, confirm: true as const }
  await setBranch(scope, { clientId, id, changes })
  return getShownBranch(scope, id)
}

/** As those who set it up see it. */
const toShown = ({ isNew, ...branch }: store.Branch) => ({
  ...branch,
  releaseTypes: branch.releaseTypes as SurveyType[] | undefined,
  ...(isNew ? { isNew } : {}),
})

type OfClient = Pick<Scope, 'db' | 'clientId'>

export const listShownBranches = async ({ db, clientId }: OfClient) =>
  (await store.listBranches(db, clientId)).map(toShown)

export async function findShownBranch({ db, clientId }: OfClient, id: string) {
  const branch = await store.findBranch(db, clientId, id)
  return branch && toShown(branch)
}

export const getShownBranch = async (scope: OfClient, id: string) =>
  toShown(await getBranch(scope, scope.clientId, id))

export interface Merge {
  from: string
  into: string
}

/** Removes `from`; its codes and its id refer to `into` from now on. `move` moves what belongs to it and returns how much. */
export async function mergeBranch<Moved extends object>(
  scope: AccessScope,
  { clientId, from, into }: Merge & { clientId: string },
  move: () => Promise<Moved>,
): Promise<Moved & { codes: number }> {
  if (from === into) throw problem('invalidArgument', `into: "${into}" is the branch itself`)
  const client = await getClientForUpdate(scope, clientId)
  const gone = await getBranch(scope, clientId, from)
  await getBranch(scope, clientId, into)
  await store.lockBranch(scope.db, clientId, from)
  const codes = await store.moveCodes(scope.db, clientId, from, into)
  const moved = { codes, ...(await move()) }
  await store.deleteBranch(scope.db, clientId, from)
  if (client.places) await keepPlaces(scope.db, clientId)
  await recordClientEvent(
    scope,
    clientId,
    {
      kind: 'branch.merged',
      subject: `branch/${from}`,
      payload: { into, ...moved },
    },
    { name: gone.name, before: gone, after: { into, ...moved } },
  )
  return moved
}

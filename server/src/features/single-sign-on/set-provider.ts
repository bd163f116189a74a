// The sign-in providers of a client as admins set them up. The secret is sealed before it reaches the database and never shown again.
import type {
  ClaimPreview,
  OfferedProvider,
  ProviderTest,
  SignInProvider,
  SignInProviderChange,
} from '@walkaround/contract/app/sign-in-providers.ts'
import {
  type ClaimRule,
  type Claims,
  domainOf,
  personClaimedBy,
  roleGivenBy,
} from '@walkaround/contract/rules/provider-claims.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { recordEvents } from '../../db/events.ts'
import { endProviderSessions } from '../../identity/sessions.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { listNamedBranches } from '../../organisation/branch-store.ts'
import { listClientsById } from '../../organisation/client-store.ts'
import { assertName, isClientId } from '../../organisation/rules.ts'
import type { GuardedHttp } from '../../outside/guarded-http.ts'
import { examine, type ProviderPlace } from '../../outside/oidc.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import type { Precondition, Scope } from '../../scope.ts'
import {
  addressesOf,
  assertProvider,
  assertProviderId,
  assertRules,
  USUAL_SCOPES,
  USUAL_TOLERANCE_S,
} from './rules.ts'
import * as store from './store.ts'

/** What is needed to seal, to judge addresses, and to ask. */
export interface Outgoing {
  box: SecretBox
  http: Pick<GuardedHttp, 'whyRefused' | 'ask'>
}

type OfClient = Pick<Scope, 'db' | 'clientId'>

export const secretPurposeOf = (clientId: string, providerId: string) =>
  `sign-in provider ${JSON.stringify([clientId, providerId])}`

const noProvider = (id: string) =>
  problem('noSuchResource', `provider_id: there is no sign-in provider ${JSON.stringify(id)}`)

async function getProviderRow(scope: OfClient, id: string): Promise<store.ProviderRow> {
  const row = await store.findProviderRow(scope, id)
  if (!row) throw noProvider(id)
  return row
}

/** What the people of a provider can see of it. */
type Shown = Awaited<ReturnType<typeof store.listProviderRows>>[number]

function toShown(row: Shown, clientId: string, baseUrl: string): SignInProvider {
  const {
    providerId,
    isEnabled,
    secretSetAt,
    sealedSecret,
    people,
    domains,
    scopes,
    toleranceSeconds,
    ...rest
  } = row
  return withoutNulls({
    ...rest,
    id: providerId,
    ...addressesOf(baseUrl, clientId, providerId),
    scopes: scopes === USUAL_SCOPES ? null : scopes,
    domains: domains.length === 0 ? null : domains,
    isPublic: sealedSecret === null || null,
    isDisabled: !isEnabled || null,
    addsPeople: row.addsPeople || null,
    joinsByEmail: row.joinsByEmail || null,
    keepsRoles: row.keepsRoles || null,
    toleranceSeconds: toleranceSeconds === USUAL_TOLERANCE_S ? null : toleranceSeconds,
    secretSetAt: secretSetAt?.toISOString() ?? null,
    people: people || null,
  }) as SignInProvider
}

export async function listProviders(scope: OfClient, baseUrl: string): Promise<SignInProvider[]> {
  return (await store.listProviderRows(scope)).map((row) => toShown(row, scope.clientId, baseUrl))
}

export async function findProvider(
  scope: OfClient,
  id: string,
  baseUrl: string,
): Promise<SignInProvider | undefined> {
  const row = await store.findProviderRow(scope, id)
  return row && toShown(row, scope.clientId, baseUrl)
}

export async function getProvider(scope: OfClient, id: string, baseUrl: string): Promise<SignInProvider> {
  const found = await findProvider(scope, id, baseUrl)
  if (!found) throw noProvider(id)
  return found
}

/** Outside any transaction: the sealing key may have to be read first. */
export async function sealProvider(
  { box, http }: Outgoing,
  clientId: string,
  id: string,
  change: SignInProviderChange,
): Promise<{ change: SignInProviderChange; sealedSecret: Buffer | undefined }> {
  assertProviderId(id)
  assertProvider(change, http.whyRefused)
  assertName('label', change.label)
  const { secret } = change
  return {
    change,
    sealedSecret: secret === undefined ? undefined : await box.seal(secret, secretPurposeOf(clientId, id)),
  }
}

export async function setProvider(
  scope: Scope,
  id: string,
  { change, sealedSecret }: Awaited<ReturnType<typeof sealProvider>>,
  precondition: Precondition,
  baseUrl: string,
): Promise<SignInProvider> {
  await store.lockProvider(scope, id)
  const before = await store.findProviderRow(scope, id)
  await precondition.check()
  await assertBranches(scope, change.rules)
  if (before && before.people > 0 && before.issuer !== change.issuer)
    throw problem(
      'invalidArgument',
      `issuer: ${before.people} people are known by "${before.issuer}"; add another provider for the new one`,
    )
  const secret = secretOf(scope.now, change, sealedSecret, before)
  const row: store.ProviderRow = {
    providerId: id,
    label: change.label,
    issuer: change.issuer,
    applicationId: change.applicationId,
    ...secret,
    scopes: change.scopes ?? USUAL_SCOPES,
    domains: [...new Set(change.domains?.map((domain) => domain.toLowerCase()))].sort(),
    claims: change.claims,
    rules: change.rules,
    isEnabled: !change.isDisabled,
    addsPeople: change.addsPeople ?? false,
    joinsByEmail: change.joinsByEmail ?? false,
    keepsRoles: change.keepsRoles ?? false,
    toleranceSeconds: change.toleranceSeconds ?? USUAL_TOLERANCE_S,
  }
  await store.saveProvider(scope, row, scope.now)
  if (before?.isEnabled && !row.isEnabled) await endAll(scope, id)
  const changed = before
    ? changedNames(before, row)
    : Object.keys(row).filter((name) => name !== 'providerId')
  const event = { kind: 'provider.set', subject: `provider/${id}` } as const
  recordChange(scope, {
    ...event,
    name: row.label,
    before: before && toAudited(before),
    after: toAudited(row),
    secrets: sealedSecret ? ['secret'] : [],
  })
  await recordEvents(scope, [{ ...event, payload: { changed } }])
  return getProvider(scope, id, baseUrl)
}

/** Nothing sealed. */
const toAudited = ({
  sealedSecret,
  secretSetAt: _at,
  providerId: _id,
  ...row
}: store.ProviderRow): object => ({
  ...row,
  isPublic: sealedSecret === null,
})

/** Otherwise somebody who may change the address could have the secret sent to themselves. */
function secretOf(
  now: Date,
  { issuer, isPublic }: SignInProviderChange,
  sealed: Buffer | undefined,
  before: store.ProviderRow | undefined,
): Pick<store.ProviderRow, 'sealedSecret' | 'secretSetAt'> {
  if (isPublic) return { sealedSecret: null, secretSetAt: null }
  if (sealed) return { sealedSecret: sealed, secretSetAt: now }
  if (before?.sealedSecret && before.issuer === issuer)
    return { sealedSecret: before.sealedSecret, secretSetAt: before.secretSetAt }
  throw problem(
    'invalidArgument',
    before?.sealedSecret
      ? 'secret: must be given again, because the issuer is another one'
      : 'secret: is needed, unless isPublic says that the provider gave none',
  )
}

const changedNames = (before: store.ProviderRow, after: store.ProviderRow): string[] =>
  (Object.keys(after) as (keyof store.ProviderRow)[])
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .filter((name) => name !== 'secretSetAt')

async function assertBranches(scope: Scope, rules: readonly ClaimRule[]): Promise<void> {
  const named = [...new Set(rules.flatMap(({ branches = [] }) => branches))]
  if (named.length === 0) return
  const found = await listNamedBranches(scope.db, scope.clientId, named)
  const missing = named.find((name) => !found.some((branch) => branch.name === name))
  if (missing !== undefined)
    throw problem(
      'invalidArgument',
      `rules: ${JSON.stringify(missing)} is not a dealer code or branch of "${scope.clientId}"`,
    )
}

const endAll = ({ db, actor, now, clientId }: Scope, providerId: string) =>
  endProviderSessions({ db, actor, now }, { clientId, providerId }, { before: now })

export async function removeProvider(scope: Scope, id: string, precondition: Precondition): Promise<void> {
  await store.lockProvider(scope, id)
  await precondition.check()
  const before = await getProviderRow(scope, id)
  await store.deleteProvider(scope, id)
  await endAll(scope, id)
  const event = { kind: 'provider.removed', subject: `provider/${id}` } as const
  recordChange(scope, { ...event, name: before.label, before: toAudited(before) })
  await recordEvents(scope, [event])
}

export async function placeOfProvider(
  { box }: Outgoing,
  clientId: string,
  { providerId, sealedSecret, issuer, applicationId, scopes, toleranceSeconds }: store.ProviderRow,
): Promise<ProviderPlace> {
  const secret = sealedSecret && (await box.open(sealedSecret, secretPurposeOf(clientId, providerId)))
  return { issuer, applicationId, scopes, toleranceSeconds, ...(secret === null ? {} : { secret }) }
}

export async function testProvider(
  outgoing: Outgoing,
  scope: OfClient,
  id: string,
  clock: Date,
): Promise<ProviderTest> {
  const place = await placeOfProvider(outgoing, scope.clientId, await getProviderRow(scope, id))
  return examine(outgoing.http, place, clock)
}

function readClaims(text: string): Claims {
  let claims: unknown
  try {
    claims = JSON.parse(text)
  } catch (error) {
    throw problem('invalidArgument', `claims: is not JSON: ${(error as Error).message.slice(0, 200)}`)
  }
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw problem('invalidArgument', 'claims: is not a JSON object')
  return claims as Claims
}

/** Ids of the branches that a rule names, and the names that are none here. */
export async function branchesNamed(
  scope: OfClient,
  named: readonly string[],
): Promise<{ branches: string[]; unknownBranches: string[] }> {
  const found = await listNamedBranches(scope.db, scope.clientId, named)
  return {
    branches: [...new Set(found.map(({ id }) => id))].sort(),
    unknownBranches: named.filter((name) => !found.some((branch) => branch.name === name)),
  }
}

export async function previewClaims(
  scope: OfClient,
  id: string,
  { claims: text, rules: tried }: { claims: string; rules?: readonly ClaimRule[] },
): Promise<ClaimPreview> {
  const row = await getProviderRow(scope, id)
  const claims = readClaims(text)
  if (tried) assertRules(tried)
  const { login, name } = personClaimedBy(row.claims, claims)
  const who = { ...(login === undefined ? {} : { login }), ...(name === undefined ? {} : { name }) }
  const given = roleGivenBy(tried ?? row.rules, claims)
  if (!given) return { ...who, refusal: 'noAccess' }
  const { role, rules } = given
  if (!given.branches) return { ...who, role, rules }
  const { branches, unknownBranches } = await branchesNamed(scope, given.branches)
  const unknown = unknownBranches.length > 0 ? { unknownBranches } : {}
  if (branches.length === 0) return { ...who, ...unknown, rules, refusal: 'noAccess' }
  return { ...who, role, rules, branches, ...unknown }
}

/** What the sign-in page offers. The same for logins that exist and others. */
export async function offerProviders(
  db: Scope['db'],
  { login, client }: { login?: string; client?: string },
): Promise<OfferedProvider[]> {
  if (client !== undefined)
    return isClientId(client) ? named(db, await store.listOffered({ db, clientId: client })) : []
  const domain = login === undefined ? undefined : domainOf(login)
  return domain === undefined ? [] : named(db, await store.listOfDomain(db, domain))
}

/** Where somebody on this device signed in last, if that is still possible. */
export async function offerFormer(
  db: Scope['db'],
  former: { clientId: string; providerId: string } | undefined,
): Promise<OfferedProvider[] | undefined> {
  if (!former) return undefined
  const offered = await offerProviders(db, { client: former.clientId })
  const found = offered.filter(({ provider }) => provider === former.providerId)
  return found.length === 0 ? undefined : found
}

async function named(db: Scope['db'], rows: readonly store.OfferedRow[]): Promise<OfferedProvider[]> {
  const clients = await listClientsById(db, [...new Set(rows.map(({ client }) => client))])
  const names = new Map(clients.map(({ clientId, name }) => [clientId, name]))
  return rows.map((row) => ({ ...row, clientName: names.get(row.client) ?? row.client }))
}

export const hasProviders = (db: Scope['db']): Promise<boolean> => store.hasProviderRow(db)

/** For the session of somebody who signed in there. */
export async function findLabel(
  db: Scope['db'],
  clientId: string,
  id: string,
): Promise<{ client: string; id: string; label: string } | undefined> {
  const row = await store.findProviderRow({ db, clientId }, id)
  return row && { client: clientId, id, label: row.label }
}

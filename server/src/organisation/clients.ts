// System clients: the enterprises with access to the service, and their settings.
import { isDeepStrictEqual } from 'node:util'
import type { SecondFactorRule } from '@walkaround/contract/rules/second-factor.ts'
import { usualRedMinutes } from '@walkaround/contract/rules/today.ts'
import { problem } from '../problems.ts'
import { type ClientSettings, type Scope, timeOf } from '../scope.ts'
import { changedSettings } from './changed-settings.ts'
import * as store from './client-store.ts'
import {
  assertClientId,
  assertCurrency,
  assertDecisionCodeAbove,
  assertHiddenUpsaleTypes,
  assertIdentifier,
  assertLanguage,
  assertName,
  assertRedWarningMinutes,
  assertReleaseTypes,
  assertTimeZone,
  assertVinLookups,
  unknownTimeZone,
} from './rules.ts'
import { type AccessScope, recordClientEvent } from './scope.ts'

/** The client that runs the templates and packages delivered with the service (D1). */
export const DEFAULT_MASTER = 'open'

export interface NewClient {
  id: string
  name?: string
  timeZone?: string
  language?: string
  currency?: string
  strictBranches?: boolean
  defaultSiteId?: string
  defaultSiteName?: string
  releaseTypes?: string[]
  masters?: string[]
  vinLookupsPerMinute?: number
  vinLookupsPerDay?: number
  hiddenUpsaleTypes?: string[]
  isDemo?: true
  isSandbox?: true
}

/** What is left out stays as it is; null unsets. */
export interface ClientChanges
  extends Partial<
    Omit<
      ClientSettings,
      | 'clientId'
      | 'currency'
      | 'decisionCodeAbove'
      | 'secondFactor'
      | 'isDemo'
      | 'isSandbox'
      | 'clockAheadMs'
      | 'places'
    >
  > {
  currency?: string | null
  decisionCodeAbove?: number | null
  secondFactor?: SecondFactorRule | null
}

function assertSettings(client: ClientSettings): void {
  assertName('name', client.name)
  assertLanguage(client.language)
  if (client.currency !== undefined) assertCurrency(client.currency)
  assertReleaseTypes(client.releaseTypes)
  assertVinLookups('vinLookupsPerMinute', client.vinLookupsPerMinute)
  assertVinLookups('vinLookupsPerDay', client.vinLookupsPerDay)
  assertHiddenUpsaleTypes(client.hiddenUpsaleTypes)
  assertRedWarningMinutes(client.redWarningMinutes)
  if (client.decisionCodeAbove !== undefined) assertDecisionCodeAbove(client.decisionCodeAbove)
  if (client.masters.includes(client.clientId)) {
    throw problem('invalidArgument', `masters: "${client.clientId}" is the client itself`)
  }
}

async function assertMasters(scope: AccessScope, masters: string[]): Promise<void> {
  const known = new Map(
    (await store.listClientsById(scope.db, masters)).map((client) => [client.clientId, client]),
  )
  const missing = masters.find((master) => !known.has(master))
  if (missing !== undefined) {
    throw problem('invalidArgument', `masters: "${missing}" is not a system client`)
  }
  const sandbox = masters.find((master) => known.get(master)?.isSandbox)
  if (sandbox !== undefined) {
    throw problem(
      'invalidArgument',
      `masters: "${sandbox}" is a sandbox; what it tries out is for nobody else`,
    )
  }
}

/** As the database spells it. */
export async function toTimeZone(scope: AccessScope, timeZone: string): Promise<string> {
  assertTimeZone(timeZone)
  const known = await store.findTimeZone(scope.db, timeZone)
  if (known === undefined) throw unknownTimeZone(timeZone)
  return known
}

/** Makes the client and its default site. */
export async function addClient(scope: AccessScope, args: NewClient): Promise<ClientSettings> {
  assertClientId(args.id)
  const name = args.name ?? args.id
  // The default master may be brought in later than its first clients, so only named masters must exist.
  const masters = args.masters ?? (args.id === DEFAULT_MASTER ? [] : [DEFAULT_MASTER])
  const client: ClientSettings = {
    clientId: args.id,
    name,
    timeZone: args.timeZone === undefined ? 'UTC' : await toTimeZone(scope, args.timeZone),
    language: args.language ?? 'en',
    ...(args.currency === undefined ? {} : { currency: args.currency }),
    strictBranches: args.strictBranches ?? false,
    defaultSiteId: args.defaultSiteId ?? 'main',
    releaseTypes: args.releaseTypes ?? ['health'],
    masters,
    vinLookupsPerMinute: args.vinLookupsPerMinute ?? 60,
    vinLookupsPerDay: args.vinLookupsPerDay ?? 600,
    hiddenUpsaleTypes: args.hiddenUpsaleTypes ?? [],
    namedFigures: false,
    redWarningMinutes: usualRedMinutes,
    ...(args.isDemo ? { isDemo: true } : {}),
    ...(args.isSandbox ? { isSandbox: true } : {}),
  }
  const site = { id: client.defaultSiteId, name: args.defaultSiteName ?? name }
  assertSettings(client)
  assertIdentifier('defaultSiteId', site.id)
  assertName('defaultSiteName', site.name)
  if (args.masters) await assertMasters(scope, args.masters)
  if (!(await store.insertClient(scope.db, client, scope.now))) {
    throw problem('alreadyExists', `id: there is a system client "${args.id}" already`)
  }
  await store.insertSite(scope.db, args.id, site, scope.now)
  await recordClientEvent(
    scope,
    args.id,
    { kind: 'client.created', subject: `client/${args.id}` },
    { name, after: client },
  )
  return client
}

export function listClients(scope: AccessScope): Promise<ClientSettings[]> {
  return store.listClients(scope.db)
}

/** Whether anybody works here: the client whose templates and packages come with the service does not count. */
export const hasClients = (db: AccessScope['db']): Promise<boolean> =>
  store.hasOtherClients(db, DEFAULT_MASTER)

export async function getClient(scope: AccessScope, clientId: string): Promise<ClientSettings> {
  const client = await store.findClient(scope.db, clientId)
  if (!client)
    throw problem('noSuchResource', `client: there is no system client ${JSON.stringify(clientId)}`)
  return client
}

/** On behalf of a client, at the time by its clock. */
export async function scopeOfClient(base: AccessScope, clientId: string): Promise<Scope> {
  const client = await getClient(base, clientId)
  return { ...base, clientId, client, now: timeOf(client, base.now) }
}

/** As getClient, and nobody else changes the client, its sites or its branches until the transaction ends. */
export async function getClientForUpdate(scope: AccessScope, clientId: string): Promise<ClientSettings> {
  await store.lockClient(scope.db, clientId)
  return getClient(scope, clientId)
}

/** What a changed time zone means for orders and leads is in features/administration/change-client.ts. */
export async function setClient(
  scope: AccessScope,
  args: { clientId: string; changes: ClientChanges },
): Promise<ClientSettings> {
  const before = await getClientForUpdate(scope, args.clientId)
  const given = Object.fromEntries(Object.entries(args.changes).filter(([, value]) => value !== undefined))
  const {
    currency,
    decisionCodeAbove,
    secondFactor,
    ...after
  }: Omit<ClientSettings, 'currency' | 'decisionCodeAbove' | 'secondFactor'> &
    Pick<ClientChanges, 'currency' | 'decisionCodeAbove' | 'secondFactor'> = { ...before, ...given }
  const client: ClientSettings = {
    ...after,
    ...(currency ? { currency } : {}),
    ...(decisionCodeAbove === null || decisionCodeAbove === undefined ? {} : { decisionCodeAbove }),
    ...(secondFactor ? { secondFactor } : {}),
  }
  if (client.timeZone !== before.timeZone) client.timeZone = await toTimeZone(scope, client.timeZone)
  assertSettings(client)
  if (args.changes.masters) await assertMasters(scope, args.changes.masters)
  if (!(await store.hasSite(scope.db, client.clientId, client.defaultSiteId))) {
    throw problem('invalidArgument', `defaultSiteId: "${client.defaultSiteId}" is not a site of this client`)
  }
  const changed = (Object.keys({ ...before, ...client }) as (keyof ClientSettings)[]).filter(
    (field) => !isDeepStrictEqual(before[field], client[field]),
  )
  if (changed.length === 0) return before
  await store.updateClient(scope.db, client)
  await recordClientEvent(
    scope,
    client.clientId,
    {
      kind: 'client.changed',
      subject: `client/${client.clientId}`,
      payload: changedSettings(Object.fromEntries(changed.map((field) => [field, client[field] ?? null]))),
    },
    { name: client.name, before, after: client },
  )
  return client
}

// Sites: the places a system client's branches belong to, and what printed forms say about them.
import { isDeepStrictEqual } from 'node:util'
import type { HourlyRate } from '@walkaround/contract/app/offers.ts'
import { problem } from '../problems.ts'
import * as store from './client-store.ts'
import { getClient, getClientForUpdate } from './clients.ts'
import {
  assertAddress,
  assertEmail,
  assertIdentifier,
  assertName,
  assertTelephone,
  assertWebsite,
} from './rules.ts'
import { type AccessScope, recordClientEvent } from './scope.ts'

export async function addSite(
  scope: AccessScope,
  args: { clientId: string; id: string; name?: string },
): Promise<store.Site> {
  const site = { id: args.id, name: args.name ?? args.id }
  assertIdentifier('id', site.id)
  assertName('name', site.name)
  await getClientForUpdate(scope, args.clientId)
  if (!(await store.insertSite(scope.db, args.clientId, site, scope.now))) {
    throw problem('alreadyExists', `id: there is a site "${args.id}" already`)
  }
  await recordClientEvent(scope, args.clientId, { kind: 'site.created', subject: `site/${site.id}` })
  return site
}

export async function listSites(scope: AccessScope, args: { clientId: string }): Promise<store.Site[]> {
  await getClient(scope, args.clientId)
  return store.listSites(scope.db, args.clientId)
}

export async function getSite(
  scope: AccessScope,
  args: { clientId: string; id: string },
): Promise<store.Site> {
  await getClient(scope, args.clientId)
  const site = await store.findSite(scope.db, args.clientId, args.id)
  if (!site) throw problem('noSuchResource', `site: there is no site ${JSON.stringify(args.id)}`)
  return site
}

/** Null, or no line, removes it; a field that is not named stays. */
export interface SiteChanges {
  name?: string | undefined
  address?: string[] | undefined
  telephone?: string | null | undefined
  email?: string | null | undefined
  website?: string | null | undefined
  /** A file that is already in the store of files. */
  logo?: string | null | undefined
  hourlyRates?: HourlyRate[] | undefined
}

export async function setSite(
  scope: AccessScope,
  args: { clientId: string; id: string; changes: SiteChanges },
): Promise<store.Site> {
  const { changes } = args
  assertChanges(changes)
  await getClientForUpdate(scope, args.clientId)
  const before = await getSite(scope, args)
  const fields = (Object.keys(changes) as (keyof SiteChanges)[]).filter(
    (field) =>
      changes[field] !== undefined && !isDeepStrictEqual(before[field] ?? empty(field), changes[field]),
  )
  if (fields.length === 0) return before
  const payload = Object.fromEntries(fields.map((field) => [field, changes[field]]))
  const after = Object.entries({ ...before, ...payload }).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  const site = Object.fromEntries(after) as unknown as store.Site
  await store.updateSite(scope.db, args.clientId, site)
  await recordClientEvent(scope, args.clientId, {
    kind: 'site.changed',
    subject: `site/${site.id}`,
    payload,
  })
  return site
}

const empty = (field: keyof SiteChanges) => (field === 'address' || field === 'hourlyRates' ? [] : null)

function assertChanges({ name, address, telephone, email, website }: SiteChanges): void {
  if (name !== undefined) assertName('name', name)
  if (address) assertAddress(address)
  if (typeof telephone === 'string') assertTelephone(telephone)
  if (typeof email === 'string') assertEmail(email)
  if (typeof website === 'string') assertWebsite(website)
}

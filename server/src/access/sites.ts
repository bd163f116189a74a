// Sites: the places a system client's branches belong to.
import { problem } from '../problems.ts'
import * as store from './client-store.ts'
import { getClient, getClientForUpdate } from './clients.ts'
import { assertIdentifier, assertName } from './rules.ts'
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

export async function setSite(
  scope: AccessScope,
  args: { clientId: string; id: string; name: string },
): Promise<store.Site> {
  const site = { id: args.id, name: args.name }
  assertName('name', site.name)
  await getClientForUpdate(scope, args.clientId)
  if (!(await store.updateSite(scope.db, args.clientId, site))) {
    throw problem('noSuchResource', `site: there is no site ${JSON.stringify(args.id)}`)
  }
  await recordClientEvent(scope, args.clientId, {
    kind: 'site.changed',
    subject: `site/${site.id}`,
    payload: { name: site.name },
  })
  return site
}

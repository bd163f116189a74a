// What a signed-in person is told about the system clients they work for. Only reads.
import type { Db } from '../db/sql.ts'
import { type BranchName, listBranchNames } from '../organisation/branch-store.ts'
import { listClients } from '../organisation/client-store.ts'
import type { Caller, Reach } from './authenticate.ts'

export interface SessionClient {
  id: string
  name: string
  role: Reach['role']
  language: string
  timeZone: string
  currency?: string
  /** Those the person may see. */
  branches: (Pick<BranchName, 'id' | 'name' | 'siteId'> & { hasPartsStep?: true })[]
  isLimited?: true
  isDemo?: true
  isSandbox?: true
}

/** Every client for support (F1). */
async function listReaches(db: Db, caller: Caller): Promise<Reach[]> {
  if (!caller.isSupport) return [...caller.reaches.values()]
  return (await listClients(db)).map((client) => ({ client, role: 'support' }))
}

export async function listSessionClients(db: Db, caller: Caller): Promise<SessionClient[]> {
  const reaches = await listReaches(db, caller)
  const branches = await listBranchNames(
    db,
    reaches.map(({ client }) => client.clientId),
  )
  const byClient = Map.groupBy(branches, ({ clientId }) => clientId)
  return reaches
    .map(({ client, role, branches: limit }) => ({
      id: client.clientId,
      name: client.name,
      role,
      language: client.language,
      timeZone: client.timeZone,
      ...(client.currency === undefined ? {} : { currency: client.currency }),
      branches: (byClient.get(client.clientId) ?? [])
        .filter(({ id }) => limit?.includes(id) ?? true)
        .map(({ id, name, siteId, hasPartsStep }) => ({
          id,
          name,
          siteId,
          ...(hasPartsStep ? { hasPartsStep } : {}),
        })),
      ...(limit ? { isLimited: true as const } : {}),
      ...(client.isDemo ? { isDemo: true as const } : {}),
      ...(client.isSandbox ? { isSandbox: true as const } : {}),
    }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

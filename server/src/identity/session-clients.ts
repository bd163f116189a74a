// What a signed-in person is told about the system clients they work for. Only reads.
import type { Db } from '../db/sql.ts'
import { type BranchName, listBranchNames } from '../organisation/branch-store.ts'
import { listClients } from '../organisation/client-store.ts'
import { atBranch } from '../scope.ts'
import type { Caller, Reach } from './authenticate.ts'

export interface SessionClient {
  id: string
  name: string
  role: Reach['role']
  language: string
  /** Of the branches the person sees, if they are all in one; otherwise the client's. The same with the currency. */
  timeZone: string
  currency?: string
  /** Those the person may see. */
  branches: (Pick<BranchName, 'id' | 'name' | 'siteId'> & {
    hasPartsStep?: true
    currency?: string
    timeZone?: string
  })[]
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
    .map(({ client, role, branches: limit }) => {
      const reached = (byClient.get(client.clientId) ?? []).filter(({ id }) => limit?.includes(id) ?? true)
      const placeOf = (id: string) => atBranch({ client }, id).client
      const places = reached.map(({ id }) => placeOf(id))
      const timeZone = onlyOne(places.map((place) => place.timeZone)) ?? client.timeZone
      const currency = onlyOne(places.map((place) => place.currency)) ?? client.currency
      return {
        id: client.clientId,
        name: client.name,
        role,
        language: client.language,
        timeZone,
        ...(currency === undefined ? {} : { currency }),
        branches: reached.map(({ id, name, siteId, hasPartsStep }) => {
          const place = placeOf(id)
          return {
            id,
            name,
            siteId,
            ...(hasPartsStep ? { hasPartsStep } : {}),
            ...(place.currency === undefined || place.currency === currency
              ? {}
              : { currency: place.currency }),
            ...(place.timeZone === timeZone ? {} : { timeZone: place.timeZone }),
          }
        }),
        ...(limit ? { isLimited: true as const } : {}),
        ...(client.isDemo ? { isDemo: true as const } : {}),
        ...(client.isSandbox ? { isSandbox: true as const } : {}),
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

/** What all of them say, if they say the same. */
const onlyOne = <T>(values: readonly T[]): T | undefined =>
  new Set(values).size === 1 ? values[0] : undefined

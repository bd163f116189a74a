// What a key is told about itself, outside any system client.
import { LONGEST_WAIT_SECONDS, MOST_EVENTS } from '@walkaround/contract/dms/event-feed.ts'
import { LARGEST_PAGE } from '@walkaround/contract/dms/pages.ts'
import { getSelf, type Self } from '@walkaround/contract/dms/self.ts'
import { rightsOf } from '@walkaround/contract/rules/roles.ts'
import { limits } from '@walkaround/contract/schema.ts'
import { listKeys } from '../identity/key-store.ts'
import { toPrefix } from '../identity/keys.ts'
import { listSessionClients, type SessionClient } from '../identity/session-clients.ts'
import { type Door, serve } from './door.ts'
import { serviceVersion } from './openapi.ts'
import { ok } from './reply.ts'
import { notAuthorized } from './who.ts'

interface SelfOptions {
  bodyLimit: number
  /** Of one key that wait for events. */
  waitingRequests: number
  /** Of a key without a limit of its own, in a minute; 0 if there is none. */
  requestsPerMinute: number
}

export function selfRoutes(door: Door, options: SelfOptions): void {
  const { bodyLimit, waitingRequests } = options
  const taken = {
    bodyBytes: bodyLimit,
    packageBodyBytes: door.priceListBodyLimit,
    arrayLength: limits.arrayLength,
    priceListLength: limits.priceListLength,
    textLength: limits.textLength,
    idLength: limits.idLength,
    nesting: limits.nesting,
    pageLength: LARGEST_PAGE,
    eventPageLength: MOST_EVENTS,
    eventWaitSeconds: LONGEST_WAIT_SECONDS,
    waitingRequests,
  }
  serve(door, getSelf, async (call) => {
    const caller = call.caller()
    const { loginId, login, name } = caller
    const key = (await listKeys(door.database, loginId)).find(({ keyId }) => keyId === caller.keyId)
    if (!key) throw notAuthorized()
    const { requestsPerMinute = options.requestsPerMinute } = caller
    const self: Self = {
      login: { id: loginId, login, name },
      key: {
        prefix: toPrefix(key.keyId),
        label: key.label,
        createdTimestamp: key.createdAt.toISOString(),
        ...(key.expiresAt ? { expiresTimestamp: key.expiresAt.toISOString() } : {}),
      },
      clients: (await listSessionClients(door.database, caller)).map(toClient),
      limits: { ...taken, ...(requestsPerMinute === 0 ? {} : { requestsPerMinute }) },
      serviceVersion,
      interfaceVersion: door.prefix.slice(1),
    }
    return { ...ok(self), headers: { 'cache-control': 'no-store' } }
  })
}

function toClient({
  isDemo,
  isSandbox,
  isLimited,
  branches,
  role,
  ...client
}: SessionClient): Self['clients'][number] {
  return {
    ...client,
    kind: isSandbox ? 'sandbox' : isDemo ? 'demo' : 'production',
    role,
    rights: rightsOf(role, isLimited),
    ...(isLimited ? { branches } : {}),
  }
}

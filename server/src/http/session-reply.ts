// What a page is told about the session it has: who, until when, where, and what it must send with every change.
import type { Session, SessionLimits } from '@walkaround/contract/app/session.ts'
import { listSessionClients } from '../identity/session-clients.ts'
import type { Door } from './door.ts'
import { serviceVersion } from './openapi.ts'
import { ok } from './reply.ts'
import { csrfOf } from './session-cookie.ts'
import type { SessionOfRequest } from './who.ts'

/** The provider at which a session was begun. */
export type LabelOfProvider = (clientId: string, providerId: string) => Promise<Session['provider']>

interface SessionReplyOptions {
  /** Limits of photos and videos, as configured. */
  limits: SessionLimits
  /** A session ends after this long without a request. */
  idleMs: number
  /** Left out where no session is begun at one. */
  labelOf?: LabelOfProvider
}

export const sessionReply =
  (door: Pick<Door, 'database'>, { limits, idleMs, labelOf }: SessionReplyOptions) =>
  async (
    { token, caller, expiresAt, onlyClientId, providerId }: SessionOfRequest,
    headers: Record<string, string | string[]> = {},
  ) => {
    const provider =
      onlyClientId === undefined || providerId === undefined
        ? undefined
        : await labelOf?.(onlyClientId, providerId)
    const { tablet } = caller
    const idleMinutes = Math.min(Math.floor(idleMs / 60_000), tablet?.lockMinutes ?? Number.POSITIVE_INFINITY)
    const session: Session = {
      login: caller.login,
      name: caller.name,
      expiresAt: expiresAt.toISOString(),
      csrf: csrfOf(token),
      clients: await listSessionClients(door.database, caller),
      version: serviceVersion,
      limits,
      ...(provider ? { provider } : {}),
      ...(Number.isFinite(idleMinutes) ? { idleMinutes } : {}),
      ...(tablet
        ? {
            tablet: {
              id: tablet.id,
              name: tablet.name,
              clientId: tablet.clientId,
              offlineUntil: tablet.offlineUntil,
            },
          }
        : {}),
    }
    return { ...ok(session), headers: { 'cache-control': 'no-store', ...headers } }
  }

// The delivery log for people: every callback, every attempt at it, and each failure in words.
import type { CallbackAttempt, CallbackDelivery, CallbackDetail } from '@walkaround/contract/app/callbacks.ts'
import { isIsoDate, toInstant } from '../../lib/iso-dates.ts'
import { type SecretBox, SecretBoxError } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { openBody } from './bodies.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  findDeliveryRow,
  listAttemptRows,
  listDeliveryRows,
} from './log-store.ts'
import { isWebPage, type State, TEST_PREFIX } from './rules.ts'
import { type ShownLink, withShownLink } from './shown-link.ts'

const MOST_LISTED = 200
const LISTED = 50

export interface LogFields {
  state?: State | undefined
  /** A date or date-time, in the client's zone where it names none. */
  since?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}

export async function listDeliveries(
  scope: Pick<Scope, 'db' | 'clientId' | 'client' | 'now'>,
  { state, since, after, limit = LISTED }: LogFields,
): Promise<CallbackDelivery[]> {
  const rows = await listDeliveryRows(scope.db, scope.clientId, scope.now, {
    state,
    since: since === undefined ? undefined : toSince(scope, since),
    after,
    limit: Math.min(limit, MOST_LISTED),
  })
  return rows.map(toDelivery)
}

export function toSince({ client }: Pick<Scope, 'client'>, text: string): Date {
  if (!isIsoDate(text)) {
    throw problem('invalidDate', `since: ${JSON.stringify(text)} is not an ISO 8601 date or date-time`)
  }
  return toInstant(text, client.timeZone)
}

/** With the body as it is sent, but for its link: that is the owner's alone (I3). */
export async function getDelivery(
  { db, clientId, now }: Pick<Scope, 'db' | 'clientId' | 'now'>,
  box: SecretBox,
  id: string,
  shownLink: ShownLink,
): Promise<CallbackDetail> {
  const row = await findDeliveryRow(db, clientId, id, now)
  if (!row) throw noSuchDelivery(id)
  const attempts = await listAttemptRows(db, clientId, id)
  const body = await box
    .unlock()
    .then((unlocked) => openBody(unlocked, { ...row, clientId }).toString('utf8'))
    .catch((error: unknown) => {
      if (error instanceof SecretBoxError) return undefined
      throw error
    })
  return {
    ...toDelivery(row),
    url: row.url,
    ...(body === undefined ? {} : { body: await withShownLink(body, shownLink) }),
    log: attempts.map(toAttempt),
  }
}

export const noSuchDelivery = (id: string) =>
  problem('noSuchResource', `there is no callback ${JSON.stringify(id)}`)

const present = <T extends object>(fields: { [K in keyof T]: T[K] | null | undefined }): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<T>

function toDelivery(row: DeliveryRow): CallbackDelivery {
  return {
    id: row.id,
    outputType: row.outputType,
    state: row.state,
    attempts: row.attempts,
    mostAttempts: row.mostAttempts,
    isTest: row.id.startsWith(TEST_PREFIX),
    isInFlight: row.isInFlight,
    createdAt: row.createdAt.toISOString(),
    ...present<
      Pick<
        CallbackDelivery,
        'referenceObjectId' | 'orderNumber' | 'dueAt' | 'finishedAt' | 'failure' | 'lastStatus'
      >
    >({
      referenceObjectId: row.referenceObjectId,
      orderNumber: row.orderNumber,
      dueAt: row.dueAt?.toISOString(),
      finishedAt: row.finishedAt?.toISOString(),
      failure: row.failure,
      lastStatus: row.lastStatus,
    }),
  }
}

function toAttempt({ number, startedAt, totalMs, request, ...rest }: AttemptRow): CallbackAttempt {
  return {
    number,
    startedAt: startedAt.toISOString(),
    totalMs,
    request,
    ...present<typeof rest>(rest),
    ...(isWebPage(rest) ? { isWebPage: true } : {}),
  } as CallbackAttempt
}

// The delivery log for people: every callback, every attempt at it, and each failure in words.
import type { CallbackAttempt, CallbackDelivery, CallbackDetail } from '@walkaround/contract/app/callbacks.ts'
import { isIsoDate, toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
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

interface LogFields {
  state?: State | undefined
  /** A date or date-time; in the client's time zone if it names none. */
  since?: string | undefined
  after?: string | undefined
  /** Of our own, or that of the interface. */
  kind?: string | undefined
  siteId?: string | undefined
  limit?: number | undefined
}

export async function listDeliveries(
  scope: Pick<Scope, 'db' | 'clientId' | 'client' | 'now'>,
  { state, since, after, kind, siteId, limit = LISTED }: LogFields,
): Promise<CallbackDelivery[]> {
  const rows = await listDeliveryRows(scope.db, scope.clientId, scope.now, {
    state,
    since: since === undefined ? undefined : toSince(scope, since),
    after,
    kind,
    siteId,
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

/** With the body as it is sent, except for its link: only the owner may have that (I3). */
export async function getDelivery(
  { db, clientId, now }: Pick<Scope, 'db' | 'clientId' | 'now'>,
  box: SecretBox,
  id: string,
  shownLink: ShownLink,
): Promise<CallbackDetail> {
  const row = await findDeliveryRow(db, clientId, id, now)
  if (!row) throw noSuchDelivery(id)
  const { url, body: stored, sealedBody, ...delivery } = row
  const attempts = await listAttemptRows(db, clientId, id)
  const body = await box
    .unlock()
    .then((unlocked) => openBody(unlocked, { id, clientId, body: stored, sealedBody }).toString('utf8'))
    .catch((error: unknown) => {
      if (error instanceof SecretBoxError) return undefined
      throw error
    })
  return {
    ...toDelivery(delivery),
    url,
    ...(body === undefined ? {} : { body: await withShownLink(body, shownLink) }),
    log: attempts.map(toAttempt),
  }
}

export const noSuchDelivery = (id: string) =>
  problem('noSuchResource', `there is no callback ${JSON.stringify(id)}`)

function toDelivery(row: DeliveryRow): CallbackDelivery {
  return withoutNulls({
    ...row,
    isTest: row.id.startsWith(TEST_PREFIX),
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  })
}

const toAttempt = (row: AttemptRow): CallbackAttempt =>
  withoutNulls({ ...row, startedAt: row.startedAt.toISOString(), isWebPage: isWebPage(row) || null })

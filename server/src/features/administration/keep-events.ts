// How long the events of a client are kept: a rule for all kinds, and rules of their own for some.
import { eventKinds } from '@walkaround/contract/events.ts'
import { findHead } from '../../db/log/read-log.ts'
import * as store from '../../db/log/retention-store.ts'
import { recordClientEvent } from '../../organisation/scope.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'

const MOST_DAYS = 36_500

interface Kept {
  /** How many were logged. */
  events: number
  /** The first of these that nothing is missing after. */
  completeFrom: number
  /** Days; kinds without a rule are kept for ever. `all` is for every kind without a rule of its own, except those of access. */
  rules: { kind: string; days: number; isExported: boolean }[]
}

const ALL = 'all'
const toShown = (kind: string) => (kind === '' ? ALL : kind)

export async function showKeptEvents({ db, clientId }: Scope): Promise<Kept> {
  const head = await findHead(db, clientId)
  const rules = await store.listRetention(db, clientId)
  return {
    events: head?.position ?? 0,
    completeFrom: (head?.keptAfter ?? 0) + 1,
    rules: rules.map((rule) => ({ ...rule, kind: toShown(rule.kind) })),
  }
}

/** Without days: for ever. */
export async function keepEvents(
  scope: Scope,
  { kind = ALL, days, isExported }: { kind?: string; days: number | undefined; isExported: boolean },
): Promise<Kept> {
  if (kind !== ALL && !Object.hasOwn(eventKinds, kind)) {
    throw problem('invalidArgument', `kind: ${JSON.stringify(kind)} is no kind of event, and not "${ALL}"`)
  }
  if (days !== undefined && days > MOST_DAYS) {
    throw problem(
      'invalidArgument',
      `days: ${days} is more than ${MOST_DAYS}; leave it out to keep them for ever`,
    )
  }
  const stored = kind === ALL ? '' : kind
  if (days === undefined) await store.deleteRetention(scope.db, scope.clientId, stored)
  else await store.putRetention(scope.db, scope.clientId, { kind: stored, days, isExported })
  await recordClientEvent(
    scope,
    scope.clientId,
    {
      kind: 'client.changed',
      subject: `client/${scope.clientId}`,
      payload: { keptEvents: { kind, days: days ?? 'forever', isExported } },
    },
    { after: { keptEvents: { kind, days: days ?? 'forever', isExported } } },
  )
  return showKeptEvents(scope)
}

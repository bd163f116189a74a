// Writes callbacks of our own, in the transaction that gives events their positions: the event was written with the change, so none is
// lost, and no use case has to think of callbacks. Costs one read of receivers for a batch with such events, and nothing otherwise.
import { createHash } from 'node:crypto'
import { callbackKindNames, callbackKinds } from '@walkaround/contract/callback-kinds.ts'
import type { WebhookEventInfo } from '@walkaround/contract/dms/event-callbacks.ts'
import type { Teller, ToldEvent } from '../../db/log/number-events.ts'
import { listSitesOfBranches } from '../../organisation/branches.ts'
import { insertDeliveries } from './delivery-store.ts'
import { factsOf } from './event-rules.ts'
import { listKindRows } from './receiver-store.ts'
import { readKinds } from './set-receiver.ts'

export const callbackTeller: Teller = {
  kinds: callbackKindNames.map((kind) => callbackKinds[kind].event),

  async tell(scope, events) {
    const wanted = new Set(
      (await listKindRows(scope.db, scope.clientId)).flatMap(({ kinds }) => Object.keys(readKinds(kinds))),
    )
    const told = events.flatMap((event) => {
      const facts = factsOf(event)
      return facts && wanted.has(facts.kind) ? [{ event, facts }] : []
    })
    if (told.length === 0) return 0
    const branchIds = new Set(told.flatMap(({ event }) => event.place.branchId ?? []))
    const sites = await listSitesOfBranches(scope, [...branchIds])
    return insertDeliveries(
      scope.db,
      scope.clientId,
      told.map(({ event, facts: { kind, ...facts } }) => {
        const { branchId } = event.place
        const siteId = (branchId !== null && sites.get(branchId)) || null
        const info: WebhookEventInfo = {
          id: idOfEvent(scope.clientId, event),
          kind,
          systemClientId: scope.clientId,
          occurredTimestamp: event.at.toISOString(),
          ...(siteId === null ? {} : { siteId }),
          ...(branchId === null ? {} : { branchId }),
          ...facts,
        }
        return {
          id: info.id,
          outputType: kind,
          referenceObjectId: info.orderId ?? null,
          kind,
          siteId,
          // Nothing personal and no link, so it need not be sealed.
          body: JSON.stringify(info),
          sealedBody: null,
          now: event.at,
        }
      }),
    )
  },
}

/** The same for the same event, also after a restore; never that of another, though its number may be used again then. */
export function idOfEvent(
  clientId: string,
  { sequence, kind, subject, at }: Pick<ToldEvent, 'sequence' | 'kind' | 'subject' | 'at'>,
): string {
  const name = JSON.stringify([clientId, sequence, kind, subject, at.toISOString()])
  return `event-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
}

// The app's routes of callbacks: the receiver, the log, replays and tests; and what the demo's own receiver got.
import * as operations from '@walkaround/contract/app/callbacks.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import type { Scope } from '../../scope.ts'
import { getDelivery, listDeliveries } from './read-log.ts'
import { replayDelivery, replaySince } from './replay.ts'
import { sendTest } from './send-test.ts'
import {
  findReceiver,
  getReceiver,
  listReceivers,
  type Outside,
  removeSiteReceiver,
  sealReceiver,
  setReceiver,
} from './set-receiver.ts'
import { type ShowingLinks, withShownLink } from './shown-link.ts'

export interface CallbackDoor extends Outside, ShowingLinks {
  /** Says that there may be something to deliver now. */
  nudge?: () => void
  /** What the demo's receiver got; absent without one. */
  received?: (clientId: string) => operations.ReceivedCallback[]
}

export function callbackAppRoutes(door: Door, callbacks: CallbackDoor): void {
  const { nudge = () => {}, received = () => [] } = callbacks

  /** Without a site: that of the client. */
  const asText = async (scope: Scope, siteId?: string) => {
    const found = await findReceiver(scope, siteId)
    return found && JSON.stringify(found)
  }

  serve(door, operations.getCallbackReceiver, async (call) =>
    ok(await call.read((scope) => getReceiver(scope))),
  )

  serve(door, operations.putCallbackReceiver, async (call) => {
    const sealed = await sealReceiver(callbacks, call.clientId, call.fields.get())
    return ok(
      await call.change(
        (scope) => asText(scope),
        (scope, precondition) => setReceiver(scope, sealed, precondition),
      ),
    )
  })

  serve(door, operations.listCallbackReceivers, async (call) => ok(await call.read(listReceivers)))

  serve(door, operations.getSiteCallbackReceiver, async (call) =>
    ok(await call.read((scope) => getReceiver(scope, call.params.site_id))),
  )

  serve(door, operations.putSiteCallbackReceiver, async (call) => {
    const { site_id: siteId } = call.params
    const sealed = await sealReceiver(callbacks, call.clientId, { ...call.fields.get(), siteId })
    return ok(
      await call.change(
        (scope) => asText(scope, siteId),
        (scope, precondition) => setReceiver(scope, sealed, precondition),
      ),
    )
  })

  serve(door, operations.deleteSiteCallbackReceiver, async (call) => {
    const { site_id: siteId } = call.params
    await call.change(
      (scope) => asText(scope, siteId),
      (scope, precondition) => removeSiteReceiver(scope, siteId, precondition),
    )
    return noContent
  })

  serve(door, operations.listCallbacks, async (call) =>
    ok({ deliveries: await call.read((scope) => listDeliveries(scope, call.query.get())) }),
  )

  serve(door, operations.getCallback, async (call) =>
    ok(
      await call.read((scope) =>
        getDelivery(scope, callbacks.box, call.params.callback_id, (url) => callbacks.shownLink(scope, url)),
      ),
    ),
  )

  serve(door, operations.replayCallback, async (call) => {
    await call.write((scope) => replayDelivery(scope, call.params.callback_id))
    nudge()
    return noContent
  })

  serve(door, operations.replayCallbacks, async (call) => {
    const result = await call.write((scope) => replaySince(scope, call.fields.get()))
    nudge()
    return ok(result)
  })

  serve(door, operations.testCallback, async (call) => {
    const sent = await call.write((scope) => sendTest(scope, callbacks.box, call.query.get()))
    nudge()
    return ok(sent)
  })

  serve(door, operations.listReceivedCallbacks, async (call) =>
    ok({
      received: await call.read(async (scope) => {
        const shown: operations.ReceivedCallback[] = []
        for (const one of received(call.clientId)) {
          const body = await withShownLink(one.body, (url) => callbacks.shownLink(scope, url))
          shown.push({ ...one, body })
        }
        return shown
      }),
    }),
  )
}

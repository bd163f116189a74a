// The route of the log of events in the DMS interface.
import { listEvents } from '@walkaround/contract/dms/event-feed.ts'
import { type Door, serve } from '../../http/door.ts'
import { linkToNext } from '../../http/next-page.ts'
import { okJson } from '../../http/reply.ts'
import { readFeed } from './event-feed.ts'
import type { LiveUpdates } from './live-updates.ts'

export function eventRoutes(door: Door, updates: LiveUpdates): void {
  serve(door, listEvents, async (call) => {
    const query = call.query.get()
    const { keyId, isStillAdmitted } = call.presence()
    const reader = { keyId, isStillAdmitted, signal: call.gone() }
    const { events, next } = await call.read((scope) => readFeed(scope, updates, query, reader))
    const link = linkToNext(call.address(listEvents.path, call.params), query, { after: next })
    return { ...okJson(events), headers: { 'x-walkaround-next': next, link, 'cache-control': 'no-store' } }
  })
}

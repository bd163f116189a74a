// The app's routes of live updates.
import { streamEvents } from '@walkaround/contract/app/board.ts'
import { type Door, serve } from '../../http/door.ts'
import { okEvents } from '../../http/reply.ts'
import type { LiveUpdates } from './live-updates.ts'

export function liveUpdateAppRoutes(door: Door, updates: LiveUpdates): void {
  serve(door, streamEvents, async (call) => {
    const { after } = call.query.get()
    // A browser that reconnects sends its first address again, and the last event it saw in this header.
    const seen = call.header('last-event-id')
    return okEvents(await updates.listen({ clientId: call.clientId, ...call.presence(), after, seen }))
  })
}

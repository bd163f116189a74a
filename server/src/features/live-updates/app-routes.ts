// The app's routes of live updates.
import { streamEvents } from '@walkaround/contract/app/board.ts'
import { type Door, serve } from '../../http/door.ts'
import { okEvents } from '../../http/reply.ts'
import { problem } from '../../problems.ts'
import type { LiveUpdates } from './live-updates.ts'

/** The numbers of events have at most this length. */
const NUMBER = /^\d{1,18}$/

export function liveUpdateAppRoutes(door: Door, updates: LiveUpdates): void {
  serve(door, streamEvents, async (call) => {
    const { after } = call.query.get()
    if (after !== undefined && !NUMBER.test(after)) {
      throw problem('invalidCursor', `after: ${JSON.stringify(after)} is not the number of an event`)
    }
    // A browser that reconnects sends its first address again, and the last event it saw in this header.
    const seen = call.header('last-event-id')
    return okEvents(
      updates.listen({
        clientId: call.clientId,
        ...call.presence(),
        after: seen !== undefined && NUMBER.test(seen) ? seen : after,
      }),
    )
  })
}

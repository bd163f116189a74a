// The web door of live updates.
import { streamEvents } from '@walkaround/contract/app/board.ts'
import { type Door, serve } from '../../http/door.ts'
import { problem } from '../../problems.ts'
import type { LiveUpdates } from './live-updates.ts'

/** As long as the numbers of events can be. */
const NUMBER = /^\d{1,18}$/

export function liveUpdateAppRoutes(door: Door, updates: LiveUpdates): void {
  serve(door, streamEvents, async (call) => {
    const { after } = call.query.get()
    if (after !== undefined && !NUMBER.test(after)) {
      throw problem('invalidCursor', `after: ${JSON.stringify(after)} is not the number of an event`)
    }
    // A browser that comes back sends the address it began with, and what it saw last beside it.
    const seen = call.header('last-event-id')
    return {
      status: 200,
      events: updates.listen({
        clientId: call.clientId,
        ...call.presence(),
        after: seen !== undefined && NUMBER.test(seen) ? seen : after,
      }),
    }
  })
}

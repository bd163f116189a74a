// Live updates as server-sent events: one reader per system client and process, whatever the number of listeners. Sends only what
// kind of thing happened to what.
import type { EventRow, Position } from '../../db/event-log.ts'
import type { Db } from '../../db/sql.ts'
import { isWithinBranches } from '../../organisation/branch-reach.ts'
import { problem } from '../../problems.ts'
import { createFeed, type Feed } from './feed.ts'

const POLL_MS = 500
/** Shorter than the idle timeout of proxies. */
const HEARTBEAT_MS = 15_000
/** A disabled login or an ended session is noticed within this time. */
const ACCESS_MS = 1_000
/** Enough for a few tablets, each with a few pages, under one login. */
const STREAMS_PER_LOGIN = 20

interface Listening {
  clientId: string
  loginId: string
  /** Number of the event to continue after; if left out, only new events. */
  after: string | undefined
  /** Ids of the branches the listener is limited to; if left out, all. */
  branches?: readonly string[]
  isStillAdmitted: () => Promise<boolean>
}

export interface LiveUpdates {
  /** Ends with the signal, when access is lost, and when the service stops. */
  listen(listening: Listening): (signal: AbortSignal) => AsyncIterable<string>
  /** Ends all streams and starts no new ones. */
  close(): Promise<void>
}

interface Channel {
  feed: Feed
  listeners: number
  /** Resolves after the next read of the database. */
  next: PromiseWithResolvers<void>
  timer: NodeJS.Timeout
  /** The current read. */
  polling: Promise<void> | undefined
}

/** Administrative events are not sent to pages about cars. */
const isShown = ({ subject }: EventRow) => !/^(login|key)\//.test(subject)

/** Events of all branches. Listeners limited to branches get others only if they belong to one of theirs. */
const isOfAllBranches = ({ subject }: EventRow) => /^(client|site|template|package)\//.test(subject)

const toText = ({ sequence, kind, subject }: EventRow) =>
  `id: ${sequence}\nevent: change\ndata: ${JSON.stringify({ kind, subject })}\n\n`

const nothing = (): { events: EventRow[]; shown: EventRow[] } => ({ events: [], shown: [] })

async function read(
  feed: Feed,
  after: Position,
  { branches }: Pick<Listening, 'branches'>,
): Promise<ReturnType<typeof nothing>> {
  const events = await feed.read(after)
  const shown = events.filter(isShown)
  if (!branches || shown.length === 0) return { events, shown }
  const branchOf = await feed.branchesOf(events)
  const isWithin = (event: EventRow) =>
    isOfAllBranches(event) || isWithinBranches({ branches }, branchOf(event.subject))
  return { events, shown: shown.filter(isWithin) }
}

export function createLiveUpdates(
  db: Db,
  { heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {},
): LiveUpdates {
  const channels = new Map<string, Channel>()
  const streams = new Map<string, number>()
  let isClosed = false

  function open(clientId: string): Channel {
    const known = channels.get(clientId)
    if (known) return known
    const feed = createFeed(db, clientId)
    const channel: Channel = {
      feed,
      listeners: 0,
      next: Promise.withResolvers(),
      polling: undefined,
      // One read at a time: with a slow database they would queue up, and the service would wait for all of them when it stops.
      timer: setInterval(() => {
        channel.polling ??= feed
          .poll()
          // An unreachable database comes back; until then there is nothing to send.
          .catch(() => {})
          .then(() => {
            channel.polling = undefined
            wake(channel)
          })
      }, POLL_MS).unref(),
    }
    channels.set(clientId, channel)
    return channel
  }

  function wake(channel: Channel): void {
    const { next } = channel
    channel.next = Promise.withResolvers()
    next.resolve()
  }

  function leave(clientId: string, loginId: string, channel: Channel): void {
    const left = (streams.get(loginId) ?? 1) - 1
    if (left > 0) streams.set(loginId, left)
    else streams.delete(loginId)
    if (--channel.listeners > 0) return
    clearInterval(channel.timer)
    if (channels.get(clientId) === channel) channels.delete(clientId)
  }

  async function* follow(listening: Listening, signal: AbortSignal): AsyncGenerator<string> {
    const { clientId, loginId } = listening
    const channel = open(clientId)
    channel.listeners++
    streams.set(loginId, (streams.get(loginId) ?? 0) + 1)
    const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    try {
      let position: Position = await channel.feed.findStart(listening.after)
      let [spokenAt, checkedAt] = [Date.now(), Date.now()]
      yield 'retry: 2000\n\n'
      while (!signal.aborted && !isClosed) {
        const { events, shown } = await read(channel.feed, position, listening).catch(nothing)
        const last = events.at(-1)
        if (last) position = last
        const text = shown.map(toText).join('')
        if (text !== '') {
          spokenAt = Date.now()
          yield text
        } else if (Date.now() - spokenAt >= heartbeatMs) {
          spokenAt = Date.now()
          yield ': still here\n\n'
        }
        if (Date.now() - checkedAt >= ACCESS_MS) {
          checkedAt = Date.now()
          // If the session cannot be checked, the stream stays open: nothing can be read meanwhile either.
          if (!(await listening.isStillAdmitted().catch(() => true))) return
        }
        if (!last && !signal.aborted && !isClosed) await Promise.race([channel.next.promise, ended])
      }
    } finally {
      leave(clientId, loginId, channel)
    }
  }

  return {
    listen(listening) {
      if (isClosed) throw problem('unavailable', 'the service is stopping', { 'retry-after': '5' })
      const count = streams.get(listening.loginId) ?? 0
      if (count >= STREAMS_PER_LOGIN) {
        throw problem('rateExceeded', `a login has at most ${STREAMS_PER_LOGIN} streams at once`, {
          'retry-after': '30',
        })
      }
      return (signal) => follow(listening, signal)
    },
    async close() {
      isClosed = true
      for (const channel of channels.values()) {
        clearInterval(channel.timer)
        wake(channel)
      }
      await Promise.all([...channels.values()].map(({ polling }) => polling))
    },
  }
}

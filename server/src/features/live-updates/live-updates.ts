// Live updates as server-sent events. One reader per process for all clients, whatever the number of listeners; those who may see the
// same branches share the text. Sends only what kind of thing happened to what, and on which card it shows.
import type { Database } from '../../db/database.ts'
import { writeCursor } from '../../db/log/cursor.ts'
import { numberEvents, type Teller } from '../../db/log/number-events.ts'
import * as log from '../../db/log/read-log.ts'
import { every, type Loop } from '../../lib/every.ts'
import { listPlacesOf } from '../../organisation/branch-reach.ts'
import { noteChanges } from '../../organisation/last-changes.ts'
import { problem } from '../../problems.ts'
import { findStart } from './find-start.ts'
import { isFor } from './who-sees.ts'

/** A tablet knows within a second: an event waits this long for its position, and is then read at once. */
const NUMBER_MS = 200
/** Events that another process gave a position are read after this long. */
const POLL_MS = 300
/** Shorter than the idle timeout of proxies. */
const HEARTBEAT_MS = 15_000
/** A disabled login or an ended session is noticed within this time and one poll. */
const ACCESS_MS = 1_000
/** Enough for a few tablets, each with a few pages, under one login. */
const STREAMS_PER_LOGIN = 20
/** Enough for several programs with one key; more would be a mistake of one of them. */
export const WAITS_PER_KEY = 10
const BATCH = 500
/** Whoever missed more reads the present state anew, which is faster. */
const MOST_MISSED = 2_000
/** A listener that does not take what it was sent is cut off here; it comes back with the last event it has seen. */
const MOST_UNSENT = 1_000_000

interface Listening {
  clientId: string
  loginId: string
  /** Id of the event to continue after; if left out, only new events. */
  after: string | undefined
  /** The same, as a browser that reconnects says it. Nobody sees an error there, so it is told to read everything anew. */
  seen?: string | undefined
  /** Ids of the branches the listener is limited to; if left out, all. */
  branches?: readonly string[]
  isStillAdmitted: () => Promise<boolean>
}

type Stream = (signal: AbortSignal) => AsyncIterable<string>

/** Somebody who waits for the next event that matters to them. */
interface Waiting {
  clientId: string
  keyId: string
  /** Up to where they have read. */
  from: log.Head
  matches: (event: log.LoggedRow) => boolean
  isStillAdmitted: () => Promise<boolean>
  ms: number
  signal: AbortSignal
}

interface Waited {
  /** `event`: something matches, or everything has to be read anew. `over`: the service stops, or access is lost. */
  why: 'event' | 'time' | 'over'
  /** Up to here nothing matches. */
  passed: log.LogPosition
}

export interface LiveUpdates {
  /** Ends with the signal, when access is lost, and when the service stops. */
  listen(listening: Listening): Promise<Stream>
  /** Holds no connection meanwhile. Refuses if the key has too many requests that wait. */
  wait(waiting: Waiting): Promise<Waited>
  /** Numbers events from now on, whether or not anybody listens. */
  start(): void
  /** Ends all streams and starts no new ones. */
  close(): Promise<void>
}

interface Listener extends Listening {
  unsent: string[]
  /** Characters in `unsent`. */
  size: number
  spokenAt: number
  checkedAt: number
  isOver: boolean
  wake: () => void
}

interface Waiter extends Waiting {
  passed: log.LogPosition
  checkedAt: number
  wake: (why: Waited['why']) => void
}

/** Those of one client who are told: listeners by the branches they may see, and those who wait for one event. */
interface Channel {
  head: log.Head | undefined
  groups: Map<string, Set<Listener>>
  waiters: Set<Waiter>
}

interface Start {
  head: log.Head | undefined
  /** After this position; undefined: with the next event; null: everything must be read anew. */
  from: log.LogPosition | undefined | null
}

function toText({ clientId, epoch }: log.Head, event: log.LoggedRow): string {
  const { kind, subject, card, position } = event
  const data = { kind, subject, ...(card === null ? {} : { card }), sequence: String(position) }
  return `id: ${writeCursor(clientId, epoch, event)}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`
}

/** Everything may have changed. */
const reloadText = (head: log.Head | undefined) =>
  `${head ? `id: ${writeCursor(head.clientId, head.epoch, head)}\n` : ''}event: reload\ndata: {}\n\n`

const groupOf = ({ branches }: Pick<Listening, 'branches'>): string =>
  branches === undefined ? '' : JSON.stringify([...branches].sort())

function countDown(counts: Map<string, number>, id: string): void {
  const left = (counts.get(id) ?? 1) - 1
  if (left > 0) counts.set(id, left)
  else counts.delete(id)
}

interface LiveOptions {
  heartbeatMs?: number
  /** False while the database has not been reached or migrated yet. */
  isPrepared?: () => boolean
  /** Is told events when they get their positions. */
  teller?: Teller
  /** It passed some on. */
  onTold?: () => void
}

export function createLiveUpdates(
  database: Database,
  { heartbeatMs = HEARTBEAT_MS, isPrepared = () => true, teller, onTold }: LiveOptions = {},
): LiveUpdates {
  const channels = new Map<string, Channel>()
  const streams = new Map<string, number>()
  const waits = new Map<string, number>()
  let loops: { numbering: Loop; polling: Loop } | undefined
  let isClosed = false

  // An unreachable database comes back; until then there is nothing to number and nothing to send.
  const start = () => {
    if (isClosed) return
    loops ??= {
      numbering: every(NUMBER_MS, numberAll),
      polling: every(Math.min(POLL_MS, heartbeatMs), poll),
    }
  }

  async function numberAll(): Promise<void> {
    while (!isClosed && isPrepared()) {
      const { count, told, isMore } = await numberEvents(database, listPlacesOf, { noteChanges, teller })
      if (told > 0) onTold?.()
      if (count > 0) loops?.polling.nudge()
      if (!isMore) return
    }
  }

  async function poll(): Promise<void> {
    if (channels.size === 0) return
    const heads = await log.listHeads(database, [...channels.keys()])
    for (const head of heads) {
      const channel = channels.get(head.clientId)
      if (channel) await advance(channel, head)
    }
    for (const listener of listeners()) look(listener, Date.now())
    for (const waiter of waiters()) checkAccess(waiter, Date.now(), () => waiter.wake('over'))
  }

  async function advance(channel: Channel, head: log.Head): Promise<void> {
    const known = channel.head
    channel.head ??= { ...head, ...log.BEGINNING }
    let after: log.LogPosition = channel.head
    if (known && (head.epoch !== known.epoch || head.position < known.position)) return reload(channel, head)
    while (after.position < head.position) {
      const events = await log.listEventsAfter(database, head, after, BATCH)
      if (!events) return reload(channel, head)
      const last = events.at(-1)
      if (!last) return
      tell(channel, head, events)
      after = last
      channel.head = { ...head, loggedAt: last.loggedAt, position: last.position }
    }
  }

  function tell(channel: Channel, head: log.Head, events: readonly log.LoggedRow[]): void {
    const texts = new Map<log.LoggedRow, string>()
    const textOf = (event: log.LoggedRow) => {
      const text = texts.get(event) ?? toText(head, event)
      texts.set(event, text)
      return text
    }
    for (const group of channel.groups.values()) {
      const [first] = group
      const text = first ? events.filter(isFor(first)).map(textOf).join('') : ''
      if (text !== '') for (const listener of group) send(listener, text)
    }
    for (const waiter of channel.waiters) {
      const unseen = events.filter(({ position }) => position > waiter.passed.position)
      if (unseen.some(waiter.matches)) waiter.wake('event')
      else waiter.passed = unseen.at(-1) ?? waiter.passed
    }
  }

  function reload(channel: Channel, head: log.Head): void {
    channel.head = head
    for (const group of channel.groups.values())
      for (const listener of group) send(listener, reloadText(head))
    for (const waiter of channel.waiters) waiter.wake('event')
  }

  function send(listener: Listener, text: string): void {
    listener.unsent.push(text)
    listener.size += text.length
    if (listener.size > MOST_UNSENT) listener.isOver = true
    listener.wake()
  }

  function* listeners(): Iterable<Listener> {
    for (const { groups } of channels.values()) for (const group of groups.values()) yield* group
  }

  function* waiters(): Iterable<Waiter> {
    for (const { waiters } of channels.values()) yield* waiters
  }

  function look(listener: Listener, now: number): void {
    if (now - listener.spokenAt >= heartbeatMs) {
      listener.spokenAt = now
      send(listener, ': still here\n\n')
    }
    checkAccess(listener, now, () => end(listener))
  }

  function checkAccess(
    who: Pick<Listener, 'checkedAt' | 'isStillAdmitted'>,
    now: number,
    end: () => void,
  ): void {
    if (now - who.checkedAt < ACCESS_MS) return
    who.checkedAt = now
    who.isStillAdmitted().then(
      (isAdmitted) => {
        if (!isAdmitted) end()
      },
      // If the session cannot be checked, the stream stays open: nothing can be read meanwhile either.
      () => {},
    )
  }

  function end(listener: Listener): void {
    listener.isOver = true
    listener.wake()
  }

  function channelOf(clientId: string, head: log.Head | undefined): Channel {
    const channel = channels.get(clientId) ?? { head, groups: new Map(), waiters: new Set() }
    channels.set(clientId, channel)
    return channel
  }

  function closeUnused(clientId: string, channel: Channel): void {
    const isUsed = channel.groups.size > 0 || channel.waiters.size > 0
    if (!isUsed && channels.get(clientId) === channel) channels.delete(clientId)
  }

  function join(listener: Listener, head: log.Head | undefined): Channel {
    const { clientId, loginId } = listener
    const channel = channelOf(clientId, head)
    const group = channel.groups.get(groupOf(listener)) ?? new Set()
    channel.groups.set(groupOf(listener), group.add(listener))
    streams.set(loginId, (streams.get(loginId) ?? 0) + 1)
    return channel
  }

  function leave(listener: Listener, channel: Channel): void {
    const { clientId, loginId } = listener
    countDown(streams, loginId)
    const group = channel.groups.get(groupOf(listener))
    group?.delete(listener)
    if (group?.size === 0) channel.groups.delete(groupOf(listener))
    closeUnused(clientId, channel)
  }

  function wait(waiting: Waiting): Promise<Waited> {
    const { clientId, keyId, from, ms, signal } = waiting
    const count = waits.get(keyId) ?? 0
    if (count >= WAITS_PER_KEY) {
      throw problem(
        'rateExceeded',
        `a key has at most ${WAITS_PER_KEY} requests at once that wait for events`,
        {
          'retry-after': '5',
        },
      )
    }
    start()
    const channel = channelOf(clientId, from)
    const { promise, resolve } = Promise.withResolvers<Waited['why']>()
    const waiter: Waiter = { ...waiting, passed: from, checkedAt: Date.now(), wake: resolve }
    waits.set(keyId, count + 1)
    channel.waiters.add(waiter)
    const timer = setTimeout(resolve, ms, 'time')
    const leave = () => resolve('over')
    signal.addEventListener('abort', leave)
    // What happened since they read is not told again, if others of this channel are ahead of them.
    if (channel.head?.epoch === from.epoch && channel.head.position > from.position) resolve('event')
    if (isClosed || signal.aborted) resolve('over')
    return promise
      .then((why) => ({ why, passed: waiter.passed }))
      .finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        channel.waiters.delete(waiter)
        countDown(waits, keyId)
        closeUnused(clientId, channel)
      })
  }

  async function findBeginning({ clientId, after, seen }: Listening): Promise<Start> {
    const head = await log.findHead(database, clientId)
    if (seen !== undefined)
      return { head, from: await findStart(database, clientId, seen, head).catch(() => null) }
    return { head, from: after === undefined ? undefined : await findStart(database, clientId, after, head) }
  }

  /** What happened between the event a listener has seen and the moment it joined. */
  async function* missed(listener: Listener, from: log.LogPosition, head: log.Head): AsyncGenerator<string> {
    let after = from
    while (after.position < head.position) {
      const events = await log.listEventsAfter(database, head, after, BATCH)
      const last = events?.at(-1)
      if (!events || !last) return
      const before = events.filter(({ position }) => position <= head.position)
      const text = before
        .filter(isFor(listener))
        .map((event) => toText(head, event))
        .join('')
      if (text !== '') yield text
      after = last
    }
  }

  async function* follow(listener: Listener, { head: found, from }: Start, signal: AbortSignal) {
    const channel = join(listener, found)
    const { head } = channel
    signal.addEventListener('abort', () => end(listener))
    try {
      yield 'retry: 2000\n\n'
      const count = head && from ? head.position - from.position : 0
      if (from === null || count > MOST_MISSED) yield reloadText(head)
      else if (head && from) yield* missed(listener, from, head)
      while (!listener.isOver && !signal.aborted && !isClosed) {
        const text = listener.unsent.join('')
        listener.unsent = []
        listener.size = 0
        if (text !== '') {
          listener.spokenAt = Date.now()
          yield text
          continue
        }
        await new Promise<void>((resolve) => {
          listener.wake = resolve
        })
      }
    } finally {
      leave(listener, channel)
    }
  }

  return {
    start,
    async wait(waiting) {
      return wait(waiting)
    },
    async listen(listening) {
      if (isClosed) throw problem('unavailable', 'the service is stopping', { 'retry-after': '5' })
      const count = streams.get(listening.loginId) ?? 0
      if (count >= STREAMS_PER_LOGIN) {
        throw problem('rateExceeded', `a login has at most ${STREAMS_PER_LOGIN} streams at once`, {
          'retry-after': '30',
        })
      }
      start()
      const begin = await findBeginning(listening)
      const now = Date.now()
      const listener: Listener = {
        ...listening,
        unsent: [],
        size: 0,
        spokenAt: now,
        checkedAt: now,
        isOver: false,
        wake: () => {},
      }
      return (signal) => follow(listener, begin, signal)
    },
    async close() {
      isClosed = true
      for (const listener of listeners()) end(listener)
      for (const waiter of waiters()) waiter.wake('over')
      await Promise.all(Object.values(loops ?? {}).map((loop) => loop.stop()))
    },
  }
}

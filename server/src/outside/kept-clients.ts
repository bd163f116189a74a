// Clients of undici, one per connection, and who uses them: one request at a time, and none for a moment between two.
// Knows nothing of what may be reached: the caller makes the connections.
import type { Socket } from 'node:net'
import { Client } from 'undici'

/** Makes a connection for the request that uses the line now; sets the socket of the line as soon as there is one. */
export type Open = (line: Line, done: (...made: [Error, null] | [null, Socket]) => void) => void

export interface Line {
  readonly client: Client
  /** Of the request that uses it: undici asks when there is no connection, or no longer. */
  open: Open | undefined
  socket: Socket | undefined
  /** Told when a request is about to be written. */
  onStart: () => void
}

export interface KeptClients {
  /** One that rests, or a new one. */
  take(origin: string, open: Open): Line
  /** A new one, whatever rests. */
  make(origin: string, open: Open): Line
  /** Nobody uses it; the next one may. */
  rest(line: Line): void
  end(line: Line, why?: Error): void
  /** Ends all of them, whoever uses them; later ones never connect. */
  close(): void
}

interface Kept extends Line {
  readonly origin: string
  isConnected: boolean
}

const LONGEST_HEAD = 16_384

export const closedError = () => Object.assign(new Error('closed'), { code: 'ECONNRESET' })

export function createKeptClients(idleMs: number): KeptClients {
  const resting = new Map<string, Kept[]>()
  const all = new Set<Line>()
  let isClosed = false

  function make(origin: string, open: Open): Kept {
    const client = new Client(origin, {
      connect(_to, done) {
        if (line.open && !isClosed) line.open(line, done)
        else done(closedError(), null)
      },
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: LONGEST_HEAD,
      // One clock of the caller stands for all of them.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
      // What a receiver says it keeps may shorten this, and not lengthen it.
      keepAliveMaxTimeout: idleMs,
    })
    const line: Kept = { origin, client, open, socket: undefined, onStart() {}, isConnected: false }
    all.add(line)
    client.on('connect', () => {
      line.isConnected = true
    })
    client.on('disconnect', () => {
      line.isConnected = false
      // While it is used, undici tells its request, or connects anew for it.
      if (!line.open) end(line)
    })
    return line
  }

  function end(line: Line, why?: Error): void {
    all.delete(line)
    const { origin, socket } = line as Kept
    const others = resting.get(origin)?.filter((other) => other !== line) ?? []
    if (others.length > 0) resting.set(origin, others)
    else resting.delete(origin)
    line.client.destroy(why ?? null, () => {})
    // Undici does not know it before it is connected.
    socket?.destroy(why)
  }

  return {
    take(origin, open) {
      const line = resting.get(origin)?.pop()
      if (!line) return make(origin, open)
      line.open = open
      return line
    },
    make,
    rest(line) {
      const { origin, isConnected } = line as Kept
      line.open = undefined
      if (isClosed || !isConnected) return end(line)
      const others = resting.get(origin)
      if (others) others.push(line as Kept)
      else resting.set(origin, [line as Kept])
    },
    end,
    close() {
      isClosed = true
      for (const line of all) end(line)
    },
  }
}

// Takes an unasked 100 Continue out of what arrives on a socket: servers may send one to any PUT, clients may ignore it, and
// undici takes it for a broken answer. Reads nothing else of HTTP, and leaves everything else as it comes.
import { Readable } from 'node:stream'

const START = Buffer.from('HTTP/1.1 100')
const END = '\r\n\r\n'
const ONE = 0x31
/** What is longer, or comes more often, is left to undici, which refuses it. */
const LONGEST = 1_024
const MOST = 4
const NOTHING = Buffer.alloc(0)

/** To be called when a request is about to be written: the next bytes begin its answer. */
export type ExpectAnswer = () => void

/** One function for all sockets: what the engine would have to look up anew for each of them costs more than it does. */
export function dropContinue(socket: Readable): ExpectAnswer {
  const filter = new ContinueFilter()
  const filtered = socket as Filtered
  filtered[FILTER] = filter
  filtered.push = pushFiltered
  return () => filter.expect()
}

const FILTER = Symbol('takes out 100 Continue')

interface Filtered extends Readable {
  [FILTER]?: ContinueFilter
}

function pushFiltered(this: Filtered, chunk: Buffer | null): boolean {
  const filter = this[FILTER] as ContinueFilter
  if (!filter.isExpecting) return Readable.prototype.push.call(this, chunk)
  if (chunk === null) {
    const bytes = filter.release()
    if (bytes.length > 0) Readable.prototype.push.call(this, bytes)
    return Readable.prototype.push.call(this, null)
  }
  const bytes = filter.take(chunk)
  return bytes.length === 0 || Readable.prototype.push.call(this, bytes)
}

class ContinueFilter {
  #held: Buffer = NOTHING
  #left = 0

  get isExpecting(): boolean {
    return this.#left > 0
  }

  expect(): void {
    this.#left = MOST
  }

  release(): Buffer {
    const bytes = this.#held
    this.#held = NOTHING
    this.#left = 0
    return bytes
  }

  /** What may be passed on; empty while that is not known. */
  take(chunk: Buffer): Buffer {
    // Almost always: the answer itself.
    if (this.#held.length === 0 && chunk.length > 9 && chunk[9] !== ONE) {
      this.#left = 0
      return chunk
    }
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    while (this.#held.length > 0) {
      const held = this.#held
      const many = Math.min(held.length, START.length)
      if (held.compare(START, 0, many, 0, many) !== 0) return this.release()
      const end = held.indexOf(END)
      if (end > LONGEST || (end < 0 && held.length > LONGEST + END.length)) return this.release()
      if (end < 0) return NOTHING
      this.#held = held.subarray(end + END.length)
      if (--this.#left === 0) return this.release()
    }
    return NOTHING
  }
}

// Takes an unasked 100 Continue out of what arrives on a socket: servers may send one to any PUT, clients may ignore it, and
// undici takes it for a broken answer. Reads nothing else of HTTP, and leaves everything else as it comes.
import type { Readable } from 'node:stream'

const START = Buffer.from('HTTP/1.1 100')
const END = '\r\n\r\n'
const ONE = 0x31
/** What is longer, or comes more often, is left to undici, which refuses it. */
const LONGEST = 1_024
const MOST = 4
const NOTHING = Buffer.alloc(0)

/** To be called when a request is about to be written: the next bytes begin its answer. */
export type ExpectAnswer = () => void

export function dropContinue(socket: Readable): ExpectAnswer {
  const push = socket.push.bind(socket)
  let held: Buffer = NOTHING
  let left = 0

  function release(): Buffer {
    const bytes = held
    held = NOTHING
    left = 0
    return bytes
  }

  /** What may be passed on; empty while that is not known. */
  function take(chunk: Buffer): Buffer {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    while (held.length > 0) {
      const many = Math.min(held.length, START.length)
      if (held.compare(START, 0, many, 0, many) !== 0) return release()
      const end = held.indexOf(END)
      if (end > LONGEST || (end < 0 && held.length > LONGEST + END.length)) return release()
      if (end < 0) return NOTHING
      held = held.subarray(end + END.length)
      if (--left === 0) return release()
    }
    return NOTHING
  }

  socket.push = (chunk: Buffer | null) => {
    if (left === 0) return push(chunk)
    if (chunk === null) {
      const bytes = release()
      if (bytes.length > 0) push(bytes)
      return push(null)
    }
    // Almost always: the answer itself.
    const bytes = held.length === 0 && chunk.length > 9 && chunk[9] !== ONE ? chunk : take(chunk)
    if (bytes === chunk) left = 0
    return bytes.length === 0 || push(bytes)
  }
  return () => {
    left = MOST
  }
}

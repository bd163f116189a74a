// Removes an unrequested 100 Continue from the bytes of a socket: servers may send one to any request, clients may ignore it, but
// undici treats it as a broken reply. Reads the socket before undici does and puts all other bytes back unchanged.
import type { Readable } from 'node:stream'

const START = Buffer.from('HTTP/1.1 100')
const END = '\r\n\r\n'
const ONE = 0x31
/** Longer or more frequent interim replies are left to undici, which refuses them. */
const LONGEST = 1_024
const MOST = 4
const NOTHING = Buffer.alloc(0)

/** Call it before anything else reads the socket. A reply is due once something was written; later bytes are left alone. */
export function dropContinue(socket: Readable & { readonly bytesWritten: number }): void {
  let answered = 0
  let left = MOST
  let held: Buffer = NOTHING
  socket.on('readable', () => {
    if (socket.bytesWritten === answered) return
    const chunk = socket.read() as Buffer | null
    if (chunk === null) return
    // The usual case: the reply itself.
    const rest = held.length === 0 && chunk.length > 9 && chunk[9] !== ONE ? chunk : take(chunk)
    if (rest.length === 0) return
    answered = socket.bytesWritten
    left = MOST
    held = NOTHING
    socket.unshift(rest)
  })

  /** The bytes to pass on; empty while that is not known yet. */
  function take(chunk: Buffer): Buffer {
    held = Buffer.concat([held, chunk])
    while (held.length > 0 && left > 0) {
      const many = Math.min(held.length, START.length)
      if (held.compare(START, 0, many, 0, many) !== 0) return held
      const end = held.indexOf(END)
      if (end > LONGEST || (end < 0 && held.length > LONGEST + END.length)) return held
      if (end < 0) return NOTHING
      held = held.subarray(end + END.length)
      left--
    }
    return held
  }
}

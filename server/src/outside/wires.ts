// Connections and who uses them: one user at a time, and none for a moment between two. What nobody asked for ends a
// connection. Knows nothing of what goes over them.
import type { Socket } from 'node:net'

export interface User {
  onData(chunk: Buffer): void
  /** The connection is gone, with the reason if there was one. */
  onGone(error: Error): void
}

export interface Wire {
  readonly socket: Socket
  user: User | undefined
}

export interface Wires {
  /** For a socket that is just being opened. */
  wire(name: string, socket: Socket, user: User): Wire
  /** One that rests; the caller sets its user. */
  take(name: string): Wire | undefined
  /** Nobody uses it; the next one may. */
  rest(wire: Wire): void
  close(): void
}

interface Named extends Wire {
  name: string
}

export function createWires(idleMs: number): Wires {
  const resting = new Map<string, Named[]>()
  let isClosed = false

  function forget(wire: Named): void {
    const others = (resting.get(wire.name) ?? []).filter((other) => other !== wire)
    if (others.length > 0) resting.set(wire.name, others)
    else resting.delete(wire.name)
  }

  return {
    wire(name, socket, user) {
      const wire: Named = { name, socket, user }
      let failure: Error | undefined
      socket.on('data', (chunk: Buffer) => (wire.user ? wire.user.onData(chunk) : socket.destroy()))
      socket.on('timeout', () => wire.user ?? socket.destroy())
      // Always followed by a close.
      socket.on('error', (error) => {
        failure = error
      })
      socket.once('close', () => {
        const { user: last } = wire
        wire.user = undefined
        if (last) last.onGone(failure ?? Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
        else forget(wire)
      })
      return wire
    },
    take(name) {
      const wires = resting.get(name)
      const wire = wires?.pop()
      if (wires?.length === 0) resting.delete(name)
      if (!wire || wire.socket.destroyed) return undefined
      wire.socket.setTimeout(0)
      wire.socket.ref()
      return wire
    },
    rest(wire) {
      const named = wire as Named
      named.user = undefined
      if (isClosed || named.socket.destroyed) return void named.socket.destroy()
      named.socket.setTimeout(idleMs)
      named.socket.unref()
      const others = resting.get(named.name)
      if (others) others.push(named)
      else resting.set(named.name, [named])
    },
    close() {
      isClosed = true
      for (const { socket } of [...resting.values()].flat()) socket.destroy()
    },
  }
}

// Lets a server stop without cutting anyone off: nobody new is let in, whatever was sent is answered, and idle
// connections are ended once nothing can be on its way on them any more. Node does this for plain HTTP servers only,
// not for one that speaks HTTP/2 and HTTP/1.1 on one port, and never waits for what is on its way.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import { Server as NetServer, type Socket } from 'node:net'
import { type TLSSocket, Server as TlsServer } from 'node:tls'

export interface Connections {
  /** Resolves when the last connection has gone. */
  drain(): Promise<void>
  /** For the end of patience. */
  destroy(): void
}

// A request may have left its sender and not have arrived: longer than a round trip around the world.
const ON_THE_WAY_MS = 500
// The highest there is: no stream is refused yet, and the other side opens no further ones.
const ANY_STREAM = 2 ** 31 - 1

export function trackConnections(server: Server | Http2SecureServer): Connections {
  const sessions = new Set<ServerHttp2Session>()
  /** HTTP/1.1 connections and how many requests each is busy with. */
  const busy = new Map<Socket, number>()
  const answers = new Set<ServerResponse>()
  /** All there are, also those that have not said yet what they speak. */
  const sockets = new Set<Socket>()
  let isDraining = false
  let isQuiet = false

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Under TLS the encrypted side is the one that counts: ending the one beneath it would cut its answers off.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if ((socket as TLSSocket).alpnProtocol === 'h2') return
    busy.set(socket, 0)
    socket.once('close', () => busy.delete(socket))
    if (isQuiet) socket.end()
  })
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    if (isDraining) session.close()
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.httpVersionMajor > 1) return
    const { socket } = request
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    answers.add(response)
    if (isDraining) sayLast(response)
    response.once('close', () => {
      answers.delete(response)
      if (!busy.has(socket)) return
      const left = (busy.get(socket) ?? 1) - 1
      busy.set(socket, left)
      if (isQuiet && left === 0) socket.end()
    })
  })

  return {
    drain() {
      isDraining = true
      for (const response of answers) sayLast(response)
      for (const session of sessions) session.goaway(0, ANY_STREAM)
      const rest = () => {
        isQuiet = true
        for (const session of sessions) session.close()
        for (const [socket, requests] of busy) if (requests === 0) socket.end()
      }
      // What arrived while the process was busy is read before it is judged who rests.
      const timer = setTimeout(() => setImmediate(rest), ON_THE_WAY_MS)
      // The close of the class above would end idle connections at once, with what is on its way to them.
      return new Promise((resolve) => {
        NetServer.prototype.close.call(server, () => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
    destroy() {
      for (const session of sessions) session.destroy()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The caller learns with the answer that it is the last one on its connection. */
function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

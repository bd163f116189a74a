// Stops a server without cutting anybody off: it accepts no new connections, answers every request that was sent, and ends idle
// connections once no request can still be in transit. Node does this only for plain HTTP servers, not for one that speaks HTTP/2
// and HTTP/1.1 on one port, and never waits for requests in transit.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import { Server as NetServer, type Socket } from 'node:net'
import { type TLSSocket, Server as TlsServer } from 'node:tls'

interface Connections {
  /** Resolves when the last connection has closed. */
  drain(): Promise<void>
  /** Closes everything at once when the time to stop is over. */
  destroy(): void
}

// A request may have been sent but not arrived: longer than a round trip around the world.
const ON_THE_WAY_MS = 500
// The highest number: no stream is refused yet, and the other side opens no new ones.
const ANY_STREAM = 2 ** 31 - 1

export function trackConnections(server: Server | Http2SecureServer): Connections {
  const sessions = new Set<ServerHttp2Session>()
  /** HTTP/1.1 connections with their number of open requests. */
  const busy = new Map<Socket, number>()
  const answers = new Set<ServerResponse>()
  /** All connections, including those whose protocol is not known yet. */
  const sockets = new Set<Socket>()
  let isDraining = false
  let isQuiet = false

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // With TLS the encrypted socket counts: ending the one beneath it would cut off its replies.
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
      // Reads what arrived while the process was busy before it decides which connections are idle.
      const timer = setTimeout(() => setImmediate(rest), ON_THE_WAY_MS)
      // The subclass's own close() would end idle connections at once and lose requests in transit.
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

/** Tells the caller with the reply that it is the last on this connection. */
function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

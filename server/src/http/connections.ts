// Lets a server stop without cutting anyone off: idle connections are ended, busy ones after their answer. Node does
// this for plain HTTP servers only, not for one that speaks HTTP/2 and HTTP/1.1 on one port.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'

export interface Connections {
  /** No new requests on open connections; resolves nothing by itself: the server's own close waits for the rest. */
  drain(): void
  /** For the end of patience. */
  destroy(): void
}

export function trackConnections(server: Server | Http2SecureServer): Connections {
  const sessions = new Set<ServerHttp2Session>()
  const busy = new Map<Socket, number>()
  let isDraining = false

  const admit = (socket: Socket) => {
    busy.set(socket, 0)
    socket.once('close', () => busy.delete(socket))
  }
  server.on('connection', admit)
  server.on('secureConnection', admit)
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    if (isDraining) session.close()
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.httpVersionMajor > 1) return
    const { socket } = request
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    if (isDraining) response.setHeader('connection', 'close')
    response.once('close', () => {
      const left = (busy.get(socket) ?? 1) - 1
      if (busy.has(socket)) busy.set(socket, left)
      if (isDraining && left === 0) socket.end()
    })
  })

  return {
    drain() {
      isDraining = true
      for (const session of sessions) session.close()
      const inSessions = new Set([...sessions].map(({ socket }) => socket as unknown as Socket))
      for (const [socket, requests] of busy)
        if (requests === 0 && !isOfSession(socket, inSessions)) socket.end()
    },
    destroy() {
      for (const session of sessions) session.destroy()
      for (const socket of busy.keys()) socket.destroy()
    },
  }
}

/** A session's socket is a stand-in; under TLS the raw connection beneath it must stay open too. */
function isOfSession(socket: Socket, sockets: ReadonlySet<Socket>): boolean {
  if (sockets.size === 0) return false
  for (const one of sockets) {
    if (one.remotePort === socket.remotePort && one.remoteAddress === socket.remoteAddress) return true
  }
  return false
}

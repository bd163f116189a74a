// The server beneath the application, where Node would have the last word: requests that break HTTP before any route
// is asked are refused in the words of the interface (B6), and idle connections live as long as callers expect.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { constants, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { problem } from '../problems.ts'
import { safeHeaders } from './safe-replies.ts'

/** How long callers may take. */
export interface Patience {
  /** For the headers, and for the handshake of TLS before them. */
  headersMs: number
  /** For the whole of a request: a body that drips in holds its connection. */
  requestMs: number
  /** Between two requests. */
  idleMs: number
  /** How often headers and requests of HTTP/1.1 are looked after. */
  checkMs: number
}

export const usualPatience: Patience = {
  // They come in one piece, or the caller is up to something.
  headersMs: 20_000,
  // Node's own default, which Fastify switches off for a server without TLS.
  requestMs: 300_000,
  // Longer than the pools of callers and proxies keep theirs (60 s is usual), so that it is they who hang up.
  idleMs: 72_000,
  checkMs: 5_000,
}

/** For the creation of the server: a missing Host is refused below, not by Node and without a body. */
export function wireOptions({ checkMs }: Patience) {
  const options = { requireHostHeader: false, connectionsCheckingInterval: checkMs }
  // The same for HTTP/1.1 on a server that speaks HTTP/2 as well.
  return { ...options, http1Options: options }
}

/** Only suites that encrypt and authenticate in one step; those of TLS 1.2 with CBC have a history. */
export const tlsOptions = ({ headersMs }: Patience) => ({
  minVersion: 'TLSv1.2' as const,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
  handshakeTimeout: headersMs,
})

// A caller who was refused may still be sending: enough to let the largest body of the interface (8 MiB) and some more run
// out, so that the answer is read before the connection ends.
const DRAINED_BYTES = 32 * 1024 * 1024
const DRAIN_MS = 20_000
const DRAIN_LOOK_MS = 100

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'the request line and headers are longer than 16 kB together',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request did not come to its end in time',
}

/** The last word on a connection whose bytes are no HTTP: what follows on it cannot be told apart any more. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { baseUrl }: { baseUrl: () => string },
): void {
  // An answer on its way would be torn apart; Node keeps it here and nowhere else. And what is written before TLS stands would
  // wait for it, and the connection with it, for ever.
  const { _httpMessage: current, secureConnecting: isBeforeTls } = socket as {
    _httpMessage?: ServerResponse
    secureConnecting?: boolean
  }
  if (isBeforeTls || !socket.writable || error.code === 'ECONNRESET' || current?.headersSent) {
    socket.destroy()
    return
  }
  const refusal = problem(
    'invalidHeader',
    reasons[error.code ?? ''] ?? 'the request is not HTTP: its request line, headers or chunks are malformed',
  )
  const body = JSON.stringify(refusal.toBody())
  const contentType = 'application/json; charset=utf-8'
  const head = [
    `HTTP/1.1 ${refusal.status} Bad Request`,
    'Connection: close',
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(safeHeaders(baseUrl(), contentType)).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

export function prepareWire(
  app: FastifyInstance,
  { headersMs, requestMs, idleMs }: Patience,
  { isLocal = false }: { isLocal?: boolean } = {},
): void {
  const server = app.server as unknown as Server | Http2SecureServer
  // Fastify's own settings do not reach a server that speaks HTTP/2 as well, which would hang up after 5 s.
  Object.assign(server, { keepAliveTimeout: idleMs, requestTimeout: requestMs, headersTimeout: headersMs })
  // And Node's do not reach HTTP/2, where a body that never comes would be waited for without end.
  server.on('stream', (stream: ServerHttp2Stream) => endWithin(stream, requestMs))
  // An expectation nobody knows may be passed over; Node would answer 417, which the interface does not have.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (request.raw.httpVersionMajor === 1) drainAfterAnswer(request.raw, reply.raw)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw problem('invalidHeader', 'Host: is required in HTTP/1.1')
    }
    const hosts = request.raw.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    )
    if (hosts.length > 1) throw problem('invalidHeader', 'Host: must be sent once')
    // A name that somebody let point to this machine must not reach the plain pages: they belong to localhost.
    if (isLocal && !LOOPBACK.test(request.host)) {
      throw problem('invalidHeader', 'Host: these pages are served as localhost only')
    }
  })
}

function endWithin(stream: ServerHttp2Stream, ms: number): void {
  if (stream.endAfterHeaders) return
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), ms)
  for (const event of ['end', 'close']) stream.once(event, () => clearTimeout(timer))
}

/** Node reads on when the answer has gone out and throws away what comes; here is its end for whoever sends without one. */
function drainAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  // Requests made in process have no connection.
  if (!(socket instanceof Socket)) return
  response.once('finish', () => {
    if (request.complete) return
    const [begun, bytes] = [performance.now(), socket.bytesRead]
    const timer = setInterval(() => {
      if (request.complete) clearInterval(timer)
      else if (socket.bytesRead - bytes > DRAINED_BYTES || performance.now() - begun > DRAIN_MS)
        socket.destroy()
    }, DRAIN_LOOK_MS)
    socket.once('close', () => clearInterval(timer))
  })
}

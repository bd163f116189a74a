// The server beneath the application, where Node's defaults would apply: requests that break HTTP before any route runs are refused
// with a body of the interface (B6), and idle connections live as long as callers expect.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { constants, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Problem, problem } from '../problems.ts'
import { safeHeaders } from './safe-replies.ts'

/** Time limits for callers. */
export interface Patience {
  /** For the headers, and for the TLS handshake before them. */
  headersMs: number
  /** For a complete request: a body that arrives slowly occupies its connection. */
  requestMs: number
  /** Between two requests. */
  idleMs: number
  /** How often headers and requests of HTTP/1.1 are checked. */
  checkMs: number
}

export const usualPatience: Patience = {
  // Headers normally arrive in one piece.
  headersMs: 20_000,
  // Node's own default, which Fastify switches off for a server without TLS.
  requestMs: 300_000,
  // Longer than callers and proxies usually keep connections in their pools (60 s), so that they close first.
  idleMs: 72_000,
  checkMs: 5_000,
}

/** Options to create the server: a missing Host is refused below with a body; Node would refuse it without one. */
export function wireOptions({ checkMs }: Patience) {
  const options = { requireHostHeader: false, connectionsCheckingInterval: checkMs }
  // The same for HTTP/1.1 on a server that also speaks HTTP/2.
  return { ...options, http1Options: options }
}

/** Only suites that encrypt and authenticate in one step; TLS 1.2 with CBC has had many flaws. */
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

// A refused caller may still be sending. This is enough for the largest body of the interface (8 MiB) and some more, so that the
// caller reads the reply before the connection ends.
const DRAINED_BYTES = 32 * 1024 * 1024
const DRAIN_MS = 20_000
const DRAIN_LOOK_MS = 100

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'the request line and headers are longer than 16 kB together',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request was not completed in time',
}

/** The last reply on a connection with malformed HTTP: the start of a next request cannot be found. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { baseUrl }: { baseUrl: () => string },
): void {
  // A reply that is being sent would be corrupted; Node keeps it only in this property. A write before the TLS handshake is
  // complete would wait for it for ever, and so would the connection.
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
  // Fastify's settings do not reach a server that also speaks HTTP/2, which would close connections after 5 s.
  Object.assign(server, { keepAliveTimeout: idleMs, requestTimeout: requestMs, headersTimeout: headersMs })
  // Node's settings do not reach HTTP/2, which would wait without limit for a body that never comes.
  server.on('stream', (stream: ServerHttp2Stream) => endWithin(stream, requestMs))
  // Unknown expectations may be ignored; Node would reply 417, which the interface does not have.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  )
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.httpVersionMajor === 1) drainAfterAnswer(request.raw, reply.raw)
    done(hostProblem(request, isLocal))
  })
}

function hostProblem(request: FastifyRequest, isLocal: boolean): Problem | undefined {
  if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
    return problem('invalidHeader', 'Host: is required in HTTP/1.1')
  }
  const hosts = request.raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  )
  if (hosts.length > 1) return problem('invalidHeader', 'Host: must be sent once')
  // A foreign host name that resolves to this machine must not reach the plain pages: they belong to localhost.
  if (isLocal && !LOOPBACK.test(request.host)) {
    return problem('invalidHeader', 'Host: these pages are served under the name localhost only')
  }
  return undefined
}

function endWithin(stream: ServerHttp2Stream, ms: number): void {
  if (stream.endAfterHeaders) return
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), ms)
  for (const event of ['end', 'close']) stream.once(event, () => clearTimeout(timer))
}

/** After the reply Node keeps reading and discards the rest of the body; this sets a limit to that. */
function drainAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  // In-process requests have no connection.
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

// Callers who open a connection and then take their time, each costing a place that others need.
import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { connect as connectHttp2, constants } from 'node:http2'
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { usualPatience } from '../../src/http/wire.ts'
import { parse } from '../hostile/wire.ts'
import { openOnWire } from '../support/on-wire.ts'

/** What comes until the other side ends it. */
const untilClosed = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(text))
  })

describe('a caller who is slow', () => {
  let opened: Awaited<ReturnType<typeof openOnWire>>
  before(async () => {
    opened = await openOnWire({ patience: { headersMs: 400, requestMs: 800, idleMs: 600, checkMs: 50 } })
  })
  after(() => opened.close())

  const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

  const opens = (protocol: 'http/1.1' | 'h2') =>
    connectTls({
      host: '127.0.0.1',
      port: portOf(opened.app),
      servername: 'localhost',
      ca: opened.ca,
      ALPNProtocols: [protocol],
    })

  test('with headers is told so and hung up on', async () => {
    const socket = opens('http/1.1')
    const told = untilClosed(socket)
    let drip: NodeJS.Timeout | undefined
    socket.once('secureConnect', () => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n')
      // A line every now and then, as those do who want to keep a place: none begins a new wait.
      drip = setInterval(() => socket.writable && socket.write('X-Odd: 1\r\n'), 50)
    })
    const { status, text } = parse(await told)
    clearInterval(drip)
    assert.equal(status, 400)
    assert.match(text, /was not completed in time/)
  })

  test('with the handshake of TLS is hung up on', async () => {
    const socket = connectTcp({ host: '127.0.0.1', port: portOf(opened.app) })
    assert.equal(await untilClosed(socket), '')
  })

  test('with the first byte is hung up on', async () => {
    for (const protocol of ['http/1.1', 'h2'] as const) await untilClosed(opens(protocol))
  })

  test('with a body is hung up on, over HTTP/1.1 and HTTP/2', async () => {
    const head = [
      'POST /app/session HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 9',
    ]
    const socket = opens('http/1.1')
    socket.once('secureConnect', () => socket.write(`${head.join('\r\n')}\r\n\r\n{`))
    await untilClosed(socket)
    const session = connectHttp2(`https://localhost:${portOf(opened.app)}`, {
      ca: opened.ca,
      host: '127.0.0.1',
    })
    const stream = session.request({
      ':method': 'POST',
      ':path': '/app/session',
      'content-type': 'application/json',
    })
    stream.write('{')
    stream.on('error', () => {})
    await new Promise((resolve) => stream.once('close', resolve))
    assert.equal(stream.rstCode, constants.NGHTTP2_CANCEL)
    session.destroy()
  })

  test('has twenty seconds as the service is delivered', async () => {
    assert.equal(usualPatience.headersMs, 20_000)
    const usual = await openOnWire({})
    try {
      const { headersTimeout, requestTimeout, keepAliveTimeout } = usual.app.server as unknown as Server
      assert.deepEqual([headersTimeout, requestTimeout, keepAliveTimeout], [20_000, 300_000, 72_000])
    } finally {
      await usual.close()
    }
  })
})

// Callers who open a connection and then take their time, each costing a place that others need.
import assert from 'node:assert/strict'
import type { Server } from 'node:http'
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
    opened = await openOnWire({ patience: { headersMs: 400, checkMs: 50 } })
  })
  after(() => opened.close())

  const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

  test('with headers is told so and hung up on', async () => {
    const socket = connectTls({
      host: '127.0.0.1',
      port: portOf(opened.app),
      servername: 'localhost',
      ca: opened.ca,
      ALPNProtocols: ['http/1.1'],
    })
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
    assert.match(text, /did not come to its end in time/)
  })

  test('with the handshake of TLS is hung up on', async () => {
    const socket = connectTcp({ host: '127.0.0.1', port: portOf(opened.app) })
    assert.equal(await untilClosed(socket), '')
  })

  test('has twenty seconds as the service is delivered', async () => {
    assert.equal(usualPatience.headersMs, 20_000)
    const usual = await openOnWire({})
    try {
      const { headersTimeout, requestTimeout } = usual.app.server as unknown as Server
      assert.equal(headersTimeout, 20_000)
      assert.ok(requestTimeout <= 300_000)
    } finally {
      await usual.close()
    }
  })
})

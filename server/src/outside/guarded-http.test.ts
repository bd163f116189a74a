// The guard on real sockets of this machine: what it reaches, what it never reaches, and what it keeps of a reply.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Certificate, ensureCertificate } from './certificates.ts'
import { createGuardedHttp, type GuardedHttp, type GuardOptions, LONGEST_ANSWER } from './guarded-http.ts'

let folder: string
let certificate: Certificate
const closing: (() => unknown)[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-guard-'))
  certificate = await ensureCertificate({ dir: folder, names: ['localhost', 'receiver.test'] })
})
after(async () => {
  for (const close of closing.reverse()) await close()
  await rm(folder, { recursive: true, force: true })
})

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

async function startHttps(answer: RequestListener): Promise<number> {
  const server = createHttps({ key: certificate.key, cert: certificate.cert }, answer)
  const port = await listen(server)
  closing.push(() => server.closeAllConnections())
  return port
}

async function startHttp(answer: RequestListener): Promise<number> {
  const server = createHttp(answer)
  const port = await listen(server)
  closing.push(() => server.closeAllConnections())
  return port
}

function guard(options: GuardOptions = {}): GuardedHttp {
  const made = createGuardedHttp(options)
  closing.push(made.close)
  return made
}

const inside = () => guard({ allow: ['127.0.0.0/8'], ca: certificate.caCertPem as string })
const put = (http: GuardedHttp, url: string, more = {}) =>
  http.put({ url, headers: { 'content-type': 'application/json' }, body: '{"a":"ä"}', ...more })

describe('a PUT', () => {
  test('brings its bytes, and tells status, head, body and times', async () => {
    let seen = ''
    const port = await startHttps((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        seen += text
      })
      request.on('end', () => response.writeHead(201, { 'x-mine': 'yes' }).end('gr\u00fc\u00df\0e'))
    })
    const result = await put(inside(), `https://localhost:${port}/in/1`)
    assert.equal(seen, '{"a":"ä"}')
    assert.equal(result.failure, undefined)
    assert.equal(result.status, 201)
    assert.match(result.responseHead ?? '', /^HTTP\/1.1 201 Created\n(.+\n)*x-mine: yes/)
    assert.equal(result.responseBody, 'grüß\uFFFDe')
    assert.ok(Number.isInteger(result.dnsMs) && Number.isInteger(result.connectMs))
    assert.ok(result.totalMs >= 0)
  })

  test('uses a connection again, and another one where the kept one was closed meanwhile', async () => {
    const sockets = new Set<unknown>()
    let closeNext = false
    const port = await startHttps((request, response) => {
      const isKnown = sockets.has(request.socket)
      sockets.add(request.socket)
      if (closeNext && isKnown) return void request.socket.destroy()
      response.writeHead(204).end()
    })
    const http = inside()
    for (let time = 0; time < 3; time++)
      assert.equal((await put(http, `https://localhost:${port}/`)).status, 204)
    assert.equal(sockets.size, 1)
    closeNext = true
    assert.equal((await put(http, `https://localhost:${port}/`)).status, 204)
    assert.equal(sockets.size, 2)
  })

  test('follows no redirect', async () => {
    let reached = 0
    const target = await startHttps((_request, response) => {
      reached++
      response.writeHead(204).end()
    })
    const port = await startHttps((_request, response) =>
      response.writeHead(307, { location: `https://localhost:${target}/` }).end(),
    )
    assert.equal((await put(inside(), `https://localhost:${port}/`)).status, 307)
    assert.equal(reached, 0)
  })

  test('keeps the part of an endless reply that fits, and drops the rest', async () => {
    const port = await startHttps((_request, response) => {
      response.writeHead(200)
      const more = () => {
        if (!response.destroyed && response.write('x'.repeat(5_000))) setImmediate(more)
      }
      response.on('drain', more)
      more()
    })
    const result = await put(inside(), `https://localhost:${port}/`)
    assert.equal(result.status, 200)
    assert.equal(result.responseBody?.length, LONGEST_ANSWER)
  })

  test('has one clock for all of it', async () => {
    const http = guard({ allow: ['127.0.0.0/8'], ca: certificate.caCertPem as string, timeoutMs: 200 })
    const silent = await startHttps(() => {})
    assert.match((await put(http, `https://localhost:${silent}/`)).failure ?? '', /no answer within 0.2 s/)
    const deaf = await listen(createServer((socket) => closing.push(() => socket.destroy())))
    assert.match((await put(http, `https://localhost:${deaf}/`)).failure ?? '', /no answer within/)
    // The status decides: a body that drips is cut when the time is over. A busy machine has time to send the status first.
    const patient = guard({ allow: ['127.0.0.0/8'], ca: certificate.caCertPem as string, timeoutMs: 5_000 })
    const dripping = await startHttps((_request, response) => {
      response.writeHead(202).write('a')
    })
    const result = await put(patient, `https://localhost:${dripping}/`)
    assert.deepEqual([result.status, result.responseBody, result.failure], [202, 'a', undefined])
  })

  test('ends when it is told to', async () => {
    const port = await startHttps(() => {})
    await assert.rejects(put(inside(), `https://localhost:${port}/`, { signal: AbortSignal.timeout(50) }))
  })

  test('trusts no unknown authority, no other name and no plain text', async () => {
    const port = await startHttps((_request, response) => response.end())
    const allow = ['127.0.0.0/8']
    assert.match((await put(guard({ allow }), `https://localhost:${port}/`)).failure ?? '', /certificate/)
    const elsewhere = guard({
      allow,
      ca: certificate.caCertPem as string,
      lookup: async () => ['127.0.0.1'],
    })
    assert.match((await put(elsewhere, `https://other.test:${port}/`)).failure ?? '', /for another name/)
    const plain = await startHttp((_request, response) => response.end())
    assert.match((await put(inside(), `https://localhost:${plain}/`)).failure ?? '', /TLS/)
  })

  test('goes over plain http to allowed networks alone', async () => {
    const port = await startHttp((_request, response) => response.writeHead(204).end())
    assert.equal((await put(inside(), `http://127.0.0.1:${port}/`)).status, 204)
    assert.match((await put(guard(), `http://127.0.0.1:${port}/`)).failure ?? '', /loopback/)
    assert.match((await put(guard(), 'http://example.com/')).failure ?? '', /plain http/)
    assert.match((await put(inside(), 'http://8.8.8.8/')).failure ?? '', /plain http/)
  })

  test('reaches a listener of ours by its own name only', async () => {
    const port = await startHttp((request, response) => response.end(request.headers.host))
    const http = guard({
      own: (name) => (name === 'ours.invalid' ? { host: '127.0.0.1', port } : undefined),
    })
    assert.equal((await put(http, 'http://ours.invalid/x')).responseBody, 'ours.invalid')
    for (const url of [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, `https://[::1]:${port}/`]) {
      assert.equal((await put(http, url)).status, undefined, url)
    }
  })
})

interface Raw {
  url: string
  connections(): number
  requests: string[]
}

/** Sends these bytes in reply to each request. */
async function startRaw(say: (socket: Socket, time: number) => unknown): Promise<Raw> {
  let connections = 0
  const requests: string[] = []
  const server = createServer({ noDelay: true }, (socket) => {
    connections++
    closing.push(() => socket.destroy())
    let text = ''
    socket.on('error', () => {})
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const length = /content-length: (\d+)\r\n/.exec(text)?.[1]
      const body = text.split('\r\n\r\n').slice(1).join('\r\n\r\n')
      if (length === undefined || Buffer.byteLength(body) < Number(length)) return
      requests.push(text)
      text = ''
      say(socket, requests.length)
    })
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}/in?x=1`, connections: () => connections, requests }
}

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('an answer', () => {
  /** A reply without a length ends when the server closes the connection. */
  const good: [text: string, status: number, body: string, isKept: boolean][] = [
    ['HTTP/1.1 204 No Content\r\ndate: x\r\n\r\n', 204, '', true],
    ['HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', 200, '', true],
    ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 200, 'hello', true],
    ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\nConnection: Close\r\n\r\nhello', 200, 'hello', false],
    ['HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nhello', 200, 'hello', false],
    ['HTTP/1.1 500 Oh\r\n\r\nuntil the end', 500, 'until the end', false],
    [
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;x=y\r\nhello\r\nA\r\n0123456789\r\n0\r\n\r\n',
      200,
      'hello0123456789',
      true,
    ],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx-sum: 1\r\n\r\n', 200, 'a', true],
    [
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 202 Yes\r\ncontent-length: 1\r\n\r\nz',
      202,
      'z',
      true,
    ],
  ]

  test('is read whole, whichever way it says where it ends, and the connection kept where that is sure', async () => {
    for (const [text, status, body, isKept] of good) {
      const raw = await startRaw((socket) => {
        socket.write(bytes(text))
        if (!isKept) socket.end()
      })
      const http = inside()
      for (const time of [1, 2]) {
        const result = await put(http, raw.url)
        assert.deepEqual(
          [result.status, result.responseBody, result.failure],
          [status, body, undefined],
          text,
        )
        assert.equal(raw.connections(), isKept ? 1 : time, text)
        assert.equal(
          result.connectMs === undefined,
          isKept && time === 2,
          'times belong to whoever connected',
        )
      }
      http.close()
    }
  })

  test('is the same when it comes byte by byte', async () => {
    for (const [text, status, body, isKept] of good) {
      const raw = await startRaw(async (socket) => {
        for (const byte of bytes(text)) {
          await new Promise((resolve) => socket.write(Buffer.of(byte), resolve))
          await new Promise(setImmediate)
        }
        if (!isKept) socket.end()
      })
      const http = inside()
      const result = await put(http, raw.url)
      assert.deepEqual([result.status, result.responseBody], [status, body], text)
      http.close()
    }
  })

  test('that is not plainly HTTP is none', async () => {
    const bad = [
      'HELLO\r\n\r\n',
      'SSH-2.0-OpenSSH_9.6\r\n\r\n',
      'HTTP/2 200 OK\r\n\r\n',
      'HTTP/1.1 2000 OK\r\n\r\n',
      'HTTP/1.1 099 No\r\n\r\n',
      'HTTP/1.1 999 No\r\n\r\n',
      'HTTP/1.1 200 OK\r\n folded: yes\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'HTTP/1.1 200 OK\r\nname : x\r\n\r\n',
      'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na',
      'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\na',
      'HTTP/1.1 200 OK\r\ncontent-length: 0x1\r\n\r\na',
      'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n',
      'HTTP/1.1 103 Early\r\n\r\n'.repeat(100),
      'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100),
    ]
    for (const text of bad) {
      const raw = await startRaw((socket) => socket.write(bytes(text)))
      const { status, failure } = await put(inside(), raw.url)
      assert.deepEqual([status, failure], [undefined, 'the answer is not HTTP'], text)
      assert.equal(raw.requests.length, 1, text)
    }
  })

  test('whose head never ends is let go of', async () => {
    const raw = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(`x-more: ${'y'.repeat(500)}\r\n`));
      }
      socket.on('drain', more)
      more()
    })
    const { status, failure } = await put(inside(), raw.url)
    assert.deepEqual([status, failure], [undefined, 'the headers of the reply are too long'])
  })

  test('that breaks off counts once its status has come, and is none before', async () => {
    const told = async (text: string) => {
      const raw = await startRaw((socket) => socket.end(bytes(text)))
      const { status, responseBody, failure } = await put(inside(), raw.url)
      assert.equal(raw.requests.length, 1, text)
      return [status, responseBody, failure]
    }
    const closed = 'the connection was closed without a reply'
    assert.deepEqual(await told('HTTP/1.1 201 Made\r\ncontent-length: 9\r\n\r\nabc'), [201, 'abc', undefined])
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
    assert.deepEqual(await told(`${chunked}3\r\nab`), [200, 'ab', undefined])
    assert.deepEqual(await told(`${chunked}xyz\r\n`), [200, '', undefined])
    assert.deepEqual(await told('HTTP/1.1 201 Made\r\ncontent-len'), [undefined, undefined, closed])
    assert.deepEqual(await told('HTTP/1.1 1'), [undefined, undefined, closed])
    assert.deepEqual(await told(''), [undefined, undefined, closed])
  })

  test('leaves no connection for the next one when more came than it said', async () => {
    const first = 'HTTP/1.1 201 Made\r\ncontent-length: 1\r\n\r\na'
    for (const more of ['b', 'HTTP/1.1 500 Planted\r\ncontent-length: 0\r\n\r\n']) {
      const raw = await startRaw((socket) => socket.write(bytes(first + more)))
      const http = inside()
      for (const time of [1, 2]) {
        const result = await put(http, raw.url)
        assert.deepEqual([result.status, result.responseBody], [201, 'a'])
        assert.equal(raw.connections(), time)
      }
    }
  })

  test('of a coding beside a length is read by the coding alone, or not at all, and never kept', async () => {
    const text =
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'
    const raw = await startRaw((socket) => socket.write(bytes(text)))
    const http = inside()
    for (const time of [1, 2]) {
      const { status, responseBody, failure } = await put(http, raw.url)
      assert.ok(failure === undefined ? status === 200 && responseBody === 'a' : status === undefined)
      assert.equal(raw.connections(), time)
    }
  })
})

describe('a request', () => {
  test('is written once, with its own headers and length', async () => {
    const raw = await startRaw((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
    await put(inside(), raw.url, { headers: { 'x-latin': 'grüß' } })
    const [text = ''] = raw.requests
    assert.match(text, /^PUT \/in\?x=1 HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n/)
    assert.match(text, /\r\ncontent-length: 10\r\n\r\n\{"a":"ä"\}$/)
  })

  test('with a header that would make another request of it is not sent', async () => {
    const raw = await startRaw((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
    const http = inside()
    const bad: Record<string, string>[] = [
      { 'x-a': 'b\r\nx-injected: 1' },
      { 'x-a': 'b\n' },
      { 'x-a': 'b\0' },
      { 'x-a': '\u{1F600}' },
      { 'x-a\r\nx-b': 'c' },
      { 'x a': 'b' },
      { 'transfer-encoding': 'chunked' },
      { 'content-length': '3' },
    ]
    for (const headers of [...bad, ...bad]) {
      const { status, failure } = await put(http, raw.url, { headers })
      assert.equal(status, undefined)
      assert.match(failure ?? '', /^the connection failed/)
    }
    assert.deepEqual(raw.requests, [])
  })

  test('on a kept connection that closes is sent again once, and not for ever', async () => {
    const raw = await startRaw((socket, time) =>
      time === 1 ? socket.write('HTTP/1.1 204 No Content\r\n\r\n') : socket.destroy(),
    )
    const http = inside()
    assert.equal((await put(http, raw.url)).status, 204)
    const { status, failure } = await put(http, raw.url)
    assert.deepEqual([status, failure], [undefined, 'the connection was closed without a reply'])
    assert.equal(raw.requests.length, 3)
  })

  test('ends when everything is closed, and none begins after that', async () => {
    const http = inside()
    const raw = await startRaw(() => http.close())
    for (let time = 0; time < 2; time++) {
      const { status, failure } = await put(http, raw.url)
      assert.deepEqual([status, failure], [undefined, 'the connection was closed without a reply'])
    }
    assert.equal(raw.connections(), 1)
  })
})

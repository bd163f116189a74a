// Requests that break the framing of HTTP: lengths, chunks, pipelines, bodies too long or too slow. Byte by byte on the
// real wire.
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { Agent as UndiciAgent, fetch as undiciFetch } from 'undici'
import { makeClient, order } from '../support/api.ts'
import { putOrder } from '../support/scenes.ts'
import { fingerprint } from '../support/stored.ts'
import {
  assertRefused,
  BODY,
  isServing,
  isWholeAnswer,
  parse,
  orderPath as pathOf,
  putBytes as put,
  send,
  sendBytes,
  sendHttp2,
  wire,
} from './wire.ts'

describe('a request that is no HTTP', () => {
  test('is told so with the three fields, where it got as far as an answer', async () => {
    const client = await makeClient()
    await putOrder(client)
    const before = await fingerprint(client.id)
    const key = `X-API-KEY: ${client.key}`
    const get = `GET ${pathOf(client)} HTTP/1.1\r\nHost: a\r\n${key}\r\n`
    const cases: [string, string | Buffer][] = [
      ['no number', put(client, ['Content-Length: abc'])],
      ['a negative length', put(client, ['Content-Length: -1'])],
      ['two lengths', put(client, [`Content-Length: ${BODY.length}`, 'Content-Length: 5'])],
      ['a list of lengths', put(client, [`Content-Length: ${BODY.length}, 5`])],
      ['a hexadecimal length', put(client, ['Content-Length: 0x19'])],
      ['an endless length', put(client, [`Content-Length: ${'9'.repeat(40)}`])],
      ['length and chunks', put(client, ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
      ['chunks and length', put(client, ['Transfer-Encoding: chunked', 'Content-Length: 4'], '0\r\n\r\n')],
      ['chunked twice', put(client, ['Transfer-Encoding: chunked, chunked'], '0\r\n\r\n')],
      ['chunked not last', put(client, ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n')],
      ['another transfer encoding', put(client, ['Transfer-Encoding: gzip'], '0\r\n\r\n')],
      ['hidden chunked', put(client, ['Transfer-Encoding: xchunked'], '0\r\n\r\n')],
      ['a bad chunk size', put(client, ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
      ['a negative chunk size', put(client, ['Transfer-Encoding: chunked'], '-2\r\n{}\r\n0\r\n\r\n')],
      [
        'an endless chunk size',
        put(client, ['Transfer-Encoding: chunked'], `${'f'.repeat(40)}\r\n{}\r\n0\r\n\r\n`),
      ],
      ['a chunk longer than said', put(client, ['Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n')],
      ['bare line feeds', `GET ${pathOf(client)} HTTP/1.1\nHost: a\n${key}\n\n`],
      ['a space before the colon', `${get}X-Odd : 1\r\n\r\n`],
      ['a folded line', `${get}X-Odd: 1\r\n  2\r\n\r\n`],
      ['a header without a colon', `${get}nonsense\r\n\r\n`],
      ['a header without a name', `${get}: 1\r\n\r\n`],
      ['NUL in a header', `${get}X-Odd: a\0b\r\n\r\n`],
      ['a carriage return in a header', `${get}X-Odd: a\rb\r\n\r\n`],
      ['a header of 100 kB', `${get}X-Odd: ${'a'.repeat(100_000)}\r\n\r\n`],
      ['a thousand headers of 100 bytes', `${get}${`X-Odd: ${'a'.repeat(100)}\r\n`.repeat(1000)}\r\n`],
      ['an unknown method', `BREW ${pathOf(client)} HTTP/1.1\r\nHost: a\r\n\r\n`],
      ['a method in lower case', `get ${pathOf(client)} HTTP/1.1\r\nHost: a\r\n\r\n`],
      ['an unknown version', `GET ${pathOf(client)} HTTP/9.9\r\nHost: a\r\n\r\n`],
      ['a space in the path', `GET ${pathOf(client)} x HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`],
      ['HTTP/2 without saying so', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['binary', Buffer.from(Array.from({ length: 512 }, (_, n) => (n * 37) % 256))],
      ['TLS in TLS', Buffer.from('16030100750100007103', 'hex')],
      ['no Host', `GET ${pathOf(client)} HTTP/1.1\r\n${key}\r\n\r\n`],
    ]
    for (const [what, bytes] of cases) {
      const text = await sendBytes([bytes, ...(what === 'TLS in TLS' ? ['\r\n\r\n'] : [])])
      // One request, one refusal: nothing behind it is taken for a request of its own.
      assert.equal(text.match(/^HTTP\/1\.1 /gm)?.length, 1, `${what}: ${text}`)
      assertRefused(parse(text), what, 400)
    }
    // HTTP/0.9 has no headers, and so no key.
    assertRefused(parse(await sendBytes([`GET ${pathOf(client)}\r\n\r\n`])), 'no version', 401)
    assert.equal(await fingerprint(client.id), before)
    await isServing(client)
  })

  test('in plain text on the port of TLS gets nothing at all', async () => {
    const client = await makeClient()
    const { port } = await wire()
    const text = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let received = ''
      socket.setEncoding('latin1')
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(received))
      socket.write(`GET ${pathOf(client)} HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${client.key}\r\n\r\n`)
    })
    assert.doesNotMatch(text, /HTTP|[45]0\d/)
    await assert.rejects(
      new Promise((resolve, reject) => {
        const call = httpRequest({ host: '127.0.0.1', port, path: '/' }, resolve)
        call.on('error', reject)
        call.end()
      }),
    )
    await isServing(client)
  })
})

describe('smuggling', () => {
  test('a second request in the body of the first is body', async () => {
    const client = await makeClient()
    const smuggled = put(client, [`Content-Length: ${BODY.length}`], BODY, 'smuggled')
    const text = await sendBytes([put(client, [`Content-Length: ${smuggled.length}`], smuggled)])
    assertRefused(parse(text), 'a request as body', 400)
    assert.equal((await client.get('/service-orders/smuggled')).statusCode, 404)
  })

  test('pipelined requests get their replies one by one, in order, each for itself', async () => {
    const client = await makeClient()
    const stranger = put({ ...client, key: 'x' }, [`Content-Length: ${BODY.length}`], BODY, 'c')
    const two = (text: string) => (text.match(/^HTTP\/1\.1 \d/gm)?.length ?? 0) === 3 && text.endsWith('}')
    const text = await sendBytes(
      [
        put(client, [`Content-Length: ${BODY.length}`], BODY, 'a') +
          put(client, [`Content-Length: ${BODY.length}`], BODY, 'b') +
          stranger,
      ],
      { isEnough: two },
    )
    assert.deepEqual(
      [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status),
      ['201', '201', '401'],
    )
    assert.match(text, /service-orders\/a[\s\S]*service-orders\/b/)
    assert.equal((await client.get('/service-orders/c')).statusCode, 404)
  })

  test('a body longer than its Content-Length ends where it says; the rest is no request', async () => {
    const client = await makeClient()
    const text = await sendBytes([put(client, ['Content-Length: 2'], '{}garbage garbage\r\n\r\n')], {
      isEnough: (received) => (received.match(/^HTTP\/1\.1 /gm)?.length ?? 0) > 1 && received.endsWith('}'),
    })
    for (const status of [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, code]) => code))
      assert.equal(status, '400')
    assert.equal((await client.get('/service-orders/1')).statusCode, 404)
  })
})

describe('chunked bodies', () => {
  const chunked = (...chunks: string[]) =>
    chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')

  test('are taken, with extensions and trailers, which change nothing', async () => {
    const client = await makeClient()
    const trailers = ['X-API-KEY: x', 'Host: evil.example', 'If-Match: "x"', 'X-Odd: 1']
    const body = `${chunked('{"externalBranchId"', ':"B1"')}1;name="value"\r\n}\r\n0\r\n${trailers.join('\r\n')}\r\n\r\n`
    const text = await sendBytes([put(client, ['Transfer-Encoding: chunked', 'Trailer: X-Odd'], body)])
    assert.equal(parse(text).status, 201, text)
  })

  test('byte by byte are a body like any other', async () => {
    const client = await makeClient()
    const whole = put(client, ['Transfer-Encoding: chunked'], `${chunked(...BODY)}0\r\n\r\n`)
    assert.equal(parse(await sendBytes([...whole])).status, 201)
  })

  test('beyond the limit are refused while they come', async () => {
    const client = await makeClient()
    const piece = chunked(' '.repeat(64 * 1024))
    const head = put(client, ['Transfer-Encoding: chunked'], '')
    const text = await sendBytes([head, ...Array.from({ length: 64 }, () => piece), '0\r\n\r\n'])
    assert.equal(assertRefused(parse(text), 'four megabytes', 400), 40003)
    await isServing(client)
  })

  test('that never end, or are cut off, leave nothing', async () => {
    const client = await makeClient()
    await putOrder(client)
    const before = await fingerprint(client.id)
    const { port, ca } = await wire()
    for (const sent of [
      put(client, ['Transfer-Encoding: chunked'], chunked('{"externalBranchId":"B2"}')),
      put(client, ['Content-Length: 1000'], '{"externalBranchId":"B2"}'),
      put(client, [`Content-Length: ${BODY.length}`], BODY.slice(0, -1)),
    ]) {
      await new Promise<void>((resolve, reject) => {
        const socket = connectTls({
          host: '127.0.0.1',
          port,
          servername: 'localhost',
          ca,
          ALPNProtocols: ['http/1.1'],
        })
        socket.on('secureConnect', () => socket.write(sent, () => socket.end()))
        socket.on('data', () => {})
        socket.on('close', () => resolve())
        socket.on('error', reject)
      })
    }
    assert.equal(await fingerprint(client.id), before)
    await isServing(client)
  })
})

describe('the size of a body', () => {
  const MiB = 1024 * 1024
  const padded = (length: number) => `${BODY.slice(0, -1).padEnd(length - 1)}}`

  test('is one mebibyte at most, to the byte', async () => {
    const client = await makeClient()
    const headers = { 'x-api-key': client.key, 'content-type': 'application/json' }
    for (const [n, way] of [send, sendHttp2].entries()) {
      const path = pathOf(client, `${n}`)
      assert.equal((await way({ method: 'PUT', path, headers, body: padded(MiB) })).status, 201)
      for (const length of [MiB + 1, 3 * MiB]) {
        const answer = await way({ method: 'PUT', path, headers, body: padded(length) })
        assert.equal(assertRefused(answer, `${length} bytes`, 400), 40003)
      }
    }
    const chunkedBody = `${MiB.toString(16)}\r\n${padded(MiB)}\r\n0\r\n\r\n`
    const text = await sendBytes([put(client, ['Transfer-Encoding: chunked'], chunkedBody, 'c')])
    assert.equal(parse(text).status, 201)
  })

  test('that is announced too large is refused before it comes', async () => {
    const client = await makeClient()
    const text = await sendBytes([put(client, [`Content-Length: ${64 * MiB}`], '{')])
    assert.equal(assertRefused(parse(text), 'announced', 400), 40003)
  })

  test('that is too large is refused to callers who are still sending', async () => {
    const client = await makeClient()
    const { port, ca } = await wire()
    const dispatcher = new UndiciAgent({ connect: { ca, servername: 'localhost' }, allowH2: false })
    const headers = { 'x-api-key': client.key, 'content-type': 'application/json' }
    for (let tries = 0; tries < 20; tries++) {
      const reply = await undiciFetch(`https://127.0.0.1:${port}${pathOf(client)}`, {
        method: 'PUT',
        headers,
        body: padded(6 * MiB),
        dispatcher,
      })
      assert.equal(reply.status, 400)
      assert.equal(((await reply.json()) as { errorCode: number }).errorCode, 40003)
    }
    await dispatcher.close()
  })

  test('without end is hung up on after the answer', async () => {
    const client = await makeClient()
    const { port, ca } = await wire()
    const socket = connectTls({
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      ca,
      ALPNProtocols: ['http/1.1'],
    })
    let received = ''
    let sent = 0
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('error', () => {})
    socket.write(put(client, [`Content-Length: ${1024 * MiB}`], ''))
    const piece = Buffer.alloc(MiB, ' ')
    const send = () => {
      while (!socket.destroyed && sent < 1024) {
        sent++
        if (!socket.write(piece)) {
          socket.once('drain', send)
          return
        }
      }
    }
    send()
    await closed
    assert.equal(assertRefused(parse(received), 'a body without end', 400), 40003)
    assert.ok(sent < 200, `${sent} MiB were taken`)
  })

  test('of a stranger is not waited for', async () => {
    const client = await makeClient()
    const text = await sendBytes([put({ ...client, key: 'x' }, ['Content-Length: 1000'], '')])
    assertRefused(parse(text), 'no key', 401)
  })

  test('may begin with a byte-order mark', async () => {
    const client = await makeClient()
    const headers = { 'x-api-key': client.key, 'content-type': 'application/json' }
    for (const [n, way] of [send, sendHttp2].entries()) {
      const answer = await way({
        method: 'PUT',
        path: pathOf(client, `${n}`),
        headers,
        body: `\ufeff${BODY}`,
      })
      assert.equal(answer.status, 201)
    }
  })
})

describe('Expect', () => {
  test('100-continue is continued, and refused at once where the reply is known', async () => {
    const client = await makeClient()
    const taken = await sendBytes([
      put(client, ['Expect: 100-continue', `Content-Length: ${BODY.length}`], ''),
      BODY,
    ])
    assert.match(taken, /^HTTP\/1\.1 100 /)
    assert.equal(parse(taken).status, 201)
  })

  test('of anything else is not met, and does no harm', async () => {
    const client = await makeClient()
    for (const [n, value] of ['nonsense', '200-ok', '100-continue, more', '\xff'].entries()) {
      const bytes = Buffer.from(
        put(client, [`Expect: ${value}`, `Content-Length: ${BODY.length}`], BODY, `${n}`),
        'latin1',
      )
      const answer = parse(await sendBytes([bytes]))
      if (answer.status >= 400) assertRefused(answer, value)
      else assert.equal(answer.status, 201)
    }
  })
})

describe('slow callers', () => {
  test('half a body holds up nobody else, and is served when it is whole', async () => {
    const client = await makeClient()
    const { port, ca } = await wire()
    const slow = Array.from({ length: 40 }, (_, n) => {
      const sent = put(client, [`Content-Length: ${BODY.length}`], BODY, `slow${n}`)
      const socket = connectTls({
        host: '127.0.0.1',
        port,
        servername: 'localhost',
        ca,
        ALPNProtocols: ['http/1.1'],
      })
      const opened = new Promise<void>((resolve, reject) => {
        socket.on('error', reject)
        socket.on('secureConnect', () => socket.write(sent.slice(0, -5), () => resolve()))
      })
      const finish = () =>
        new Promise<string>((resolve) => {
          let text = ''
          socket.on('data', (chunk) => {
            text += chunk
            if (isWholeAnswer(text)) {
              socket.destroy()
              resolve(text)
            }
          })
          socket.write(sent.slice(-5))
        })
      return { opened, finish }
    })
    await Promise.all(slow.map(({ opened }) => opened))
    // More waiting bodies than database connections: none of them may hold one.
    for (let n = 0; n < 20; n++) {
      assert.equal((await client.put(`/service-orders/fast${n}`, order())).statusCode, 201)
      await isServing(client)
    }
    for (const { finish } of slow) assert.equal(parse(await finish()).status, 201)
    assert.equal((await client.get('/service-orders/slow39')).statusCode, 200)
  })
})

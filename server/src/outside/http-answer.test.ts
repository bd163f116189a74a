// Answers as servers send them, as they should not, and cut into pieces anywhere.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createAnswerReader, type HttpAnswer, NotHttp } from './http-answer.ts'

const LONGEST = 100

function read(text: string, at: readonly number[] = []): HttpAnswer | undefined {
  const bytes = Buffer.from(text, 'latin1')
  const reader = createAnswerReader(LONGEST)
  const cuts = [0, ...at.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (let index = 1; index < cuts.length; index++) {
    const answer = reader.push(bytes.subarray(cuts[index - 1], cuts[index]))
    if (answer) return answer
  }
  return reader.end()
}

const told = (answer: HttpAnswer | undefined) =>
  answer && [answer.status, answer.body.toString('latin1'), answer.mayReuse]

const good: [text: string, status: number, body: string, mayReuse: boolean][] = [
  ['HTTP/1.1 204 No Content\r\ndate: x\r\n\r\n', 204, '', true],
  ['HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', 200, '', true],
  ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 200, 'hello', true],
  ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\nConnection: Keep-Alive, Close\r\n\r\nhello', 200, 'hello', false],
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
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\nzip', 200, 'zip', false],
  [
    'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
    200,
    'a',
    false,
  ],
]

const bad = [
  'HELLO\r\n\r\n',
  'SSH-2.0-OpenSSH_9.6\r\n\r\n',
  'HTTP/2 200 OK\r\n\r\n',
  'HTTP/1.1 2000 OK\r\n\r\n',
  'HTTP/1.1 099 No\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n',
  'HTTP/1.1 200 OK\r\n folded: yes\r\n\r\n',
  'HTTP/1.1 200 OK\r\nname : x\r\n\r\n',
  'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na',
  'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\na',
  'HTTP/1.1 200 OK\r\ncontent-length: 0x1\r\n\r\na',
]

describe('an answer', () => {
  test('is read whole, whichever way it says where it ends', () => {
    for (const [text, ...expected] of good) assert.deepEqual(told(read(text)), expected, text)
  })

  test('is the same however it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.constantFrom(...good), fc.array(fc.nat(400), { maxLength: 12 }), ([text], cuts) => {
        assert.deepEqual(told(read(text, cuts)), told(read(text)))
      }),
    )
  })

  test('that is not plainly HTTP is refused', () => {
    for (const text of bad) assert.throws(() => read(text), NotHttp, text)
    assert.throws(() => read(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}`), { code: 'HPE_HEADER_OVERFLOW' })
    const forEver = 'HTTP/1.1 100 Continue\r\nx: y\r\n\r\n'.repeat(2_000)
    assert.throws(() => read(forEver), { code: 'HPE_HEADER_OVERFLOW' })
  })

  test('leaves no connection for the next one when more came than it said', () => {
    assert.deepEqual(told(read('HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\n\r\n')), [204, '', false])
    assert.deepEqual(told(read('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab')), [200, 'a', false])
  })

  test('that is longer than what is kept is cut there, and one that breaks off keeps what came', () => {
    const long = `HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n${'x'.repeat(500)}`
    assert.deepEqual(told(read(long)), [200, 'x'.repeat(LONGEST), false])
    const chunked = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1f4\r\n${'x'.repeat(200)}`
    assert.deepEqual(told(read(chunked)), [200, 'x'.repeat(LONGEST), false])
    assert.deepEqual(told(read('HTTP/1.1 201 Made\r\ncontent-length: 9\r\n\r\nabc')), [201, 'abc', false])
    assert.equal(read('HTTP/1.1 201 Made\r\ncontent-len'), undefined)
  })

  test('has a chunk of nonsense: the status stands, and the reader says so', () => {
    const reader = createAnswerReader(LONGEST)
    assert.throws(
      () => reader.push(Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n')),
      NotHttp,
    )
    assert.equal(reader.end()?.status, 200)
  })
})

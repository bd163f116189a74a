// Input with and without an interim 100 Continue, split at any place.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { dropContinue } from './http-continue.ts'

const CONTINUE = 'HTTP/1.1 100 Continue\r\nserver: x\r\n\r\n'
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

async function passed(text: string, at: readonly number[] = [], isExpected = true): Promise<string> {
  const stream = Object.assign(new Readable({ read() {} }), { bytesWritten: isExpected ? 1 : 0 })
  dropContinue(stream)
  const seen: Buffer[] = []
  // The way undici reads.
  stream.on('readable', () => {
    for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) seen.push(chunk as Buffer)
  })
  const cuts = [0, ...at.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  for (let index = 1; index < cuts.length; index++) {
    const piece = text.slice(cuts[index - 1], cuts[index])
    if (piece === '') continue
    stream.push(Buffer.from(piece, 'latin1'))
    await new Promise(setImmediate)
  }
  stream.push(null)
  await finished(stream)
  return Buffer.concat(seen).toString('latin1')
}

const texts: [text: string, passed: string][] = [
  [ANSWER, ANSWER],
  [CONTINUE + ANSWER, ANSWER],
  [CONTINUE.repeat(3) + ANSWER, ANSWER],
  [CONTINUE + ANSWER + 'x'.repeat(5_000), ANSWER + 'x'.repeat(5_000)],
  [CONTINUE, ''],
  // Other replies are left alone, also if they look similar at first or contain the same words.
  [`HTTP/1.1 103 Early\r\n\r\n${CONTINUE}`, `HTTP/1.1 103 Early\r\n\r\n${CONTINUE}`],
  [ANSWER + CONTINUE, ANSWER + CONTINUE],
  ['HTTP/1.1 10x', 'HTTP/1.1 10x'],
  // The connection ended inside the interim reply: there is no reply either way.
  ['HTTP/1.1 10', ''],
  ['HTTP/1.1 100 Continue\r\nx', ''],
  ['', ''],
  ['SSH-2.0', 'SSH-2.0'],
]

describe('100 Continue', () => {
  test('is taken out before an answer, and nothing else is', async () => {
    for (const [text, expected] of texts) assert.equal(await passed(text), expected, text)
  })

  test('is taken out however it is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.array(fc.nat(400), { maxLength: 12 }),
        async ([text, expected], cuts) => assert.equal(await passed(text, cuts), expected),
      ),
    )
  })

  test('is left where no reply is due, where it is endless, and where it comes again and again', async () => {
    assert.equal(await passed(CONTINUE + ANSWER, [], false), CONTINUE + ANSWER)
    const endless = `HTTP/1.1 100 Continue\r\nx: ${'y'.repeat(5_000)}`
    assert.equal(await passed(endless, [10, 2_000]), endless)
    assert.equal(await passed(CONTINUE.repeat(9)), CONTINUE.repeat(5))
  })
})

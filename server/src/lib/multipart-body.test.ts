import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MultipartError, takeMultipart } from './multipart-body.ts'

const boundary = '----WebKitFormBoundaryx7'
const contentType = `multipart/form-data; boundary=${boundary}`
const file = Buffer.from([0, 13, 10, 45, 45, 45, 45, 45, 45, 87, 13, 10, 13, 10, 255, 13])

const body = Buffer.concat([
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="passphrase"\r\n\r\nsüß\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a %22b%22.gz"\r\nContent-Type: application/gzip\r\n\r\n`,
  ),
  file,
  Buffer.from(
    `\r\n--${boundary}\r\nContent-Disposition: form-data; name="empty"; filename=""\r\n\r\n\r\n--${boundary}--\r\n`,
  ),
])

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(pieces: AsyncIterable<Buffer>, type = contentType) {
  const texts: Record<string, string> = {}
  const files: Record<string, { fileName: string; content: Buffer }> = {}
  await takeMultipart(
    { stream: pieces, contentType: type },
    {
      text: (name, value) => {
        texts[name] = value
      },
      async file(name, fileName, content) {
        const kept: Buffer[] = []
        for await (const piece of content) kept.push(Buffer.from(piece))
        files[name] = { fileName, content: Buffer.concat(kept) }
      },
    },
  )
  return { texts, files }
}

describe('a form with files', () => {
  test('is the same however its bytes arrive', async () => {
    for (const size of [1, 2, 3, 7, 64, 1024]) {
      const { texts, files } = await read(inPieces(body, size))
      assert.deepEqual(texts, { passphrase: 'süß' })
      assert.deepEqual(files, {
        file: { fileName: 'a "b".gz', content: file },
        empty: { fileName: '', content: Buffer.alloc(0) },
      })
    }
  })

  test('that breaks off, has no boundary, or a text without an end is refused', async () => {
    await assert.rejects(read(inPieces(body.subarray(0, -20), 64)), MultipartError)
    await assert.rejects(read(inPieces(body, 64), 'multipart/form-data'), MultipartError)
    const long = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(20_000)}\r\n--${boundary}--`,
    )
    await assert.rejects(read(inPieces(long, 512)), MultipartError)
  })
})

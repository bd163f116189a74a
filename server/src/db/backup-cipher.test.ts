// An encrypted backup: what opens it, and that every change of its bytes is noticed.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, test } from 'node:test'
import { type BackupLock, type BackupSecret, makeLock, opening, openLock, sealing } from './backup-cipher.ts'

const PART = 65_536
const SEALED_PART = PART + 16

let folder: string
let files = 0
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-cipher-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const key = { key: randomBytes(32) }

async function written(bytes: Buffer): Promise<string> {
  const file = join(folder, String(++files))
  await writeFile(file, bytes)
  return file
}

async function sealed(plain: Buffer, lock: BackupLock): Promise<Buffer> {
  const seal = sealing(lock)
  const parts: Buffer[] = []
  seal.on('data', (part: Buffer) => parts.push(part))
  // In chunks that match no part.
  const pieces = Array.from({ length: Math.ceil(plain.length / 10_007) }, (_, at) =>
    plain.subarray(at * 10_007, (at + 1) * 10_007),
  )
  await pipeline(Readable.from(pieces), seal)
  return Buffer.concat(parts)
}

async function opened(file: string, secret: BackupSecret = key): Promise<Buffer> {
  const lock = (await openLock(file, async () => secret)) as BackupLock
  const parts: Buffer[] = []
  const open = opening(file, lock)
  open.on('data', (part: Buffer) => parts.push(part))
  await pipeline(createReadStream(file, { start: lock.head.length + 1 }), open)
  return Buffer.concat(parts)
}

describe('an encrypted backup', () => {
  for (const length of [0, 1, PART - 1, PART, PART + 1, 3 * PART, 3 * PART + 17]) {
    test(`of ${length} bytes opens with its key, and shows nothing without`, async () => {
      const plain = Buffer.alloc(length, 'plain text ')
      const bytes = await sealed(plain, await makeLock(key))
      assert.ok(!bytes.includes('plain'))
      assert.deepEqual(await opened(await written(bytes)), plain)
    })
  }

  test('opens with its passphrase, however the letters were typed, and with no other', async () => {
    const file = await written(
      await sealed(Buffer.from('x'), await makeLock({ passphrase: 'Schlüssel im Blumentopf' })),
    )
    assert.equal((await opened(file, { passphrase: 'Schlu\u0308ssel im Blumentopf' })).toString(), 'x')
    const wrong = opened(file, { passphrase: 'schlüssel im Blumentopf' })
    await assert.rejects(wrong, /was encrypted with another passphrase\. Nothing was changed/)
    await assert.rejects(opened(file, key), /is encrypted with a passphrase: give it with --passphrase-file/)
    const lock = openLock(file, async () => undefined)
    await assert.rejects(lock, /is encrypted with a passphrase/)
  })

  test('with a key asks for that key', async () => {
    const file = await written(await sealed(Buffer.from('x'), await makeLock(key)))
    await assert.rejects(opened(file, { key: randomBytes(32) }), /was encrypted with another key/)
    await assert.rejects(
      opened(file, { passphrase: 'x' }),
      /is encrypted with a key: give its file with --key-file/,
    )
  })

  test('looks different each time, with the same secret and content', async () => {
    const [one, other] = [await makeLock(key), await makeLock(key)]
    assert.notEqual(one.key, other.key)
    assert.notEqual(one.head, other.head)
  })

  test('a file that is not encrypted has no lock', async () => {
    assert.equal(await openLock(await written(randomBytes(40)), async () => key), undefined)
    assert.equal(await openLock(join(folder, 'nowhere'), async () => key), undefined)
    assert.equal(await openLock(folder, async () => key), undefined)
  })

  describe('is refused', () => {
    const plain = randomBytes(3 * PART + 500)
    let lock: BackupLock
    let good: Buffer
    let start: number
    before(async () => {
      lock = await makeLock(key)
      good = await sealed(plain, lock)
      start = lock.head.length + 1
    })
    const part = (bytes: Buffer, number: number) =>
      bytes.subarray(start + number * SEALED_PART, start + (number + 1) * SEALED_PART)

    const changes: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
      ['cut between two parts', () => good.subarray(0, start + 2 * SEALED_PART), /is damaged: it is cut off/],
      ['cut within a part', () => good.subarray(0, start + SEALED_PART + 999), /is damaged: it is cut off/],
      [
        'cut within the tag',
        () => good.subarray(0, start + 3 * SEALED_PART + 7),
        /is damaged: it is cut off/,
      ],
      ['cut behind the first line', () => good.subarray(0, start), /is damaged: it is cut off/],
      [
        'cut in the first line',
        () => good.subarray(0, start - 10),
        /is damaged: it is cut off in its first line/,
      ],
      [
        'with two parts exchanged',
        () =>
          Buffer.concat([
            good.subarray(0, start),
            part(good, 1),
            part(good, 0),
            good.subarray(start + 2 * SEALED_PART),
          ]),
        /a part of it was changed or is of another file/,
      ],
      [
        'with a part left out',
        () => Buffer.concat([good.subarray(0, start), good.subarray(start + SEALED_PART)]),
        /a part of it was changed/,
      ],
      [
        'with a part twice',
        () => Buffer.concat([good.subarray(0, start + SEALED_PART), good.subarray(start)]),
        /a part of it was changed/,
      ],
      [
        'with a part of another backup by the same key',
        async () => {
          const other = await sealed(plain, await makeLock(key))
          return Buffer.concat([
            good.subarray(0, start),
            other.subarray(start, start + SEALED_PART),
            good.subarray(start + SEALED_PART),
          ])
        },
        /a part of it was changed or is of another file/,
      ],
      ['with something behind its end', () => Buffer.concat([good, Buffer.from('more')]), /is damaged/],
      [
        'with one bit changed',
        () => {
          const bytes = Buffer.from(good)
          bytes.writeUInt8(bytes.readUInt8(start + SEALED_PART + 5) ^ 1, start + SEALED_PART + 5)
          return bytes
        },
        /a part of it was changed/,
      ],
      [
        'with another first line',
        () => Buffer.from(good.toString('latin1').replace('"version":1', '"version":1 '), 'latin1'),
        /a part of it was changed/,
      ],
      [
        'in a way that nobody knows yet',
        () => Buffer.from(good.toString('latin1').replace('"version":1', '"version":2'), 'latin1'),
        /is encrypted in a way \(2\) that this version of Walkaround does not know/,
      ],
      [
        'when it asks for more memory than anybody has',
        () =>
          Buffer.from(
            good.toString('latin1').replace('{"name":"key"}', '{"name":"scrypt","N":1073741824,"r":8,"p":1}'),
            'latin1',
          ),
        /first line does not say how it is encrypted/,
      ],
      [
        'with a first line that is no JSON',
        () => Buffer.from(good.toString('latin1').replace('"kdf"', '"kdf'), 'latin1'),
        /first line does not say how it is encrypted/,
      ],
    ]
    for (const [what, change, message] of changes) {
      test(`${what}`, async () => {
        const file = await written(await change())
        await assert.rejects(opened(file), (error: Error) => {
          assert.equal(error.name, 'BackupError', error.stack)
          assert.match(error.message, message)
          return true
        })
      })
    }
    test('and as it was written it opens', async () => {
      const file = await written(good)
      assert.deepEqual(await opened(file), plain)
      assert.equal((await readFile(file)).length, good.length)
    })
  })
})

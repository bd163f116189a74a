// A backup that nobody can read without its passphrase or key: one line of JSON that says how it is locked, then parts of 64 KiB,
// each encrypted with AES-256-GCM under its number. The last part is marked, so that a file that was cut, reassembled or mixed with
// another does not open. Knows nothing about the content.
import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { BackupError, damaged } from './backup-error.ts'

export type BackupSecret = { passphrase: string } | { key: Uint8Array }

/** What a writer needs, as text: it can be sent to the running service, while the passphrase stays in this process. */
export interface BackupLock {
  /** The first line of the file, without its line end. */
  head: string
  /** 32 bytes as base64, for this file only. */
  key: string
}

interface Head {
  format: typeof FORMAT
  version: number
  kdf: { name: 'scrypt'; N: number; r: number; p: number } | { name: 'key' }
  salt: string
  /** Distinguishes a wrong passphrase from a damaged file. */
  check: string
}

const FORMAT = 'walkaround-encrypted-backup'
const VERSION = 1
const LONGEST_HEAD = 1_000
/** Each guess costs 128 MiB and about half a second. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 }
/** The most memory a file may ask for: a forged one must not take it all. */
const MOST_MEMORY = 1024 ** 3
const KEY_BYTES = 32
const CHECK_BYTES = 16
const PART_BYTES = 65_536
const TAG_BYTES = 16

export async function makeLock(secret: BackupSecret): Promise<BackupLock> {
  const kdf: Head['kdf'] = 'key' in secret ? { name: 'key' } : { name: 'scrypt', ...SCRYPT }
  const salt = randomBytes(KEY_BYTES)
  const { key, check } = await derive(secret, kdf, salt)
  const head: Head = {
    format: FORMAT,
    version: VERSION,
    kdf,
    salt: salt.toString('base64'),
    check: check.toString('base64'),
  }
  return { head: JSON.stringify(head), key: key.toString('base64') }
}

async function derive(secret: BackupSecret, kdf: Head['kdf'], salt: Buffer) {
  const from = 'key' in secret ? secret.key : await stretch(secret.passphrase, salt, kdf as ScryptOptions)
  const bytes = Buffer.from(hkdfSync('sha256', from, salt, `${FORMAT} ${VERSION}`, KEY_BYTES + CHECK_BYTES))
  return { key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) }
}

function stretch(passphrase: string, salt: Buffer, { N, r, p }: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Different keyboards give different bytes for the same letters.
    const text = passphrase.normalize('NFC')
    scrypt(text, salt, KEY_BYTES, { N, r, p, maxmem: 2 * MOST_MEMORY } as ScryptOptions, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** What opens the file; undefined if it is not encrypted. `ask` is told whether it needs a passphrase or a key. */
export async function openLock(
  path: string,
  ask: (kind: 'passphrase' | 'key') => Promise<BackupSecret | undefined>,
): Promise<BackupLock | undefined> {
  const head = await readHead(path)
  if (head === undefined) return undefined
  const { kdf, salt, check } = parseHead(path, head)
  const kind = kdf.name === 'key' ? 'key' : 'passphrase'
  const secret = await ask(kind)
  if (!secret || !(kind in secret)) {
    throw new BackupError(
      kind === 'key'
        ? `${path} is encrypted with a key: give its file with --key-file, or set WALKAROUND_BACKUP_KEY_FILE`
        : `${path} is encrypted with a passphrase: give it with --passphrase-file, or set WALKAROUND_BACKUP_PASSPHRASE_FILE`,
    )
  }
  const found = await derive(secret, kdf, Buffer.from(salt, 'base64'))
  const known = Buffer.from(check, 'base64')
  if (known.length !== CHECK_BYTES || !timingSafeEqual(found.check, known)) {
    throw new BackupError(`${path} was encrypted with another ${kind}. Nothing was changed`)
  }
  return { head, key: found.key.toString('base64') }
}

async function readHead(path: string): Promise<string | undefined> {
  const handle = await open(path, 'r').catch(() => undefined)
  // The code that reads the file reports what is wrong with it.
  if (!handle) return undefined
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_HEAD), 0, LONGEST_HEAD, 0)
    const text = buffer.toString('latin1', 0, bytesRead)
    if (!text.startsWith(`{"format":"${FORMAT}"`)) return undefined
    const end = text.indexOf('\n')
    if (end < 0) throw damaged(path, 'it is cut off in its first line')
    return text.slice(0, end)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return undefined
    throw error
  } finally {
    await handle.close()
  }
}

function parseHead(path: string, text: string): Head {
  const unreadable = () => damaged(path, 'its first line does not say how it is encrypted')
  let head: Partial<Head>
  try {
    head = JSON.parse(text)
  } catch {
    throw unreadable()
  }
  const { version, kdf, salt, check } = head
  if (version !== VERSION) {
    throw new BackupError(
      `${path} is encrypted in a way (${JSON.stringify(version)}) that this version of Walkaround does not know: ` +
        'restore it with the version that made it, or a newer one',
    )
  }
  const isText = typeof salt === 'string' && typeof check === 'string'
  if (!isText || !(kdf?.name === 'key' || (kdf?.name === 'scrypt' && isPayable(kdf)))) throw unreadable()
  return head as Head
}

function isPayable({ N, r, p }: { N: number; r: number; p: number }): boolean {
  const isWhole = [N, r, p].every((one) => Number.isSafeInteger(one) && one > 0)
  return isWhole && N > 1 && Number.isInteger(Math.log2(N)) && 128 * N * r <= MOST_MEMORY && p <= 4
}

/** The number of the part, and whether it is the last: no part can replace another. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 0)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

/** Cuts the input into pieces of one size; the last one may be shorter and is marked as the last. */
function inPieces(
  size: number,
  work: (piece: Buffer, number: number, isLast: boolean) => Buffer,
  first?: Buffer,
) {
  let [waiting, length, number] = [[] as Buffer[], 0, 0]
  return new Transform({
    construct(done) {
      if (first) this.push(first)
      done()
    },
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk)
      length += chunk.length
      try {
        // Only one byte more than a piece shows that the piece is not the last.
        if (length > size) {
          let rest = Buffer.concat(waiting)
          while (rest.length > size) {
            this.push(work(rest.subarray(0, size), number++, false))
            rest = rest.subarray(size)
          }
          waiting = [rest]
          length = rest.length
        }
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        done(null, work(Buffer.concat(waiting), number, true))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

/** From plain bytes to the complete file. */
export function sealing({ head, key }: BackupLock): Transform {
  const [first, secret] = [Buffer.from(`${head}\n`, 'latin1'), Buffer.from(key, 'base64')]
  const seal = (piece: Buffer, number: number, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(number, isLast)).setAAD(first)
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
  return inPieces(PART_BYTES, seal, first)
}

/** From the file after its first line to plain bytes; fails at the first part that was changed. */
export function opening(path: string, { head, key }: BackupLock): Transform {
  const [first, secret] = [Buffer.from(`${head}\n`, 'latin1'), Buffer.from(key, 'base64')]
  const unseal = (piece: Buffer, number: number, isLast: boolean): Buffer | undefined => {
    if (piece.length < TAG_BYTES) return undefined
    const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(number, isLast))
      .setAAD(first)
      .setAuthTag(piece.subarray(-TAG_BYTES))
    const plain = decipher.update(piece.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
      return plain
    } catch {
      return undefined
    }
  }
  return inPieces(PART_BYTES + TAG_BYTES, (piece, number, isLast) => {
    const plain = unseal(piece, number, isLast)
    if (plain) return plain
    const isCut =
      isLast && (piece.length < PART_BYTES + TAG_BYTES || unseal(piece, number, false) !== undefined)
    throw damaged(
      path,
      isCut ? 'it is cut off, or changed at its end' : 'a part of it was changed or is of another file',
    )
  })
}

// Seals what must be kept readable for the service but for nobody who gets hold of the database: AES-256-GCM with the
// installation's key, from a setting or a file of the data folder. Knows nothing of what it seals, and logs nothing.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { restrict, writeDurably } from './durable-file.ts'

export interface SecretBox {
  /** `purpose` names owner and field: what was sealed for one opens for no other. */
  seal(text: string, purpose: string): Promise<Buffer>
  open(sealed: Uint8Array, purpose: string): Promise<string>
  /** For many at a time. */
  unlock(): Promise<UnlockedBox>
  /** Bytes that only this key gives for the text, and always the same: for what must be told again and kept nowhere. */
  derive(text: string, purpose: string, length: number): Promise<Buffer>
}

/** Not to be kept: it does not learn that the key is another one by now. */
export interface UnlockedBox {
  open(sealed: Uint8Array, purpose: string): string
  /** The text as UTF-8. */
  openBytes(sealed: Uint8Array, purpose: string): Buffer
}

/** The key is missing, damaged or another one; the message says what to do and holds no secret. */
export class SecretBoxError extends Error {
  override name = 'SecretBoxError'
}

export const KEY_BYTES = 32
const KEY_FILE = 'secret.key'

const VERSION = 1
const ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES + IV_BYTES + TAG_BYTES

export interface SecretBoxOptions {
  dataDir: string
  /** 32 bytes as base64; without it the key lies in the data folder and is made when it is first needed. */
  secretKey?: string | undefined
}

interface Key {
  secret: KeyObject
  /** Tells one key from another, and nothing else about it. */
  id: Buffer
}

/** A failure is not remembered: once the key is back, everything works again without a restart. */
export function openSecretBox(options: SecretBoxOptions): SecretBox {
  let reading: Promise<Key> | undefined
  const key = () => {
    reading ??= readKey(options).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
  async function unlock(): Promise<UnlockedBox> {
    const known = await key()
    return {
      open: (sealed, purpose) => unseal(known, sealed, purpose).toString('utf8'),
      openBytes: (sealed, purpose) => unseal(known, sealed, purpose),
    }
  }
  return {
    unlock,
    seal: async (text, purpose) => seal(await key(), text, purpose),
    open: async (sealed, purpose) => (await unlock()).open(sealed, purpose),
    derive: async (text, purpose, length) =>
      Buffer.from(hkdfSync('sha256', (await key()).secret, text, purpose, length)),
  }
}

async function readKey({ dataDir, secretKey }: SecretBoxOptions): Promise<Key> {
  if (secretKey !== undefined) return toKey(secretKey, 'WALKAROUND_SECRET_KEY')
  const file = join(dataDir, KEY_FILE)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (known === undefined) {
      // Whichever process comes first makes it, the others read what it made.
      await writeDurably(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, 0o600, 'first')
    } else await restrict(file, 0o600)
    return toKey(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof SecretBoxError) throw error
    throw new SecretBoxError(`${file} cannot be used: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function toKey(text: string, where: string): Key {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length === KEY_BYTES) {
    const id = createHash('sha256').update('walkaround key id').update(bytes).digest().subarray(0, ID_BYTES)
    return { secret: createSecretKey(bytes), id }
  }
  throw new SecretBoxError(
    `${where} holds no key: it must be ${KEY_BYTES} bytes as base64; put the right one back, from a backup if need be`,
  )
}

function seal({ secret, id }: Key, text: string, purpose: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), id, iv, cipher.getAuthTag(), sealed])
}

function unseal({ secret, id }: Key, bytes: Uint8Array, purpose: string): Buffer {
  const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) {
    throw new SecretBoxError('what was sealed is damaged, or of a newer version: set it again')
  }
  if (sealed.compare(id, 0, ID_BYTES, 1, 1 + ID_BYTES) !== 0) {
    throw new SecretBoxError(
      'it was sealed with another key: put the former WALKAROUND_SECRET_KEY or secret.key back, or set it again',
    )
  }
  const iv = sealed.subarray(1 + ID_BYTES, 1 + ID_BYTES + IV_BYTES)
  const tag = sealed.subarray(1 + ID_BYTES + IV_BYTES, HEAD_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(purpose)).setAuthTag(tag)
    const opened = decipher.update(sealed.subarray(HEAD_BYTES))
    // Brings no more bytes in this mode; throws when the tag does not fit.
    decipher.final()
    return opened
  } catch {
    throw new SecretBoxError('what was sealed is damaged, or belongs to something else: set it again')
  }
}

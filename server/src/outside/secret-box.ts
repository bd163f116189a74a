// Encrypts values that the service must read but somebody with a copy of the database must not: AES-256-GCM with the installation's
// key, from a setting or a file of the data folder. Knows nothing about the values, and logs nothing.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import {
  ID_BYTES,
  type Key,
  openRing,
  type Ring,
  SecretBoxError,
  type SecretKeyOptions,
} from './secret-key.ts'

export { SecretBoxError } from './secret-key.ts'

export interface SecretBox {
  /** `purpose` names owner and field: a value sealed for one purpose does not open for another. */
  seal(text: string, purpose: string): Promise<Buffer>
  open(sealed: Uint8Array, purpose: string): Promise<string>
  /** For many values at once. */
  unlock(): Promise<UnlockedBox>
  /** Bytes that only this key gives for the text, always the same: for values that must be repeatable but are not stored. */
  derive(text: string, purpose: string, length: number): Promise<Buffer>
  /** With each key, the sealing one first: includes what was derived before the key was changed. */
  derivations(text: string, purpose: string, length: number): Promise<Buffer[]>
}

/** Do not keep it: it does not notice that the key has changed. */
export interface UnlockedBox {
  open(sealed: Uint8Array, purpose: string): string
  /** The text as UTF-8. */
  openBytes(sealed: Uint8Array, purpose: string): Buffer
  seal(text: string | Buffer, purpose: string): Buffer
  derivations(text: string, purpose: string, length: number): Buffer[]
  /** Id of the key that seals. */
  id: Buffer
  /** The key was changed, and values sealed with the former one may still exist. */
  hasFormer: boolean
}

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES + IV_BYTES + TAG_BYTES

/** A failure is not cached: once the key is back, everything works again without a restart. */
export function openSecretBox(options: SecretKeyOptions): SecretBox {
  const ring = openRing(options)
  const derived = ({ secret }: Key, text: string, purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, text, purpose, length))
  async function unlock(): Promise<UnlockedBox> {
    const keys = await ring()
    return {
      open: (sealed, purpose) => unseal(keys, sealed, purpose).toString('utf8'),
      openBytes: (sealed, purpose) => unseal(keys, sealed, purpose),
      seal: (text, purpose) => seal(keys[0], text, purpose),
      derivations: (text, purpose, length) => keys.map((key) => derived(key, text, purpose, length)),
      id: keys[0].id,
      hasFormer: keys.length > 1,
    }
  }
  return {
    unlock,
    seal: async (text, purpose) => seal((await ring())[0], text, purpose),
    open: async (sealed, purpose) => (await unlock()).open(sealed, purpose),
    derive: async (text, purpose, length) => derived((await ring())[0], text, purpose, length),
    derivations: async (text, purpose, length) => (await unlock()).derivations(text, purpose, length),
  }
}

/** The result of resealing many values. */
export interface Resealed {
  resealed: number
  /** Values that neither the key nor a former one opens. */
  unopened: number
}

interface SealedAnew {
  sealed: Buffer | null
  isNew: boolean
  isOpened: boolean
}

/** Whether the current key sealed it, not a former one. */
export const isSealedBy = (box: UnlockedBox, sealed: Uint8Array): boolean =>
  box.id.equals(sealed.subarray(1, 1 + ID_BYTES))

/** The same text under the current key; unchanged if it is already sealed with that, is empty, or does not open. */
export function sealAnew(box: UnlockedBox, sealed: Uint8Array | null, purpose: string): SealedAnew {
  const before = sealed && Buffer.from(sealed)
  if (!before || isSealedBy(box, before)) {
    return { sealed: before, isNew: false, isOpened: true }
  }
  try {
    return { sealed: box.seal(box.openBytes(before, purpose), purpose), isNew: true, isOpened: true }
  } catch (error) {
    if (error instanceof SecretBoxError) return { sealed: before, isNew: false, isOpened: false }
    throw error
  }
}

function seal({ secret, id }: Key, text: string | Buffer, purpose: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(Buffer.from(text as string)), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), id, iv, cipher.getAuthTag(), sealed])
}

function unseal(keys: Ring, bytes: Uint8Array, purpose: string): Buffer {
  const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) {
    throw new SecretBoxError('the sealed value is damaged, or was written by a newer version: set it again')
  }
  const key = keys.find(({ id }) => sealed.compare(id, 0, ID_BYTES, 1, 1 + ID_BYTES) === 0)
  if (!key) {
    throw new SecretBoxError(
      'it was sealed with another key: restore the former WALKAROUND_SECRET_KEY or secret.key, or set it again',
    )
  }
  const iv = sealed.subarray(1 + ID_BYTES, 1 + ID_BYTES + IV_BYTES)
  const tag = sealed.subarray(1 + ID_BYTES + IV_BYTES, HEAD_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.secret, iv)
      .setAAD(Buffer.from(purpose))
      .setAuthTag(tag)
    const opened = decipher.update(sealed.subarray(HEAD_BYTES))
    // Returns no more bytes in this mode; throws if the tag does not match.
    decipher.final()
    return opened
  } catch {
    throw new SecretBoxError('the sealed value is damaged, or belongs to something else: set it again')
  }
}

// Seals what must be kept readable for the service but for nobody who gets hold of the database: AES-256-GCM with the
// installation's key, from a setting or a file of the data folder. Knows nothing of what it seals, and logs nothing.
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
  /** `purpose` names owner and field: what was sealed for one opens for no other. */
  seal(text: string, purpose: string): Promise<Buffer>
  open(sealed: Uint8Array, purpose: string): Promise<string>
  /** For many at a time. */
  unlock(): Promise<UnlockedBox>
  /** Bytes that only this key gives for the text, and always the same: for what must be told again and kept nowhere. */
  derive(text: string, purpose: string, length: number): Promise<Buffer>
  /** By each key there is, the one that seals first: what was derived before the key was changed is among them. */
  derivations(text: string, purpose: string, length: number): Promise<Buffer[]>
}

/** Not to be kept: it does not learn that the key is another one by now. */
export interface UnlockedBox {
  open(sealed: Uint8Array, purpose: string): string
  /** The text as UTF-8. */
  openBytes(sealed: Uint8Array, purpose: string): Buffer
  seal(text: string | Buffer, purpose: string): Buffer
  derivations(text: string, purpose: string, length: number): Buffer[]
  /** Of the key that seals. */
  id: Buffer
  /** A key was changed, and what the former one sealed may still be about. */
  hasFormer: boolean
}

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES + IV_BYTES + TAG_BYTES

/** A failure is not remembered: once the key is back, everything works again without a restart. */
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

/** What came of sealing many values anew. */
export interface Resealed {
  resealed: number
  /** Neither the key nor a former one opens them. */
  unopened: number
}

export interface SealedAnew {
  sealed: Buffer | null
  isNew: boolean
  isOpened: boolean
}

/** With the key that seals now, and not with a former one. */
export const isSealedBy = (box: UnlockedBox, sealed: Uint8Array): boolean =>
  box.id.equals(sealed.subarray(1, 1 + ID_BYTES))

/** The same text under the present key; as it is where it was sealed with that, is empty, or does not open. */
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
    throw new SecretBoxError('what was sealed is damaged, or of a newer version: set it again')
  }
  const key = keys.find(({ id }) => sealed.compare(id, 0, ID_BYTES, 1, 1 + ID_BYTES) === 0)
  if (!key) {
    throw new SecretBoxError(
      'it was sealed with another key: put the former WALKAROUND_SECRET_KEY or secret.key back, or set it again',
    )
  }
  const iv = sealed.subarray(1 + ID_BYTES, 1 + ID_BYTES + IV_BYTES)
  const tag = sealed.subarray(1 + ID_BYTES + IV_BYTES, HEAD_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.secret, iv)
      .setAAD(Buffer.from(purpose))
      .setAuthTag(tag)
    const opened = decipher.update(sealed.subarray(HEAD_BYTES))
    // Brings no more bytes in this mode; throws when the tag does not fit.
    decipher.final()
    return opened
  } catch {
    throw new SecretBoxError('what was sealed is damaged, or belongs to something else: set it again')
  }
}

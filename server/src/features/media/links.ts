// Links to files that need no key: what they name is signed, and they expire after minutes. Pure: the time is passed in, and no
// file is opened.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface LinkedFile {
  /** The key in the store of files. */
  key: string
  contentType: string
  /** A strong hash of the bytes, for caches. */
  etag: string
}

const MAC_BYTES = 32

const macOf = (secret: Buffer, payload: string) =>
  createHmac('sha256', secret).update(`media link ${payload}`).digest()

/**
 * Valid for one to two times `seconds`: the end is rounded up, so that asking again within that time gives the same address and
 * caches can answer.
 */
export function signLink(secret: Buffer, file: LinkedFile, now: Date, seconds: number): string {
  const expiresAt = (Math.floor(now.getTime() / 1000 / seconds) + 2) * seconds
  const payload = Buffer.from(JSON.stringify([expiresAt, file.key, file.contentType, file.etag])).toString(
    'base64url',
  )
  return `${payload}.${macOf(secret, payload).toString('base64url')}`
}

type ReadLink = { file: LinkedFile; secondsLeft: number } | 'expired' | 'invalid'

export function readLink(secret: Buffer, token: string, now: Date): ReadLink {
  const [payload = '', signature = '', ...more] = token.split('.')
  const mac = Buffer.from(signature, 'base64url')
  // Base64url can spell the same bytes in several ways; only the spelling we gave out is valid.
  if (more.length > 0 || mac.length !== MAC_BYTES || mac.toString('base64url') !== signature) return 'invalid'
  if (!timingSafeEqual(mac, macOf(secret, payload))) return 'invalid'
  const [expiresAt, key, contentType, etag] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    number,
    string,
    string,
    string,
  ]
  const secondsLeft = expiresAt - Math.floor(now.getTime() / 1000)
  return secondsLeft <= 0 ? 'expired' : { file: { key, contentType, etag }, secondsLeft }
}

// Builds the key of a stored file: <client>/<kind>/<name>, valid on any file system and any S3. Touches no file.
import { createHash } from 'node:crypto'

// No capitals (some file systems ignore case) and no leading dots (hidden files, '..').
const segment = /^[a-z0-9_-][a-z0-9._-]{0,199}$/
const kindPattern = /^[a-z][a-z0-9-]{0,39}$/
/** Encoded names stay far below the 255 bytes that file systems allow. */
const LONGEST_CLIENT = 150

/** Distinct for distinct clients, and readable for the usual ones. `name` may contain slashes, but nothing unsafe. */
export function fileKey(clientId: string, kind: string, name: string): string {
  if (!kindPattern.test(kind)) throw new TypeError(`not a kind of file: ${JSON.stringify(kind)}`)
  const key = `${clientFolder(clientId)}/${kind}/${name}`
  assertKey(key)
  return key
}

/** The folder of all files of a client, without a slash at its end. */
export function clientFolder(clientId: string): string {
  if (clientId === '') throw new TypeError('a client without an id has no files')
  // A lone surrogate has no UTF-8 encoding: it would become U+FFFD, so different ids would share a folder.
  const bytes = clientId.isWellFormed() ? Buffer.from(clientId) : Buffer.from(clientId, 'utf16le')
  let encoded = ''
  for (const byte of bytes) {
    const letter = String.fromCharCode(byte)
    encoded += /[a-z0-9-]/.test(letter) ? letter : `_${byte.toString(16).padStart(2, '0')}`
  }
  // The leading letter avoids names that Windows reserves (con, nul, …). No escape begins with _x or _z.
  if (!clientId.isWellFormed()) return `c-_x${hashOf(bytes)}`
  return encoded.length > LONGEST_CLIENT ? `c-_z${hashOf(bytes)}` : `c-${encoded}`
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export function isKey(key: string): boolean {
  return key.length <= 800 && key.split('/').every((part) => segment.test(part) && !part.endsWith('.'))
}

/** Used by every adapter, so that no key leads outside the store. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`not a key of a stored file: ${JSON.stringify(key.slice(0, 100))}`)
}

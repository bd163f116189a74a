// The headers of the tus protocol 1.0, read and written. Pure.
import { problem } from '../../problems.ts'

export const TUS_VERSION = '1.0.0'

/** An upload without changes for this long is removed. */
export const EXPIRES_MS = 7 * 24 * 3_600_000

export const expiryOf = (touchedAt: Date): Date => new Date(touchedAt.getTime() + EXPIRES_MS)

export function assertVersion(header: string | undefined): void {
  if (header === TUS_VERSION) return
  throw problem('invalidHeader', `Tus-Resumable: must be ${TUS_VERSION}`, { 'tus-version': TUS_VERSION })
}

export function toBytes(name: string, header: string | undefined): number {
  if (header === undefined || !/^\d{1,15}$/.test(header)) {
    throw problem('invalidHeader', `${name}: must be a whole number of bytes`)
  }
  return Number(header)
}

/** `sha256 <base64>`. */
export function toChecksum(header: string | undefined): Buffer | undefined {
  if (header === undefined) return undefined
  const [, value] = /^sha256 ([A-Za-z0-9+/]{43}=)$/.exec(header.trim()) ?? []
  if (value === undefined) {
    throw problem('invalidHeader', 'Upload-Checksum: needs "sha256 " and 44 characters of base64')
  }
  return Buffer.from(value, 'base64')
}

export function assertOffsetStream(contentType: string | undefined): void {
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/offset+octet-stream') return
  throw problem('invalidHeader', 'Content-Type: must be application/offset+octet-stream')
}

/** `name base64, name base64, name`; a name without a value gets an empty one. */
export function toMetadata(header: string | undefined): Record<string, string> {
  const metadata: Record<string, string> = {}
  for (const pair of (header ?? '').split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(/ +/)
    if (name === '') continue
    if (more.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
      throw problem('invalidHeader', 'Upload-Metadata: needs names and base64 values, comma separated')
    }
    const bytes = Buffer.from(value, 'base64')
    const text = bytes.toString('utf8')
    if (!Buffer.from(text, 'utf8').equals(bytes)) {
      throw problem('invalidHeader', `Upload-Metadata: the value of ${name.slice(0, 50)} is not UTF-8`)
    }
    if (Object.hasOwn(metadata, name)) {
      throw problem('invalidHeader', `Upload-Metadata: ${name.slice(0, 50)} is given twice`)
    }
    metadata[name] = text
  }
  return metadata
}

// Entity tags (B7): a strong hash of the bytes of a representation.
import { hash } from 'node:crypto'

export const etagOf = (body: string | Buffer): string => `"${hash('sha1', body, 'base64url')}"`

/** Whether a tag is in the list of an If-Match or If-None-Match header. */
export function isListed(header: string, etag: string, isWeakAllowed: boolean): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((entry) => {
    const tag = entry.trim()
    return tag === etag || (isWeakAllowed && tag.replace(/^W\//, '') === etag)
  })
}

// Entity tags (B7): a strong hash of the bytes of a representation.
import { hash } from 'node:crypto'

export const etagOf = (body: string | Buffer): string => `"${hash('sha1', body, 'base64url')}"`

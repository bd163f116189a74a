// Decides whether bytes are a colour profile. A profile belongs to the pixels and stays.
import { findForeign } from './foreign.ts'

const LARGEST_PROFILE = 4_000_000

/** Anything else in the place of a profile is dropped: the picture does not need it. */
export function isProfile(bytes: Buffer): boolean {
  return (
    bytes.length >= 132 &&
    bytes.length <= LARGEST_PROFILE &&
    bytes.toString('latin1', 36, 40) === 'acsp' &&
    bytes.readUInt32BE(0) === bytes.length &&
    findForeign(bytes) === undefined
  )
}

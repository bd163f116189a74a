// Tells colour profiles from other things in their place. A profile belongs to the pixels and stays.
import { findForeign } from './foreign.ts'

const LARGEST_PROFILE = 4_000_000

/** Something hidden where a profile should be is dropped: the picture does not need it. */
export function isProfile(bytes: Buffer): boolean {
  return (
    bytes.length >= 132 &&
    bytes.length <= LARGEST_PROFILE &&
    bytes.toString('latin1', 36, 40) === 'acsp' &&
    bytes.readUInt32BE(0) === bytes.length &&
    findForeign(bytes) === undefined
  )
}

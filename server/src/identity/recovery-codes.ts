// Recovery codes: eighty random bits each, so a plain hash of them cannot be guessed. Pure but for the random numbers.
import { hash, randomBytes } from 'node:crypto'

const COUNT = 10
/** Without i, l, o and u, which are read as other letters and digits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

const makeCode = () =>
  Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

export const makeCodes = (): string[] => Array.from({ length: COUNT }, makeCode)

/** As a person typed it: in capitals, with spaces, with letters for digits. In hex; undefined if it cannot be a code. */
export function hashOfCode(loginId: string, typed: string): string | undefined {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s‐-―-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  const isCode = code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter))
  return isCode ? hash('sha256', `${loginId} ${code}`, 'hex') : undefined
}

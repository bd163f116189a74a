// API keys as text (F2): wa_<key id>_<secret><checksum>. Pure: knows neither the database nor who owns a key.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'wa_'
const ID_LENGTH = 10
/** 28 characters of 62 are 166 bits; F2 asks for at least 160. */
const SECRET_LENGTH = 28
/** 62^6 is above 2^32, so that six characters hold a CRC-32. */
const CHECKSUM_LENGTH = 6

/** 48; the interface allows 50. */
export const KEY_LENGTH = PREFIX.length + ID_LENGTH + 1 + SECRET_LENGTH + CHECKSUM_LENGTH

const SHAPE = new RegExp(
  `^${PREFIX}[0-9A-Za-z]{${ID_LENGTH}}_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
)
// Fewer than four characters could hit a stranger's key by a slip of the finger.
const PREFIX_SHAPE = new RegExp(`^(?:${PREFIX})?([0-9A-Za-z]{4,${ID_LENGTH}})$`)

interface ParsedKey {
  keyId: string
  /** SHA-256 of the whole key, in hex: as a Buffer it would take three times as long to make. */
  hash: string
}

interface NewKey extends ParsedKey {
  /** Shown once, kept nowhere. */
  key: string
}

function randomText(length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += ALPHABET[randomInt(ALPHABET.length)]
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}

function hashOf(key: string): string {
  return hash('sha256', key, 'hex')
}

export function makeKey(): NewKey {
  const keyId = randomText(ID_LENGTH)
  const body = `${toPrefix(keyId)}_${randomText(SECRET_LENGTH)}`
  const key = body + checksum(body)
  return { key, keyId, hash: hashOf(key) }
}

/** Undefined for anything that cannot be a key of ours, so that typos never cost a database read. */
export function parseKey(text: string): ParsedKey | undefined {
  if (text.length !== KEY_LENGTH || !SHAPE.test(text)) return undefined
  const end = KEY_LENGTH - CHECKSUM_LENGTH
  if (checksum(text.slice(0, end)) !== text.slice(end)) return undefined
  return { keyId: text.slice(PREFIX.length, PREFIX.length + ID_LENGTH), hash: hashOf(text) }
}

/** The part of a key that people may see: enough to find it, not enough to use it. */
export function toPrefix(keyId: string): string {
  return PREFIX + keyId
}

/** The key id, or its beginning, out of "wa_AbCd…" or "AbCd…"; undefined for anything else, whole keys included. */
export function parsePrefix(text: string): string | undefined {
  return PREFIX_SHAPE.exec(text)?.[1]
}

/** In the same time wherever the two differ. */
export function isSameHash(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}

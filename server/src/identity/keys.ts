// API keys as text (F2): wa_<key id>_<secret><checksum>; of a sandbox wa_test_…, its key id begins with test_. Pure: knows neither the database nor who owns a key.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'wa_'
/** Begins the key ids of sandboxes. Others have no underscore. */
const TEST = 'test_'
/** 28 characters of 62 are 166 bits, 27 are 160.7; F2 asks for at least 160, and the interface allows keys of 50 characters. */
const lengths = { live: { id: 10, secret: 28 }, test: { id: 8, secret: 27 } } as const
/** 62^6 is above 2^32, so that six characters hold a CRC-32. */
const CHECKSUM_LENGTH = 6

const shapeOf = (test: string, { id, secret }: { id: number; secret: number }) =>
  `${test}[0-9A-Za-z]{${id}})_[0-9A-Za-z]{${secret + CHECKSUM_LENGTH}}$`
const SHAPE = new RegExp(`^${PREFIX}(?:(${shapeOf('', lengths.live)}|(${shapeOf(TEST, lengths.test)})`)
// Fewer than four characters could hit a stranger's key by a slip of the finger.
const PREFIX_SHAPE = new RegExp(
  `^(?:${PREFIX})?([0-9A-Za-z]{4,${lengths.live.id}}|${TEST}[0-9A-Za-z]{4,${lengths.test.id}})$`,
)
/** 50, as many as the interface allows. */
const LONGEST_KEY = PREFIX.length + TEST.length + lengths.test.id + 1 + lengths.test.secret + CHECKSUM_LENGTH

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

/** `isTest`: for sandboxes, which take no other. */
export function makeKey({ isTest = false } = {}): NewKey {
  const { id, secret } = lengths[isTest ? 'test' : 'live']
  const keyId = `${isTest ? TEST : ''}${randomText(id)}`
  const body = `${toPrefix(keyId)}_${randomText(secret)}`
  const key = body + checksum(body)
  return { key, keyId, hash: hashOf(key) }
}

/** Undefined for anything that cannot be a key of ours, so that typos never cost a database read. */
export function parseKey(text: string): ParsedKey | undefined {
  if (text.length > LONGEST_KEY) return undefined
  const [, live, test] = SHAPE.exec(text) ?? []
  const keyId = live ?? test
  if (keyId === undefined) return undefined
  const end = text.length - CHECKSUM_LENGTH
  if (checksum(text.slice(0, end)) !== text.slice(end)) return undefined
  return { keyId, hash: hashOf(text) }
}

/** A key of a sandbox, by its id. */
export const isTestKey = (keyId: string): boolean => keyId.startsWith(TEST)

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

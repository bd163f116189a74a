// The installation's key, from a setting or a file of the data folder. There may be several keys: the first one seals, all of them
// open. So the key can be changed while the service runs, and a crash in between loses nothing.
import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_FILE } from '../lib/data-folder.ts'
import { restrict, writeDurably } from '../lib/durable-file.ts'

/** The key is missing, damaged or the wrong one; the message says what to do and contains no secret. */
export class SecretBoxError extends Error {
  override name = 'SecretBoxError'
}

export const KEY_BYTES = 32
export const ID_BYTES = 4
/** Holds the next key from the moment it is made until it is in the key file. */
const NEXT_FILE = `${KEY_FILE}.next`

export interface SecretKeyOptions {
  dataDir: string
  /** 32 bytes as base64, or several of them. Without it the keys are in the data folder, and the first is made when needed. */
  secretKey?: string | undefined
}

export interface Key {
  secret: KeyObject
  /** Identifies a key and reveals nothing else about it. */
  id: Buffer
}

export const keyFile = (dataDir: string): string => join(dataDir, KEY_FILE)

/** The first key seals. */
export type Ring = readonly [Key, ...Key[]]

/** Reads the file again if it has changed: a changed key needs no restart. A failure is not cached. */
export function openRing(options: SecretKeyOptions): () => Promise<Ring> {
  const { secretKey, dataDir } = options
  if (secretKey !== undefined) return async () => toRing(secretKey, 'WALKAROUND_SECRET_KEY')
  let known: { mark: string; ring: Ring } | undefined
  return async () => {
    const file = keyFile(dataDir)
    const mark = await markOf(file)
    if (known && (mark === undefined || known.mark === mark)) return known.ring
    try {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      // The first process makes the key, the others read it.
      if (mark === undefined) await writeDurably(file, textOf([newKeyText()]), 0o600, 'first')
      else await restrict(file, 0o600)
      // Read before the content: a change in between is noticed the next time.
      const before = await markOf(file)
      const ring = toRing(await readFile(file, 'utf8'), file)
      if (before !== undefined) known = { mark: before, ring }
      return ring
    } catch (error) {
      // The file is being replaced or is broken: the last good key is used.
      if (known) return known.ring
      if (error instanceof SecretBoxError) throw error
      throw new SecretBoxError(`${file} cannot be used: ${(error as NodeJS.ErrnoException).code}`)
    }
  }
}

async function markOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  return found && [found.ino, found.mtimeNs, found.size].join()
}

const newKeyText = () => randomBytes(KEY_BYTES).toString('base64')
const textOf = (keys: readonly string[]) => keys.map((key) => `${key}\n`).join('')
const keysOf = (text: string) => text.split(/[\s,]+/).filter((key) => key !== '')

export function toRing(text: string, where: string): Ring {
  const keys = keysOf(text).map((key) => toKey(key, where))
  const [first, ...others] = keys
  if (!first) throw noKey(where)
  return [first, ...others]
}

function toKey(text: string, where: string): Key {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== KEY_BYTES) throw noKey(where)
  const id = createHash('sha256').update('walkaround key id').update(bytes).digest().subarray(0, ID_BYTES)
  return { secret: createSecretKey(bytes), id }
}

const noKey = (where: string) =>
  new SecretBoxError(
    `${where} holds no key: it must be ${KEY_BYTES} bytes as base64; put the right one back, from a backup if need be`,
  )

export const idsOf = (ring: Ring): string[] => ring.map(({ id }) => id.toString('hex'))

/** The ids of the existing keys; makes none. Empty if nothing was sealed yet. */
export async function findKeyIds({ dataDir, secretKey }: SecretKeyOptions): Promise<string[]> {
  if (secretKey !== undefined) return idsOf(toRing(secretKey, 'WALKAROUND_SECRET_KEY'))
  const text = await readIfThere(keyFile(dataDir))
  return text === undefined ? [] : idsOf(toRing(text, keyFile(dataDir)))
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Adds a new key before the current one. If the file still has a former key, an interrupted change continues instead. If several
 * processes try at once, one makes the key and all continue with it.
 */
export async function addKey(dataDir: string): Promise<'added' | 'under way'> {
  const [file, next] = [keyFile(dataDir), join(dataDir, NEXT_FILE)]
  await writeDurably(next, textOf([newKeyText()]), 0o600, 'first')
  const made = (await readIfThere(next))?.trim()
  // Another process has just finished the change.
  if (made === undefined) return addKey(dataDir)
  // Read only now: no other process changes the file while the next key exists.
  const keys = keysOf(await readFile(file, 'utf8'))
  toRing(made, next)
  const isUnderWay = keys.length > 1
  if (!isUnderWay) await writeDurably(file, textOf([made, ...keys]), 0o600)
  await rm(next, { force: true })
  return isUnderWay ? 'under way' : 'added'
}

const ABANDONED_MS = 60_000

/**
 * Removes former keys from the file once nothing needs them. Does nothing while the file is being changed; the next call tries
 * again.
 */
export async function dropFormerKeys(dataDir: string): Promise<void> {
  const [file, next] = [keyFile(dataDir), join(dataDir, NEXT_FILE)]
  if (!(await writeDurably(next, textOf([newKeyText()]), 0o600, 'first'))) {
    const madeAt = (await stat(next).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (Date.now() - madeAt > ABANDONED_MS) await rm(next, { force: true })
    return
  }
  try {
    const [first, ...former] = keysOf(await readFile(file, 'utf8'))
    if (first !== undefined && former.length > 0) await writeDurably(file, textOf([first]), 0o600)
  } finally {
    await rm(next, { force: true })
  }
}

/** When the file was last changed; undefined if there is none. */
export async function keyChangedAt(dataDir: string): Promise<Date | undefined> {
  return (await stat(keyFile(dataDir)).catch(() => undefined))?.mtime
}

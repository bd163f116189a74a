// The position of a reader as opaque text. It tells whose log it is of, and of which epoch, so that a reader notices when a backup
// was restored.
import { createHash } from 'node:crypto'
import type { LogPosition } from './read-log.ts'

interface Cursor extends LogPosition {
  epoch: string
  isOf(clientId: string): boolean
}

const VERSION = 1
/** In bytes: version, epoch, client, time in milliseconds, position, checksum. */
const LENGTHS = { epoch: 16, client: 6, time: 6, position: 6, sum: 4 }
const CLIENT_END = 1 + LENGTHS.epoch + LENGTHS.client
const SIZE = 1 + Object.values(LENGTHS).reduce((sum, length) => sum + length)

const hash = (text: string | Buffer, length: number): Buffer =>
  createHash('sha256').update(text).digest().subarray(0, length)

export function writeCursor(clientId: string, epoch: string, { loggedAt, position }: LogPosition): string {
  const numbers = Buffer.alloc(LENGTHS.time + LENGTHS.position)
  numbers.writeUIntBE(loggedAt.getTime(), 0, LENGTHS.time)
  numbers.writeUIntBE(position, LENGTHS.time, LENGTHS.position)
  const body = Buffer.concat([
    Buffer.of(VERSION),
    Buffer.from(epoch, 'hex'),
    hash(clientId, LENGTHS.client),
    numbers,
  ])
  return Buffer.concat([body, hash(body, LENGTHS.sum)]).toString('base64url')
}

/** Undefined if the service did not write it. */
export function readCursor(text: string): Cursor | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Decoding skips what it does not know.
  if (bytes.length !== SIZE || bytes.toString('base64url') !== text || bytes[0] !== VERSION) return undefined
  const body = bytes.subarray(0, -LENGTHS.sum)
  if (!hash(body, LENGTHS.sum).equals(bytes.subarray(-LENGTHS.sum))) return undefined
  const epoch = body.subarray(1, 1 + LENGTHS.epoch).toString('hex')
  const client = body.subarray(1 + LENGTHS.epoch, CLIENT_END)
  const loggedAt = new Date(body.readUIntBE(CLIENT_END, LENGTHS.time))
  const position = body.readUIntBE(CLIENT_END + LENGTHS.time, LENGTHS.position)
  return { epoch, loggedAt, position, isOf: (clientId) => hash(clientId, LENGTHS.client).equals(client) }
}

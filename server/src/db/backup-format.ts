// The backup file: gzip of one JSON value per line: a header, rows, certificates, which stored files the rows refer to,
// those files in parts, an end line with counts and checksum.
// It knows no database; backup.ts writes these lines, restore.ts reads them.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FileReference } from './file-references.ts'

export const FORMAT = 'walkaround-backup'
/** Version 1 knew no stored files; it is still read. */
export const FORMAT_VERSION = 2

/** The file of the data folder that opens what rows keep sealed. */
export const KEY_FILE = 'secret.key'

/** A backup that cannot be made or read back; the message says why and what to do. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupError'
  }
}

export interface BackupHeader {
  format: typeof FORMAT
  version: number
  /** The migration the rows were read at. */
  schemaVersion: number
  createdAt: string
  tables: { name: string; columns: string[] }[]
}

/** Every value is the engine's own text for it, so that json, bytes and microseconds survive unread. */
export type RowLine = { table: string; row: Record<string, string | null> }
export type FileLine = { file: string; mode: number; data: string }
export type ReferenceLine = { refers: FileReference }
/** Begins a stored file; parts follow, and then whether its content was what its name says. */
export type StoredLine = { stored: FileReference }
export type PartLine = { part: string }
export type WholeLine = { whole: boolean }

/** What the backup says of stored files. */
export interface StoredCounts {
  /** Files that rows refer to. */
  referenced: number
  /** False when they were left where they are. */
  isIncluded: boolean
  included: number
  bytes: number
  /** Referred to and wanted, but not in the store, or not with the content their name says. */
  missing: number
}

export interface BackupEnd {
  rows: Record<string, number>
  files: number
  /** Counters are ahead of the rows where rows were deleted or rolled back; their numbers are never given twice. */
  sequences: Record<string, number>
  /** Absent in format 1. */
  stored?: StoredCounts
  /** Of all bytes before the end line, uncompressed. */
  sha256: string
}

export interface BackupVisitor {
  header?(header: BackupHeader): void | Promise<void>
  row?(line: RowLine): void | Promise<void>
  file?(line: FileLine): void | Promise<void>
  refers?(reference: FileReference): void | Promise<void>
  stored?(reference: FileReference): void | Promise<void>
  part?(data: Buffer): void | Promise<void>
  whole?(isWhole: boolean): void | Promise<void>
}

/** Reads the whole file in order and fails unless it is complete and unchanged. */
export async function readBackup(
  path: string,
  visitor: BackupVisitor,
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let [files, references, stored] = [0, 0, 0]
  let header: BackupHeader | undefined
  let end: BackupEnd | undefined
  for await (const line of linesOf(path)) {
    if (end) throw damaged(path, 'there is something after its last line')
    const value = parse(path, line)
    if (!header) {
      header = toHeader(path, value)
      await visitor.header?.(header)
    } else if ('row' in value) {
      const { table } = value as unknown as RowLine
      counts[table] = (counts[table] ?? 0) + 1
      await visitor.row?.(value as unknown as RowLine)
    } else if ('file' in value) {
      files++
      await visitor.file?.(value as unknown as FileLine)
    } else if ('part' in value) {
      if (visitor.part) await visitor.part(Buffer.from((value as unknown as PartLine).part, 'base64'))
    } else if ('refers' in value) {
      references++
      await visitor.refers?.((value as unknown as ReferenceLine).refers)
    } else if ('stored' in value) {
      stored++
      await visitor.stored?.((value as unknown as StoredLine).stored)
    } else if ('whole' in value) {
      await visitor.whole?.((value as unknown as WholeLine).whole)
    } else if ('end' in value) {
      end = value.end as BackupEnd
      continue
    } else throw damaged(path, 'it holds a line of an unknown kind')
    hash.update(line).update('\n')
  }
  if (!header) throw notABackup(path)
  if (!end) throw damaged(path, 'it is cut off before its last line')
  if (hash.digest('hex') !== end.sha256) throw damaged(path, 'its checksum does not match')
  const miscounted =
    end.files !== files ||
    (end.stored?.referenced ?? 0) !== references ||
    (end.stored?.included ?? 0) > stored ||
    Object.keys({ ...counts, ...end.rows }).some((table) => (end.rows[table] ?? 0) !== (counts[table] ?? 0))
  if (miscounted) throw damaged(path, 'the number of its rows or files is not the one it was written with')
  return { header, end }
}

function toHeader(path: string, value: Record<string, unknown>): BackupHeader {
  if (value.format !== FORMAT) throw notABackup(path)
  if (value.version !== 1 && value.version !== FORMAT_VERSION) {
    throw new BackupError(
      `${path} is written in backup format ${value.version}; this version of Walkaround reads formats 1 to ` +
        `${FORMAT_VERSION}: restore it with the version that made it, or a newer one`,
    )
  }
  return value as unknown as BackupHeader
}

function parse(path: string, line: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  } catch {
    // Named below: what the parser says would show personal data from the file.
  }
  throw damaged(path, 'it holds a line that is not JSON')
}

const NEWLINE = 0x0a

// Not node:readline: that one also splits at U+2028, which is legal inside JSON text.
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path)
  const gunzip = createGunzip()
  pipeline(source, gunzip, () => {})
  let parts: Buffer[] = []
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        parts.push(chunk.subarray(from, at))
        yield parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
        parts = []
        from = at + 1
      }
      if (from < chunk.length) parts.push(chunk.subarray(from))
    }
  } catch (error) {
    throw toBackupError(path, error)
  } finally {
    source.destroy()
    gunzip.destroy()
  }
  if (parts.length > 0) throw damaged(path, 'it is cut off in the middle of a line')
}

function toBackupError(path: string, error: unknown): unknown {
  const code = (error as { code?: string }).code ?? ''
  if (code === 'ENOENT') return new BackupError(`${path} does not exist`)
  if (code === 'EISDIR') return new BackupError(`${path} is a folder, not a backup file`)
  if (code === 'EACCES') return new BackupError(`${path} may not be read by this user`)
  if (code === 'Z_BUF_ERROR') return damaged(path, 'it is cut off')
  if (code === 'Z_DATA_ERROR') return damaged(path, 'it is not a whole gzip file')
  return error
}

function damaged(path: string, why: string): BackupError {
  return new BackupError(`${path} is damaged: ${why}. Nothing was changed; use another copy`)
}

function notABackup(path: string): BackupError {
  return new BackupError(`${path} is not a backup made by walkaround backup`)
}

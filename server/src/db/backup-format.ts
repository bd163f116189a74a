// The backup file: gzip of one JSON value per line: a header, rows, certificates, which stored files the rows refer to, those files
// in parts, an end line with counts and checksum. Knows no database; backup.ts writes these lines, restore.ts reads them.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type BackupLock, opening } from './backup-cipher.ts'
import { BackupError, damaged } from './backup-error.ts'
import { type BackupEnd, type BackupLine, type FileLine, type RowLine, toLine } from './backup-lines.ts'
import type { FileReference } from './file-references.ts'

export { BackupError } from './backup-error.ts'
export type { BackupEnd, FileLine, StoredCounts } from './backup-lines.ts'

export const FORMAT = 'walkaround-backup'
/** Version 1 had no stored files; it can still be read. */
export const FORMAT_VERSION = 2

/** Which key of the installation opens the sealed values of the rows, and where it is. */
export interface BackupKey {
  /** Identify the keys and reveal nothing else about them. Empty: nothing was sealed yet. */
  ids: string[]
  /** In the backup; left out of it; or in a setting, which is never in a backup. */
  place: 'backup' | 'leftOut' | 'setting'
}

export interface BackupHeader {
  format: typeof FORMAT
  version: number
  /** The migration the rows were read at. */
  schemaVersion: number
  createdAt: string
  /** Absent in older backups. */
  key?: BackupKey
  tables: { name: string; columns: string[] }[]
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
  lock?: BackupLock,
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let [files, references, stored] = [0, 0, 0]
  let header: BackupHeader | undefined
  let columnsOf = new Map<string, Set<string>>()
  let end: BackupEnd | undefined
  for await (const line of linesOf(path, lock)) {
    if (end) throw damaged(path, 'there is something after its last line')
    const value = parse(path, line)
    if (!header) {
      header = toHeader(path, value)
      columnsOf = new Map(header.tables.map(({ name, columns }) => [name, new Set(columns)]))
      await visitor.header?.(header)
    } else {
      const found = toLine(value)
      if (!found) throw damaged(path, 'it holds a line that walkaround backup never writes')
      if (found.kind === 'end') {
        end = found.line.end
        continue
      }
      if (found.kind === 'row') {
        const { table, row } = found.line
        const columns = columnsOf.get(table)
        if (!columns)
          throw damaged(path, `it has rows of a table ${shown(table)} that its first line does not name`)
        const names = Object.keys(row)
        if (names.length !== columns.size || !names.every((name) => columns.has(name)))
          throw damaged(path, `a row of table ${shown(table)} has other columns than its first line names`)
        counts[table] = (counts[table] ?? 0) + 1
      } else if (found.kind === 'file') files++
      else if (found.kind === 'refers') references++
      else if (found.kind === 'stored') stored++
      await visit(visitor, found)
    }
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

async function visit(visitor: BackupVisitor, found: BackupLine): Promise<void> {
  if (found.kind === 'row') await visitor.row?.(found.line)
  else if (found.kind === 'file') await visitor.file?.(found.line)
  else if (found.kind === 'refers') await visitor.refers?.(found.line.refers)
  else if (found.kind === 'stored') await visitor.stored?.(found.line.stored)
  else if (found.kind === 'part') await visitor.part?.(Buffer.from(found.line.part, 'base64'))
  else if (found.kind === 'whole') await visitor.whole?.(found.line.whole)
}

const isTable = (table: unknown): boolean => {
  const { name, columns } = (table ?? {}) as { name?: unknown; columns?: unknown }
  return (
    typeof name === 'string' &&
    Array.isArray(columns) &&
    columns.every((column) => typeof column === 'string')
  )
}

const isKey = (key: unknown): boolean => {
  const { ids, place } = (key ?? {}) as { ids?: unknown; place?: unknown }
  return (
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string') &&
    (place === 'backup' || place === 'leftOut' || place === 'setting')
  )
}

function toHeader(path: string, value: Record<string, unknown>): BackupHeader {
  if (value.format !== FORMAT) throw notABackup(path)
  if (value.version !== 1 && value.version !== FORMAT_VERSION) {
    throw new BackupError(
      `${path} is written in backup format ${value.version}; this version of Walkaround reads formats 1 to ` +
        `${FORMAT_VERSION}: restore it with the version that made it, or a newer one`,
    )
  }
  const { schemaVersion, createdAt, tables, key } = value
  const isWhole =
    Number.isSafeInteger(schemaVersion) &&
    typeof createdAt === 'string' &&
    Array.isArray(tables) &&
    tables.every(isTable) &&
    (key === undefined || isKey(key))
  if (!isWhole) throw damaged(path, 'its first line does not say what it holds')
  return value as unknown as BackupHeader
}

/** A name from the file, safe to print on a terminal. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, 100))

function parse(path: string, line: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  } catch {
    // Reported below: the parser's own message would quote personal data from the file.
  }
  throw damaged(path, 'it holds a line that is not JSON')
}

const NEWLINE = 0x0a

// Not node:readline: that also splits at U+2028, which is legal inside JSON text.
async function* linesOf(path: string, lock: BackupLock | undefined): AsyncGenerator<Buffer> {
  const source = createReadStream(path, { start: lock ? lock.head.length + 1 : 0 })
  const gunzip = createGunzip()
  if (lock) pipeline(source, opening(path, lock), gunzip, () => {})
  else pipeline(source, gunzip, () => {})
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

function notABackup(path: string): BackupError {
  return new BackupError(`${path} is not a backup made by walkaround backup`)
}

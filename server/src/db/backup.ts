// Writes a backup that either engine can restore: all rows of one moment as text, the certificates, and the stored files the rows
// refer to. It never blocks writers on PostgreSQL, holds one batch of rows in memory, and leaves no half-written file.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, constants as zlib } from 'node:zlib'
import { KEY_FILE } from '../lib/data-folder.ts'
import { type BackupLock, sealing } from './backup-cipher.ts'
import {
  type BackupEnd,
  BackupError,
  type BackupHeader,
  type BackupKey,
  FORMAT,
  FORMAT_VERSION,
  type StoredCounts,
} from './backup-format.ts'
import { type BackupStore, storedLines } from './backup-stored.ts'
import { listSequences, listTables, quoted, statement, type Table } from './backup-tables.ts'
import type { Database } from './database.ts'
import { type FileReference, listFileReferences } from './file-references.ts'
import { listMigrations } from './migrations.ts'
import { SchemaTooNew } from './schema-state.ts'
import { type Db, sql } from './sql.ts'

interface BackupOptions {
  database: Database
  /** Its folder `tls` and its file `secret.key` go into the backup. */
  dataDir: string
  file: string
  now: Date
  /** Where stored files are read from; without it they stay in their store, and only their names are written. */
  store?: BackupStore | undefined
  /** Encrypts the backup. */
  lock?: BackupLock | undefined
  /** Which installation's key it is, and whether the backup includes the key file; included by default. */
  key?: BackupKey | undefined
  force?: boolean
  onProgress?: (text: string) => void
  signal?: AbortSignal
}

export interface BackupResult {
  file: string
  bytes: number
  schemaVersion: number
  rows: number
  tables: Record<string, number>
  /** Certificates with their keys, and the installation's key. */
  files: number
  /** Photos, videos, logos. */
  stored: StoredCounts
}

export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  const file = resolve(options.file)
  await assertMayWrite(file, options.force)
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.partial`)
  const out = await openNew(partial, file)
  try {
    const work = newWork(options)
    const bytes = out.createWriteStream({ flush: true })
    const { signal, lock } = options
    const seal = lock && sealing(lock)
    const sealed = seal && pipeline(seal, bytes)
    // The pipeline before it fails with the same error.
    sealed?.catch(() => {})
    const sink = seal ?? bytes
    // Two concatenated gzip streams are one valid file. So the transaction, which blocks everybody on the embedded engine, ends
    // before the files are read; and the files, which are compressed already, need only the cheap strategy that shrinks their
    // base64.
    await options.database.transaction(
      (tx) =>
        pipeline(Readable.from(rowLines(tx, options, work)), createGzip(), sink, { signal, end: false }),
      { isolation: 'repeatable read' },
    )
    await pipeline(
      Readable.from(fileLines(options, work)),
      createGzip({ strategy: zlib.Z_HUFFMAN_ONLY }),
      sink,
      { signal },
    )
    await sealed
    const { size } = await stat(partial)
    await assertMayWrite(file, options.force)
    await rename(partial, file)
    await syncFolder(dirname(file))
    const { end, stored } = work
    return {
      file,
      bytes: size,
      schemaVersion: work.schemaVersion,
      rows: Object.values(end.rows).reduce((sum, rows) => sum + rows, 0),
      tables: end.rows,
      files: end.files,
      stored,
    }
  } catch (error) {
    await out.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

interface Work {
  hash: Hash
  schemaVersion: number
  end: BackupEnd
  stored: StoredCounts
  /** A few hundred bytes per file; empty if files are not included. */
  references: FileReference[]
}

function newWork({ store }: BackupOptions): Work {
  return {
    hash: createHash('sha256'),
    schemaVersion: 0,
    end: { rows: {}, files: 0, sequences: {}, sha256: '' },
    stored: { referenced: 0, isIncluded: store !== undefined, included: 0, bytes: 0, missing: 0 },
    references: [],
  }
}

function lineOf({ hash }: Work, text: string): Buffer {
  const bytes = Buffer.from(`${text}\n`)
  hash.update(bytes)
  return bytes
}

async function* rowLines(
  tx: Db,
  { dataDir, now, store, key, onProgress }: BackupOptions,
  work: Work,
): AsyncGenerator<Buffer> {
  const line = (text: string) => lineOf(work, text)
  await useNeutralText(tx)
  const { ours, schemaVersion } = await listTables(tx)
  const known = (await listMigrations()).at(-1)?.version ?? 0
  if (schemaVersion === 0) throw new BackupError('the database holds no Walkaround data yet')
  if (schemaVersion > known) throw new SchemaTooNew(schemaVersion, known)
  const header: BackupHeader = {
    format: FORMAT,
    version: FORMAT_VERSION,
    schemaVersion,
    createdAt: now.toISOString(),
    key: key || undefined,
    tables: ours.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  }
  work.schemaVersion = schemaVersion
  yield line(JSON.stringify(header))
  const { end, stored, references } = work
  for (const table of ours) {
    let count = 0
    for await (const rows of batchesOf(
      tx,
      table,
      key?.place === 'leftOut' ? remade[table.name] : undefined,
    )) {
      const prefix = `{"table":${JSON.stringify(table.name)},"row":`
      for (const row of rows) yield line(`${prefix}${row}}`)
      count += rows.length
      onProgress?.(`${table.name}: ${count} rows`)
    }
    end.rows[table.name] = count
  }
  const holdsKey = key === undefined || key.place === 'backup'
  const small = [...(await listCertificates(dataDir)), ...(holdsKey ? await listKey(dataDir) : [])]
  for (const { name, mode, data } of small) {
    yield line(JSON.stringify({ file: name, mode, data: data.toString('base64') }))
    end.files++
  }
  // Schemas before media have no table that refers to a file.
  if (ours.some(({ name }) => name === 'photos')) {
    for await (const batch of listFileReferences(tx)) {
      for (const reference of batch) yield line(JSON.stringify({ refers: reference }))
      stored.referenced += batch.length
      if (store) references.push(...batch)
    }
  }
  // Read last: a counter is never behind the rows of the snapshot.
  end.sequences = await listSequences(tx)
}

async function* fileLines({ store, onProgress }: BackupOptions, work: Work): AsyncGenerator<Buffer> {
  const { hash, end, stored, references } = work
  if (store) {
    for await (const text of storedLines(store, references, stored, onProgress)) yield lineOf(work, text)
  }
  end.stored = stored
  end.sha256 = hash.digest('hex')
  yield Buffer.from(`${JSON.stringify({ end })}\n`)
}

/** Makes values as text independent of the settings of server, database and user. */
async function useNeutralText(tx: Db): Promise<void> {
  await tx.row(sql`
    select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
      set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
      set_config('extra_float_digits', '1', true)`)
}

const BATCH_BYTES = 1_000_000
const BATCH_ROWS = 1_000

/** Secrets in the database that the service makes again: left out together with the key. */
const remade: Readonly<Record<string, string>> = { installation_secrets: `where name <> 'media-links'` }

/** Rows as JSON text, by primary key. The size of a batch follows the size of the rows, so that memory use stays flat. */
async function* batchesOf(tx: Db, table: Table, where = ''): AsyncGenerator<string[]> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text as ${quoted(name)}`).join(', ')
  const order = table.primaryKey.length > 0 ? `order by ${table.primaryKey.map(quoted).join(', ')}` : ''
  await tx.run(
    statement(
      'declare walkaround_backup no scroll cursor for ' +
        `select row_to_json(line)::text as line from ` +
        `(select ${columns} from (select * from ${quoted(table.name)} ${where} ${order}) as ordered) as line`,
    ),
  )
  let size = 100
  while (true) {
    const rows = await tx.rows<{ line: string }>(statement(`fetch ${size} from walkaround_backup`))
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < size) break
    const bytes = rows.reduce((sum, { line }) => sum + line.length, 0)
    size = Math.max(1, Math.min(BATCH_ROWS, Math.floor((BATCH_BYTES * size) / Math.max(bytes, 1))))
  }
  await tx.run(statement('close walkaround_backup'))
}

interface SmallFile {
  /** Relative to the data folder. */
  name: string
  mode: number
  data: Buffer
}

/** The key that opens sealed values of the rows; absent if a setting provides it, or if nothing was sealed yet. */
async function listKey(dataDir: string): Promise<SmallFile[]> {
  const data = await readFile(join(dataDir, KEY_FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return data ? [{ name: KEY_FILE, mode: 0o600, data }] : []
}

async function listCertificates(dataDir: string): Promise<SmallFile[]> {
  const folder = join(dataDir, 'tls')
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // Unfinished files are not part of the backup.
  const isWhole = (name: string) => !/\.(tmp|partial)$/.test(name)
  const names = entries.filter((entry) => entry.isFile() && isWhole(entry.name)).map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (name) => ({
      name: `tls/${name}`,
      mode: (await stat(join(folder, name))).mode & 0o777,
      data: await readFile(join(folder, name)),
    })),
  )
}

export async function assertMayWrite(file: string, force = false): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new BackupError(`${file} is a folder: name a file in it`)
  if (found && !force) {
    throw new BackupError(`${file} exists already: choose another name, or add --force to overwrite it`)
  }
}

async function openNew(partial: string, file: string) {
  try {
    // A leftover of a killed process that had our process id.
    await rm(partial, { force: true })
    return await open(partial, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new BackupError(`there is no folder ${dirname(file)} to write ${basename(file)} into`)
    }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw new BackupError(`this user may not write into ${dirname(file)}`)
    }
    throw error
  }
}

/** Moves a finished backup to its place, under the same rules as for writing. */
export async function moveBackup(from: string, to: string, force = false): Promise<string> {
  const file = resolve(to)
  await assertMayWrite(file, force)
  if (await hasRenamed(from, file)) return file
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.partial`)
  const out = await openNew(partial, file)
  try {
    await pipeline(createReadStream(from), out.createWriteStream({ flush: true }))
    await rename(partial, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await out.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  } finally {
    await rm(from, { force: true })
  }
  return file
}

/** False if only a copy works: on another file system, or if renaming is not allowed. */
async function hasRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
  } catch (error) {
    if (
      ['EXDEV', 'EPERM', 'EACCES', 'ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    )
      return false
    throw error
  }
  await syncFolder(dirname(to))
  return true
}

/** The name of the new file survives a power cut only once its folder is on disk. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch {
    // Some network file systems cannot do this; the file itself is safe.
  } finally {
    await handle.close()
  }
}

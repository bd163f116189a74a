// The interface of the adapters that store photos, videos and other large files. Knows nothing about what the files are.
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface Files {
  /**
   * Durable once it resolves; its time is renewed, so removeOld() spares it. If the key exists with the same size, its bytes are
   * kept: names are made from the content. A file from tempPath() may be shared instead of copied, so it may be removed afterwards
   * but not changed.
   */
  put(key: string, from: Buffer | { path: string }, contentType?: string): Promise<void>
  /** `end` is inclusive, as in HTTP; `size` is that of the whole file. Throws RangeError if the range starts after the end. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined>
  read(key: string): Promise<Buffer | undefined>
  find(key: string): Promise<{ size: number } | undefined>
  /** Does nothing if the file is absent. */
  remove(key: string): Promise<void>
  /** Keeps the file if it was put since `before`. Returns whether it was removed. */
  removeOld(key: string, before: Date): Promise<boolean>
  /** In no particular order. Files that appear or disappear meanwhile may or may not be listed. */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Writes, reads and removes a probe; throws a FilesError with words for doctor. */
  check(): Promise<void>
  /** A new path on the local disk; if the store is a folder, on the same disk. */
  tempPath(): string
  /** Removes files at such paths that have not changed since then. Returns how many. */
  sweepTemps(olderThan: Date): Promise<number>
  close(): Promise<void>
}

export type ByteRange = { start: number; end: number }
export type StoredFile = { key: string; size: number; changedAt: Date }

/** Writes, reads and removes a small file. */
export async function probe(files: Pick<Files, 'put' | 'read' | 'remove'>): Promise<boolean> {
  const key = `_probe/${randomBytes(8).toString('hex')}`
  const bytes = randomBytes(64)
  await files.put(key, bytes)
  try {
    return (await files.read(key))?.equals(bytes) === true
  } finally {
    await files.remove(key)
  }
}

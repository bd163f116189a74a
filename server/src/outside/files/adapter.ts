// Where photos, videos and other large files lie, whatever holds them: the interface of the adapters. Knows nothing of
// what the files are.
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface Files {
  /**
   * Durable once it resolves, and young: removeOld() spares it. A key that exists with the same size keeps its bytes:
   * names are made of the content. A file from tempPath() may be shared instead of copied, so it may be removed
   * afterwards but not changed.
   */
  put(key: string, from: Buffer | { path: string }, contentType?: string): Promise<void>
  /** `end` is inclusive, as in HTTP; `size` is that of the whole file. A range that begins behind it: RangeError. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined>
  read(key: string): Promise<Buffer | undefined>
  find(key: string): Promise<{ size: number } | undefined>
  /** Absent is fine. */
  remove(key: string): Promise<void>
  /** Unless it was put since then. Answers whether it was removed. */
  removeOld(key: string, before: Date): Promise<boolean>
  /** In no particular order; what comes or goes meanwhile may be in it or not. */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Writes, reads and removes a probe; throws a FilesError with words for doctor. */
  check(): Promise<void>
  /** A fresh path on the local disk; where the store is a folder, on its disk. */
  tempPath(): string
  /** Removes what was left at such paths, untouched since then. Answers how many. */
  sweepTemps(olderThan: Date): Promise<number>
  close(): Promise<void>
}

export type ByteRange = { start: number; end: number }
export type StoredFile = { key: string; size: number; changedAt: Date }

/** Goes through the whole life of a small file. */
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

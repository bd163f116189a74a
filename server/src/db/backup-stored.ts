// Moves stored files into a backup and out of it, one part at a time: memory use stays flat, and content that does not match the
// SHA-256 in its name is refused. The caller says which store it is and how keys are made.
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { SetUpProgress } from '@walkaround/contract/set-up-page.ts'
import { BackupError, type BackupVisitor, type StoredCounts } from './backup-format.ts'
import { type FileReference, findDigest } from './file-references.ts'

/** What is needed of the store of files. */
export interface BackupStore {
  keyOf(reference: FileReference): string
  files: {
    open(key: string): Promise<{ stream: Readable; size: number } | undefined>
    find(key: string): Promise<{ size: number } | undefined>
    put(key: string, from: { path: string }): Promise<void>
    tempPath(): string
  }
}

/** The lines of the files; `counts` grows meanwhile. */
export async function* storedLines(
  store: BackupStore,
  references: readonly FileReference[],
  counts: StoredCounts,
  onProgress: (text: string) => void = () => {},
): AsyncGenerator<string> {
  for (const reference of references) {
    const digest = findDigest(reference)
    const opened = digest === undefined ? undefined : await store.files.open(store.keyOf(reference))
    if (!opened) {
      counts.missing++
      continue
    }
    yield JSON.stringify({ stored: reference })
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of opened.stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      yield `{"part":"${chunk.toString('base64')}"}`
    }
    const isWhole = hash.digest('hex') === digest
    yield JSON.stringify({ whole: isWhole })
    if (isWhole) {
      counts.included++
      counts.bytes += bytes
    } else counts.missing++
    onProgress(`files: ${counts.included} of ${counts.referenced}`)
  }
}

const QUESTIONS = 32

/** Counts the references whose file is not in the store; fails on references that our backups never contain. */
export function examineStored(
  path: string,
  store: BackupStore | undefined,
): { visitor: Pick<BackupVisitor, 'refers' | 'stored' | 'part' | 'whole'>; absent(): Promise<number> } {
  let absent = 0
  const asked = new Set<Promise<unknown>>()
  let isInFile = false
  const foreign = () => new BackupError(`${path} holds files in an order that walkaround backup never writes`)
  return {
    async absent() {
      await Promise.all(asked)
      return absent
    },
    visitor: {
      async refers(reference) {
        if (!store) return
        const isOurs = findDigest(reference) !== undefined
        const question = (isOurs ? store.files.find(store.keyOf(reference)) : Promise.resolve(undefined))
          .then((found) => {
            if (!found) absent++
          })
          .finally(() => asked.delete(question))
        asked.add(question)
        // A bucket takes some time for each reply.
        if (asked.size >= QUESTIONS) await Promise.race(asked)
      },
      stored(reference) {
        if (isInFile || findDigest(reference) === undefined) throw foreign()
        isInFile = true
      },
      part() {
        if (!isInFile) throw foreign()
      },
      whole() {
        if (!isInFile) throw foreign()
        isInFile = false
      },
    },
  }
}

export interface PutStored {
  visitor: Pick<BackupVisitor, 'stored' | 'part' | 'whole'>
  /** Files of the backup that are in the store now, and how many of them are new there. */
  counts: { restored: number; brought: number }
  /** Removes files that an interruption left half-written. */
  close(): Promise<void>
}

export function putStored(
  store: BackupStore,
  onProgress: (progress: SetUpProgress) => void = () => {},
): PutStored {
  const counts = { restored: 0, brought: 0 }
  let current: { reference: FileReference; path: string; handle: FileHandle; hash: Hash } | undefined
  const close = async () => {
    if (!current) return
    const { handle, path } = current
    current = undefined
    await handle.close()
    await rm(path, { force: true })
  }
  const begun = () => {
    if (!current) throw new BackupError('the backup changed while it was being read')
    return current
  }
  return {
    counts,
    close,
    visitor: {
      async stored(reference) {
        await close()
        const path = store.files.tempPath()
        const handle = await open(path, 'wx', 0o600)
        current = { reference, path, handle, hash: createHash('sha256') }
      },
      async part(data) {
        const { handle, hash } = begun()
        hash.update(data)
        await handle.writeFile(data)
      },
      async whole(isWhole) {
        const { reference, path, hash } = begun()
        if (isWhole) {
          if (hash.digest('hex') !== findDigest(reference)) {
            throw new BackupError('a file of the backup does not have the SHA-256 it was written with')
          }
          const key = store.keyOf(reference)
          const isNew = !(await store.files.find(key))
          await store.files.put(key, { path })
          counts.restored++
          if (isNew) counts.brought++
          onProgress({ step: 'files', done: counts.restored })
        }
        await close()
      },
    },
  }
}

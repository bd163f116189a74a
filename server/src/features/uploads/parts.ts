// The bytes of an upload: spooled from the request, stored as parts in the store of files, and assembled again. Memory use stays
// flat whatever their size. Touches no database.
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileKey } from '../../outside/files/file-key.ts'
import type { Media } from '../media/media.ts'

type Files = Media['files']

export const partKey = (clientId: string, uploadId: string, name: string) =>
  fileKey(clientId, 'uploads', `${uploadId}.${name}`)

export const newPartName = (bytes: number) => `${bytes}-${randomBytes(8).toString('hex')}`

export async function removeParts(
  files: Files,
  clientId: string,
  uploadId: string,
  parts: readonly string[],
): Promise<void> {
  for (const name of parts) await files.remove(partKey(clientId, uploadId, name))
}

interface Spooled {
  bytes: number
  sha256: Buffer
}

/** Reads bytes from the request, one part at a time; a broken connection counts as the end. */
export class Wire {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable | null | undefined) {
    this.#chunks = (stream ?? emptyStream())[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** Writes at most `most` bytes into a new file. */
  async spool(path: string, most: number): Promise<Spooled> {
    const hash = createHash('sha256')
    let bytes = 0
    const handle = await open(path, 'wx', 0o600)
    try {
      while (bytes < most) {
        const chunk = await this.#next()
        if (!chunk) break
        const taken = chunk.subarray(0, most - bytes)
        this.#rest = chunk.subarray(taken.length)
        await handle.writeFile(taken)
        hash.update(taken)
        bytes += taken.length
      }
    } finally {
      await handle.close()
    }
    return { bytes, sha256: hash.digest() }
  }

  /** Whether anything is left to read. */
  async hasMore(): Promise<boolean> {
    const chunk = await this.#next()
    if (chunk) this.#rest = chunk
    return chunk !== undefined
  }

  async #next(): Promise<Buffer | undefined> {
    if (this.#rest.length > 0) {
      const rest = this.#rest
      this.#rest = Buffer.alloc(0)
      return rest
    }
    for (;;) {
      const next = await this.#chunks.next().catch(() => undefined)
      if (!next || next.done) return undefined
      if (next.value.length > 0) return next.value
    }
  }
}

async function* emptyStream(): AsyncGenerator<Buffer> {}

/** Writes everything to one local file and returns its SHA-256; undefined if a part is missing. */
export async function assemble(
  files: Files,
  clientId: string,
  uploadId: string,
  parts: readonly string[],
  path: string,
): Promise<Buffer | undefined> {
  const hash = createHash('sha256')
  await rm(path, { force: true })
  for (const name of parts) {
    const part = await files.open(partKey(clientId, uploadId, name))
    if (!part) return undefined
    await pipeline(
      part.stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'a', mode: 0o600 }),
    )
  }
  return hash.digest()
}

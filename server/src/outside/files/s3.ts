// Files in a bucket of any store that speaks S3. Only unfinished files are kept locally; secrets are used only for signatures.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type ByteRange, type Files, probe, type StoredFile } from './adapter.ts'
import { assertKey, isKey } from './file-key.ts'
import { assertRange, FilesError } from './files-error.ts'
import { createS3Caller, drain, type S3Settings } from './s3-call.ts'
import { readListing } from './s3-listing.ts'
import { openTemps } from './temps.ts'

/** An older file is written again, long before removeOld() would count it as old. */
const YOUNG_MS = 3_600_000

/** SHA-256 of an empty body. */
const EMPTY_SHA256 = createHash('sha256').digest('hex')

export function openS3(settings: S3Settings, spool: string): Files {
  const s3 = createS3Caller(settings)
  const temps = openTemps(spool)
  const prefix = (settings.prefix ?? '').replaceAll(/^\/+|\/+$/g, '')
  const full = prefix === '' ? '' : `${prefix}/`

  function nameOf(key: string): string {
    assertKey(key)
    return full + key
  }

  async function open(
    key: string,
    range?: ByteRange,
  ): Promise<{ stream: Readable; size: number } | undefined> {
    if (range) assertRange(range)
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
    const name = nameOf(key)
    const response = await s3.call(
      { method: 'GET', name, headers, sha256: EMPTY_SHA256 },
      [200, 206, 404, 416],
    )
    if (response.statusCode === 404) {
      await drain(response)
      return undefined
    }
    if (response.statusCode === 416) {
      await drain(response)
      throw new RangeError('the file has fewer bytes')
    }
    if (range === undefined) return { stream: response, size: Number(response.headers['content-length']) }
    const got = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers['content-range'] ?? '')?.map(Number)
    const [, start, end, size = 0] = got ?? []
    if (start !== range.start || end !== Math.min(range.end, size - 1)) {
      response.destroy()
      throw new FilesError('The S3 store does not answer ranges.')
    }
    return { stream: response, size }
  }

  async function head(key: string): Promise<Omit<StoredFile, 'key'> | undefined> {
    const name = nameOf(key)
    const response = await s3.call({ method: 'HEAD', name, sha256: EMPTY_SHA256 }, [200, 404])
    await drain(response)
    if (response.statusCode === 404) return undefined
    const { 'content-length': size, 'last-modified': changedAt = '' } = response.headers
    return { size: Number(size), changedAt: new Date(changedAt) }
  }

  const files: Files = {
    open,

    async put(key, from, contentType = 'application/octet-stream') {
      const name = nameOf(key)
      const size = Buffer.isBuffer(from) ? from.length : (await stat(from.path)).size
      const there = await head(key)
      if (there?.size === size && Date.now() - there.changedAt.getTime() < YOUNG_MS) return
      // Signed, so that the store itself refuses content that was damaged in transit.
      const sha256 = Buffer.isBuffer(from)
        ? createHash('sha256').update(from).digest('hex')
        : await hashFile(from.path)
      const body = Buffer.isBuffer(from) ? () => from : () => createReadStream(from.path)
      const headers = { 'content-type': contentType, 'content-length': String(size) }
      await drain(await s3.call({ method: 'PUT', name, headers, sha256, body }, [200]))
    },

    async read(key) {
      return s3.again(async () => {
        const found = await open(key)
        if (found === undefined) return undefined
        const bytes = await drain(found.stream)
        if (bytes.length !== found.size)
          throw new FilesError('The S3 store ended the connection too early.', true)
        return bytes
      })
    },

    async find(key) {
      const found = await head(key)
      return found && { size: found.size }
    },

    async remove(key) {
      const name = nameOf(key)
      await drain(await s3.call({ method: 'DELETE', name, sha256: EMPTY_SHA256 }, [200, 204, 404]))
    },

    async removeOld(key, before) {
      // S3 cannot check and delete in one step; milliseconds pass between them.
      const found = await head(key)
      if (found === undefined || !(found.changedAt < before)) return false
      await files.remove(key)
      return true
    },

    async *list(prefix): AsyncGenerator<StoredFile> {
      let token: string | undefined
      do {
        const query: Record<string, string> = { 'list-type': '2', prefix: full + prefix }
        if (token !== undefined) query['continuation-token'] = token
        const page = await s3.again(async () => {
          const call = { method: 'GET', name: '', query, sha256: EMPTY_SHA256 }
          return readListing((await drain(await s3.call(call, [200]))).toString())
        })
        for (const { key, size, changedAt } of page.files) {
          const own = key.slice(full.length)
          if (key.startsWith(full) && isKey(own)) yield { key: own, size, changedAt }
        }
        token = page.next
      } while (token !== undefined)
    },

    async check() {
      if (!(await probe(files))) throw new FilesError('The S3 store does not give back what was written.')
    },

    tempPath: temps.newPath,
    sweepTemps: temps.sweep,
    async close() {
      s3.close()
    },
  }
  return files
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

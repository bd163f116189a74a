// A local file that is read and overwritten in place, in small steps: memory use stays flat whatever its size. For workers only,
// since every step waits for the disk.
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { unreadable } from './video-refused.ts'

const STEP_BYTES = 1024 * 1024
/** Bytes read at once if only a few are asked for: their neighbours are usually next. */
const WINDOW_BYTES = 64 * 1024

export class VideoFile {
  readonly #fd: number
  size: number
  #window: Buffer = Buffer.alloc(0)
  #windowAt = 0

  constructor(path: string) {
    this.#fd = openSync(path, 'r+')
    this.size = fstatSync(this.#fd).size
  }

  /** Exactly these bytes, in a separate buffer. */
  read(from: number, length: number): Buffer {
    if (from < 0 || from + length > this.size) throw unreadable()
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length; ) {
      const count = readSync(this.#fd, bytes, done, Math.min(STEP_BYTES, length - done), from + done)
      if (count === 0) throw unreadable()
      done += count
    }
    return bytes
  }

  /** Up to `length` bytes, fewer at the end of the file. May lack what was written since. */
  peek(from: number, length: number): Buffer {
    const end = Math.min(this.size, from + length)
    if (from < this.#windowAt || end > this.#windowAt + this.#window.length) {
      this.#window = this.read(from, Math.min(Math.max(length, WINDOW_BYTES), Math.max(0, this.size - from)))
      this.#windowAt = from
    }
    return this.#window.subarray(from - this.#windowAt, Math.max(from, end) - this.#windowAt)
  }

  write(at: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#fd, bytes, done, Math.min(STEP_BYTES, bytes.length - done), at + done)
    }
  }

  /** Writes these bytes, and zeros after them up to `end`. */
  writeOver(at: number, bytes: Uint8Array, end: number): void {
    const step = Math.min(end - at, WINDOW_BYTES)
    this.write(at, Buffer.concat([bytes], Math.max(bytes.length, step)))
    this.zero(at + step, end)
  }

  zero(from: number, to: number): void {
    for (let at = from; at < to; at += STEP_BYTES)
      this.write(at, nothing.subarray(0, Math.min(STEP_BYTES, to - at)))
  }

  cutAt(end: number): void {
    if (end >= this.size) return
    ftruncateSync(this.#fd, end)
    this.size = end
    this.#window = Buffer.alloc(0)
  }

  *chunks(): Generator<Buffer> {
    for (let at = 0; at < this.size; at += STEP_BYTES)
      yield this.read(at, Math.min(STEP_BYTES, this.size - at))
  }

  close(): void {
    closeSync(this.#fd)
  }
}

const nothing = Buffer.alloc(STEP_BYTES)

// Elements of Matroska and WebM: reads their headers, and turns one into padding without moving what follows.
import type { VideoFile } from './video-file.ts'

export interface Element {
  /** As written, with its length marker. */
  id: number
  start: number
  body: number
  /** After the end of the file if the length is unknown or wrong. */
  end: number
  isOpenEnded: boolean
}

const LONGEST_HEADER = 12
export const VOID = 0xec

/** Undefined if no element begins there. */
export function elementAt(file: VideoFile, start: number): Element | undefined {
  const head = file.peek(start, LONGEST_HEADER)
  const idBytes = widthOf(head[0])
  if (idBytes > 4 || head.length <= idBytes) return undefined
  const sizeBytes = widthOf(head[idBytes])
  if (sizeBytes > 8 || head.length < idBytes + sizeBytes) return undefined
  const value = readVint(head.subarray(idBytes, idBytes + sizeBytes))
  const body = start + idBytes + sizeBytes
  const isOpenEnded = value === undefined
  return {
    id: head.readUIntBE(0, idBytes),
    start,
    body,
    end: isOpenEnded ? Number.POSITIVE_INFINITY : body + value,
    isOpenEnded,
  }
}

/** Length in bytes of the number that begins with this byte; 9 means invalid. */
export const widthOf = (first = 0): number => Math.clz32(first) - 23

/** Without its marker; undefined if all bits are set, which means unknown. */
export function readVint(bytes: Uint8Array): number | undefined {
  let value = (bytes[0] ?? 0) & (0xff >> bytes.length)
  let isUnknown = value === 0xff >> bytes.length
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return isUnknown ? undefined : value
}

/** Replaces the element by padding of the same size, filled with zeros. */
export function voidElement(file: VideoFile, { id, start, body, end }: Element): void {
  if (id === VOID && body === end) return
  const width = Math.min(8, body - start - 1)
  const head = Buffer.alloc(1 + width)
  head[0] = VOID
  let rest = end - start - 1 - width
  for (let at = width; at > 0; at--) {
    head[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  head[1] = (head[1] ?? 0) | (0x100 >> width)
  file.writeOver(start, head, end)
}

/** Marks the length as unknown, in as many bytes as before. */
export function openEnd(file: VideoFile, { start, body, id }: Element): void {
  const at = start + (id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1)
  const size = Buffer.alloc(body - at, 0xff)
  size[0] = 0xff >> (size.length - 1)
  file.write(at, size)
}

// Boxes of the ISO base media format (MP4, QuickTime, 3GPP) in memory: lists them, and clears one without moving what follows.
import { type Budget, unreadable } from './video-refused.ts'

export interface Box {
  type: string
  start: number
  /** After the header. */
  body: number
  end: number
}

export interface Listing {
  boxes: Box[]
  /** Where the last one ends. */
  end: number
}

/** The boxes next to each other. QuickTime ends some lists with zeros, which are not a box. */
export function listBoxes(bytes: Buffer, from: number, to: number, budget: Budget): Listing {
  const boxes: Box[] = []
  let at = from
  while (to - at >= 8 && bytes.readUInt32BE(at) !== 0) {
    budget.spend()
    const box = boxAt(bytes, at, to)
    boxes.push(box)
    at = box.end
  }
  return { boxes, end: at }
}

function boxAt(bytes: Buffer, start: number, to: number): Box {
  const short = bytes.readUInt32BE(start)
  const body = start + (short === 1 ? 16 : 8)
  const end = start + (short === 1 ? toNumber(bytes.readBigUInt64BE(start + 8)) : short)
  if (end < body || end > to) throw unreadable()
  return { type: typeAt(bytes, start + 4), start, body, end }
}

export const typeAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4)

/** Numbers above 2^53 are after the end of any file. */
export const toNumber = (value: bigint): number => Number(value)

export const findBox = (bytes: Buffer, box: Box, type: string, budget: Budget): Box | undefined =>
  listBoxes(bytes, box.body, box.end, budget).boxes.find((one) => one.type === type)

/** Clears the content and keeps the space. */
export function clearBox(bytes: Buffer, box: Box): void {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.body, box.end)
}

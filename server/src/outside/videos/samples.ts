// Finds where in the file the pictures and the sound are, by the tables of the film and its fragments.
import type { Medium } from './box-rules.ts'
import { type Box, findBox, listBoxes, toNumber, typeAt } from './boxes.ts'
import { type Budget, tooManyParts, unreadable } from './video-refused.ts'

/** From the start of the file; the end is exclusive. */
export interface Range {
  start: number
  end: number
}

/** An hour with every sample in a separate place has about 400,000. */
const MOST_RANGES = 1_000_000

export class Ranges {
  readonly list: Range[] = []

  add(start: number, length: number): void {
    if (length <= 0) return
    const last = this.list.at(-1)
    if (last?.end === start) last.end = start + length
    else this.list.push({ start, end: start + length })
    if (this.list.length > MOST_RANGES) throw tooManyParts()
  }
}

/** Adds the chunks a track is stored in. */
export function addChunks(ranges: Ranges, bytes: Buffer, stbl: Box, medium: Medium, budget: Budget): void {
  const tables = new Map(
    listBoxes(bytes, stbl.body, stbl.end, budget).boxes.map((box) => [box.type, box] as const),
  )
  const offsets = tables.get('stco') ?? tables.get('co64')
  const runs = tables.get('stsc')
  const sizes = tables.get('stsz') ?? tables.get('stz2')
  if (!offsets || !runs || !sizes) throw unreadable()
  const count = bytes.readUInt32BE(offsets.body + 4)
  const runCount = bytes.readUInt32BE(runs.body + 4)
  const wide = offsets.type === 'co64'
  if (offsets.body + 8 + count * (wide ? 8 : 4) > offsets.end) throw unreadable()
  if (runs.body + 8 + runCount * 12 > runs.end || (count > 0 && runCount === 0)) throw unreadable()
  const bytesOf = sizeReader(bytes, sizes, medium === 'soun' ? tables.get('stsd') : undefined)
  let run = 0
  let first = 0
  for (let chunk = 1; chunk <= count; chunk++) {
    while (run + 1 < runCount && bytes.readUInt32BE(runs.body + 8 + (run + 1) * 12) <= chunk) run++
    const samples = bytes.readUInt32BE(runs.body + 8 + run * 12 + 4)
    const at = offsets.body + 8 + (chunk - 1) * (wide ? 8 : 4)
    const start = wide ? toNumber(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
    ranges.add(start, bytesOf(first, samples))
    first += samples
  }
}

/** Returns the size in bytes of that many samples, starting with the first. */
function sizeReader(
  bytes: Buffer,
  sizes: Box,
  stsd: Box | undefined,
): (first: number, samples: number) => number {
  const count = bytes.readUInt32BE(sizes.body + 8)
  const table = sizes.body + 12
  const field = bytes.readUInt32BE(sizes.body + 4)
  if (sizes.type === 'stsz' && field > 0) {
    const packet = stsd === undefined ? undefined : packetOf(bytes, stsd)
    return (first, samples) => {
      const present = Math.max(0, Math.min(samples, count - first))
      return Math.max(
        present * field,
        packet === undefined ? 0 : Math.ceil((present / packet.samples) * packet.bytes),
      )
    }
  }
  const bits = sizes.type === 'stsz' ? 32 : field & 0xff
  if (bits !== 32 && bits !== 16 && bits !== 8 && bits !== 4) throw unreadable()
  if (table + Math.ceil((count * bits) / 8) > sizes.end) throw unreadable()
  return (first, samples) => {
    let sum = 0
    const end = Math.min(first + samples, count)
    for (let index = first; index < end; index++) {
      if (bits === 32) sum += bytes.readUInt32BE(table + index * 4)
      else if (bits === 16) sum += bytes.readUInt16BE(table + index * 2)
      else if (bits === 8) sum += bytes.readUInt8(table + index)
      else sum += (bytes.readUInt8(table + (index >> 1)) >> (index % 2 === 0 ? 4 : 0)) & 15
    }
    return sum
  }
}

/** Codings of uncompressed sound. */
export const plainSound: readonly string[] = [
  'sowt',
  'twos',
  'lpcm',
  'in24',
  'in32',
  'fl32',
  'fl64',
  'ipcm',
  'fpcm',
  'raw ',
]

/** Uncompressed sound is often counted in samples of one byte, whatever their real size. */
function packetOf(bytes: Buffer, stsd: Box): { samples: number; bytes: number } | undefined {
  const entry = stsd.body + 8
  const version = bytes.readUInt16BE(entry + 16)
  if (version === 1 && bytes.readUInt8(stsd.body) === 0) {
    const samples = bytes.readUInt32BE(entry + 36)
    return samples === 0 ? undefined : { samples, bytes: bytes.readUInt32BE(entry + 44) }
  }
  if (!plainSound.includes(typeAt(bytes, entry + 4)) || version !== 0) return undefined
  return { samples: 1, bytes: bytes.readUInt16BE(entry + 24) * Math.ceil(bytes.readUInt16BE(entry + 26) / 8) }
}

/** A track in a fragment: its tables, and where it ends. */
interface Fragment {
  trackId: number
  ranges: Range[]
  end: number
}

/** `moofAt` and `after` (the end of the previous track) are offsets in the file. */
export function readFragment(
  bytes: Buffer,
  traf: Box,
  {
    moofAt,
    after,
    sizeOf,
    budget,
  }: { moofAt: number; after: number; sizeOf(trackId: number): number; budget: Budget },
): Fragment {
  const tfhd = findBox(bytes, traf, 'tfhd', budget)
  if (!tfhd) throw unreadable()
  const flags = bytes.readUInt32BE(tfhd.body) & 0xffffff
  const trackId = bytes.readUInt32BE(tfhd.body + 4)
  let at = tfhd.body + 8
  let base = flags & 0x20000 ? moofAt : after
  if (flags & 1) {
    base = toNumber(bytes.readBigUInt64BE(at))
    at += 8
  }
  for (const flag of [2, 8]) if (flags & flag) at += 4
  const usual = flags & 16 ? bytes.readUInt32BE(at) : sizeOf(trackId)
  const ranges = new Ranges()
  let next = base
  for (const trun of listBoxes(bytes, traf.body, traf.end, budget).boxes) {
    if (trun.type !== 'trun') continue
    const { offset, length } = readRun(bytes, trun, usual)
    const start = offset === undefined ? next : base + offset
    ranges.add(start, length)
    next = start + length
  }
  return { trackId, ranges: ranges.list, end: next }
}

function readRun(bytes: Buffer, { body, end }: Box, usual: number): { offset?: number; length: number } {
  const flags = bytes.readUInt32BE(body) & 0xffffff
  const count = bytes.readUInt32BE(body + 4)
  let at = body + 8
  const offset = flags & 1 ? { offset: bytes.readInt32BE(at) } : {}
  for (const flag of [1, 4]) if (flags & flag) at += 4
  const before = flags & 0x100 ? 4 : 0
  const stride = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  if (at + count * stride > end) throw unreadable()
  if (!(flags & 0x200)) return { ...offset, length: count * usual }
  let length = 0
  for (let index = 0; index < count; index++) length += bytes.readUInt32BE(at + index * stride + before)
  return { ...offset, length }
}

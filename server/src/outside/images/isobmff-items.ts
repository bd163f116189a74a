// The boxes of an ISO base media file and the items of its meta box (ISO/IEC 14496-12, 23008-12). Pure; throws RangeError after the
// end of the bytes and refuses other malformed input.
import { broken } from './image-refused.ts'

export type Box = { type: string; start: number; content: number; end: number }

export interface Items {
  bytes: Buffer
  primary: number
  types: Map<number, string>
  references: { type: string; from: number; to: number[] }[]
  properties: Box[]
  /** Indexes count from 1. */
  associations: Map<number, number[]>
  /** The item's content, at most `most` bytes. */
  read(id: number, most: number): Buffer
}

type Place = { isInIdat: boolean; extents: { offset: number; length: number }[] }

const MOST_BOXES = 10_000
const MOST_EXTENTS = 20_000

/** Stops at the first bytes that are not a box; `end` tells the caller where. */
export function listBoxes(bytes: Buffer, from: number, to: number): { boxes: Box[]; end: number } {
  const boxes: Box[] = []
  let at = from
  while (at + 8 <= to) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    let size = bytes.readUInt32BE(at)
    let content = at + 8
    if (size === 1 && at + 16 <= to) {
      size = Number(bytes.readBigUInt64BE(at + 8))
      content = at + 16
    } else if (size === 0) size = to - at
    if (!/^[\x20-\x7e]{4}$/.test(type) || at + size < content || at + size > to) break
    boxes.push({ type, start: at, content, end: at + size })
    if (boxes.length > MOST_BOXES) throw broken('too many boxes')
    at += size
  }
  return { boxes, end: at }
}

export function readItems(bytes: Buffer, meta: Box): Items {
  const inside = wholly(bytes, meta.content + 4, meta.end)
  const need = (type: string) => {
    const found = inside.find((one) => one.type === type)
    if (found === undefined) throw broken('the description of the picture is incomplete')
    return found
  }
  const places = readPlaces(bytes, need('iloc'))
  const idat = inside.find(({ type }) => type === 'idat')
  const iref = inside.find(({ type }) => type === 'iref')
  const iprp = wholly(bytes, need('iprp').content, need('iprp').end)
  const ipco = iprp.find(({ type }) => type === 'ipco')
  if (ipco === undefined) throw broken('the description of the picture is incomplete')
  const pitm = need('pitm')
  const cursor = cursorAt(bytes, pitm.content + 4, pitm.end)
  return {
    bytes,
    primary: cursor.read(bytes.readUInt8(pitm.content) === 0 ? 2 : 4),
    types: readTypes(bytes, need('iinf')),
    references: iref ? readReferences(bytes, iref) : [],
    properties: wholly(bytes, ipco.content, ipco.end),
    associations: readAssociations(
      bytes,
      iprp.filter(({ type }) => type === 'ipma'),
    ),
    read(id, most) {
      const place = places.get(id)
      if (place === undefined) throw broken('a part of the picture is missing')
      const base = place.isInIdat ? idat : { content: 0, end: bytes.length }
      if (base === undefined) throw broken('a part of the picture is missing')
      let total = 0
      const parts = place.extents.map(({ offset, length }) => {
        const start = base.content + offset
        // Zero means everything up to the end.
        const end = length === 0 ? base.end : start + length
        if (start > end || end > base.end) throw broken('a part of the picture is cut off')
        total += end - start
        if (total > most) throw broken('the parts of the picture overlap')
        return bytes.subarray(start, end)
      })
      return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    },
  }
}

function wholly(bytes: Buffer, from: number, to: number): Box[] {
  const { boxes, end } = listBoxes(bytes, from, to)
  if (end !== to) throw broken('a box is cut off')
  return boxes
}

/** Reads numbers of 0, 1, 2, 4 or 8 bytes one after the other. */
function cursorAt(bytes: Buffer, from: number, to: number) {
  let at = from
  return {
    read(size: number): number {
      if (at + size > to) throw broken('a box is cut off')
      at += size
      if (size === 0) return 0
      if (size <= 4) return bytes.readUIntBE(at - size, size)
      const value = Number(bytes.readBigUInt64BE(at - 8))
      if (!Number.isSafeInteger(value)) throw broken('a number is too large')
      return value
    },
    get isAtEnd() {
      return at >= to
    },
  }
}

function readPlaces(bytes: Buffer, iloc: Box): Map<number, Place> {
  const version = bytes.readUInt8(iloc.content)
  if (version > 2) throw broken('an unknown version of the item location table')
  const { read } = cursorAt(bytes, iloc.content + 4, iloc.end)
  const sizes = read(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  if ([offsetSize, lengthSize, baseSize, indexSize].some((size) => ![0, 4, 8].includes(size)))
    throw broken('the item location table has invalid sizes')
  const places = new Map<number, Place>()
  let total = 0
  for (let left = read(version < 2 ? 2 : 4); left > 0; left--) {
    const id = read(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : read(2) & 15
    if (read(2) !== 0 || method > 1) throw broken('a part of the picture is in another file')
    const base = read(baseSize)
    const extents: Place['extents'] = []
    for (let more = read(2); more > 0; more--) {
      // Extents may take no bytes at all, so the end of the box does not limit them.
      if (++total > MOST_EXTENTS) throw broken('too many parts')
      read(indexSize)
      extents.push({ offset: base + read(offsetSize), length: read(lengthSize) })
    }
    places.set(id, { isInIdat: method === 1, extents })
  }
  return places
}

function readTypes(bytes: Buffer, iinf: Box): Map<number, string> {
  const types = new Map<number, string>()
  const from = iinf.content + 4 + (bytes.readUInt8(iinf.content) === 0 ? 2 : 4)
  for (const { type, content, end } of wholly(bytes, from, iinf.end)) {
    if (type !== 'infe') continue
    const version = bytes.readUInt8(content)
    if (version !== 2 && version !== 3) throw broken('an unknown version of the list of items')
    const size = version === 2 ? 2 : 4
    const id = cursorAt(bytes, content + 4, end).read(size)
    types.set(id, bytes.toString('latin1', content + 4 + size + 2, Math.min(end, content + 4 + size + 6)))
  }
  return types
}

function readReferences(bytes: Buffer, iref: Box): Items['references'] {
  const size = bytes.readUInt8(iref.content) === 0 ? 2 : 4
  return wholly(bytes, iref.content + 4, iref.end).map(({ type, content, end }) => {
    const { read } = cursorAt(bytes, content, end)
    const from = read(size)
    return { type, from, to: Array.from({ length: read(2) }, () => read(size)) }
  })
}

function readAssociations(bytes: Buffer, tables: readonly Box[]): Items['associations'] {
  const associations: Items['associations'] = new Map()
  for (const { content, end } of tables) {
    const { read } = cursorAt(bytes, content + 4, end)
    const idSize = bytes.readUInt8(content) === 0 ? 2 : 4
    const indexSize = (bytes.readUInt8(content + 3) & 1) === 0 ? 1 : 2
    const top = indexSize === 1 ? 0x80 : 0x8000
    for (let left = read(4); left > 0; left--) {
      const id = read(idSize)
      // The highest bit says that a reader must know the property.
      associations.set(
        id,
        Array.from({ length: read(1) }, () => read(indexSize) & (top - 1)),
      )
    }
  }
  return associations
}

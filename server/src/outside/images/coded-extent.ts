// The extent that AV1 and HEVC streams themselves claim. A container may claim a smaller one, and a decoder believes the stream.
// Pure; throws RangeError if the bits run out.
import { broken } from './image-refused.ts'

export type Extent = { width: number; height: number }

function bitsOf(bytes: Buffer) {
  let at = 0
  function read(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++, at++)
      value = value * 2 + ((bytes.readUInt8(at >> 3) >> (7 - (at & 7))) & 1)
    return value
  }
  return {
    read,
    skip(count: number): void {
      at += count
    },
    /** Exponential Golomb. */
    readUe(): number {
      let zeros = 0
      while (read(1) === 0) if (++zeros > 32) throw broken('a number in the stream has no end')
      return 2 ** zeros - 1 + read(zeros)
    },
  }
}

const SEQUENCE_HEADER = 1

/** The extents of every sequence header in the units. */
export function extentsOfAv1(units: Buffer): Extent[] {
  const found: Extent[] = []
  for (let at = 0; at < units.length; ) {
    const head = units.readUInt8(at++)
    if ((head & 0x80) !== 0) throw broken('the AV1 stream is damaged')
    if ((head & 0x04) !== 0) at++
    let size = units.length - at
    if ((head & 0x02) !== 0) {
      size = 0
      for (let i = 0; i < 8; i++) {
        const byte = units.readUInt8(at++)
        size += (byte & 0x7f) * 2 ** (7 * i)
        if (byte < 0x80) break
      }
    }
    if (at + size > units.length) throw broken('the AV1 stream is cut off')
    if (((head >> 3) & 0x0f) === SEQUENCE_HEADER)
      found.push(readSequenceHeader(units.subarray(at, at + size)))
    at += size
  }
  return found
}

function readSequenceHeader(bytes: Buffer): Extent {
  const bits = bitsOf(bytes)
  bits.skip(4)
  if (bits.read(1) === 1) bits.skip(5)
  else {
    let delayBits = 0
    if (bits.read(1) === 1) {
      bits.skip(64)
      if (bits.read(1) === 1) bits.readUe()
      if (bits.read(1) === 1) {
        delayBits = bits.read(5) + 1
        bits.skip(42)
      }
    }
    const hasDisplayDelay = bits.read(1) === 1
    const points = bits.read(5) + 1
    for (let i = 0; i < points; i++) {
      bits.skip(12)
      if (bits.read(5) > 7) bits.skip(1)
      if (delayBits > 0 && bits.read(1) === 1) bits.skip(2 * delayBits + 1)
      if (hasDisplayDelay && bits.read(1) === 1) bits.skip(4)
    }
  }
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1]
  return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 }
}

const SEQUENCE_PARAMETERS = 33

/** The extents of every sequence parameter set in a configuration record (hvcC). */
export function extentsOfHevc(record: Buffer): Extent[] {
  const found: Extent[] = []
  const arrays = record.readUInt8(22)
  let at = 23
  for (let i = 0; i < arrays; i++) {
    const type = record.readUInt8(at) & 0x3f
    const count = record.readUInt16BE(at + 1)
    at += 3
    for (let j = 0; j < count; j++) {
      const length = record.readUInt16BE(at)
      if (at + 2 + length > record.length) throw broken('the HEVC stream is cut off')
      if (type === SEQUENCE_PARAMETERS) found.push(readParameterSet(record.subarray(at + 2, at + 2 + length)))
      at += 2 + length
    }
  }
  return found
}

function readParameterSet(unit: Buffer): Extent {
  // A 3 after two zeros only prevents a start code and is removed.
  const plain = unit
    .subarray(2)
    .filter((byte, i, all) => !(byte === 3 && i >= 2 && all[i - 1] === 0 && all[i - 2] === 0))
  const bits = bitsOf(Buffer.from(plain))
  bits.skip(4)
  const layers = bits.read(3)
  bits.skip(1 + 96)
  const flags = Array.from({ length: layers }, () => [bits.read(1), bits.read(1)] as const)
  if (layers > 0) bits.skip(2 * (8 - layers))
  for (const [hasProfile, hasLevel] of flags) bits.skip(88 * hasProfile + 8 * hasLevel)
  bits.readUe()
  if (bits.readUe() === 3) bits.skip(1)
  return { width: bits.readUe(), height: bits.readUe() }
}

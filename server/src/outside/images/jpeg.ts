// JPEG: splits the segments, keeps those the pixels need and drops the rest. Pure; malformed input is refused.
import type { Cleaned } from './cleaned.ts'
import { type Orientation, orientationOnly, readExif } from './exif.ts'
import { isProfile } from './icc.ts'
import { broken, guarded } from './image-refused.ts'

const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
/** For each scan a decoder goes through the whole picture again; cameras write one, good encoders about ten. */
const MOST_SCANS = 100
/** The largest allowed photo, made only of segments, has some hundreds. */
const MOST_SEGMENTS = 5_000
const LONGEST_SEGMENT = 65_533
const iccMark = Buffer.from('ICC_PROFILE\0')
const exifMark = Buffer.from('Exif\0\0')
/** JFIF 1.1, square pixels, no thumbnail. Its presence decides how colours are read. */
const plainJfif = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')

type Part = { marker: number; start: number; end: number }

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Frames, tables of quantisation, entropy and arithmetic coding, restart interval, number of lines, scans. */
const isNeeded = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || [0xda, 0xdb, 0xdc, 0xdd].includes(marker)

export function cleanJpeg(bytes: Buffer): Cleaned {
  return guarded('JPEG', () => {
    const { parts, end } = takeApart(bytes)
    const frame = parts.find(({ marker }) => isFrame(marker))
    if (frame === undefined) throw broken('no picture in the JPEG')
    if (parts.filter(({ marker }) => isFrame(marker)).length > 1) throw broken('several frames in one JPEG')
    const height = bytes.readUInt16BE(frame.start + 5)
    const width = bytes.readUInt16BE(frame.start + 7)
    if (width === 0 || height === 0) throw broken('the picture has no width or height')
    const exif = readExif(findExif(bytes, parts))
    const profile = readProfile(bytes, parts)
    const kept: Buffer[] = [Buffer.from([0xff, 0xd8])]
    if (
      parts.some(
        (part) => part.marker === APP0 && contentOf(bytes, part).toString('latin1', 0, 5) === 'JFIF\0',
      )
    )
      kept.push(plainJfif)
    if (exif.orientation !== 1) kept.push(orientationSegment(exif.orientation))
    if (profile) kept.push(...profileSegments(profile))
    for (const part of parts) {
      if (isNeeded(part.marker)) kept.push(bytes.subarray(part.start, part.end))
      else if (part.marker === APP14) {
        // Adobe's segment says whether colours were transformed; its content has exactly twelve bytes.
        const content = contentOf(bytes, part)
        if (content.toString('latin1', 0, 5) === 'Adobe' && content.length >= 12)
          kept.push(segment(APP14, content.subarray(0, 12)))
      }
    }
    kept.push(Buffer.from([0xff, EOI]))
    return { bytes: Buffer.concat(kept), width, height, exif, end }
  })
}

/** Where the first image in the bytes ends. */
export function endOfJpeg(bytes: Buffer): number {
  return guarded('JPEG', () => takeApart(bytes).end)
}

function takeApart(bytes: Buffer): { parts: Part[]; end: number } {
  const parts: Part[] = []
  let at = 2
  let scans = 0
  for (;;) {
    // Some cameras leave a few bytes between segments; decoders skip to the next marker, and so do we.
    const start = bytes.indexOf(0xff, at)
    if (start < 0) throw broken('the JPEG has no end')
    const marker = bytes.readUInt8(start + 1)
    if (marker === EOI) {
      if (scans === 0) throw broken('no picture in the JPEG')
      return { parts, end: start + 2 }
    }
    if (marker === 0xff) {
      at = start + 1
      continue
    }
    // Markers without content: restart, TEM, stuffed zeros.
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd7)) {
      at = start + 2
      continue
    }
    if (marker === 0xd8) throw broken('a JPEG begins inside another')
    const length = bytes.readUInt16BE(start + 2)
    const head = start + 2 + length
    if (length < 2 || head > bytes.length) throw broken('a segment of the JPEG is cut off')
    let end = head
    if (marker === SOS) {
      if (++scans > MOST_SCANS) throw broken(`more than ${MOST_SCANS} scans in the JPEG`)
      end = endOfScan(bytes, head)
    }
    parts.push({ marker, start, end })
    if (parts.length > MOST_SEGMENTS) throw broken(`more than ${MOST_SEGMENTS} segments in the JPEG`)
    at = end
  }
}

/** The end of the coded data: the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) throw broken('the JPEG is cut off')
    while (bytes[at + 1] === 0xff) at++
    const next = bytes[at + 1]
    if (next === undefined) throw broken('the JPEG is cut off')
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

const contentOf = (bytes: Buffer, { start, end }: Part) => bytes.subarray(start + 4, end)
const startsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)

function findExif(bytes: Buffer, parts: readonly Part[]): Buffer | undefined {
  for (const part of parts) {
    const content = contentOf(bytes, part)
    if (part.marker === APP1 && startsWith(content, exifMark)) return content.subarray(exifMark.length)
  }
  return undefined
}

function readProfile(bytes: Buffer, parts: readonly Part[]): Buffer | undefined {
  const chunks = parts
    .filter(({ marker }) => marker === APP2)
    .map((part) => contentOf(bytes, part))
    .filter((content) => startsWith(content, iccMark) && content.length > 14)
    .sort((a, b) => (a[12] as number) - (b[12] as number))
  const isWhole = chunks.every((chunk, nth) => chunk[12] === nth + 1 && chunk[13] === chunks.length)
  const profile = Buffer.concat(chunks.map((chunk) => chunk.subarray(14)))
  return isWhole && isProfile(profile) ? profile : undefined
}

function segment(marker: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

const orientationSegment = (orientation: Orientation) => segment(APP1, exifMark, orientationOnly(orientation))

function profileSegments(profile: Buffer): Buffer[] {
  const room = LONGEST_SEGMENT - 14
  const count = Math.ceil(profile.length / room)
  return Array.from({ length: count }, (_, nth) =>
    segment(APP2, iccMark, Buffer.from([nth + 1, count]), profile.subarray(nth * room, (nth + 1) * room)),
  )
}

/** For pixels that were decoded elsewhere: adds the profile that their colours refer to and leaves the pixels alone. */
export function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const jfif = jpeg.toString('latin1', 6, 11) === 'JFIF\0' ? 4 + jpeg.readUInt16BE(4) : 2
  return Buffer.concat([jpeg.subarray(0, jfif), ...profileSegments(profile), jpeg.subarray(jfif)])
}

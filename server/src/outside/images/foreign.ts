// Detects files that are both a photo and something else, and knows the trailers that phones append to photos.
import { broken, ImageRefused } from './image-refused.ts'

/** PDF readers and browsers that sniff types look no further than this. */
const HEAD = 1024

const marks: readonly (readonly [what: string, mark: string])[] = [
  ['a PDF document', '%pdf-'],
  ['a ZIP archive', 'pk\x03\x04'],
  ['a RAR archive', 'rar!\x1a\x07'],
  ['a 7z archive', '7z\xbc\xaf\x27\x1c'],
  ['a program', '\x7felf'],
  ['a PHP program', '<?php'],
  ['a web page', '<!doctype'],
  ['a web page', '<html'],
  ['a web page', '<script'],
  ['a web page', '<iframe'],
  ['a web page', '<body'],
  ['an SVG drawing', '<svg'],
]

export function findForeign(bytes: Buffer): string | undefined {
  const text = lower(bytes)
  return marks.find(([, mark]) => text.includes(mark))?.[0]
}

/** ASCII only: the signatures contain bytes above it that must not be treated as letters. */
const lower = (bytes: Buffer) =>
  bytes.toString('latin1').replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

const polyglot = (what: string) =>
  new ImageRefused('polyglot', `the file is a photo and ${what} at the same time`)

export function assertNotForeign(bytes: Buffer): void {
  const found = findForeign(bytes.subarray(0, HEAD))
  if (found !== undefined) throw polyglot(found)
  if (endsAsZip(bytes)) throw polyglot('a ZIP archive')
}

/** The limit fits an uncompressed picture with 16 bits and transparency, plus the largest profile in use. */
export function assertNotStuffed(bytes: Buffer, { width, height }: { width: number; height: number }): void {
  if (bytes.length > 10 * width * height + 2_500_000) throw polyglot('a hiding place for something larger')
}

/** A ZIP is read from its end: an end-of-directory record whose comment reaches exactly to the end of the file. */
function endsAsZip(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.lastIndexOf('PK\x05\x06', -1, 'latin1'); at >= from && at >= 0; ) {
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return true
    if (at === 0) return false
    at = bytes.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
  }
  return false
}

/** A photo has only a handful of further pictures, maps and films. */
const MOST_TRAILERS = 1_000

/** Signatures of makers whose trailers have no common form, at the beginning or at the end. */
const makersTrailers = [
  /^(\0\0..)?(vivo\{|CANON OPTIONAL DATA\0|MotionPhoto_Data|QDIOBS|HUAWEI|HONOR)/s,
  /(SEFT|jxrs...\0|QDIOBS)$/s,
]

/**
 * Everything after the image is cut off in any case. Further images (MPF, gain maps), the film of a motion photo, padding and what
 * phone makers append are cut silently; a file with anything else is refused, because somebody put it there.
 */
export function judgeTrailer(trailer: Buffer, endOfJpeg: (bytes: Buffer) => number): void {
  let at = 0
  for (let count = 0; ; count++) {
    if (count > MOST_TRAILERS) throw polyglot('a long chain of other things')
    while (at < trailer.length && [0, 0xff, 0x0a, 0x0d, 0x20].includes(trailer[at] as number)) {
      if (trailer[at] === 0xff && trailer[at + 1] === 0xd8) break
      at++
    }
    // Zero padding can look like the size of a box.
    if (isBox(trailer, at) === undefined)
      for (let back = 1; back <= 3 && back <= at; back++) if (isBox(trailer, at - back)) at -= back
    if (at >= trailer.length) return
    const rest = trailer.subarray(at)
    const box = isBox(trailer, at)
    if (box !== undefined) at += box
    else if (rest[0] === 0xff && rest[1] === 0xd8) at += endOfJpeg(rest)
    else if (isMakers(rest)) return
    else if (filmBoxes.has(rest.toString('latin1', 4, 8)))
      throw broken('the film behind the photo is cut off')
    else throw polyglot(findForeign(rest.subarray(0, HEAD)) ?? 'something else, which follows it')
  }
}

function isMakers(rest: Buffer): boolean {
  const [head, tail] = [
    rest.toString('latin1', 0, 64),
    rest.toString('latin1', Math.max(0, rest.length - 64)),
  ]
  return makersTrailers[0]?.test(head) === true || makersTrailers[1]?.test(tail) === true
}

const filmBoxes = new Set([
  'ftyp',
  'moov',
  'mdat',
  'free',
  'skip',
  'wide',
  'moof',
  'mfra',
  'uuid',
  'meta',
  'udta',
  'mpvd',
  'sefd',
  'pnot',
])

/** The length of the video box at this position, if there is one. */
function isBox(bytes: Buffer, at: number): number | undefined {
  if (at < 0 || at + 8 > bytes.length || !filmBoxes.has(bytes.toString('latin1', at + 4, at + 8)))
    return undefined
  let size = bytes.readUInt32BE(at)
  if (size === 1 && at + 16 <= bytes.length) size = Number(bytes.readBigUInt64BE(at + 8))
  if (size === 0) size = bytes.length - at
  return size >= 8 && at + size <= bytes.length ? size : undefined
}

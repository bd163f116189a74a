// WebP: keeps the chunks that the pixels need and drops the rest. Pure; malformed input is refused.
import type { Cleaned } from './cleaned.ts'
import { orientationOnly, readExif } from './exif.ts'
import { isProfile } from './icc.ts'
import { broken, guarded, ImageRefused } from './image-refused.ts'

const FLAG_ANIMATION = 0x02
const FLAG_EXIF = 0x08
const FLAG_ALPHA = 0x10
const FLAG_ICC = 0x20
const MOST_CHUNKS = 1_000

export function cleanWebp(bytes: Buffer): Cleaned {
  return guarded('WebP', () => {
    const found = readChunks(bytes)
    if (found.has('ANIM') || found.has('ANMF'))
      throw new ImageRefused('animated', 'the file is an animated WebP')
    const pixels = found.has('VP8 ') ? 'VP8 ' : 'VP8L'
    const picture = found.get(pixels)
    if (picture === undefined || (found.has('VP8 ') && found.has('VP8L')))
      throw broken('no picture in the WebP')
    const extent = pixels === 'VP8 ' ? extentOfLossy(picture) : extentOfLossless(picture)
    const exif = readExif(tiffOf(found.get('EXIF')))
    const header = found.get('VP8X')
    const kept: Buffer[] = []
    if (header !== undefined) {
      if (header.length < 10) throw broken('the header of the WebP is cut off')
      if ((header.readUInt8(0) & FLAG_ANIMATION) !== 0)
        throw new ImageRefused('animated', 'the file is an animated WebP')
      if (header.readUIntLE(4, 3) + 1 !== extent.width || header.readUIntLE(7, 3) + 1 !== extent.height)
        throw broken('the WebP states two different sizes')
      const profile = found.get('ICCP')
      const alpha = pixels === 'VP8 ' ? found.get('ALPH') : undefined
      const hasProfile = profile !== undefined && isProfile(profile)
      const isTurned = exif.orientation !== 1
      const flags =
        (header.readUInt8(0) & FLAG_ALPHA) | (hasProfile ? FLAG_ICC : 0) | (isTurned ? FLAG_EXIF : 0)
      kept.push(chunk('VP8X', Buffer.concat([Buffer.from([flags, 0, 0, 0]), header.subarray(4, 10)])))
      if (hasProfile) kept.push(chunk('ICCP', profile))
      if (alpha) kept.push(chunk('ALPH', alpha))
      kept.push(chunk(pixels, picture))
      if (isTurned) kept.push(chunk('EXIF', orientationOnly(exif.orientation)))
    } else {
      exif.orientation = 1
      kept.push(chunk(pixels, picture))
    }
    const content = Buffer.concat([Buffer.from('WEBP'), ...kept])
    const end = 8 + bytes.readUInt32LE(4)
    return { bytes: chunk('RIFF', content), ...extent, exif, end }
  })
}

/** The first chunk of each name; a still picture needs no second one. */
function readChunks(bytes: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) throw broken('the WebP is cut off')
  let count = 0
  for (let at = 12; at + 8 <= end; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > end || ++count > MOST_CHUNKS) throw broken('a chunk of the WebP is cut off')
    if (!found.has(name)) found.set(name, bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  return found
}

function extentOfLossy(vp8: Buffer): { width: number; height: number } {
  if (vp8.readUIntBE(3, 3) !== 0x9d012a) throw broken('the picture in the WebP has no beginning')
  return extent(vp8.readUInt16LE(6) & 0x3fff, vp8.readUInt16LE(8) & 0x3fff)
}

function extentOfLossless(vp8l: Buffer): { width: number; height: number } {
  if (vp8l.readUInt8(0) !== 0x2f) throw broken('the picture in the WebP has no beginning')
  const bits = vp8l.readUInt32LE(1)
  return extent((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

function extent(width: number, height: number): { width: number; height: number } {
  if (width === 0 || height === 0) throw broken('the picture has no width or height')
  return { width, height }
}

/** Some writers put the JPEG marker in front. */
function tiffOf(exif: Buffer | undefined): Buffer | undefined {
  return exif?.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
}

function chunk(name: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(8 + content.length + (content.length % 2))
  bytes.write(name, 'latin1')
  bytes.writeUInt32LE(content.length, 4)
  content.copy(bytes, 8)
  return bytes
}

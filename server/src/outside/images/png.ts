// PNG: keeps the chunks that the pixels need and drops the rest. Pure; malformed input is refused.
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import type { Cleaned } from './cleaned.ts'
import { orientationOnly, readExif } from './exif.ts'
import { isProfile } from './icc.ts'
import { broken, guarded, ImageRefused } from './image-refused.ts'

const SIGNATURE = 8
/** Chunks that define the picture: extent, palette, transparency, colours. */
const needed = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'sRGB',
  'sBIT',
  'cICP',
  'mDCV',
  'cLLI',
])
const LARGEST_PROFILE = 4_000_000
const MOST_CHUNKS = 100_000

export function cleanPng(bytes: Buffer): Cleaned {
  return guarded('PNG', () => {
    const kept: Buffer[] = [bytes.subarray(0, SIGNATURE)]
    let [width, height, count, at] = [0, 0, 0, SIGNATURE]
    let tiff: Buffer | undefined
    let placeOfExif = 0
    for (let type = ''; type !== 'IEND'; count++) {
      const length = bytes.readUInt32BE(at)
      type = bytes.toString('latin1', at + 4, at + 8)
      const end = at + 12 + length
      if (!/^[A-Za-z]{4}$/.test(type) || end > bytes.length) throw broken('a chunk of the PNG is cut off')
      if (count > MOST_CHUNKS) throw broken('too many chunks in the PNG')
      const content = bytes.subarray(at + 8, end - 4)
      if ((count === 0) !== (type === 'IHDR')) throw broken('the PNG does not begin with its header')
      if (type === 'IHDR') [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)]
      if (type === 'acTL' || type === 'fcTL')
        throw new ImageRefused('animated', 'the file is an animated PNG')
      if (type === 'eXIf') tiff = content
      if (type === 'iCCP') kept.push(...cleanProfile(content))
      if (needed.has(type)) {
        if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
          throw broken('a checksum in the PNG is wrong')
        kept.push(bytes.subarray(at, end))
        if (type === 'IHDR') placeOfExif = kept.length
      } else if (type !== 'iCCP' && type.charCodeAt(0) < 97)
        throw broken('an unknown critical chunk in the PNG')
      at = end
    }
    if (width === 0 || height === 0) throw broken('the picture has no width or height')
    const exif = readExif(tiff)
    if (exif.orientation !== 1) kept.splice(placeOfExif, 0, chunk('eXIf', orientationOnly(exif.orientation)))
    return { bytes: Buffer.concat(kept), width, height, exif, end: at }
  })
}

/** Compressed again: the name before the profile and bytes after it could hide something. */
function cleanProfile(content: Buffer): Buffer[] {
  try {
    const profile = inflateSync(content.subarray(content.indexOf(0) + 2), {
      maxOutputLength: LARGEST_PROFILE,
    })
    if (isProfile(profile))
      return [chunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(profile)]))]
  } catch {}
  return []
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length)
  bytes.write(type, 4, 'latin1')
  content.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}

// Recognises a file by its first bytes only; file names and request headers prove nothing.
import { ImageRefused } from './image-refused.ts'

type ImageKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])
const accepted = 'JPEG, PNG, WebP, AVIF and HEIC are accepted'

export function kindOf(bytes: Buffer): ImageKind {
  if (bytes.length === 0) throw new ImageRefused('empty', 'the file is empty')
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF....WEBP/s.test(head)) return 'webp'
  if (head.slice(4, 8) === 'ftyp') {
    const brands = brandsOf(bytes)
    if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
    if (brands.some((brand) => heicBrands.has(brand))) return 'heic'
    throw new ImageRefused('notAPhoto', `the file is a film or another kind of container; ${accepted}`)
  }
  if (/^GIF8[79]a/.test(head)) throw new ImageRefused('notAPhoto', `the file is a GIF; ${accepted}`)
  // NULs are removed so that UTF-16 can be read too.
  const text = bytes.toString('latin1', 0, 4096).replaceAll('\0', '').toLowerCase()
  if (/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(text) && /<([a-z]\w*:)?svg[\s>:]/.test(text))
    throw new ImageRefused('svg', `the file is an SVG drawing; ${accepted}`)
  throw new ImageRefused('notAPhoto', `the file is not a photo; ${accepted}`)
}

function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}

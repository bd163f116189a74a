// Judges an uploaded file by its content and makes the photo that is kept. Runs in a worker; only bytes of a known extent reach a
// decoder.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import sharp, { type OutputInfo } from 'sharp'
import type { Cleaned } from './cleaned.ts'
import { assertNotForeign, assertNotStuffed, judgeTrailer } from './foreign.ts'
import { decodeHeic } from './heic.ts'
import { broken, ImageRefused } from './image-refused.ts'
import { readContainer } from './isobmff.ts'
import { cleanJpeg, endOfJpeg, withProfile } from './jpeg.ts'
import { kindOf } from './kind.ts'
import type { Focus } from './photo-sizes.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

export interface ImageLimits {
  maxBytes: number
  maxPixels: number
  maxSide: number
}

export interface TakenIn {
  /** The original's pixels as they came, without metadata; of AVIF and HEIC a JPEG. */
  bytes: Buffer
  contentType: 'image/jpeg' | 'image/png' | 'image/webp'
  /** Upright. */
  width: number
  height: number
  /** ISO 8601, local to the camera; with an offset only if the camera knew one. */
  takenAt?: string
  /** Of `bytes`, in hex. */
  sha256: string
  /** Of what was uploaded, in hex. */
  sourceSha256: string
  /** Centre of interest, from 0 to 1 in both directions, upright. */
  focus: Focus
}

/** Large enough to see what the picture is about. */
const FOCUS_PIXELS = 256
/** Quality of a picture that is compressed again. */
const QUALITY = 92

export async function takeIn(path: string, limits: ImageLimits): Promise<TakenIn> {
  const source = await readUpTo(path, limits.maxBytes)
  const kind = kindOf(source)
  assertNotForeign(source)
  const { bytes, contentType, extent, exif } =
    kind === 'heic' || kind === 'avif' ? await convert(source, kind, limits) : clean(source, kind, limits)
  // Cleaning may have moved other bytes to the front.
  assertNotForeign(bytes)
  const focus = await findCentre(bytes, limits)
  assertNotStuffed(bytes, extent)
  return {
    bytes,
    contentType,
    ...extent,
    ...(exif.takenAt === undefined ? {} : { takenAt: exif.takenAt }),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sourceSha256: createHash('sha256').update(source).digest('hex'),
    focus,
  }
}

async function readUpTo(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size > maxBytes)
      throw new ImageRefused('tooManyBytes', `the file has ${size} bytes, a photo at most ${maxBytes}`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function assertPixels(
  { width, height }: { width: number; height: number },
  { maxPixels, maxSide }: ImageLimits,
): void {
  if (width > maxSide || height > maxSide)
    throw new ImageRefused(
      'tooManyPixels',
      `the photo measures ${width} × ${height} pixels, a side at most ${maxSide}`,
    )
  if (width * height > maxPixels)
    throw new ImageRefused(
      'tooManyPixels',
      `the photo measures ${width} × ${height} pixels, at most ${maxPixels / 1_000_000} megapixels are accepted`,
    )
}

type Kept = Pick<Cleaned, 'bytes' | 'exif'> & {
  contentType: TakenIn['contentType']
  /** Upright. */
  extent: { width: number; height: number }
}

function clean(source: Buffer, kind: 'jpeg' | 'png' | 'webp', limits: ImageLimits): Kept {
  const cleaners = { jpeg: cleanJpeg, png: cleanPng, webp: cleanWebp }
  const { bytes, width, height, exif, end } = cleaners[kind](source)
  assertPixels({ width, height }, limits)
  judgeTrailer(source.subarray(end), endOfJpeg)
  const extent = exif.orientation >= 5 ? { width: height, height: width } : { width, height }
  return { bytes, exif, contentType: `image/${kind}`, extent }
}

/** Few programs show AVIF and HEIC: their pixels become a JPEG, on white. */
async function convert(source: Buffer, kind: 'avif' | 'heic', limits: ImageLimits): Promise<Kept> {
  const { largest, exif, profile, end } = readContainer(source, kind)
  assertPixels(largest, limits)
  judgeTrailer(source.subarray(end), endOfJpeg)
  const picture = kind === 'avif' ? openAvif(source, limits) : await openHeic(source)
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw broken(`the ${kind.toUpperCase()} cannot be decoded`)
    })
  const bytes = profile ? withProfile(data, profile) : data
  return { bytes, exif, contentType: 'image/jpeg', extent: { width: info.width, height: info.height } }
}

const strictly = ({ maxPixels }: ImageLimits) =>
  ({ failOn: 'warning', limitInputPixels: maxPixels, sequentialRead: true }) as const

/** The pixels unchanged: the profile, which is put back, says what their colours mean. */
const openAvif = (source: Buffer, limits: ImageLimits) =>
  sharp(source, { ...strictly(limits), ignoreIcc: true })

async function openHeic(source: Buffer) {
  const { width, height, data } = await decodeHeic(source)
  return sharp(data, { raw: { width, height, channels: 4 } })
}

/** Decodes every pixel once, strictly, and finds the centre of interest in a small version. */
async function findCentre(bytes: Buffer, limits: ImageLimits): Promise<Focus> {
  try {
    const { data, info } = await sharp(bytes, strictly(limits))
      .autoOrient()
      .resize({ width: FOCUS_PIXELS, height: FOCUS_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return await findFocus(data, info)
  } catch {
    throw broken('its pixels cannot be decoded')
  }
}

async function findFocus(data: Buffer, { width, height, channels }: OutputInfo): Promise<Focus> {
  const side = Math.min(width, height)
  const { info } = await sharp(data, { raw: { width, height, channels } })
    .resize({ width: side, height: side, fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { attentionX = width / 2, attentionY = height / 2 } = info
  const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
  return { x: within(attentionX / width), y: within(attentionY / height) }
}

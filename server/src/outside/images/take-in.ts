// Judges an uploaded file by its content and makes of it the photo that is kept. Runs in a worker; only cleaned bytes
// of a known extent reach a decoder.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import decodeHeic from 'heic-decode'
import sharp, { type OutputInfo } from 'sharp'
import type { Cleaned } from './cleaned.ts'
import { assertNotForeign, assertNotStuffed, judgeTrailer } from './foreign.ts'
import { broken, ImageRefused } from './image-refused.ts'
import { cleanContainer } from './isobmff.ts'
import { cleanJpeg, endOfJpeg, withProfile } from './jpeg.ts'
import { type ImageKind, kindOf } from './kind.ts'
import type { Focus } from './photo-sizes.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

export interface ImageLimits {
  maxBytes: number
  maxPixels: number
  maxSide: number
}

export interface TakenIn {
  /** The original's pixels as they came, without metadata; of a HEIC a JPEG. */
  bytes: Buffer
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif'
  /** As seen upright. */
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

/** Large enough to see what a picture is about. */
const FOCUS_PIXELS = 256
const HEIC_QUALITY = 92

export async function takeIn(path: string, limits: ImageLimits): Promise<TakenIn> {
  const source = await readUpTo(path, limits.maxBytes)
  const kind = kindOf(source)
  assertNotForeign(source)
  const { bytes, contentType, extent, exif } =
    kind === 'heic' ? await convertHeic(source, limits) : clean(source, kind, limits)
  // Something from deep inside may have come to the front.
  assertNotForeign(bytes)
  const { width, height, focus } = await look(bytes, limits, extent)
  assertNotStuffed(bytes, { width, height })
  return {
    bytes,
    contentType,
    width,
    height,
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
  /** Upright; unknown where the container turns or crops. */
  extent: { width: number; height: number } | undefined
}

function clean(source: Buffer, kind: Exclude<ImageKind, 'heic'>, limits: ImageLimits): Kept {
  if (kind === 'avif') {
    const { bytes, largest, exif, end } = cleanContainer(source, kind)
    assertPixels(largest, limits)
    judgeTrailer(source.subarray(end), endOfJpeg)
    return { bytes, exif, contentType: 'image/avif', extent: undefined }
  }
  const cleaners = { jpeg: cleanJpeg, png: cleanPng, webp: cleanWebp }
  const { bytes, width, height, exif, end } = cleaners[kind](source)
  assertPixels({ width, height }, limits)
  judgeTrailer(source.subarray(end), endOfJpeg)
  const extent = exif.orientation >= 5 ? { width: height, height: width } : { width, height }
  return { bytes, exif, contentType: `image/${kind}`, extent }
}

async function convertHeic(source: Buffer, limits: ImageLimits): Promise<Kept> {
  const { bytes, largest, exif, profile, end } = cleanContainer(source, 'heic')
  assertPixels(largest, limits)
  judgeTrailer(source.subarray(end), endOfJpeg)
  let picture: Awaited<ReturnType<typeof decodeHeic>>
  try {
    picture = await decodeHeic({ buffer: bytes })
  } catch {
    throw broken('the HEIC cannot be decoded')
  }
  const { width, height, data } = picture
  const jpeg = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .jpeg({ quality: HEIC_QUALITY })
    .toBuffer()
  const kept = profile ? withProfile(jpeg, profile) : jpeg
  return { bytes: kept, exif, contentType: 'image/jpeg', extent: { width, height } }
}

/** Decodes every pixel once, strictly, and looks at a small version for what the picture is about. */
async function look(bytes: Buffer, { maxPixels }: ImageLimits, extent: Kept['extent']) {
  try {
    const options = { failOn: 'warning', limitInputPixels: maxPixels, sequentialRead: true } as const
    const {
      width,
      height,
      pages = 1,
    }: { width: number; height: number; pages?: number } = extent ?? (await sharp(bytes, options).metadata())
    if (pages > 1) throw new ImageRefused('animated', 'the file is a sequence of pictures')
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .resize({ width: FOCUS_PIXELS, height: FOCUS_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { width, height, focus: await findFocus(data, info) }
  } catch (error) {
    if (error instanceof ImageRefused) throw error
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

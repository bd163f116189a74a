// Makes the sizes of an accepted photo: JPEG, upright, sRGB, without metadata, with transparency on white. Runs in a worker.
import sharp, { type Sharp } from 'sharp'
import {
  cropAround,
  type Extent,
  extentIn,
  type Focus,
  type PhotoSizeName,
  photoSizeNames,
  photoSizes,
} from './photo-sizes.ts'

export interface MadeSize extends Extent {
  bytes: Buffer
}

const QUALITY = 80
const centre: Focus = { x: 0.5, y: 0.5 }

/** Pixels in memory, three bytes each. */
type Level = Extent & { data: Buffer }

async function openSource(source: Buffer): Promise<{ image: () => Sharp; whole: Extent }> {
  // An accepted photo was already decoded strictly and measured.
  const options = { failOn: 'none', limitInputPixels: false, sequentialRead: true } as const
  const { autoOrient } = await sharp(source, options).metadata()
  return { image: () => sharp(source, options).autoOrient(), whole: autoOrient }
}

const toJpeg = (image: Sharp) => image.jpeg({ quality: QUALITY, progressive: true })
const opaque = (image: Sharp) => image.flatten({ background: '#fff' }).toColourspace('srgb')

/** Makes one size: the decoder itself skips what a small picture does not need. */
export async function makeSize(
  source: Buffer,
  name: PhotoSizeName,
  focus: Focus = centre,
): Promise<MadeSize> {
  const { image, whole } = await openSource(source)
  const size = photoSizes[name]
  const target = extentIn(size, whole)
  const resized = image().resize({ ...(size.isSquare ? coverOf(whole, target.width) : target), fit: 'fill' })
  const cropped = size.isSquare
    ? resized.extract({ ...cropAround(focus, coverOf(whole, target.width), target.width), ...target })
    : resized
  const { data, info } = await toJpeg(opaque(cropped)).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** The extent of the picture whose shorter side has this length. */
function coverOf({ width, height }: Extent, side: number): Extent {
  const scale = side / Math.min(width, height)
  return {
    width: Math.max(side, Math.round(width * scale)),
    height: Math.max(side, Math.round(height * scale)),
  }
}

/** Makes all sizes: decodes once and makes each from the next larger one. */
export async function makeSizes(
  source: Buffer,
  focus: Focus = centre,
): Promise<Record<PhotoSizeName, MadeSize>> {
  const { image, whole } = await openSource(source)
  const made = {} as Record<PhotoSizeName, MadeSize>
  const levels: Level[] = []
  for (const name of ['huge', 'large', 'medium', 'small'] as const) {
    const target = extentIn(photoSizes[name], whole)
    const last = levels.at(-1)
    const level =
      last?.width === target.width && last.height === target.height
        ? last
        : await toLevel((last ? open(last) : image()).resize({ ...target, fit: 'fill' }))
    levels.push(level)
    made[name] = { ...target, bytes: await toJpeg(open(level)).toBuffer() }
  }
  for (const name of photoSizeNames) {
    if (!photoSizes[name].isSquare) continue
    const { width: side } = extentIn(photoSizes[name], whole)
    // A long panorama may be too flat even in the largest size.
    const level = levels.findLast(({ width, height }) => Math.min(width, height) >= side)
    if (level === undefined) made[name] = await makeSize(source, name, focus)
    else {
      const cover = coverOf(level, side)
      const square = open(level)
        .resize({ ...cover, fit: 'fill' })
        .extract({ ...cropAround(focus, cover, side), width: side, height: side })
      made[name] = { bytes: await toJpeg(square).toBuffer(), width: side, height: side }
    }
  }
  return made
}

async function toLevel(image: Sharp): Promise<Level> {
  const { data, info } = await opaque(image).raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const open = ({ data, width, height }: Level) => sharp(data, { raw: { width, height, channels: 3 } })

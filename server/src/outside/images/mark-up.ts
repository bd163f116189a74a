// Makes the picture that others see of a photo that was drawn on: blurred areas hold only a few colours of what was there, and
// arrows, circles and words are painted above. Runs in a worker.
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import {
  type Area,
  blurredAreas,
  type Drawn,
  drawingExtent,
  drawShapes,
  type Extent,
  outlineColour,
} from '@walkaround/contract/rules/markup.ts'
import sharp from 'sharp'

const QUALITY = 92
/** A blurred cell is at least this share of the longer side of the photo: far larger than a letter of a plate or an eye. */
const CELL_SHARE = 1 / 32
/** And at least this share of the shorter side of its area: a large face or plate keeps no more than a small one. */
const CELL_OF_AREA = 1 / 2

/** Upright, without metadata, in the format of the source. */
export async function markUp(source: Buffer, shapes: readonly MarkupShape[]): Promise<Buffer> {
  // An accepted photo was already decoded strictly and measured.
  const options = { failOn: 'none', limitInputPixels: false } as const
  const { format } = await sharp(source, options).metadata()
  const { data, info } = await sharp(source, options)
    .autoOrient()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const raw = { width, height, channels }
  for (const area of blurredAreas(shapes, raw)) await blur(data, raw, area)
  const drawn = drawShapes(shapes, raw)
  const picture = sharp(data, { raw, limitInputPixels: false })
  const painted =
    drawn.length === 0 ? picture : picture.composite([{ input: Buffer.from(await toSvg(drawn, raw)) }])
  if (format === 'png') return painted.png().toBuffer()
  if (format === 'webp') return painted.webp({ quality: QUALITY }).toBuffer()
  return painted.jpeg({ quality: QUALITY }).toBuffer()
}

type Raw = Extent & { channels: 1 | 2 | 3 | 4 }

/**
 * Replaces the area by the mean colours of a few cells, blended into each other. What lies inside a cell cannot be computed back,
 * because it is not there any more; the blending only hides the edges.
 */
async function blur(data: Buffer, { width, height, channels }: Raw, area: Area): Promise<void> {
  const cell = Math.max(
    Math.max(width, height) * CELL_SHARE,
    Math.min(area.width, area.height) * CELL_OF_AREA,
  )
  const cells = {
    width: Math.max(1, Math.round(area.width / cell)),
    height: Math.max(1, Math.round(area.height / cell)),
  }
  const means = meansOf(data, { width, height, channels }, area, cells)
  const { data: blended } = await sharp(means, { raw: { ...cells, channels } })
    .resize({ width: area.width, height: area.height, fit: 'fill', kernel: 'cubic' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  for (let row = 0; row < area.height; row++) {
    const from = row * area.width * channels
    blended.copy(data, ((area.y + row) * width + area.x) * channels, from, from + area.width * channels)
  }
}

function meansOf(data: Buffer, { width, channels }: Raw, area: Area, cells: Extent): Buffer {
  const sums = new Float64Array(cells.width * cells.height * channels)
  const counts = new Uint32Array(cells.width * cells.height)
  for (let y = 0; y < area.height; y++) {
    const row = Math.floor((y * cells.height) / area.height) * cells.width
    for (let x = 0; x < area.width; x++) {
      const cell = row + Math.floor((x * cells.width) / area.width)
      const at = ((area.y + y) * width + area.x + x) * channels
      counts[cell] = (counts[cell] as number) + 1
      for (let channel = 0; channel < channels; channel++) {
        const sum = cell * channels + channel
        sums[sum] = (sums[sum] as number) + (data[at + channel] as number)
      }
    }
  }
  return Buffer.from(sums.map((sum, index) => Math.round(sum / (counts[Math.floor(index / channels)] || 1))))
}

/** Words become paths of our own font: a server may have none. */
async function toSvg(drawn: readonly Drawn[], photo: Extent): Promise<string> {
  const { width, height } = drawingExtent(photo)
  const parts: string[] = []
  for (const one of drawn) {
    if (one.kind === 'fill') parts.push(`<path d="${one.path}" fill="${one.colour}"/>`)
    else if (one.kind === 'stroke') parts.push(stroke(one.path, one.colour, one.width))
    else {
      // Only photos with words need the font, which takes a quarter of a second to open.
      const { textPath } = await import('../paper/paper.ts')
      const path = one.lines.map(({ words, x, y }) => textPath(words, one.size, x, y)).join('')
      parts.push(stroke(path, outlineColour, one.outline), `<path d="${path}" fill="${one.colour}"/>`)
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${photo.width}" height="${photo.height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${parts.join('')}</svg>`
}

const stroke = (path: string, colour: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`

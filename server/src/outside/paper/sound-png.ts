// Whether a PNG can be given to PDFKit. PDFKit unpacks it later, where no error can be caught: a broken one would end the thread.
// Only logos are PNGs; photos are JPEGs, whose bytes go into the PDF unchanged.
import { inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Samples per pixel by colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const mostPixels = 4_000_000

export function isSoundPng(bytes: Uint8Array): boolean {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (png.length < 57 || !png.subarray(0, 8).equals(signature)) return false
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth, colourType, interlace] = [png[24], png[25] as number, png[28]]
  const perPixel = samples[colourType]
  if (
    perPixel === undefined ||
    depth !== 8 ||
    interlace !== 0 ||
    width * height > mostPixels ||
    !width ||
    !height
  )
    return false
  const packed: Buffer[] = []
  let hasPalette = false
  let isWhole = false
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > png.length) return false
    if (name === 'IDAT') packed.push(png.subarray(at + 8, at + 8 + length))
    if (name === 'PLTE') hasPalette = length > 0 && length % 3 === 0
    if (name === 'IEND') {
      isWhole = true
      break
    }
    at += 12 + length
  }
  if (!isWhole || (colourType === 3 && !hasPalette)) return false
  const size = height * (1 + width * perPixel)
  try {
    const pixels = inflateSync(Buffer.concat(packed), { maxOutputLength: size })
    if (pixels.length !== size) return false
    // Every row begins with one of five filters.
    for (let row = 0; row < height; row++)
      if ((pixels[row * (1 + width * perPixel)] as number) > 4) return false
    return true
  } catch {
    return false
  }
}

// Decodes the primary picture of a HEIC with libheif as WebAssembly: sharp has no decoder for HEVC.
import libheif from 'libheif-js/wasm-bundle.js'
import { broken } from './image-refused.ts'

/** Upright; four bytes per pixel. */
export async function decodeHeic(
  bytes: Buffer,
): Promise<{ width: number; height: number; data: Uint8ClampedArray }> {
  await libheif.ready
  const pictures = new libheif.HeifDecoder().decode(bytes)
  try {
    const primary = pictures.find((picture) => picture.is_primary())
    if (!primary) throw broken('the HEIC cannot be decoded')
    const [width, height] = [primary.get_width(), primary.get_height()]
    const data = new Uint8ClampedArray(width * height * 4)
    const isDone = await new Promise((resolve) => {
      primary.display({ data, width, height }, (shown) => resolve(shown !== null))
    })
    if (!isDone) throw broken('the HEIC cannot be decoded')
    return { width, height, data }
  } finally {
    for (const picture of pictures) picture.free()
  }
}

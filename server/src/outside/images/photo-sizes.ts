// The sizes of the interface's table, as data. No photo is ever enlarged: one of 50 × 80 pixels has a square of 50 × 50.
export const photoSizes = {
  'small-square': { pixels: 90, isSquare: true },
  'medium-square': { pixels: 160, isSquare: true },
  small: { pixels: 160, isSquare: false },
  medium: { pixels: 320, isSquare: false },
  large: { pixels: 640, isSquare: false },
  huge: { pixels: 1024, isSquare: false },
} as const satisfies Record<string, PhotoSize>

export interface PhotoSize {
  /** Both sides of a square, otherwise the longer side. */
  pixels: number
  /** Cropped around the centre of interest; the others keep their ratio. */
  isSquare: boolean
}

export type PhotoSizeName = keyof typeof photoSizes

export const photoSizeNames = Object.keys(photoSizes) as PhotoSizeName[]

export type Extent = { width: number; height: number }
export type Focus = { x: number; y: number }

/** The extent of a size for a photo of this extent, upright. */
export function extentIn({ pixels, isSquare }: PhotoSize, { width, height }: Extent): Extent {
  if (isSquare) {
    const side = Math.min(pixels, width, height)
    return { width: side, height: side }
  }
  const scale = Math.min(1, pixels / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The square of that side in the picture, as close around the focus as the edges allow. */
export function cropAround(
  { x, y }: Focus,
  { width, height }: Extent,
  side: number,
): { left: number; top: number } {
  const place = (at: number, length: number) =>
    Math.max(0, Math.min(length - side, Math.round(at * length - side / 2)))
  return { left: place(x, width), top: place(y, height) }
}

// How sharp and how bright a picture is, as two numbers, and what is doubtful about it. Pure: runs in a worker and in tests.
import type { Doubt } from '../../store/tables.ts'

export interface Pixels {
  /** Red, green, blue and one more byte per pixel. */
  readonly data: ArrayLike<number>
  readonly width: number
  readonly height: number
}

export interface Measured {
  /**
   * Variance of the Laplacian in the sharpest parts of the picture: what is meant need not fill it. As if its brightest tenth were
   * of medium brightness: half the light makes a quarter of the variance.
   */
  readonly sharpness: number
  /** The brightness (0 to 255) that the brightest tenth reaches: a lit part in a dark wheel arch is bright enough. */
  readonly brightness: number
}

/** The long side of a picture that is measured: as large as the owner sees it (the size `huge`). */
export const measuredSide = 1024
/** A picture is measured in this many columns and rows. */
const columns = 8
const rows = 6
/** Of the tiles, those at least this sharp count: about two of 48 may be sharper by chance. */
const sharpShare = 0.95
const brightShare = 0.9

const mediumBrightness = 128

/**
 * Below these a photo is doubted. Found with the pictures of the demo, blurred and darkened step by step: as they are, they measure
 * 48 (a stained seat) to 2,700; blurred by three points of 1024, so that no scale can be read, 3 to 21. If even the brightest
 * tenth is darker than 45 of 255, a phone in daylight shows nothing; a dashboard at night reaches 88.
 */
const leastSharpness = 25
const leastBrightness = 45

export function measurePicture({ data, width, height }: Pixels): Measured {
  const luma = new Float32Array(width * height)
  for (let index = 0; index < luma.length; index++) {
    const at = index * 4
    luma[index] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
  }
  const tiles: number[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      tiles.push(
        variance(luma, width, {
          left: Math.max(1, Math.floor((column * width) / columns)),
          right: Math.min(width - 1, Math.floor(((column + 1) * width) / columns)),
          top: Math.max(1, Math.floor((row * height) / rows)),
          bottom: Math.min(height - 1, Math.floor(((row + 1) * height) / rows)),
        }),
      )
  const brightness = quantile(luma, brightShare)
  const light = mediumBrightness / Math.max(1, brightness)
  return { sharpness: quantile(tiles, sharpShare) * light * light, brightness }
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Of the Laplacian: how much each point differs from its four neighbours. */
function variance(luma: Float32Array, width: number, { left, right, top, bottom }: Box): number {
  let [count, sum, squares] = [0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = y * width + x
      const value = luma[at - 1]! + luma[at + 1]! + luma[at - width]! + luma[at + width]! - 4 * luma[at]!
      count += 1
      sum += value
      squares += value * value
    }
  if (count === 0) return 0
  const mean = sum / count
  return squares / count - mean * mean
}

function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float32Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Too dark comes first: in the dark nothing looks sharp. */
export function doubtOf({ sharpness, brightness }: Measured): Doubt | undefined {
  if (brightness < leastBrightness) return 'dark'
  return sharpness < leastSharpness ? 'blurred' : undefined
}

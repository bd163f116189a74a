// What the cleaners of all formats answer. Types alone.
import type { Exif } from './exif.ts'

export interface Cleaned {
  /** The image without metadata. Parts of the source are shared, not copied. */
  bytes: Buffer
  /** As stored, before it is turned upright. */
  width: number
  height: number
  /** What the metadata said before it was removed. */
  exif: Exif
  /** Where the image ends in the source; what follows is a trailer. */
  end: number
}

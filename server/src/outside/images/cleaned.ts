// The result type of the cleaners of all formats.
import type { Exif } from './exif.ts'

export interface Cleaned {
  /** The image without metadata. Parts of the source are shared, not copied. */
  bytes: Buffer
  /** As stored, before rotation. */
  width: number
  height: number
  /** What the metadata said before it was removed. */
  exif: Exif
  /** Where the image ends in the source; the rest is a trailer. */
  end: number
}

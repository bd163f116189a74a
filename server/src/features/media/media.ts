// What every feature with files gets: the store, the workers on pixels and videos, the signing of links, the limits.
import type { Files } from '../../outside/files/files.ts'
import type { Images } from '../../outside/images/images.ts'
import type { Videos } from '../../outside/videos/videos.ts'

export interface Media {
  files: Files
  images: Images
  videos: Videos
  /** Signs links; the same in every process of the installation. */
  linkSecret: () => Promise<Buffer>
  /** How long a link is valid at least. */
  linkSeconds: number
  limits: MediaLimits
}

export interface MediaLimits {
  photoBytes: number
  videoBytes: number
  videoSeconds: number
}

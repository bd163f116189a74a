// What every feature with files is handed: where files lie, who works on pixels and videos, how links are signed, the limits.
import type { Files } from '../../outside/files/files.ts'
import type { Images } from '../../outside/images/images.ts'
import type { Videos } from '../../outside/videos/videos.ts'

export interface Media {
  files: Files
  images: Images
  videos: Videos
  /** Signs links; the same in every process of the installation. */
  linkSecret: () => Promise<Buffer>
  /** How long a link lives at least. */
  linkSeconds: number
  limits: MediaLimits
}

export interface MediaLimits {
  photoBytes: number
  videoBytes: number
  videoSeconds: number
}

// What every feature with files is handed: where files lie, who works on pixels, how links are signed, the limits.
import type { Files } from '../../outside/files/files.ts'
import type { Images } from '../../outside/images/images.ts'

export interface Media {
  files: Files
  images: Images
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

// Opens what photos, videos and printed forms need: the store of files, and the workers on pixels.
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Db } from './db/sql.ts'
import { linkSecretOf } from './features/media/link-secret.ts'
import type { Media } from './features/media/media.ts'
import { openFiles } from './outside/files/files.ts'
import { createImages } from './outside/images/images.ts'

export type MediaConfig = Pick<
  Config,
  'dataDir' | 's3' | 'photoBytes' | 'photoMegapixels' | 'videoBytes' | 'videoSeconds' | 'mediaLinkSeconds'
>

export const filesFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'files')

export function openMedia(config: MediaConfig, db: Db): { media: Media; close(): Promise<void> } {
  const files = openFiles(
    config.s3 ? { s3: config.s3, spool: join(config.dataDir, 'spool') } : { folder: filesFolder(config) },
  )
  const images = createImages({ maxBytes: config.photoBytes, maxPixels: config.photoMegapixels * 1_000_000 })
  const { photoBytes, videoBytes, videoSeconds } = config
  return {
    media: {
      files,
      images,
      linkSecret: linkSecretOf(db),
      linkSeconds: config.mediaLinkSeconds,
      limits: { photoBytes, videoBytes, videoSeconds },
    },
    async close() {
      await images.close()
      await files.close()
    },
  }
}

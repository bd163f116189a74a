// Opens what photos, videos and printed forms need: the store of files, and the workers on pixels and
// videos.
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { BackupStore } from '../db/backup-stored.ts'
import type { Db } from '../db/sql.ts'
import { linkSecretOf } from '../features/media/link-secret.ts'
import type { Media } from '../features/media/media.ts'
import { fileKey } from '../outside/files/file-key.ts'
import { type Files, openFiles } from '../outside/files/files.ts'
import { createImages } from '../outside/images/images.ts'
import { createVideos } from '../outside/videos/videos.ts'

type MediaConfig = Pick<
  Config,
  'dataDir' | 's3' | 'photoBytes' | 'photoMegapixels' | 'videoBytes' | 'videoSeconds' | 'mediaLinkSeconds'
>

export const filesFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'files')

export function openStore(config: Pick<Config, 'dataDir' | 's3'>): Files {
  return openFiles(
    config.s3 ? { s3: config.s3, spool: join(config.dataDir, 'spool') } : { folder: filesFolder(config) },
  )
}

/** For backup and restore. */
export const toBackupStore = (files: Files): BackupStore => ({
  files,
  keyOf: ({ client, kind, name }) => fileKey(client, kind, name),
})

export function openMedia(config: MediaConfig, db: Db): { media: Media; close(): Promise<void> } {
  const files = openStore(config)
  const images = createImages({ maxBytes: config.photoBytes, maxPixels: config.photoMegapixels * 1_000_000 })
  const videos = createVideos()
  const { photoBytes, videoBytes, videoSeconds } = config
  return {
    media: {
      files,
      images,
      videos,
      linkSecret: linkSecretOf(db),
      linkSeconds: config.mediaLinkSeconds,
      limits: { photoBytes, videoBytes, videoSeconds },
    },
    async close() {
      await Promise.all([images.close(), videos.close()])
      await files.close()
    },
  }
}

/** For a command that may need files: nothing is opened or made until it asks. */
export function mediaOnDemand(
  config: MediaConfig,
  db: Db,
): { open(): Promise<Media>; close(): Promise<void> } {
  let opened: ReturnType<typeof openMedia> | undefined
  return {
    async open() {
      opened ??= openMedia(config, db)
      return opened.media
    },
    async close() {
      await opened?.close()
    },
  }
}

// Where photos, videos and other large files lie: the choice between a folder and S3, made by settings. The interface
// is in adapter.ts.
import type { Files } from './adapter.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'
import type { S3Settings } from './s3-call.ts'

export type { ByteRange, Files, StoredFile } from './adapter.ts'

/** `spool` is a local folder for files in the making. */
export type FilesSettings = { folder: string } | { s3: S3Settings; spool: string }

export function openFiles(settings: FilesSettings): Files {
  return 'folder' in settings ? openFolder(settings.folder) : openS3(settings.s3, settings.spool)
}

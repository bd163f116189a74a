// Chooses by the settings where photos, videos and other large files are stored: in a folder or in S3. The interface is in
// adapter.ts.
import type { Files } from './adapter.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'
import type { S3Settings } from './s3-call.ts'

export type { ByteRange, Files, StoredFile } from './adapter.ts'

/** `spool` is a local folder for unfinished files. */
type FilesSettings = { folder: string } | { s3: S3Settings; spool: string }

export function openFiles(settings: FilesSettings): Files {
  return 'folder' in settings ? openFolder(settings.folder) : openS3(settings.s3, settings.spool)
}

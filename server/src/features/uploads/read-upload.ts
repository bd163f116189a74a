// How much of an upload is safe; and what the use cases of this feature are handed, because they work between short
// transactions: bytes must not wait inside one.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import * as store from './store.ts'
import { expiryOf } from './tus.ts'

export type { Media }

export interface Desk {
  media: Media
  clientId: string
  read<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  /** One transaction. */
  write<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

/** One that was refused is refused again, in the same words. */
export async function getUploadRow(desk: Pick<Desk, 'read'>, uploadId: string): Promise<store.UploadRow> {
  const upload = await desk.read(async (scope) => {
    const found = await store.findUpload(scope, uploadId)
    return found && expiryOf(found.touched_at) > scope.now ? found : undefined
  })
  if (!upload) throw problem('noSuchResource', `there is no upload "${uploadId}"`)
  if (upload.refused) throw problem(upload.refused.kind, upload.refused.info)
  return upload
}

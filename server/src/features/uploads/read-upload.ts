// How much of an upload is stored; and what the use cases of this feature get, because they work between short transactions: no
// transaction may wait for bytes.
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
  /** Runs one transaction. */
  write<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

/** A refused upload is refused again, with the same message. */
export async function getUploadRow(desk: Pick<Desk, 'read'>, uploadId: string): Promise<store.UploadRow> {
  const upload = await desk.read(async (scope) => {
    const found = await store.findUpload(scope, uploadId)
    return found && expiryOf(found.touchedAt) > scope.now ? found : undefined
  })
  if (!upload) throw problem('noSuchResource', `there is no upload "${uploadId}"`)
  if (upload.refused) throw problem(upload.refused.kind, upload.refused.info)
  return upload
}

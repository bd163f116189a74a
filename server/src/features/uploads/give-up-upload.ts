// Cancels an upload for the person who began it and removes what has arrived. A finished upload leaves its photo or video.
import { problem } from '../../problems.ts'
import { removeParts } from './parts.ts'
import type { Desk } from './read-upload.ts'
import * as store from './store.ts'

export async function giveUpUpload(desk: Desk, uploadId: string): Promise<void> {
  const parts = await desk.write((scope) => store.deleteUpload(scope, uploadId))
  if (!parts) throw problem('noSuchResource', `there is no upload "${uploadId}"`)
  await removeParts(desk.media.files, desk.clientId, uploadId, parts)
}

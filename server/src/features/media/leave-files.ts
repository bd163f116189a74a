// Files that a change leaves without a row are removed a day later: until then an address of them may still be in use, and the same
// bytes may be uploaded again. Whatever is missed here, such as after a crash, is found by the walk over all files.
import { enqueue } from '../../jobs/enqueue.ts'
import type { Scope } from '../../scope.ts'

export const LEFT_FILES_JOB = 'files.left'

/** By kind, as in the key of a stored file; a name is the SHA-256 of the content. */
export interface LeftFiles {
  photos?: readonly string[]
  videos?: readonly string[]
  posters?: readonly string[]
}

/** A file must be a day old to be removed, so wait a little longer than that. */
const WAIT_MS = 25 * 3_600_000

/** Call it in the transaction of the change. Another row may refer to the same files: they are removed only if none does. */
export async function leaveFiles(
  scope: Pick<Scope, 'db' | 'clientId' | 'now'>,
  left: LeftFiles,
): Promise<void> {
  const dueAt = new Date(scope.now.getTime() + WAIT_MS)
  await enqueue(scope, { kind: LEFT_FILES_JOB, payload: left, dueAt })
}

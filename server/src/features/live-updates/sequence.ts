// The position of the last event a page knows. Read it before the page: whatever happens meanwhile comes with the stream.
import { findHead } from '../../db/log/read-log.ts'
import type { Scope } from '../../scope.ts'

export async function findLastSequence(scope: Pick<Scope, 'db' | 'clientId'>): Promise<string> {
  return String((await findHead(scope.db, scope.clientId))?.position ?? 0)
}

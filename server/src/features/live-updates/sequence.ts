// The number of the last event a page knows. Read it before the page: whatever happens meanwhile comes with the stream.
import { findLastPosition } from '../../db/event-log.ts'
import type { Scope } from '../../scope.ts'

export async function findLastSequence(scope: Pick<Scope, 'db' | 'clientId'>): Promise<string> {
  return (await findLastPosition(scope.db, scope.clientId))?.sequence ?? '0'
}

// The number of the last event a page knows, to be read before the page: what happens meanwhile comes with the stream.
import type { Scope } from '../../scope.ts'
import { findLastPosition } from './store.ts'

export async function findLastSequence(scope: Pick<Scope, 'db' | 'clientId'>): Promise<string> {
  return (await findLastPosition(scope.db, scope.clientId))?.sequence ?? '0'
}

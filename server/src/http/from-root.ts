// The relative address of something below the service's root, seen from the path of an operation: so pages stay on the origin they
// came from, whichever address that is, and a proxy may add a path in front.
import type { Operation } from '@walkaround/contract/operation.ts'
import type { Door } from './door.ts'

/** `path` begins with a slash. */
export function fromRoot(
  door: Pick<Door, 'prefix'>,
  operation: Pick<Operation, 'path'>,
  path: string,
): string {
  const depth = `${door.prefix}${operation.path}`.split('/').length - 2
  return `${'../'.repeat(depth)}${path.slice(1)}`
}

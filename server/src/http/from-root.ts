// Where something below the service's root lies, told relative to the path of an operation: pages stay on the origin they
// came from, whichever of the service's addresses that is, and a proxy may have put a path before all of it.
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

// The packages automatic quotes are made from (E8). Every order with surveys needs them, so they are cached until a catalogue the
// client sees changes.
import type { Package } from '@walkaround/contract/dms/packages.ts'
import { deepFreeze } from '../../lib/deep-freeze.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import { catalogueSignature } from './catalogue.ts'
import { readAutomaticPackages } from './get-package.ts'

const CLIENTS = 100
const memory = new Recent<{ signature: string; packages: readonly Package[] }>(CLIENTS)

/**
 * Packages that customers may select and that have an interval; by id, with this client's prices. Frozen. Must not be called in a
 * transaction that has changed the catalogue: after a rollback its number would be used again for other content.
 */
export async function listAutomaticPackages(scope: Scope): Promise<readonly Package[]> {
  const signature = await catalogueSignature(scope)
  const known = memory.get(scope.clientId)
  if (known?.signature === signature) return known.packages
  const packages = deepFreeze(await readAutomaticPackages(scope))
  memory.set(scope.clientId, { signature, packages })
  return packages
}

// The packages automatic quotes are made from (E8). Asked for with every order that gets surveys, so they are kept in memory
// as long as no catalogue the client sees has changed.
import type { Package } from '@walkaround/contract/dms/packages.ts'
import { deepFreeze } from '../../lib/deep-freeze.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import { catalogueSignature } from './catalogue.ts'
import { readAutomaticPackages } from './get-package.ts'

const CLIENTS = 100
const memory = new Recent<{ signature: string; packages: readonly Package[] }>(CLIENTS)

/**
 * Customers may select them and they have an interval; by id, with this client's prices. Frozen. Never to be called in a
 * transaction that has changed the catalogue: rolled back, its number would come again with another content.
 */
export async function listAutomaticPackages(scope: Scope): Promise<readonly Package[]> {
  const signature = await catalogueSignature(scope)
  const known = memory.get(scope.clientId)
  if (known?.signature === signature) return known.packages
  const packages = deepFreeze(await readAutomaticPackages(scope))
  memory.set(scope.clientId, { signature, packages })
  return packages
}

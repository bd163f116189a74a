// The state of everything a client can be offered, as a short text: what is computed from catalogues may be kept as long as
// the text is the same.
import type { Scope } from '../../scope.ts'
import { catalogueOwners, toSignature } from './rules.ts'
import * as store from './store.ts'

export { listHashes, lockCatalogue } from './store.ts'

export async function catalogueSignature(scope: Scope): Promise<string> {
  const owners = catalogueOwners(scope)
  return toSignature(owners, await store.listVersions(scope.db, owners))
}

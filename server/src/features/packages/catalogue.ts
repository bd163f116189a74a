// The state of everything a client can be offered, as a short text: what is computed from catalogues may be kept as long as
// the text is the same.
import type { Scope } from '../../scope.ts'
import * as store from './store.ts'

export { listHashes, lockCatalogue } from './store.ts'

/** The client and those whose packages it sees. */
export function catalogueOwners({ clientId, client }: Pick<Scope, 'clientId' | 'client'>): string[] {
  return [...new Set([clientId, ...client.masters])].sort()
}

/**
 * `client:version,master:version`, ordered by id; a client that never changed its catalogue has version 0. For readers that
 * fetch the rows of `catalogue_versions` in a statement of their own.
 */
export function toSignature(
  owners: readonly string[],
  rows: readonly { system_client_id: string; version: number }[],
): string {
  const versions = new Map(rows.map((row) => [row.system_client_id, row.version]))
  return [...owners]
    .sort()
    .map((owner) => `${owner}:${versions.get(owner) ?? 0}`)
    .join(',')
}

export async function catalogueSignature(scope: Scope): Promise<string> {
  const owners = catalogueOwners(scope)
  return toSignature(owners, await store.listVersions(scope.db, owners))
}

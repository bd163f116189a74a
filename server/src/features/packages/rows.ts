// Reads and changes rows of packages for other features.
import { type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { catalogueOwners } from './rules.ts'

/** Part of every statement that changes what a client offers, so that cached offers are read again. */
export const moveCatalogue = (scope: Pick<Scope, 'clientId'>): Part => part`
  insert into catalogue_versions (system_client_id, version) values (${scope.clientId}, 1)
  on conflict (system_client_id) do update set version = catalogue_versions.version + 1`

/**
 * Part of reads whose result is cached: the state of everything a client can be offered, as `client:version,master:version` ordered
 * by id; a client that never changed its catalogue has version 0.
 */
export const signatureOfCatalogues = (scope: Pick<Scope, 'clientId' | 'client'>): Part => part`
  select string_agg(w.id || ':' || coalesce(c.version, 0), ',' order by w.position) as signature
  from unnest(${catalogueOwners(scope)}::text[]) with ordinality as w(id, position)
  left join catalogue_versions c on c.system_client_id = w.id`

/** Of the catalogues as they are now. */
export async function findSignature(scope: Pick<Scope, 'db' | 'clientId' | 'client'>): Promise<string> {
  const row = await scope.db.row<{ signature: string | null }>(sql`
    select (${signatureOfCatalogues(scope)}) as signature`)
  return row?.signature ?? ''
}

/** The given ids that are the client's own packages. */
export async function findOwnPackages(
  scope: Pick<Scope, 'db' | 'clientId'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await scope.db.rows<{ id: string }>(sql`
    select id from packages where system_client_id = ${scope.clientId} and id = any(${ids}::text[])`)
  return new Set(rows.map(({ id }) => id))
}

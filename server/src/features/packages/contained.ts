// Which packages contain the work of which others, by the ids a client uses for them.
import { type Contained, workOf } from '@walkaround/contract/rules/overlapping-work.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import { catalogueOwners, toShownId } from './rules.ts'
import * as store from './store.ts'

const CLIENTS = 100
const memory = new Recent<{ signature: string; contained: Contained }>(CLIENTS)

/** `signature`: of the catalogues, read before or with what this is used for. Read once while it stays the same. */
async function readContained(scope: Scope, signature: string): Promise<Contained> {
  const known = memory.get(scope.clientId)
  if (known?.signature === signature) return known.contained
  const rows = await store.listContaining(scope, catalogueOwners(scope))
  const contained = Object.fromEntries(
    rows.map(({ masterClientId, id, contains }) => [
      toShownId(scope.clientId, { masterClientId, packageId: id }),
      contains.map((inner) => shownIn(scope.clientId, masterClientId, inner)),
    ]),
  )
  memory.set(scope.clientId, { signature, contained })
  return contained
}

/** A master names its own packages by their plain ids, and others by `<master>!<id>`. */
function shownIn(clientId: string, masterClientId: string, inner: string): string {
  if (!inner.includes('!')) return toShownId(clientId, { masterClientId, packageId: inner })
  const own = `${clientId}!`
  return inner.startsWith(own) ? inner.slice(own.length) : inner
}

/** Only what these packages contain, at any depth. */
export async function listContained(
  scope: Scope,
  signature: string,
  packageIds: Iterable<string>,
): Promise<Contained> {
  const all = await readContained(scope, signature)
  const wanted = new Set<string>()
  for (const id of packageIds) for (const inner of workOf(id, all)) wanted.add(inner)
  return Object.fromEntries([...wanted].flatMap((id) => (all[id] ? [[id, all[id]]] : [])))
}

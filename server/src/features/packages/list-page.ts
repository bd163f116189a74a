// A page of the packages that a client sees, without their documents: there may be thousands.
import type { Scope } from '../../scope.ts'
import { catalogueOwners } from './rules.ts'
import * as store from './store.ts'

export interface PackagePage {
  /** Words in id or description. */
  search?: string | undefined
  /** Master and plain id of the last one of the page before, with `!` between. */
  after?: string | undefined
  limit: number
}

export function listPackagePage(
  scope: Scope,
  { search = '', after = '', limit }: PackagePage,
): Promise<store.PackageOfPage[]> {
  const cut = after.indexOf('!')
  const last = { masterClientId: after.slice(0, Math.max(cut, 0)), packageId: after.slice(cut + 1) }
  return store.listPage(scope, catalogueOwners(scope), { words: search.trim(), last, limit })
}

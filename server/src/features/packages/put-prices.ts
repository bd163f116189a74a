// PUT of a price list: one read and one write, whatever its length (E4).
import type { Package, PackagePrices } from '@walkaround/contract/dms/packages.ts'
import { RetryTransaction } from '../../db/database.ts'
import { problemOf, type Violation } from '../../problems.ts'
import { type Fields, type Precondition, type Scope, unconditional } from '../../scope.ts'
import { noSuchPackage, toShownPackage } from './get-package.ts'
import {
  listViolations,
  mergeClientPrices,
  mergePrices,
  rangeViolations,
  toClientPrices,
  toPricesJson,
  withClientPrices,
} from './prices.ts'
import { findRef, isAutomatic, type PackageRef } from './rules.ts'
import * as store from './store.ts'

/** Returns the package as the client sees it from now on. */
export async function putPrices(
  scope: Scope,
  shownId: string,
  fields: Fields<PackagePrices>,
  precondition: Precondition = unconditional,
): Promise<Package> {
  const ref = findRef(scope.clientId, scope.client.masters, shownId)
  if (!ref) throw noSuchPackage(shownId)
  const priced =
    ref.masterClientId === scope.clientId
      ? await putOwnPrices(scope, ref.packageId, fields, precondition)
      : await putCentralPrices(scope, ref, shownId, fields, precondition)
  return toShownPackage(scope.clientId, ref, priced)
}

const assertNone = (violations: readonly Violation[]) => {
  if (violations.length > 0) throw problemOf(violations)
}

/** Prices of an own package are part of it. */
async function putOwnPrices(
  scope: Scope,
  id: string,
  fields: Fields<PackagePrices>,
  precondition: Precondition,
): Promise<Package> {
  const before = await store.findOwnForUpdate(scope, id)
  if (!before) throw noSuchPackage(id)
  const list = fields.get()
  const known = JSON.parse(before.document) as Package
  assertNone(listViolations(known, list))
  const merged = mergePrices(known, list)
  assertNone(rangeViolations(merged))
  await precondition.check()
  const document = JSON.stringify(merged)
  if (document === before.document) return merged
  const row = {
    id,
    description: merged.description,
    document,
    isAutomatic: isAutomatic(merged),
    covers: before.covers,
  }
  await store.updatePackage(scope, row, 'package.priced')
  return merged
}

/** Prices of another client's package are stored separately. */
async function putCentralPrices(
  scope: Scope,
  ref: PackageRef,
  shownId: string,
  fields: Fields<PackagePrices>,
  precondition: Precondition,
): Promise<Package> {
  const before = await store.findPricesForUpdate(scope, ref)
  // After the lock, so not older than the prices it waited for.
  const found = await store.findPackage(scope, ref)
  if (!found) throw noSuchPackage(shownId)
  const list = fields.get()
  const document = JSON.parse(found.document) as Package
  assertNone(listViolations(document, list))
  const merged = mergeClientPrices(document, before && toClientPrices(before.currency, before.prices), list)
  const priced = withClientPrices(document, merged)
  assertNone(rangeViolations(priced))
  await precondition.check()
  const row = { currency: merged.currency, prices: toPricesJson(merged) }
  if (before?.currency === row.currency && before.prices === row.prices) return priced
  if (before) await store.updatePrices(scope, ref, row)
  else if (!(await store.insertPrices(scope, ref, row))) throw new RetryTransaction()
  return priced
}

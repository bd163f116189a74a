// PUT of a price list: one read and one write, whatever its length (E4).
import { recordChange } from '../../db/audit/record-change.ts'
import { RetryTransaction } from '../../db/database.ts'
import { type Precondition, type Scope, unconditional } from '../../scope.ts'
import { packageValues, priceValues } from './audit-package.ts'
import { noSuchPackage } from './get-package.ts'
import type { GivenList } from './package-texts.ts'
import { findRef, type PackageRef, type PackageText } from './rules.ts'
import * as store from './store.ts'

/** Returns the package as it is stored from now on. */
export async function putPrices(
  scope: Scope,
  shownId: string,
  list: GivenList,
  precondition: Precondition = unconditional,
): Promise<PackageText> {
  const ref = findRef(scope.clientId, scope.client.masters, shownId)
  if (!ref) throw noSuchPackage(shownId)
  return ref.masterClientId === scope.clientId
    ? putOwnPrices(scope, ref, list, precondition)
    : putCentralPrices(scope, ref, shownId, list, precondition)
}

/** Prices of an own package are part of it. */
async function putOwnPrices(
  scope: Scope,
  { masterClientId, packageId: id }: PackageRef,
  list: GivenList,
  precondition: Precondition,
): Promise<PackageText> {
  const before = await store.findOwnForUpdate(scope, id)
  if (!before) throw noSuchPackage(id)
  const stored = { masterClientId, id, document: before.document, currency: null, prices: null }
  const after = await list.mergeOwn(stored)
  await precondition.check()
  if (after.document !== before.document) {
    const { covers, contains, texts } = before
    await store.updatePackage(scope, { id, ...after, covers, contains, texts }, 'package.priced')
    recordChange(scope, {
      kind: 'package.priced',
      subject: `package/${id}`,
      name: after.description,
      ...packageValues(before, { ...before, document: after.document }),
    })
  }
  return { ...stored, document: after.document }
}

/** Prices of another client's package are stored separately. */
async function putCentralPrices(
  scope: Scope,
  ref: PackageRef,
  shownId: string,
  list: GivenList,
  precondition: Precondition,
): Promise<PackageText> {
  const before = await store.findPricesForUpdate(scope, ref)
  // After the lock, so not older than the prices it waited for.
  const stored = await store.findPackage(scope, ref)
  if (!stored) throw noSuchPackage(shownId)
  const after = await list.mergeCentral(stored)
  await precondition.check()
  if (before?.currency !== after.currency || before.prices !== after.prices) {
    if (before) await store.updatePrices(scope, ref, after)
    else if (!(await store.insertPrices(scope, ref, after))) throw new RetryTransaction()
    recordChange(scope, {
      kind: 'package.priced',
      subject: `package/${shownId}`,
      ...priceValues(before, after),
    })
  }
  return { ...stored, ...after }
}

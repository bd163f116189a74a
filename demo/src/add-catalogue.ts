// What the dealership's DMS sends before the first order: prices for the service's packages, its own packages, and the answers they
// are offered on.
import { Package } from '@walkaround/contract/dms/packages.ts'
import { putAssignment } from '@walkaround/server/features/assignment/put-assignment.ts'
import { importPackages } from '@walkaround/server/features/packages/import-packages.ts'
import { createPackageTexts } from '@walkaround/server/features/packages/package-texts.ts'
import { putPackage } from '@walkaround/server/features/packages/put-package.ts'
import { putPrices } from '@walkaround/server/features/packages/put-prices.ts'
import { type Scope, unconditional } from '@walkaround/server/scope.ts'
import { bodyReader } from './bodies.ts'
import type { Catalogue } from './catalogue.ts'
import { bindings, ownPackages } from './own-packages.ts'

const readPackage = bodyReader(Package)

/** `isOneSite`: without what is offered at single sites of the dealership. */
export async function addCatalogue(
  scope: Scope,
  { priceLists }: Catalogue,
  { isOneSite = false } = {},
): Promise<void> {
  const texts = createPackageTexts()
  for (const { id, ...list } of priceLists) {
    const bytes = Buffer.from(JSON.stringify(list))
    await putPrices(scope, id, await texts.take(scope.clientId, bytes, id))
  }
  await texts.close()
  for (const one of ownPackages) await putPackage(scope, one.id, readPackage(one), unconditional)
  // What a package contains is not on the interface; an administrator imports it.
  await importPackages(
    scope,
    ownPackages.filter(({ contains }) => contains !== undefined),
  )
  for (const [templateId, instructions] of Object.entries(bindings)) {
    const wanted = isOneSite ? instructions.filter(({ siteId }) => siteId === undefined) : instructions
    await putAssignment(scope, templateId, { get: () => wanted })
  }
}

// What the dealership's DMS sends before the first order: prices for the packages of the service, packages of its own, and the
// answers those are offered on.
import { Package, PackagePrices } from '@walkaround/contract/dms/packages.ts'
import { putAssignment } from '../features/assignment/put-assignment.ts'
import { putPackage } from '../features/packages/put-package.ts'
import { putPrices } from '../features/packages/put-prices.ts'
import { type Scope, unconditional } from '../scope.ts'
import { bodyReader } from './bodies.ts'
import type { Catalogue } from './catalogue.ts'
import { bindings, ownPackages } from './own-packages.ts'

const readPrices = bodyReader(PackagePrices)
const readPackage = bodyReader(Package)

export async function addCatalogue(scope: Scope, { priceLists }: Catalogue): Promise<void> {
  for (const list of priceLists) await putPrices(scope, list.id, readPrices(list))
  for (const one of ownPackages) await putPackage(scope, one.id, readPackage(one), unconditional)
  for (const [templateId, instructions] of Object.entries(bindings)) {
    await putAssignment(scope, templateId, { get: () => instructions })
  }
}

// The routes of packages in the DMS interface.
import {
  getMasterPackage,
  getPackage as getPackageOperation,
  listPackages,
  putPackage as putPackageOperation,
  putPackagePrices,
} from '@walkaround/contract/dms/packages.ts'
import { type Door, serve } from '../../http/door.ts'
import { created, noContent, ok, okJson } from '../../http/reply.ts'
import { toJson } from '../../lib/ready-json.ts'
import { findPackageJson, getMasterPackageJson, getPackage, listPackagesJson } from './get-package.ts'
import { putPackage } from './put-package.ts'
import { putPrices } from './put-prices.ts'

export function packageRoutes(door: Door): void {
  serve(door, listPackages, async (call) => okJson(await call.read(listPackagesJson)))

  serve(door, getPackageOperation, async (call) =>
    ok(await call.read((scope) => getPackage(scope, call.params.id))),
  )

  serve(door, getMasterPackage, async (call) =>
    okJson(await call.read((scope) => getMasterPackageJson(scope, call.params.id))),
  )

  serve(door, putPackageOperation, async (call) => {
    const { id } = call.params
    const outcome = await call.change(
      (scope) => findPackageJson(scope, id),
      (scope, precondition) => putPackage(scope, id, call.fields, precondition),
    )
    return outcome === 'created' ? created(call.address(putPackageOperation.path, call.params)) : noContent
  })

  serve(door, putPackagePrices, async (call) => {
    const { id } = call.params
    await call.change(
      (scope) => findPackageJson(scope, id),
      (scope, precondition) => putPrices(scope, id, call.fields, precondition),
      toJson,
    )
    return noContent
  })
}

// The DMS door of packages.
import {
  getMasterPackage,
  getPackage as getPackageOperation,
  listPackages,
  putPackage as putPackageOperation,
  putPackagePrices,
} from '@walkaround/contract/dms/packages.ts'
import { created, type Door, noContent, resource, serve } from '../../http/door.ts'
import { getMasterPackageJson, getPackage, listPackagesJson } from './get-package.ts'
import { putPackage } from './put-package.ts'
import { putPrices } from './put-prices.ts'

export function packageRoutes(door: Door): void {
  serve(door, listPackages, async (call) => ({ status: 200, json: await call.read(listPackagesJson) }))

  serve(door, getPackageOperation, async (call) =>
    resource(JSON.stringify(await call.read((scope) => getPackage(scope, call.params.id)))),
  )

  serve(door, getMasterPackage, async (call) =>
    resource(await call.read((scope) => getMasterPackageJson(scope, call.params.id))),
  )

  serve(door, putPackageOperation, async (call) => {
    const outcome = await call.write((scope) =>
      putPackage(scope, call.params.id, call.fields, call.precondition),
    )
    return outcome === 'created' ? created(call.address(putPackageOperation.path, call.params)) : noContent
  })

  serve(door, putPackagePrices, async (call) => {
    await call.write((scope) => putPrices(scope, call.params.id, call.fields))
    return noContent
  })
}

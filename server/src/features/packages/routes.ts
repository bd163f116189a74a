// The routes of packages in the DMS interface.
import {
  getMasterPackage,
  getPackage as getPackageOperation,
  listPackages,
  putPackage as putPackageOperation,
  putPackagePrices,
} from '@walkaround/contract/dms/packages.ts'
import { type Door, serve } from '../../http/door.ts'
import { created, noContent, okJson } from '../../http/reply.ts'
import { findPackageJson, getMasterPackageJson, getPackageJson, listPackagesJson } from './get-package.ts'
import type { PackageTexts } from './package-texts.ts'
import { putPackage } from './put-package.ts'
import { putPrices } from './put-prices.ts'

export function packageRoutes(door: Door, texts: PackageTexts): void {
  serve(door, listPackages, async (call) => okJson(await call.read(listPackagesJson)))

  serve(door, getPackageOperation, async (call) =>
    okJson(await call.read((scope) => getPackageJson(scope, call.params.id, texts))),
  )

  serve(door, getMasterPackage, async (call) =>
    okJson(await call.read((scope) => getMasterPackageJson(scope, call.params.id))),
  )

  serve(door, putPackageOperation, async (call) => {
    const { id } = call.params
    const outcome = await call.change(
      (scope) => findPackageJson(scope, id, texts),
      (scope, precondition) => putPackage(scope, id, call.fields, precondition),
    )
    return outcome === 'created' ? created(call.address(putPackageOperation.path, call.params)) : noContent
  })

  serve(
    door,
    putPackagePrices,
    async (call) => {
      const { id } = call.params
      const list = await texts.take(call.clientId, call.rawBody, id)
      await call.change(
        (scope) => findPackageJson(scope, id, texts),
        (scope, precondition) => putPrices(scope, id, list, precondition),
        (stored) => () => list.tagOf(stored),
      )
      return noContent
    },
    { isBodyRaw: true },
  )
}

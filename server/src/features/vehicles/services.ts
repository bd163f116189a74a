// What was done on a vehicle and when, according to the client's orders and quotes (E8).
import type { ServiceOrderContentItem } from '@walkaround/contract/dms/service-orders.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { vehicleKeys } from './keys.ts'
import { mileageKm } from './mileage.ts'
import * as store from './store.ts'

type Service = store.Service

export async function recordServices(
  scope: Scope,
  vehicle: Vehicle,
  services: readonly Service[],
): Promise<void> {
  const keys = vehicleKeys(vehicle)
  if (keys.length > 0 && services.length > 0) await store.saveServices(scope, keys, services)
}

export async function forgetService(scope: Scope, vehicle: Vehicle, source: string): Promise<void> {
  const keys = vehicleKeys(vehicle)
  if (keys.length > 0) await store.deleteServices(scope, keys, [source])
}

/** The latest service of each package: by VIN, otherwise by plate. */
export async function listServices(
  scope: Scope,
  vehicle: Vehicle,
): Promise<Map<string, { doneAt: Date; mileageKm?: number }>> {
  const [key] = vehicleKeys(vehicle)
  if (key === undefined) return new Map()
  const rows = await store.listServices(scope, key)
  return new Map(
    rows.map((row) => [row.packageId, { doneAt: row.doneAt, mileageKm: row.mileageKm ?? undefined }]),
  )
}

interface OrderState {
  vehicle: Vehicle | undefined
  contents: readonly ServiceOrderContentItem[] | undefined
}

/** Records what an order says was sold, and removes what it no longer says. Costs nothing without a change. */
export async function recordOrderServices(
  scope: Scope,
  orderId: string,
  before: OrderState,
  after: OrderState & { plannedStart: Date | undefined },
): Promise<void> {
  // Work planned for tomorrow and invoiced today was done today.
  const doneAt = after.plannedStart && after.plannedStart < scope.now ? after.plannedStart : scope.now
  const km = mileageKm(after.vehicle)
  const at = { doneAt, mileageKm: km }
  const [was, is] = [soldPackages(orderId, before.contents, at), soldPackages(orderId, after.contents, at)]
  const [wasOn, isOn] = [vehicleKeys(before.vehicle), vehicleKeys(after.vehicle)]
  const isSameVehicle = wasOn.join() === isOn.join()
  const has = (list: readonly Service[], one: Service) =>
    isSameVehicle &&
    list.some(({ source, packageId }) => source === one.source && packageId === one.packageId)
  const gone = was.filter((one) => !has(is, one)).map(({ source }) => source)
  const fresh = is.filter((one) => !has(was, one))
  if (gone.length > 0 && wasOn.length > 0) await store.deleteServices(scope, wasOn, gone)
  if (fresh.length > 0 && isOn.length > 0) await store.saveServices(scope, isOn, fresh)
}

/** Invoiced lines that came from a package. */
function soldPackages(
  orderId: string,
  contents: readonly ServiceOrderContentItem[] | undefined,
  at: { doneAt: Date; mileageKm?: number },
): Service[] {
  return (contents ?? []).flatMap((item, index) => {
    if (item.healthPackageId === undefined || !(item.soldQuantity && item.soldQuantity > 0)) return []
    return [{ packageId: item.healthPackageId, source: `order/${orderId}/${item.id ?? index}`, ...at }]
  })
}

// What was done on a vehicle and when, as far as the client's orders and quotes tell (E8).
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

/** The latest of each package: by VIN, else by plate. */
export async function listServices(
  scope: Scope,
  vehicle: Vehicle,
): Promise<Map<string, { doneAt: Date; mileageKm?: number }>> {
  const [key] = vehicleKeys(vehicle)
  if (key === undefined) return new Map()
  const rows = await store.listServices(scope, key)
  return new Map(
    rows.map((row) => [
      row.package_id,
      { doneAt: row.done_at, ...(row.mileage_km === null ? {} : { mileageKm: row.mileage_km }) },
    ]),
  )
}

interface OrderState {
  vehicle: Vehicle | undefined
  contents: readonly ServiceOrderContentItem[] | undefined
}

/** What an order says was sold, and no longer says. Without a change it costs nothing. */
export async function recordOrderServices(
  scope: Scope,
  orderId: string,
  before: OrderState,
  after: OrderState & { plannedStart: Date | undefined },
): Promise<void> {
  // Work planned for tomorrow and invoiced today was done today.
  const doneAt = after.plannedStart && after.plannedStart < scope.now ? after.plannedStart : scope.now
  const km = mileageKm(after.vehicle)
  const at = { doneAt, ...(km === undefined ? {} : { mileageKm: km }) }
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

/** Lines that came from a package and were invoiced. */
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

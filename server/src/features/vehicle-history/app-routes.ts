// The app's routes of the page of a vehicle.
import { getVehiclePage } from '@walkaround/contract/app/vehicle-history.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { readHistoryOf } from './read-history.ts'

export function vehicleHistoryAppRoutes(door: Door): void {
  serve(door, getVehiclePage, async (call) =>
    ok(
      await call.read((scope) =>
        readHistoryOf(scope, call.params.vehicle_key, { language: call.query.get().language }),
      ),
    ),
  )
}

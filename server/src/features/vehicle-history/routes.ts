// The route of the history of a vehicle in the DMS interface; our addition.
import { getVehicleHistory } from '@walkaround/contract/dms/vehicle-history.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { readHistoryOfVin } from './read-history.ts'

export function vehicleHistoryRoutes(door: Door): void {
  serve(door, getVehicleHistory, async (call) =>
    ok(await call.read((scope) => readHistoryOfVin(scope, call.params.vin))),
  )
}

// The routes of vehicle information in the DMS interface.
import { getVehicleInfo, VehicleInfo } from '@walkaround/contract/dms/vehicle-information.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { compileReader } from '../../input/reader.ts'
import { countLookUp } from './count-look-up.ts'
import { type AskProvider, lookUpVehicle } from './look-up.ts'

/** A provider's reply for a VIN, as JSON; undefined if it knows nothing or cannot be reached. */
export type VinProvider = (vin: string) => Promise<unknown>

const readInfo = compileReader(VehicleInfo)

export function vehicleInformationRoutes(door: Door, provider?: VinProvider): void {
  const ask = provider && readingWith(provider)
  serve(door, getVehicleInfo, async (call) => {
    const headers = await call.write(countLookUp)
    const info = await call.read((scope) =>
      // Nothing that is tried out leaves the service.
      lookUpVehicle(scope, call.params.VIN, scope.client.isSandbox ? undefined : ask),
    )
    return { ...ok(info), headers }
  })
}

/** A reply that breaks a rule of the interface, or is about another VIN, is ignored. */
function readingWith(provider: VinProvider): AskProvider {
  return async (vin) => {
    const answer = await provider(vin)
    if (typeof answer !== 'object' || answer === null) return undefined
    const { vin: of = vin } = answer as { vin?: unknown }
    const { value, violations } = readInfo({ ...answer, vin: of ?? vin })
    const info = value as VehicleInfo
    return violations.length === 0 && info.vin.toUpperCase() === vin ? info : undefined
  }
}

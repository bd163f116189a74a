// The DMS door of vehicle information.
import { getVehicleInfo, VehicleInfo } from '@walkaround/contract/dms/vehicle-information.ts'
import { type Door, serve } from '../../http/door.ts'
import { compileReader } from '../../http/reader.ts'
import { countLookUp } from './count-look-up.ts'
import { type AskProvider, lookUpVehicle } from './look-up.ts'

/** What a provider answered for a VIN, as JSON; undefined when it knows nothing or cannot be reached. */
export type VinProvider = (vin: string) => Promise<unknown>

const readInfo = compileReader(VehicleInfo)

export function vehicleInformationRoutes(door: Door, provider?: VinProvider): void {
  const ask = provider && readingWith(provider)
  serve(door, getVehicleInfo, async (call) => {
    await call.write(countLookUp)
    const info = await call.read((scope) => lookUpVehicle(scope, call.params.VIN, ask))
    return { status: 200, json: JSON.stringify(info) }
  })
}

/** An answer that breaks a rule of the interface is no answer; one about another VIN neither. */
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

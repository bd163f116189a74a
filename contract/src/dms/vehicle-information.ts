// Spec headings "VehicleInfo" and "Vehicle information".
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Vehicle } from '../shared.ts'

/** The attributes that a VIN can give. */
export const vinAttributes = [
  'make',
  'model',
  'modelCode',
  'modelYear',
  'fuelType',
  'engineCapacity',
  'airIntakeType',
  'engineType',
  'colour',
  'gearboxType',
] as const

const { vin, ...known } = Type.Pick(Vehicle, ['vin', ...vinAttributes]).properties

/** The fields are already optional: they come from the vehicle. */
export const VehicleInfo = Type.Object(
  { ...Type.Required(Type.Object({ vin })).properties, ...known },
  { $id: 'VehicleInfo', description: 'What is known of a vehicle by its VIN.' },
)
export type VehicleInfo = Static<typeof VehicleInfo>

export const getVehicleInfo = operation({
  id: 'getVehicleInfo',
  method: 'GET',
  path: '/system-clients/{system_client_id}/vehicle-info/{VIN}',
  heading: 'Vehicle information',
  summary: 'Read vehicle data by VIN',
  description:
    "From the client's own recent vehicles, an offline decoder, and a configured provider, in this order (F3). Not for bulk use: 60 calls " +
    'a minute and 600 a day per system client by default, failed ones count; beyond that the answer is 429 with `Retry-After`.',
  right: 'read',
  params: {
    system_client_id: 'The system client.',
    VIN: '17 characters of A–Z and 0–9 without I, O and Q; lower case is accepted.',
  },
  replies: { 200: { description: 'What is known.', body: VehicleInfo } },
  problems: ['invalidVin', 'noSuchResource'],
  decisions: ['F3', 'F4'],
})

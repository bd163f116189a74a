// The page of one vehicle: everything of its visits, found by VIN or plate, and the history that is printed for its owner.
import { type Static, Type } from 'typebox'
import { VehicleHistory } from '../dms/vehicle-history.ts'
import { conditionalRead, etagReply, operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { choice, record } from '../schema.ts'

const HEADING = 'Vehicles'
const path = '/system-clients/{system_client_id}/vehicles/{vehicle_key}'
const params = {
  system_client_id: 'The system client.',
  vehicle_key:
    'A VIN; a plate, with its country before a slash if that is known; or one of the two with its kind in front: `vin/…`, `plate/…`.',
}
const language = choice('Of texts of the templates; left out: that of the client.', [...languages])

export const VehiclePage = Type.Object(
  {
    ...VehicleHistory.properties,
    branches: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'By survey, the branch of the visit, if sites of the client have several time zones.',
      }),
    ),
  },
  { $id: 'VehiclePage', description: 'One vehicle over its visits, and where these were.' },
)
export type VehiclePage = Static<typeof VehiclePage>

export const getVehiclePage = operation({
  id: 'getVehiclePage',
  method: 'GET',
  path: `${path}/history`,
  heading: HEADING,
  summary: 'Read the history of a vehicle',
  description:
    'The history that the DMS reads by VIN. A plate leads to the car that carries it now, as far as its VIN is known. A plate with its kind ' +
    'in front shows only visits of a car without a VIN: a plate moves from car to car.',
  right: 'read',
  params,
  query: record('VehiclePageQuery', 'How it is read.', {}, { language }),
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The history.', body: VehiclePage, headers: etagReply } },
  problems: ['invalidVin', 'noSuchResource'],
  decisions: ['B7', 'I4', 'I7'],
})

export const getVehiclePdf = operation({
  id: 'getVehiclePdf',
  method: 'GET',
  path: `${path}/history.pdf`,
  heading: HEADING,
  summary: 'Print the history of a vehicle for its owner',
  description:
    'The car, its visits, values over time, damage, work done and work put off. Only visits of the customer of the newest one; nothing ' +
    'internal, and no names of staff.',
  right: 'read',
  params,
  query: record(
    'VehiclePdfQuery',
    'In which language it is.',
    {},
    { lang: choice("Left out: the customer's.", [...languages]) },
  ),
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The PDF.', contentType: 'application/pdf', headers: etagReply } },
  problems: ['invalidVin', 'noSuchResource', 'busy'],
  decisions: ['B7'],
})

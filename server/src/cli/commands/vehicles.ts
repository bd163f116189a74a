// Commands on the vehicles a system client knows.
import { readHistoryOf } from '../../features/vehicle-history/read-history.ts'
import { showVehicle } from '../../features/vehicles/show-vehicle.ts'
import { type Command, feature, text } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  'vehicle show': feature(
    {
      summary:
        'show what is known about a vehicle by its VIN, where it comes from, and why the rest is unknown',
      arguments: { client: text('id of the system client'), vin: text('the VIN, 17 characters') },
    },
    (scope, args) => showVehicle(scope, args.vin),
  ),
  'vehicle history': feature(
    {
      summary: 'show the visits of a vehicle, its open work, its findings, and what was measured over time',
      arguments: {
        client: text('id of the system client'),
        vehicle: text('the VIN, or the plate, with its country before a slash if needed'),
      },
    },
    (scope, args) => readHistoryOf(scope, args.vehicle, { name: 'vehicle' }),
  ),
}

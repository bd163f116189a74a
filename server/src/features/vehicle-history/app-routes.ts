// The app's routes of the page of a vehicle: its history, and the same for its owner on paper.
import { getVehiclePage, getVehiclePdf } from '@walkaround/contract/app/vehicle-history.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { type HistoryPrinting, printHistoryOf } from './print-history.ts'
import { readHistoryOf } from './read-history.ts'
import { recordHistoryExport } from './record-export.ts'

export function vehicleHistoryAppRoutes(door: Door, printing: HistoryPrinting): void {
  serve(door, getVehiclePage, async (call) =>
    ok(
      await call.read((scope) =>
        readHistoryOf(scope, call.params.vehicle_key, {
          language: call.query.get().language,
          isForPage: true,
        }),
      ),
    ),
  )

  serve(door, getVehiclePdf, async (call) => {
    const { bytes, etag, fileName } = await call.read((scope) =>
      printHistoryOf(scope, printing, call.params.vehicle_key, { language: call.query.get().lang }),
    )
    return {
      status: 200 as const,
      bytes: async () => {
        const pdf = await bytes()
        await call.write(async (scope) => recordHistoryExport(scope, call.params.vehicle_key))
        return pdf
      },
      etag,
      headers: {
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      },
    }
  })
}

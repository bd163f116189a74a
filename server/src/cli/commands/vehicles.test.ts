import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inClient, newClient } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { loadConfig } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { rememberVehicle } from '../../features/vehicles/remember.ts'
import type { ShownVehicle } from '../../features/vehicles/show-vehicle.ts'
import { cliActor, runCommand } from '../run-command.ts'
import { views } from '../views.ts'

const now = new Date('2026-05-06T07:08:09.010Z')
const config = loadConfig({})
const media = () => Promise.reject(new Error('no command here needs files'))
const ACCORD = '1HGCM82633A004352'

describe('vehicle show', () => {
  let database: Database
  before(async () => {
    database = await testDatabase()
  })

  const show = async (client: string, vin: string) =>
    (await runCommand(
      { database, config, media, now, actor: cliActor('anna'), progress: () => {} },
      'vehicle show',
      {
        client,
        vin,
      },
    )) as ShownVehicle
  const shown = (result: ShownVehicle) => views['vehicle show']?.(result, { cells: 120, args: {}, now })

  test('tells every attribute with where it comes from, and where the vehicle was seen', async () => {
    const client = await newClient()
    const vehicle = {
      vin: ACCORD,
      colour: 'red',
      numberPlate: 'B WA 1',
      recordedMileage: 100,
      mileageUnit: 'mi' as const,
    }
    await inClient(
      client,
      async (scope) => rememberVehicle(scope, vehicle, { source: 'order/7', orderId: '7' }),
      now,
    )
    const result = await show(client.clientId, ACCORD.toLowerCase())
    assert.deepEqual(result, {
      vin: ACCORD,
      checkDigit: 'right',
      manufacturer: { code: '1HG', country: 'US', makes: ['Honda'] },
      known: [
        { attribute: 'make', value: 'Honda', from: 'decoder' },
        { attribute: 'model', value: 'Accord', from: 'decoder' },
        { attribute: 'modelYear', value: 2003, from: 'decoder' },
        { attribute: 'fuelType', value: 'petrol', from: 'decoder' },
        { attribute: 'colour', value: 'red', from: 'own vehicles' },
      ],
      unset: [],
      seen: { at: now.toISOString(), orderId: '7', numberPlate: 'B WA 1', mileageKm: 160.9344 },
    })
    assert.match(shown(result) ?? '', /modelYear +2003 +read from the VIN\n/)
    assert.match(shown(result) ?? '', /colour +red +given for this vehicle before/)
    assert.match(shown(result) ?? '', /last seen +2026-05-06 07:08 UTC, order 7/)
  })

  test('tells why an attribute is missing', async () => {
    const { clientId } = await newClient()
    const open = await show(clientId, 'WVWZZZ1KZDW000001')
    assert.equal(open.checkDigit, 'none')
    assert.deepEqual(open.unset, [{ attribute: 'modelYear', why: '"D" at position 10 is 1983 or 2013' }])
    const wrong = await show(clientId, ACCORD.replace('263', '264'))
    assert.deepEqual([wrong.checkDigit, wrong.expected, wrong.known], ['wrong', '3', []])
    assert.match(shown(wrong) ?? '', /wrong: 3 belongs at position 9/)
    const nobody = await show(clientId, 'ZZZ1A2B35PX000001')
    assert.equal(nobody.manufacturer, undefined)
    assert.match(shown(nobody) ?? '', /manufacturer +unknown/)
  })

  test('refuses what is no VIN, and a client that is none', async () => {
    const { clientId } = await newClient()
    await assert.rejects(show(clientId, 'IOQ'), { kind: 'invalidVin', errorInfo: /"IOQ"/ })
    await assert.rejects(show('no-such-client', ACCORD), { kind: 'noSuchResource' })
  })
})

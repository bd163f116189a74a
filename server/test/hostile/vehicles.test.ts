// Invalid VINs, plates and vehicles: a look-up refuses anything but a VIN, and whatever an order says about its vehicle, nothing
// fails when finding what is known, offered and due.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setClient } from '../../src/organisation/clients.ts'
import { makeClient, order, type TestClient } from '../support/api.ts'
import { asSystem } from '../support/clients.ts'
import { item, putPackage, simplePackage, variant } from '../support/packages.ts'
import { readOrder } from '../support/scenes.ts'
import { fingerprint } from '../support/stored.ts'
import { assertRefused, send, sendHttp2 } from './wire.ts'

const ACCORD = '1HGCM82633A004352'

// biome-ignore format: a table
const noVin = [

  '0', ' ', '1', 'null', 'undefined', '__proto__', '_________________', 'constructor', 'hasOwnProperty123', ACCORD.slice(1), `${ACCORD}0`,
  `${ACCORD} `, ` ${ACCORD}`, `\t${ACCORD}`, `${ACCORD}\r\n`, `${ACCORD}/`, `${ACCORD}!`, `${ACCORD}%00`, ACCORD.replace('1', 'I'), ACCORD.replace('0', 'O'),
  ACCORD.replace('0', 'Q'), ACCORD.replace('1', '１'), ACCORD.replace('1', '١'), ACCORD.replace('H', 'Η'), ACCORD.replace('H', 'ß'), ACCORD.replace('H', 'ſ'),
  ACCORD.replace('C', '\u0441'), ACCORD.replace('H', '\u202e'), `${ACCORD.slice(0, 16)}\u0301`, '🚗'.repeat(17), '*'.repeat(17), '%'.repeat(17), "'; drop table--",
  '1HGCM82633A00435?', '1HGCM82633A00435#', '1HGCM82633A-00435', '..', '中'.repeat(17), 'x'.repeat(128),
]

let client: TestClient
before(async () => {
  client = await makeClient()
  const changes = { vinLookupsPerMinute: 100_000, vinLookupsPerDay: 100_000 }
  await asSystem((scope) => setClient(scope, { clientId: client.id, changes }))
})

describe('a look-up', () => {
  test('of what is no VIN is refused by every way in, and names it', async () => {
    const stored = await fingerprint(client.id)
    const headers = { 'x-api-key': client.key }
    for (const way of [send, sendHttp2]) {
      for (const vin of noVin) {
        const path = `/v1/system-clients/${client.id}/vehicle-info/${encodeURIComponent(vin)}`
        const answer = await way({ path, headers })
        assert.equal(assertRefused(answer, JSON.stringify(vin), 400), 40039, vin)
        assert.match(JSON.parse(answer.text).errorInfo, /^VIN: /)
      }
      for (const part of ['', '%', '%zz', '%00', `${ACCORD}%00`, '%FF', '%ED%A0%80', 'x'.repeat(129)]) {
        const answer = await way({ path: `/v1/system-clients/${client.id}/vehicle-info/${part}`, headers })
        assertRefused(answer, part)
      }
    }
    assert.equal(await fingerprint(client.id), stored)
  })

  test('of a VIN of nobody is not found, and of no other kind', async () => {
    for (const sign of ['0', '9', 'A', 'Z', 'x']) {
      const response = await client.get(`/vehicle-info/${sign.repeat(17)}`)
      if (response.statusCode === 200) assert.equal(response.json().vin, sign.repeat(17).toUpperCase())
      else assertRefused({ status: response.statusCode, text: response.body }, sign, 404)
    }
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'] as const) {
      const response = await client.call(
        method,
        `/vehicle-info/${ACCORD}`,
        method === 'DELETE' ? undefined : {},
      )
      assertRefused({ status: response.statusCode, text: response.body }, method, 405)
    }
  })

  test('is not led astray by a query', async () => {
    const plain = (await client.get(`/vehicle-info/${ACCORD}`)).json()
    for (const query of [
      'VIN=x',
      'vin=x&vin=y',
      '__proto__=1',
      'constructor[prototype][make]=x',
      '%00=1',
      '&&&',
    ]) {
      assert.deepEqual((await client.get(`/vehicle-info/${ACCORD}?${query}`)).json(), plain, query)
    }
  })

  test('beyond the limit is refused even when it is no VIN, and tells when to come back', async () => {
    const poor = await makeClient()
    const changes = { vinLookupsPerMinute: 2, vinLookupsPerDay: 100 }
    await asSystem((scope) => setClient(scope, { clientId: poor.id, changes }))
    const answers = []
    for (let call = 0; call < 5; call++) answers.push(await poor.get('/vehicle-info/none'))
    const last = answers.at(-1)
    assert.ok(last)
    assert.equal(assertRefused({ status: last.statusCode, text: last.body }, 'the fifth', 429), 42900)
    assert.match(String(last.headers['retry-after']), /^[1-9]\d*$/)
  })
})

describe('the vehicle of an order', () => {
  test('may be called anything: it comes back, and nobody mistakes it for another', async () => {
    // Blanks around a VIN are a habit of old systems, and it is still that VIN.
    const names = noVin.filter((text) => text.trim() !== ACCORD)
    for (const [index, text] of [
      ...names,
      '\ufeff',
      'ΐ'.repeat(128),
      '🚗'.repeat(128),
      '-.-',
      '/',
    ].entries()) {
      const vehicle = { vin: text, numberPlate: text, numberPlateCountry: text, make: text }
      const path = `/service-orders/v${index}`
      const response = await client.put(path, order({ vehicle }))
      assert.equal(response.statusCode, 201, `${JSON.stringify(text)} ${response.body}`)
      const shown = (await readOrder(client, `v${index}`)).vehicle
      assert.deepEqual([shown?.vin, shown?.numberPlate, shown?.make], [text, text, text])
    }
    const { make } = (await client.get(`/vehicle-info/${ACCORD}`)).json()
    assert.equal(make, 'Honda', 'an order about something like this VIN taught nothing about it')
  })

  test('may be as old, as new and as far driven as numbers go, with packages that fall due', async () => {
    const dealer = await makeClient({ releaseTypes: ['health'] })
    for (const [id, more] of Object.entries({
      never: { serviceIntervalMileage: 10_000_000, serviceIntervalAge: 12_000 },
      always: { serviceIntervalMileage: 0, serviceIntervalAge: 0 },
      often: { serviceIntervalMileage: 1, serviceIntervalAge: 1 },
    }))
      await putPackage(dealer, id, simplePackage({ customerSelectionAvailable: true, ...more }))
    await putPackage(
      dealer,
      'odd',
      simplePackage({
        customerSelectionAvailable: true,
        serviceIntervalAge: 1,
        variants: [
          variant('v', [item('1', 1)], {
            engineCapacityApplicabilityList: ['', 'NaN', '1e400', '-0', '２.０', '1,6'],
          }),
        ],
      }),
    )
    const vehicles = [
      { recordedMileage: 999_999_999_999, mileageUnit: 'mi' },
      { recordedMileage: 0.000001, mileageUnit: 'km' },
      { modelYear: 1000, productionYear: 9999 },
      { modelYear: 9999 },
      { productionYear: 1000 },
      { warrantyStartDate: '0001-01-01' },
      { warrantyStartDate: '9999-12-31T23:59:59.999999999+14:00' },
      { warrantyEndDate: '0000-01-01', warrantyStartDate: '9999-12-31' },
      { warrantyEndDate: '9999-12-31T23:59:59-12:00' },
      { recordedMileageDate: '0000-02-29' },
      { engineCapacity: 999_999_999_999 },
      { engineCapacity: 1e-6 },
      { vin: ACCORD, modelYear: 1000, make: '__proto__' },
      {},
    ]
    for (const [index, vehicle] of vehicles.entries()) {
      const response = await dealer.put(`/service-orders/${index}`, order({ vehicle }))
      const what = `${JSON.stringify(vehicle)} ${response.body}`
      assert.ok([201, 400].includes(response.statusCode), what)
      if (response.statusCode === 400) {
        assertRefused({ status: 400, text: response.body }, what)
        assert.match(response.json().errorInfo, /^vehicle\./)
        continue
      }
      for (const { id } of (await readOrder(dealer, `${index}`)).surveys) {
        for (const path of [`/surveys/${id}`, `/surveys/${id}/quotes`, `/surveys/${id}/upsale-quotes`])
          assert.equal((await dealer.get(path)).statusCode, 200, what)
      }
    }
  })
})

// Vehicle information over HTTP: look-ups by VIN with their limit, and orders and leads completed from a VIN.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import type { VehicleInfo } from '@walkaround/contract/dms/vehicle-information.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { listServices } from '../../src/features/vehicles/services.ts'
import { checkDigit } from '../../src/features/vehicles/vin.ts'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import { type ClientChanges, setClient } from '../../src/organisation/clients.ts'
import { ensureCertificate } from '../../src/outside/certificates.ts'
import { createVinProvider } from '../../src/outside/vin-provider.ts'
import { BASE_URL, makeClient, makeKey, order, type TestClient, testApp } from '../support/api.ts'
import { asSystem } from '../support/clients.ts'
import { testFormPool, testMedia } from '../support/media.ts'
import { item, putPackage, simplePackage, variant } from '../support/packages.ts'
import {
  eventsDuring,
  inClientOf,
  putOrder,
  readOrder,
  readQuestion,
  readSurvey,
  refusal,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

/** A Honda Accord of 2003, built and sold in America. */
const ACCORD = '1HGCM82633A004352'
/** A Tesla Model 3 of 2019. */
const TESLA = american('5YJ3E1EA0KF000001')
/** A Volkswagen of 1983 or 2013: Europeans do not say which. */
const GOLF = 'WVWZZZ1KZDW000001'
/** Of a manufacturer nobody knows. */
const UNKNOWN = 'ZZZ1A2B35PX000001'

function american(vin: string): string {
  return `${vin.slice(0, 8)}${checkDigit(vin)}${vin.slice(9)}`
}

async function lookUp(client: TestClient, vin: string): Promise<VehicleInfo> {
  const response = await client.get(`/vehicle-info/${vin}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const change = ({ id }: TestClient, changes: ClientChanges) =>
  asSystem((scope) => setClient(scope, { clientId: id, changes }))

describe('GET /vehicle-info/{VIN}', () => {
  test('tells what the VIN itself says', async () => {
    const client = await makeClient()
    assert.deepEqual(await lookUp(client, ACCORD), {
      vin: ACCORD,
      make: 'Honda',
      model: 'Accord',
      modelYear: 2003,
      fuelType: 'petrol',
    })
    assert.deepEqual(await lookUp(client, GOLF), { vin: GOLF, make: 'Volkswagen' })
  })

  test('F3: lower case is accepted and answered in capitals', async () => {
    const client = await makeClient()
    assert.equal((await lookUp(client, ACCORD.toLowerCase())).vin, ACCORD)
  })

  test('F3: a malformed VIN is a 400 that names it', async () => {
    const client = await makeClient()
    const wrong = ['1', `${ACCORD}1`, ACCORD.slice(1), ACCORD.replace('1', 'I'), ACCORD.replace('0', 'O')]
    const strange = ['１HGCM82633A004352', '1HGCM82633A0043ß', ` ${ACCORD}`, `${ACCORD}\n`]
    for (const vin of [...wrong, ...strange]) {
      const response = await client.get(`/vehicle-info/${encodeURIComponent(vin)}`)
      assert.ok(refusal(response, 'invalidVin').includes(JSON.stringify(vin)))
    }
  })

  test('F3: nothing known is a 404, also when the check digit of an American VIN is wrong', async () => {
    const client = await makeClient()
    refusal(await client.get(`/vehicle-info/${UNKNOWN}`), 'noSuchResource')
    refusal(await client.get(`/vehicle-info/${ACCORD.replace('4352', '4353')}`), 'noSuchResource')
  })

  test('F3: the client’s own vehicles come first, and the decoder adds what they leave open', async () => {
    const client = await makeClient()
    const stranger = await makeClient()
    await putOrder(client, {
      vehicle: { vin: ACCORD, fuelType: 'hybrid', colour: 'red', engineCapacity: 2.4, numberPlate: 'B WA 1' },
    })
    await putOrder(client, { vehicle: { vin: UNKNOWN, modelCode: 'M1', gearboxType: 'manual' } }, '2')
    assert.deepEqual(await lookUp(client, ACCORD), {
      vin: ACCORD,
      make: 'Honda',
      model: 'Accord',
      modelYear: 2003,
      fuelType: 'hybrid',
      engineCapacity: 2.4,
      colour: 'red',
    })
    assert.deepEqual(await lookUp(client, UNKNOWN), { vin: UNKNOWN, modelCode: 'M1', gearboxType: 'manual' })
    assert.equal((await lookUp(stranger, ACCORD)).colour, undefined)
    refusal(await stranger.get(`/vehicle-info/${UNKNOWN}`), 'noSuchResource')
  })

  test('what somebody said of the vehicle decides between two model years', async () => {
    const client = await makeClient()
    await putOrder(client, { vehicle: { vin: GOLF, warrantyStartDate: '2013-02-01' } })
    assert.deepEqual(await lookUp(client, GOLF), { vin: GOLF, make: 'Volkswagen', modelYear: 2013 })
  })

  test('F4: a make is written as the client writes it elsewhere', async () => {
    const client = await makeClient()
    await putOrder(client, { vehicle: { vin: UNKNOWN, make: 'VW' } })
    assert.equal((await lookUp(client, GOLF)).make, 'VW')
    await putOrder(client, { vehicle: { numberPlate: 'X 1', make: 'VOLKSWAGEN' } }, '2')
    assert.equal((await lookUp(client, GOLF)).make, 'VOLKSWAGEN', 'the latest counts')
  })

  test('everybody who may read may ask; HEAD works too', async () => {
    const client = await makeClient()
    const technician = await makeKey(client.id, 'technician')
    assert.equal((await technician.get(`/vehicle-info/${ACCORD}`)).statusCode, 200)
    assert.equal((await client.call('HEAD', `/vehicle-info/${ACCORD}`)).statusCode, 200)
  })
})

describe('the limit of look-ups (F3)', () => {
  let setNow: (now: Date | undefined) => void
  before(async () => {
    ;({ setNow } = await testApp())
  })
  afterEach(() => setNow(undefined))
  const at = (seconds: number) => setNow(new Date(Date.UTC(2026, 4, 4, 12) + seconds * 1000))

  test('60 a minute by default: of 61 at once exactly 60 succeed', async () => {
    const client = await makeClient()
    at(0)
    const answers = await Promise.all(Array.from({ length: 61 }, () => client.get(`/vehicle-info/${ACCORD}`)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    assert.equal(statuses.filter((status) => status === 200).length, 60)
    assert.equal(statuses.filter((status) => status === 429).length, 1)
  })

  test('B5: the refusal says in how many seconds a call is free again', async () => {
    const client = await makeClient()
    await change(client, { vinLookupsPerMinute: 2 })
    at(0)
    await lookUp(client, ACCORD)
    at(20)
    await lookUp(client, ACCORD)
    at(25.5)
    const refused = await client.get(`/vehicle-info/${ACCORD}`)
    refusal(refused, 'rateExceeded', /^2 look-ups by VIN a minute .* 35 seconds/)
    assert.equal(refused.headers['retry-after'], '35')
    at(59.999)
    assert.equal((await client.get(`/vehicle-info/${ACCORD}`)).headers['retry-after'], '1')
    at(60)
    await lookUp(client, ACCORD)
  })

  test('malformed and unknown VINs count', async () => {
    const client = await makeClient()
    await change(client, { vinLookupsPerMinute: 2 })
    at(0)
    refusal(await client.get('/vehicle-info/x'), 'invalidVin')
    refusal(await client.get(`/vehicle-info/${UNKNOWN}`), 'noSuchResource')
    refusal(await client.get('/vehicle-info/x'), 'rateExceeded')
  })

  test('so many a day; calls that were refused do not use it up', async () => {
    const client = await makeClient()
    await change(client, { vinLookupsPerMinute: 1, vinLookupsPerDay: 2 })
    at(0)
    await lookUp(client, ACCORD)
    for (let again = 0; again < 5; again++)
      refusal(await client.get(`/vehicle-info/${ACCORD}`), 'rateExceeded')
    at(3600)
    await lookUp(client, ACCORD)
    at(7200)
    const refused = await client.get(`/vehicle-info/${ACCORD}`)
    refusal(refused, 'rateExceeded', /^2 look-ups by VIN a day/)
    assert.equal(refused.headers['retry-after'], String(22 * 3600))
    at(86_400)
    await lookUp(client, ACCORD)
  })

  test('is each client’s own, and its setting takes effect at once', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    await change(client, { vinLookupsPerMinute: 1 })
    at(0)
    await lookUp(client, ACCORD)
    refusal(await client.get(`/vehicle-info/${ACCORD}`), 'rateExceeded')
    await lookUp(other, ACCORD)
    await change(client, { vinLookupsPerMinute: 2 })
    await lookUp(client, ACCORD)
  })

  test('completing an order counts nothing', async () => {
    const client = await makeClient()
    await change(client, { vinLookupsPerMinute: 1 })
    for (let id = 0; id < 3; id++) await putOrder(client, { vehicle: { vin: ACCORD } }, String(id))
    await lookUp(client, ACCORD)
  })
})

describe('a configured provider (F3)', () => {
  let server: Server
  let app: FastifyInstance
  let folder: string
  let asked: string[]
  let answer: unknown

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-vin-'))
    const { key, cert, caCertPem } = await ensureCertificate({ dir: folder, names: ['localhost'] })
    server = createServer({ key, cert }, (request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { database } = await testApp()
    app = await buildApp({
      database,
      media: testMedia(database),
      formPool: testFormPool(),
      authenticator: createAuthenticator(database, { freshMs: 0 }),
      baseUrl: () => BASE_URL,
      bodyLimit: 1024 * 1024,
      vinProvider: createVinProvider({ url: `https://localhost:${port}/{vin}`, ca: caCertPem }),
      isPrepared: () => true,
      readiness: async () => [],
      pages: {
        isDemo: () => false,
        isPrepared: () => true,
        baseUrl: () => BASE_URL,
        authority: () => undefined,
      },
    })
    await app.ready()
  })
  after(async () => {
    await app.close()
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function look(client: TestClient, vin: string, says?: unknown) {
    asked = []
    answer = says
    return app.inject({
      url: `/v1/system-clients/${client.id}/vehicle-info/${vin}`,
      headers: { 'x-api-key': client.key },
    })
  }

  test('is asked for a vehicle that local sources cannot name, and adds to what they know', async () => {
    const client = await makeClient()
    await putOrder(client, { vehicle: { vin: GOLF, colour: 'red', make: 'VW' } })
    const says = {
      make: 'VOLKSWAGEN',
      model: 'Golf',
      modelYear: 2013,
      colour: 'blue',
      engineCapacity: 1.395,
      extra: 1,
    }
    const response = await look(client, GOLF, says)
    assert.deepEqual(response.json(), {
      vin: GOLF,
      make: 'VW',
      model: 'Golf',
      modelYear: 2013,
      engineCapacity: 1.4,
      colour: 'red',
    })
    assert.deepEqual(asked, [`/${GOLF}`])
    const unknown = await look(client, UNKNOWN, { vin: UNKNOWN.toLowerCase(), make: 'Volkswagen' })
    assert.deepEqual(unknown.json(), { vin: UNKNOWN, make: 'VW' })
  })

  test('is not asked when the vehicle is named already', async () => {
    const client = await makeClient()
    assert.equal((await look(client, ACCORD, { model: 'Civic' })).json<VehicleInfo>().model, 'Accord')
    assert.deepEqual(asked, [])
  })

  test('is not believed when it speaks of another vehicle or breaks a rule of the interface', async () => {
    const client = await makeClient()
    const wrong = [
      { vin: ACCORD, make: 'Honda', model: 'Accord' },
      { make: 'Audi', model: 'A3' },
      { model: 'Golf', fuelType: 'coal' },
      { model: 7 },
      [],
      'Golf',
      null,
      undefined,
    ]
    for (const says of wrong) {
      const response = await look(client, GOLF, says)
      assert.deepEqual(response.json(), { vin: GOLF, make: 'Volkswagen' }, JSON.stringify(says))
      assert.equal(asked.length, 1)
    }
    assert.equal((await look(client, UNKNOWN)).statusCode, 404)
  })

  test('is never asked while an order is completed', async () => {
    const client = await makeClient()
    asked = []
    const response = await app.inject({
      method: 'PUT',
      url: `/v1/system-clients/${client.id}/service-orders/1`,
      headers: { 'x-api-key': client.key, 'content-type': 'application/json' },
      payload: JSON.stringify(order({ vehicle: { vin: GOLF } })),
    })
    assert.equal(response.statusCode, 201)
    assert.deepEqual(asked, [])
  })
})

const kinds = ['order', 'lead'] as const
type Kind = (typeof kinds)[number]
const pathOf = (kind: Kind, id = '1') => (kind === 'order' ? `/service-orders/${id}` : `/leads/${id}`)

interface Shown {
  vehicle?: Vehicle
  [field: string]: unknown
}

async function put(client: TestClient, kind: Kind, body: object, id = '1'): Promise<Shown> {
  const response = await client.put(pathOf(kind, id), order(body as Record<string, unknown>))
  assert.ok([201, 204].includes(response.statusCode), response.body)
  return read(client, kind, id)
}

async function read(client: TestClient, kind: Kind, id = '1'): Promise<Shown> {
  return (await client.get(pathOf(kind, id))).json()
}

const FILLED = {
  vin: ACCORD,
  make: 'Honda',
  model: 'Accord',
  modelYear: 2003,
  fuelType: 'petrol',
  vinResolutionStatus: 'OK',
}

for (const kind of kinds) {
  describe(`PUT of ${kind === 'order' ? 'a service order' : 'a lead'} with a VIN (F4)`, () => {
    test('fills in what was left out, and says so', async () => {
      const client = await makeClient()
      const shown = await put(client, kind, { vehicle: { vin: ACCORD, numberPlate: 'B WA 1' } })
      assert.deepEqual(shown.vehicle, { ...FILLED, numberPlate: 'B WA 1' })
      const all = await put(client, kind, { vehicle: { vin: ACCORD, make: 'HONDA', colour: 'red' } }, '2')
      assert.deepEqual(all.vehicle, { ...FILLED, make: 'HONDA', colour: 'red' })
    })

    test('says nothing when nothing was filled in, whatever the DMS claims', async () => {
      const client = await makeClient()
      for (const [id, vin] of [UNKNOWN, 'not a VIN', ACCORD.replace('4352', '4353'), ''].entries()) {
        const { vehicle } = await put(
          client,
          kind,
          { vehicle: { vin, vinResolutionStatus: 'OK' } },
          String(id),
        )
        assert.deepEqual(vehicle, { vin })
      }
    })

    test('A1: the reply of a GET, sent back, changes nothing, and filled values stay filled values', async () => {
      const client = await makeClient()
      const shown = await put(client, kind, { vehicle: { vin: ACCORD } })
      const before = (await client.get(pathOf(kind))).body
      const events = await eventsDuring(client, async () => {
        assert.equal((await client.put(pathOf(kind), shown)).statusCode, 204)
        assert.equal((await client.put(pathOf(kind), order({ vehicle: { vin: ACCORD } }))).statusCode, 204)
        assert.equal((await client.put(pathOf(kind), shown)).statusCode, 204)
      })
      assert.deepEqual(events, [])
      assert.equal((await client.get(pathOf(kind))).body, before)
      assert.deepEqual((await read(client, kind)).vehicle, FILLED)
    })

    test('A1: and still when others have said more of the vehicle meanwhile', async () => {
      const client = await makeClient()
      const shown = await put(client, kind, { vehicle: { vin: ACCORD } })
      await put(client, kind, { vehicle: { vin: ACCORD, colour: 'red', fuelType: 'hybrid' } }, '2')
      assert.equal((await client.put(pathOf(kind), shown)).statusCode, 204)
      assert.deepEqual((await read(client, kind)).vehicle, FILLED)
      const { vehicle } = await put(client, kind, { vehicle: { ...shown.vehicle, numberPlate: 'B WA 1' } })
      assert.equal(vehicle?.colour, 'red', 'a vehicle that changes is completed anew')
      assert.equal(vehicle?.fuelType, 'hybrid')
    })

    test('a value the DMS sends takes the place of the one that was filled in, and can be taken back', async () => {
      const client = await makeClient()
      const shown = await put(client, kind, { vehicle: { vin: ACCORD } })
      const { vehicle } = await put(client, kind, { vehicle: { ...shown.vehicle, model: 'Civic' } })
      assert.deepEqual(vehicle, { ...FILLED, model: 'Civic' })
      const again = await put(client, kind, { vehicle: { ...vehicle, model: null } })
      assert.deepEqual(again.vehicle, FILLED, 'not from what this one said itself')
    })

    test('a changed VIN is read again, and nothing of the former one is left', async () => {
      const client = await makeClient()
      const shown = await put(client, kind, { vehicle: { vin: ACCORD, colour: 'red' } })
      const { vehicle } = await put(client, kind, { vehicle: { ...shown.vehicle, vin: TESLA } })
      assert.deepEqual(vehicle, {
        vin: TESLA,
        make: 'Tesla',
        model: 'Model 3',
        modelYear: 2019,
        fuelType: 'electric',
        colour: 'red',
        vinResolutionStatus: 'OK',
      })
      const other = await put(client, kind, { vehicle: { vin: ACCORD } }, '2')
      assert.equal(other.vehicle?.colour, undefined, 'said of a vehicle that it turned out not to be')
      const none = await put(client, kind, { vehicle: { ...vehicle, vin: UNKNOWN } })
      assert.deepEqual(none.vehicle, { vin: UNKNOWN, colour: 'red' })
      const back = await put(client, kind, { vehicle: { vin: ACCORD, colour: 'red' } })
      const removed = await put(client, kind, { vehicle: { ...back.vehicle, vin: null } })
      assert.deepEqual(removed.vehicle, { colour: 'red' })
    })
  })
}

describe('completing from the client’s own vehicles (F4)', () => {
  test('an order with the VIN alone gets what earlier orders and leads said', async () => {
    const client = await makeClient()
    const said = { make: 'Zed', modelCode: 'Z1', gearboxType: 'manual', engineNumber: 'E1' }
    await put(client, 'order', { vehicle: { vin: UNKNOWN, ...said } })
    await put(client, 'lead', { vehicle: { vin: UNKNOWN, colour: 'red' } })
    const { vehicle } = await put(client, 'order', { vehicle: { vin: UNKNOWN.toLowerCase() } }, '2')
    assert.deepEqual(vehicle, {
      vin: UNKNOWN.toLowerCase(),
      make: 'Zed',
      modelCode: 'Z1',
      colour: 'red',
      gearboxType: 'manual',
      vinResolutionStatus: 'OK',
    })
    const third = await put(client, 'order', { vehicle: { vin: UNKNOWN } }, '3')
    assert.equal(third.vehicle?.make, 'Zed', 'orders that said less have not covered it up')
    const stranger = await makeClient()
    assert.deepEqual((await put(stranger, 'order', { vehicle: { vin: UNKNOWN } })).vehicle, { vin: UNKNOWN })
  })

  test('what an order takes back is not given back to it, nor to others', async () => {
    const client = await makeClient()
    await put(client, 'order', { vehicle: { vin: UNKNOWN, fuelType: 'diesel' } })
    assert.deepEqual((await put(client, 'order', { vehicle: { vin: UNKNOWN } })).vehicle, { vin: UNKNOWN })
    assert.deepEqual((await put(client, 'order', { vehicle: { vin: UNKNOWN } }, '2')).vehicle, {
      vin: UNKNOWN,
    })
  })

  test('a body that says otherwise is believed: nothing is read from a VIN of another make', async () => {
    const client = await makeClient()
    const { vehicle } = await put(client, 'order', { vehicle: { vin: ACCORD, make: 'Acura' } })
    assert.deepEqual(vehicle, { vin: ACCORD, make: 'Acura' })
    const other = await put(client, 'order', { vehicle: { vin: ford, fuelType: 'electric' } }, '2')
    assert.deepEqual(other.vehicle, {
      ...{ vin: ford, make: 'Ford', model: 'F-150', modelYear: 2013, fuelType: 'electric' },
      vinResolutionStatus: 'OK',
    })
  })

  test('of two model years the one near the year of production', async () => {
    const client = await makeClient()
    const { vehicle } = await put(client, 'order', { vehicle: { vin: GOLF, productionYear: 2012 } })
    assert.equal(vehicle?.modelYear, 2013)
    const old = await put(
      client,
      'order',
      { vehicle: { vin: GOLF.replace(/1$/, '2'), productionYear: 1983 } },
      '2',
    )
    assert.equal(old.vehicle?.modelYear, 1983)
    const open = await put(client, 'order', { vehicle: { vin: GOLF.replace(/1$/, '3') } }, '3')
    assert.equal(open.vehicle?.modelYear, undefined)
  })

  test('orders of one vehicle at the same time all succeed, and all that was said is known', async () => {
    const client = await makeClient()
    const names = ['make', 'model', 'modelCode', 'engineType', 'colour', 'gearboxType']
    const responses = await Promise.all(
      names.map((name) =>
        client.put(
          `/service-orders/${name}`,
          order({ vehicle: { vin: UNKNOWN, numberPlate: 'B WA 1', [name]: `the ${name}` } }),
        ),
      ),
    )
    for (const response of responses) assert.equal(response.statusCode, 201, response.body)
    const known = await lookUp(client, UNKNOWN)
    assert.deepEqual(known, {
      vin: UNKNOWN,
      ...Object.fromEntries(names.map((name) => [name, `the ${name}`])),
    })
  })
})

const ford = american('1FTFW1ET0DFC10312')

describe('E1: values read from the VIN never exclude a package', () => {
  const offered = async (client: TestClient): Promise<string[]> => {
    const question = await readQuestion(client, surveyIdOf(await readOrder(client)), 'glass')
    const answer = question.answers.find(({ id }) => id === 'bad')
    return (answer?.packages ?? []).flatMap(({ variants }) => (variants ?? []).map(({ id }) => id ?? ''))
  }

  test('only what the DMS says does, even after the reply of a GET came back', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    await putPackage(
      client,
      'glass',
      simplePackage({
        variants: [
          variant('any', [item('1', 10)]),
          variant('audi', [item('1', 10)], { makeApplicabilityList: ['Audi'] }),
          variant('honda', [item('1', 10)], { makeApplicabilityList: ['honda'] }),
        ],
      }),
    )
    const bound = await client.put('/survey-templates/small/package-assignment', [
      { questionId: 'glass', answerId: 'bad', packageIds: ['glass'] },
    ])
    assert.equal(bound.statusCode, 204, bound.body)

    const shown = await put(client, 'order', { vehicle: { vin: ACCORD } })
    assert.equal(shown.vehicle?.make, 'Honda')
    assert.deepEqual(await offered(client), ['any', 'audi', 'honda'])
    assert.equal((await client.put('/service-orders/1', shown)).statusCode, 204)
    assert.deepEqual(await offered(client), ['any', 'audi', 'honda'])

    await put(client, 'order', { vehicle: { ...shown.vehicle, make: 'HONDA' } })
    assert.deepEqual(await offered(client), ['any', 'honda'])
    const survey = await readSurvey<Shown>(client, surveyIdOf(await readOrder(client)))
    assert.equal(survey.vehicle?.make, 'HONDA')
    assert.ok(!('filledFromVin' in survey))

    await put(client, 'order', { vehicle: { vin: ACCORD } })
    assert.deepEqual(
      await offered(client),
      ['any', 'audi', 'honda'],
      'taken back: the VIN alone speaks again',
    )
    await put(client, 'order', {})
    assert.deepEqual(await offered(client), ['any', 'audi', 'honda'], 'C4: the survey keeps the vehicle')
  })
})

describe('E8: what was sold on a vehicle', () => {
  test('is remembered by VIN and plate, follows the lines of the order, and moves with its VIN', async () => {
    const client = await makeClient()
    const sold = async (vehicle: Vehicle) =>
      [...(await inClientOf(client, (scope) => listServices(scope, vehicle)))].map(([id, { mileageKm }]) => [
        id,
        mileageKm,
      ])
    const line = (id: string, healthPackageId: string, soldQuantity: number) => ({
      itemCategory: 'labour',
      ...{ id, healthPackageId, soldQuantity },
    })
    const vehicle = { vin: ACCORD, numberPlate: 'B WA 1', recordedMileage: 100, mileageUnit: 'km' as const }
    await put(client, 'order', { vehicle, contents: [line('1', 'oil', 1), line('2', 'pads', 0)] })
    assert.deepEqual(await sold({ vin: ACCORD }), [['oil', 100]])
    assert.deepEqual(await sold({ numberPlate: 'B-WA 1' }), [['oil', 100]])
    await put(client, 'order', { vehicle, contents: [line('2', 'pads', 1)] })
    assert.deepEqual(await sold({ vin: ACCORD }), [['pads', 100]])
    await put(client, 'order', { vehicle: { ...vehicle, vin: TESLA }, contents: [line('2', 'pads', 1)] })
    assert.deepEqual(await sold({ vin: ACCORD }), [])
    assert.deepEqual(await sold({ vin: TESLA }), [['pads', 100]])
  })
})

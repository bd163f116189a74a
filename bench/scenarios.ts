// What is measured: for each operation the request to ours and to the bare server, and the goal.
import type { FastifyInstance } from 'fastify'
import type { TemplateDocument } from '../contract/src/template-document.ts'
import { requestBytes } from './load.ts'
import { type NotedScript, record, type Script } from './record.ts'

export interface Scenario {
  name: string
  /** Share of the bare server's throughput. */
  goal: number
  requests: number
  expect: number
  script: NotedScript
  ours: () => Buffer
  bare: () => Buffer
  /** A second baseline with its own goal. */
  against?: { name: string; goal: number; script: NotedScript; bare: () => Buffer }
}

export interface BenchClient {
  clientId: string
  key: string
}

export interface Bench {
  app: FastifyInstance
  take: Parameters<typeof record>[1]
  /** Without packages: what is compared with a stored survey must contain the same. */
  plain: BenchClient
  /** With packages, prices, and surveys that offer them. */
  shop: BenchClient
}

export const ORDERS = 200
const person = (id: string) => ({
  id,
  firstName: 'Ada',
  lastName: 'Example',
  mobilePhone: '+1 202 555 0143',
  email: 'ada@example.org',
})

/** An order as a DMS sends it: about 3 kB. */
/** `car`: its number. Cars that have one VIN would be one car with all these visits. */
export function orderBody(text: string, car = 1): string {
  return JSON.stringify({
    externalId: 'SO-1042',
    externalBranchId: 'DE1001',
    serviceOrderType: 'service',
    plannedStartTimestamp: '2026-11-16T08:30:00+01:00',
    description: text,
    currency: 'EUR',
    customer: { ...person('C-88'), address: '1 Example Street, Exampletown' },
    payer: { id: 'C-89', category: 'legalEntity', name: 'Example Leasing', contactPersons: [person('C-90')] },
    serviceAdvisor: person('SA-3'),
    technician: person('T-7'),
    vehicle: {
      vin: `ZZZ1A2B35PX${String(car).padStart(6, '0')}`,
      numberPlate: `B WA ${1041 + car}`,
      make: 'Example',
      model: 'Estate 2.0',
      modelYear: 2023,
      fuelType: 'petrol',
      engineCapacity: 1.998,
      recordedMileage: 61250,
      mileageUnit: 'km',
      warrantyStartDate: '2023-03-01',
      owner: person('C-88'),
    },
    contents: Array.from({ length: 8 }, (_, index) => ({
      id: String(index * 10),
      itemCategory: index % 2 ? 'part' : 'labour',
      itemCode: `OP-${index}`,
      description: 'Inspection line of an order',
      quantity: 1.5,
      unitOfMeasure: index % 2 ? 'pc' : 'hour',
      amountExVat: 120.5,
      amountIncVat: 143.4,
    })),
  })
}

/** A template of 60 questions with three answers each. */
export function template60(): TemplateDocument {
  return {
    id: 'bench',
    text: 'Sixty questions',
    surveyType: 'health',
    category: 'interactiveHandover',
    contents: Array.from({ length: 6 }, (_, section) => ({
      category: 'section' as const,
      id: `s${section}`,
      text: `Section ${section}`,
      allowSelectAll: true,
      contents: Array.from({ length: 10 }, (_, question) => ({
        category: 'question' as const,
        id: `q${section}.${question}`,
        text: `Question ${question} of section ${section}: condition of the part`,
        questionCategory: 'valueSelectionOrEntry' as const,
        answerCategory: 'textAndComment' as const,
        mandatory: true,
        photosAllowed: true,
        videoAllowed: true,
        fastAnswer: true,
        ...(question === 0
          ? { clientSettings: { visibleIf: { field: 'fuelType', notIn: ['electric'] } } }
          : {}),
        answers: [
          { id: 'ok', value: 'Fine, nothing to do', status: 'green' as const },
          { id: 'adv', value: 'Worn, look again at the next visit', status: 'amber' as const },
          { id: 'bad', value: 'Replace now', status: 'red' as const },
        ],
      })),
    })),
  }
}

const PACKAGES = 40
const LISTED = 2_000
const PRICED_ITEMS = 10_000

const item = (id: number) => ({
  id: String(id),
  itemCategory: id % 2 ? 'material' : 'labour',
  description: 'Item of a package',
  quantity: 1,
  unitOfMeasure: id % 2 ? 'ea' : 'hour',
  amountExVat: 40.5,
  amountIncVat: 48.2,
})

/** A package of five variants, of which some fit the vehicle of the order. */
const packageBody = (name: string) =>
  JSON.stringify({
    description: `Package ${name}`,
    currency: 'EUR',
    packageType: 'recommendedMaintenance',
    variants: ['petrol', 'diesel', 'hybrid', 'electric', 'any'].map((fuel) => ({
      id: fuel,
      description: `For ${fuel}`,
      ...(fuel === 'any' ? {} : { fuelTypeApplicabilityList: [fuel] }),
      contents: [item(0), item(1)],
    })),
  })

const priceList = (amountExVat: number) =>
  JSON.stringify({
    currency: 'EUR',
    variants: Array.from({ length: 5 }, (_, variant) => ({
      id: `v${variant}`,
      contents: Array.from({ length: PRICED_ITEMS / 5 }, (_, id) => ({
        id: String(id),
        amountExVat,
        amountIncVat: 12.1,
      })),
    })),
  })

type Play = (method: 'GET' | 'PUT' | 'POST', path: string, payload?: string) => Promise<Script>

/** Plays requests of one client and records them. */
const playerOf =
  ({ app, take }: Bench, client: BenchClient): Play =>
  (method, path, payload) =>
    record(app, take, {
      method,
      url: addressOf(client, path),
      headers: {
        ...headersOf(client),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    })

/** Operations of the web apps are outside the DMS interface. */
const addressOf = ({ clientId }: BenchClient, path: string) =>
  `/${path.endsWith('/edits') ? 'app' : 'v1'}/system-clients/${clientId}${path}`
const headersOf = ({ key }: BenchClient) => ({ 'x-api-key': key })

async function surveysOf(play: Play, orderId: string): Promise<string[]> {
  const { body } = await play('GET', `/service-orders/${orderId}`)
  return (JSON.parse(body) as { surveys: { id: string }[] }).surveys.map((survey) => survey.id)
}

async function makeCommerce(
  play: Play,
): Promise<{ surveyId: string } & Record<'survey' | 'list' | 'prices', Script>> {
  for (let index = 0; index < LISTED; index++) {
    const body =
      index < PACKAGES
        ? packageBody(String(index))
        : JSON.stringify({ description: `Package ${index}`, currency: 'EUR' })
    await play('PUT', `/packages/p${index}`, body)
  }
  const large = {
    description: 'A long price list',
    currency: 'EUR',
    variants: Array.from({ length: 5 }, (_, variant) => ({
      id: `v${variant}`,
      contents: Array.from({ length: PRICED_ITEMS / 5 }, (_, id) => item(id)),
    })),
  }
  await play('PUT', '/packages/long', JSON.stringify(large))
  const instructions = Array.from({ length: PACKAGES }, (_, index) => ({
    questionId: `q${index % 6}.${Math.floor(index / 6)}`,
    answerId: 'bad',
    packageIds: [`p${index}`],
  }))
  await play('PUT', '/survey-templates/bench/package-assignment', JSON.stringify(instructions))
  await play('PUT', '/service-orders/O-0', orderBody('first'))
  const [surveyId = ''] = await surveysOf(play, 'O-0')
  // The first read fills the cache of offers.
  await play('GET', `/surveys/${surveyId}`)
  return {
    surveyId,
    survey: await play('GET', `/surveys/${surveyId}`),
    list: await play('GET', '/packages'),
    prices: await play('PUT', '/packages/long/prices', priceList(10.5)),
  }
}

export async function makeScenarios(bench: Bench): Promise<Scenario[]> {
  const play = playerOf(bench, bench.plain)

  for (let index = 0; index < ORDERS; index++) {
    await play('PUT', `/service-orders/O-${index}`, orderBody('first', index + 1))
    await play(
      'PUT',
      `/leads/L-${index}`,
      JSON.stringify({ externalBranchId: 'DE1001', customer: person('C-1'), description: 'Lead' }),
    )
  }
  const create = await play('PUT', '/service-orders/BENCH-ID', orderBody('first'))
  const fresh = await surveysOf(play, 'BENCH-ID')
  const update = await play('PUT', '/service-orders/BENCH-ID', orderBody('other'))
  const read = await play('GET', '/service-orders/BENCH-ID')

  const [surveyId = ''] = await surveysOf(play, 'O-0')
  for (let index = 0; index < 20; index++) {
    await play(
      'POST',
      `/surveys/${surveyId}/questions/q${index % 6}.${index % 10}/answers`,
      '{"value":"Measured 4.5 mm","status":"amber","comment":"look again"}',
    )
  }
  // The first read composes what later ones send.
  await play('GET', `/surveys/${surveyId}`)
  const survey = await play('GET', `/surveys/${surveyId}`)
  const [answered = ''] = await surveysOf(play, 'O-1')
  const answerBody = JSON.stringify({
    value: 'Front left pad 2.5 mm',
    status: 'red',
    comment: 'Tell the customer today',
  })
  const post = await play('POST', `/surveys/${answered}/questions/q0.1/answers`, answerBody)
  const answerId = post.headers.location?.split('/').at(-1) ?? ''
  const editBody = (id: string, questionId: string, answerId: string) =>
    JSON.stringify({ edits: [{ id, kind: 'answers', answers: [{ questionId, answerId }] }] })
  const tap = await play('POST', `/surveys/${answered}/edits`, editBody('BENCH-EDIT', 'q0.2', 'ok'))
  const found = await play('POST', `/surveys/${answered}/edits`, editBody('BENCH-FOUND', 'q0.3', 'bad'))
  // As above: later lists read which leads they show, and send what was composed.
  await play('GET', '/leads?list=outstanding&limit=100')
  const leads = await play('GET', '/leads?list=outstanding&limit=100')
  // A question takes a hundred answers, so each request goes to the next survey.
  const posted: string[] = []
  for (let index = 2; index < ORDERS; index++) posted.push(...(await surveysOf(play, `O-${index}`)))

  const commerce = await makeCommerce(playerOf(bench, bench.shop))

  let counter = 0
  const cycle = (prefix: string) => `${prefix}${counter++ % ORDERS}`
  const from = (client: BenchClient) => (method: string, path: string, body?: string) =>
    requestBytes(method, addressOf(client, path), headersOf(client), body)
  const [ours, ofShop] = [from(bench.plain), from(bench.shop)]
  const bare = (operation: string, id: string, body?: string) =>
    requestBytes(body ? 'PUT' : 'GET', `/${operation}/${id}`, headersOf(bench.plain), body)
  const run = Date.now().toString(36)
  const nextPosted = () => posted[counter++ % posted.length] as string
  // Technicians work at different cars, each from one question to the next.
  const tapOn = (path: typeof ours, answerId: string) => {
    const at = counter++
    const question = Math.floor(at / posted.length) % 60
    const questionId = `q${question % 6}.${Math.floor(question / 6)}`
    return path(
      'POST',
      `/surveys/${posted[at % posted.length]}/edits`,
      editBody(`e-${run}-${at}`, questionId, answerId),
    )
  }
  const noted = <T extends Script>(script: T, ids: string[] = [], subject = 'BENCH-ID') => ({
    ...script,
    fresh: ids,
    subject,
  })

  return [
    {
      name: 'PUT order, create with survey',
      goal: 0.8,
      requests: 1500,
      expect: 201,
      script: noted(create, fresh),
      ours: () => ours('PUT', `/service-orders/N-${run}-${counter++}`, orderBody('first', counter)),
      bare: () => bare('0', `B-${run}-${counter++}`, orderBody('first', counter)),
    },
    {
      name: 'PUT order, update',
      goal: 0.8,
      requests: 1500,
      expect: 204,
      script: noted(update),
      ours: () => ours('PUT', `/service-orders/${cycle('O-')}`, orderBody(`other ${counter}`)),
      bare: () => bare('1', cycle('O-'), orderBody(`other ${counter}`)),
    },
    {
      name: 'GET order',
      goal: 0.8,
      requests: 4000,
      expect: 200,
      script: noted(read),
      ours: () => ours('GET', `/service-orders/${cycle('O-')}`),
      bare: () => bare('2', cycle('O-')),
    },
    {
      name: 'GET survey, 60 questions, 20 answers',
      goal: 0.75,
      requests: 3000,
      expect: 200,
      script: noted(survey),
      ours: () => ours('GET', `/surveys/${surveyId}`),
      bare: () => bare('3', surveyId),
      against: {
        name: 'the composed survey read from jsonb',
        goal: 1.2,
        bare: () => bare('4', surveyId),
        script: noted({
          ...survey,
          isTransaction: false,
          statements: [
            {
              name: 'jsonb',
              text: 'select document::text as document from bench_surveys where system_client_id = $1 and id = $2',
              values: [bench.plain.clientId, surveyId],
            },
          ],
        }),
      },
    },
    {
      name: 'POST answer',
      goal: 0.75,
      requests: 750,
      expect: 201,
      script: noted(post, [answerId], answered),
      ours: () => ours('POST', `/surveys/${nextPosted()}/questions/q0.1/answers`, answerBody),
      bare: () => bare('5', nextPosted(), answerBody),
    },
    {
      name: 'POST edits, a tap in the workshop app',
      goal: 0.75,
      requests: 1500,
      expect: 200,
      script: noted(tap, ['BENCH-EDIT'], answered),
      ours: () => tapOn(ours, 'ok'),
      bare: () => bare('6', nextPosted(), editBody(`b-${run}-${counter++}`, 'q0.2', 'ok')),
    },
    {
      name: 'POST edits, a tap that finds something',
      goal: 0.75,
      requests: 1500,
      expect: 200,
      script: noted(found, ['BENCH-FOUND'], answered),
      ours: () => tapOn(ours, 'bad'),
      bare: () => bare('7', nextPosted(), editBody(`b-${run}-${counter++}`, 'q0.3', 'bad')),
    },
    {
      name: 'GET leads, a page of 100',
      goal: 0.85,
      requests: 600,
      expect: 200,
      script: noted(leads),
      ours: () => ours('GET', '/leads?list=outstanding&limit=100'),
      bare: () => bare('8', 'leads'),
    },
    {
      name: 'GET survey, 40 packages of 5 variants',
      goal: 0.75,
      requests: 1500,
      expect: 200,
      script: noted(commerce.survey),
      ours: () => ofShop('GET', `/surveys/${commerce.surveyId}`),
      bare: () => bare('9', commerce.surveyId),
    },
    {
      name: 'GET packages, 2,000',
      goal: 0.75,
      requests: 150,
      expect: 200,
      script: noted(commerce.list),
      ours: () => ofShop('GET', '/packages'),
      bare: () => bare('10', 'packages'),
    },
    {
      name: 'PUT prices, 10,000 items',
      goal: 0.5,
      requests: 30,
      expect: 204,
      script: noted(commerce.prices),
      ours: () => ofShop('PUT', '/packages/long/prices', priceList(10 + (counter++ % 50))),
      bare: () => bare('11', 'long', priceList(10 + (counter++ % 50))),
    },
  ]
}

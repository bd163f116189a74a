// An advisor who is simulated in a sandbox: begins inspections without an order, which the order of the DMS takes over later, and
// offers packages, which the DMS replaces by quotes of its own.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SimulatedArrivalResult } from '@walkaround/contract/dms/simulate-advisor.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { useTemplate } from '../../src/features/templates/choose-templates.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { FOREIGN, limitedKey } from '../support/branches.ts'
import { type NewEdit, send, states } from '../support/edits.ts'
import { item, priceList, putPackage, putPrices, simplePackage, variant } from '../support/packages.ts'
import {
  eventsDuring,
  eventsOf,
  inClientOf,
  putOrder,
  readOrder,
  readQuestion,
  refusal,
  type ShownOrder,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

const vin = 'ZZZ1A2B35PX000001'
const numberPlate = 'B WA 2042'

/** A sandbox that knows branch B1. */
async function makeSandbox(): Promise<TestClient> {
  const client = await makeClient({ isSandbox: true, releaseTypes: ['health', 'VC'] })
  await putOrder(client, { closed: true }, 'first')
  return client
}

const arrive = (client: TestClient, more: object = {}) =>
  client.post('/sandbox/simulate-arrival', {
    externalBranchId: 'B1',
    vehicle: { numberPlate },
    surveyTypes: ['VC'],
    ...more,
  })

async function arrived(client: TestClient, more: object = {}): Promise<SimulatedArrivalResult> {
  const response = await arrive(client, more)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function simulated(client: TestClient, surveyId: string, what: string, body: object): Promise<void> {
  const response = await client.post(`/sandbox/surveys/${surveyId}/simulate-${what}`, body)
  assert.equal(response.statusCode, 200, response.body)
}

const run = async (client: TestClient, name: string, args: object) => {
  const { database } = await testApp()
  const context = { database, actor: { kind: 'system', id: 'test' }, now: new Date() }
  return runCommand(context as unknown as Parameters<typeof runCommand>[0], name, {
    client: client.id,
    ...args,
  })
}

const selectedOf = async (client: TestClient, surveyId: string, questionId: string) =>
  (await readQuestion(client, surveyId, questionId)).answers.find(({ selected }) => selected)?.id

describe('a simulated arrival', () => {
  /** What differs between two orders that were entered alike. */
  const withoutIds = ({ surveys, ...order }: ShownOrder) => ({
    ...order,
    id: '',
    siteName: '',
    plannedStartTimestamp: '',
    surveys: surveys.map(({ surveyType, templateId }) => `${surveyType} ${templateId}`),
  })

  test('leaves what the app would: the same order, surveys and kinds of events', async () => {
    const [tapped, played] = [await makeSandbox(), await makeSandbox()]
    const me = await person(tapped.id, 'advisor')
    const vehicle = { numberPlate, vin, make: 'Example', model: 'One' }
    const contacts = { mobilePhone: '+49 1', email: 'ada@example.org' }
    const common = { surveyTypes: ['VC', 'health'], description: 'Noise' }
    const byHand = await eventsDuring(tapped, async () => {
      const body = { branchId: 'B1', ...vehicle, ...contacts, ...common, customerName: 'Ada Example' }
      const response = await me.put('/inspections/m1', body)
      assert.equal(response.statusCode, 200, response.body)
    })
    const made: SimulatedArrivalResult[] = []
    const bySimulation = await eventsDuring(played, async () => {
      made.push(await arrived(played, { ...common, vehicle, customer: { name: 'Ada Example', ...contacts } }))
    })
    assert.deepEqual(
      bySimulation,
      byHand.filter((kind) => !kind.startsWith('session.')),
    )
    const { inspectionId = '', orderId, surveys = [] } = made[0] ?? {}
    const begun = (await eventsOf(played)).find(({ kind }) => kind === 'inspection.begun')
    assert.deepEqual([begun?.subject, orderId], [`order/${inspectionId}`, inspectionId])
    const order = await readOrder(played, inspectionId)
    assert.deepEqual(withoutIds(order), withoutIds(await readOrder(tapped, 'm1')))
    assert.deepEqual(
      surveys.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      order.surveys
        .map(({ id, surveyType }) => ({ id, surveyType }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    )
    assert.equal(surveys.length, 2)
  })

  test('is joined by the order that comes for the plate or the VIN, with the answers given before', async () => {
    for (const [vehicle, sent] of [
      [{ numberPlate }, { numberPlate: 'b-wa2042' }],
      [{ vin }, { vin, numberPlate }],
    ]) {
      const client = await makeSandbox()
      const { inspectionId = '', surveys } = await arrived(client, { vehicle })
      const surveyId = surveys[0]?.id ?? ''
      const answers = [{ questionId: 'vc.wipers', answerId: 'adv' }]
      await simulated(client, surveyId, 'answers', { answers })
      const kinds = await eventsDuring(client, () => putOrder(client, { vehicle: sent }, 'd1'))
      assert.ok(kinds.includes('order.matched') && kinds.includes('survey.moved'), kinds.join())
      const matched = (await eventsOf(client)).filter(({ kind }) => kind === 'order.matched')
      assert.deepEqual(
        matched.map(({ subject }) => subject),
        [`order/${inspectionId}`, 'order/d1'],
      )
      const order = await readOrder(client, 'd1')
      assert.deepEqual(
        order.surveys.filter(({ surveyType }) => surveyType === 'VC').map(({ id }) => id),
        [surveyId],
      )
      assert.equal(await selectedOf(client, surveyId, 'vc.wipers'), 'adv')
      await simulated(client, surveyId, 'complete', {})
    }
  })

  test('for a car whose order is there already names that order', async () => {
    const client = await makeSandbox()
    await putOrder(client, { vehicle: { vin } }, 'd1')
    const { inspectionId, orderId, surveys } = await arrived(client, { vehicle: { vin } })
    assert.equal(orderId, 'd1')
    assert.notEqual(inspectionId, 'd1')
    const known = (await readOrder(client, 'd1')).surveys.map(({ id }) => id)
    assert.ok(surveys.length > 0 && surveys.every(({ id }) => known.includes(id)), JSON.stringify(surveys))
  })

  test('for a video review makes a survey and no order', async () => {
    const client = await makeSandbox()
    const { surveys, ...more } = await arrived(client, { surveyTypes: ['VR'], vehicle: { vin } })
    assert.deepEqual(more, {})
    assert.deepEqual(
      surveys.map(({ surveyType }) => surveyType),
      ['VR'],
    )
    await simulated(client, surveys[0]?.id ?? '', 'answers', {})
  })

  test('refuses what the app would, by the names of its own fields, and leaves nothing', async () => {
    const client = await makeSandbox()
    const kinds = await eventsDuring(client, async () => {
      refusal(await arrive(client, { externalBranchId: 'B9' }), 'unknownBranch', /^externalBranchId: "B9"/)
      refusal(
        await arrive(client, { vehicle: { numberPlate: ' ' } }),
        'missingField',
        /^vehicle: numberPlate/,
      )
      refusal(await arrive(client, { vehicle: undefined }), 'missingField', /^vehicle/)
      refusal(await arrive(client, { surveyTypes: [] }), 'missingField', /^surveyTypes/)
      refusal(await arrive(client, { surveyTypes: ['VR', 'VC'] }), 'invalidArgument', /^surveyTypes: VR/)
      refusal(await arrive(client, { surveyTypes: ['CVR'] }), 'invalidArgument', /^surveyTypes: CVR/)
    })
    assert.deepEqual(kinds, [])
  })

  test('is for people of the branch alone', async () => {
    const client = await makeSandbox()
    await putOrder(client, { closed: true, externalBranchId: FOREIGN }, 'second')
    const limited = await limitedKey(client.id, 'technician')
    await arrived(limited)
    const of = async (branch: string) =>
      refusal(await arrive(limited, { externalBranchId: branch }), 'unknownBranch').replaceAll(branch, '')
    assert.equal(await of(FOREIGN), await of('nowhere'))
    await arrived(client, { externalBranchId: FOREIGN })
  })

  test('can be made from the command line', async () => {
    const client = await makeSandbox()
    const entered = { branch: 'B1', plate: numberPlate, name: 'Ada Example', types: ['VC', 'health'] }
    const made = (await run(client, 'simulate arrival', entered)) as SimulatedArrivalResult
    const order = await readOrder(client, made.inspectionId)
    assert.deepEqual([order.vehicle?.numberPlate, order.surveys.length], [numberPlate, 2])
    await assert.rejects(run(client, 'simulate arrival', { ...entered, types: ['XX'] }), {
      kind: 'notInList',
    })
    await assert.rejects(run(client, 'simulate arrival', { branch: 'B1' }), { kind: 'missingField' })
  })
})

interface ShownQuote {
  id: string
  category: string
  packageId?: string
  variantId?: string
  questionId: string
  contents: unknown[]
}

describe('a simulated offer', () => {
  interface Scene {
    client: TestClient
    surveyId: string
  }

  /** A petrol car. On red front pads those of the default master are offered as well, which have no price here. */
  async function makeScene(answers: object[] = findings): Promise<Scene> {
    const client = await makeClient({ isSandbox: true, releaseTypes: ['VC'] })
    const variants = [
      variant('diesel', [item('1', 5)], { fuelTypeApplicabilityList: ['diesel'] }),
      variant('cheap', [item('1', 10)]),
      variant('dear', [item('1', 30)]),
    ]
    await putPackage(client, 'pads', simplePackage({ variants }))
    await putPackage(client, 'blades', simplePackage())
    const assigned = await client.put('/survey-templates/open!vc/package-assignment', [
      { questionId: 'vc.padFL', answerId: 'bad', packageIds: ['pads'] },
      { questionId: 'vc.padFR', answerId: 'bad', packageIds: ['pads'] },
      { questionId: 'vc.wipers', answerId: 'adv', packageIds: ['blades'] },
      { questionId: 'vc.wipers', answerId: 'ok', packageIds: ['blades'] },
    ])
    assert.equal(assigned.statusCode, 204, assigned.body)
    const surveyId = surveyIdOf(await putOrder(client, { vehicle: { fuelType: 'petrol' } }), 'VC')
    await simulated(client, surveyId, 'answers', { answers })
    return { client, surveyId }
  }

  const findings = [
    { questionId: 'vc.padFL', value: '1' },
    { questionId: 'vc.padFR', value: '1' },
    { questionId: 'vc.wipers', answerId: 'adv' },
  ]
  const offer = ({ client, surveyId }: Scene, body: object) =>
    client.post(`/sandbox/surveys/${surveyId}/simulate-offer`, body)
  async function offered(scene: Scene, body: object): Promise<string[]> {
    const response = await offer(scene, body)
    assert.equal(response.statusCode, 200, response.body)
    return response.json<{ quoteIds: string[] }>().quoteIds
  }
  const quotesOf = async ({ client, surveyId }: Scene) =>
    (await client.get(`/surveys/${surveyId}/quotes`)).json<ShownQuote[]>()
  const worksOf = async (scene: Scene) =>
    (await quotesOf(scene)).map(
      ({ category, packageId, variantId }) => `${category} ${packageId} ${variantId}`,
    )
  const idOf = async (scene: Scene, packageId: string) =>
    (await quotesOf(scene)).find((quote) => quote.packageId === packageId)?.id ?? ''

  test('of all is the first variant with a price for each piece of work, and a quote of the DMS replaces it', async () => {
    const scene = await makeScene()
    const { client, surveyId } = scene
    const ids = await offered(scene, { all: true })
    // The pads of both wheels are one piece of work (I4).
    assert.deepEqual((await worksOf(scene)).toSorted(), ['package blades v', 'package pads cheap'])
    assert.deepEqual(ids.toSorted(), (await quotesOf(scene)).map(({ id }) => id).toSorted())
    const [padsQuote, blades] = [await idOf(scene, 'pads'), await idOf(scene, 'blades')]
    assert.equal((await client.get(`/surveys/${surveyId}/quotes/${padsQuote}`)).json().category, 'package')
    const own = {
      category: 'quote',
      currency: 'EUR',
      description: 'Pads, from the DMS',
      questionId: 'vc.padFL',
      answerId: 'bad',
      packageId: 'pads',
      variantId: 'cheap',
      contents: [{ itemCategory: 'labour', amountExVat: 12, amountIncVat: 14 }],
    }
    assert.equal((await client.put(`/surveys/${surveyId}/quotes/own`, own)).statusCode, 201)
    refusal(await client.get(`/surveys/${surveyId}/quotes/${padsQuote}`), 'noSuchResource')
    assert.deepEqual((await worksOf(scene)).toSorted(), ['package blades v', 'quote pads cheap'])
    const kinds = await eventsDuring(client, async () => {
      assert.deepEqual((await offered(scene, { all: true })).toSorted(), [blades, 'own'].toSorted())
      const line = { packageId: 'pads', variantId: 'cheap', questionId: 'vc.padFL', answerId: 'bad' }
      assert.deepEqual(await offered(scene, { lines: [line] }), ['own'])
    })
    assert.deepEqual(kinds, [], 'what is offered stays as it is')
  })

  test('of all passes over variants that the client has no price for', async () => {
    const master = await makeClient()
    const client = await makeClient({ isSandbox: true, releaseTypes: ['VC'], masters: ['open', master.id] })
    await useOwnTemplate(master, { surveyType: 'VC' })
    const variants = ['later', 'cheap', 'dear'].map((id) => variant(id, [item('1')]))
    await putPackage(master, 'panes', { description: 'Panes', variants })
    const assigned = await master.put('/survey-templates/small/package-assignment', [
      { questionId: 'glass', answerId: 'bad', packageIds: ['panes'] },
    ])
    assert.equal(assigned.statusCode, 204, assigned.body)
    const template = `${master.id}!small`
    await inClientOf(client, (scope) => useTemplate(scope, { surveyType: 'VC', template }))
    const scene = { client, surveyId: surveyIdOf(await putOrder(client), 'VC') }
    await simulated(client, scene.surveyId, 'answers', { red: 1 })
    refusal(await offer(scene, { all: true }), 'nothingToSimulate')
    await putPrices(client, `${master.id}!panes`, priceList({ 1: 10 }, 'EUR', 'cheap'))
    await offered(scene, { all: true })
    assert.deepEqual(await worksOf(scene), [`package ${master.id}!panes cheap`])
  })

  test('line by line leaves what the app would: the same quote and kinds of events', async () => {
    const [tapped, played] = [await makeScene(), await makeScene()]
    const me = await person(tapped.client.id, 'advisor')
    const place = { questionId: 'vc.padFL', answerId: 'bad', packageId: 'pads', variantId: 'dear' }
    const byHand = await eventsDuring(tapped.client, async () => {
      const edit: NewEdit = { kind: 'variant', ...place }
      assert.deepEqual(states(await send({ me, surveyId: tapped.surveyId }, edit)), ['applied'])
    })
    const bySimulation = await eventsDuring(played.client, async () => {
      const ids = await offered(played, { lines: [{ packageId: 'pads', variantId: 'dear' }] })
      assert.deepEqual(ids, [await idOf(played, 'pads')])
    })
    assert.deepEqual(
      bySimulation,
      byHand.filter((kind) => !kind.startsWith('session.')),
    )
    assert.deepEqual(await quotesOf(played), await quotesOf(tapped))
    // The line counts, and all offers the rest.
    await offered(played, { all: true, lines: [{ packageId: 'blades', variantId: 'v' }] })
    assert.deepEqual((await worksOf(played)).toSorted(), ['package blades v', 'package pads dear'])
    refusal(
      await offer(played, {
        lines: [{ packageId: 'pads', variantId: 'cheap', questionId: 'vc.padFR' }],
      }),
      'workOffered',
    )
  })

  test('is possible after completion, and decided by the owner like any other', async () => {
    const scene = await makeScene()
    await simulated(scene.client, scene.surveyId, 'complete', {})
    const ids = await offered(scene, { all: true })
    await simulated(scene.client, scene.surveyId, 'decide', { all: 'approve' })
    const quotes = (await scene.client.get(`/surveys/${scene.surveyId}/quotes`)).json()
    assert.deepEqual(
      quotes.map((quote: { approvalStatus: string }) => quote.approvalStatus),
      ids.map(() => 'approved'),
    )
  })

  test('is refused where nothing is offered, has no price or is closed, and then offers nothing', async () => {
    const scene = await makeScene()
    const fine = await makeScene([{ questionId: 'vc.wipers', answerId: 'ok' }])
    const lineOf = (packageId: string, variantId: string, more: object = {}) => ({
      lines: [
        { packageId: 'blades', variantId: 'v' },
        { packageId, variantId, ...more },
      ],
    })
    const kinds = await eventsDuring(scene.client, async () => {
      refusal(await offer(scene, {}), 'missingField', /^all: give/)
      refusal(await offer(scene, { all: false }), 'missingField')
      refusal(
        await offer(scene, { lines: [{ packageId: 'pads' }] }),
        'missingField',
        /^lines\[0\]\.variantId/,
      )
      for (const [body, words] of [
        [lineOf('open!brk-pads-f', 'standard'), /"standard" of package "open!brk-pads-f" has no price/],
        [lineOf('pads', 'diesel'), /"diesel" of package "pads" is not offered/],
        [lineOf('pads', 'none'), /"none" of package "pads" is not offered on an answer that was given$/],
        [lineOf('pads', 'cheap', { questionId: 'vc.padRL' }), /was given to question "vc\.padRL"$/],
        [
          lineOf('pads', 'cheap', { questionId: 'vc.padFL', answerId: 'ok' }),
          /is not offered on answer "ok"/,
        ],
      ] as const) {
        refusal(await offer(scene, body), 'variantNotOffered', words)
      }
      refusal(await offer({ ...scene, surveyId: 'none' }, { all: true }), 'noSuchResource')
    })
    assert.deepEqual(kinds, [])
    refusal(await offer(fine, { all: true }), 'nothingToSimulate', /^all: no package with a price/)
    // On a green answer it is offered if somebody says so, as in the app.
    assert.equal((await offered(fine, { lines: [{ packageId: 'blades', variantId: 'v' }] })).length, 1)
    await putOrder(scene.client, { closed: true })
    refusal(await offer(scene, { all: true }), 'surveyClosed')
    refusal(await offer(scene, lineOf('pads', 'cheap')), 'surveyClosed')
  })

  test('can be made from the command line', async () => {
    const scene = await makeScene()
    const runOffer = (args: object) =>
      run(scene.client, 'simulate offer', { survey: scene.surveyId, ...args })
    await assert.rejects(runOffer({}), { kind: 'missingField' })
    await assert.rejects(runOffer({ package: 'pads' }), { kind: 'missingField' })
    await runOffer({ package: 'pads', variant: 'dear' })
    await runOffer({ all: true })
    assert.deepEqual((await worksOf(scene)).toSorted(), ['package blades v', 'package pads dear'])
  })
})

// An advisor who is simulated in a sandbox: begins inspections without an order, which the order of the DMS takes over later.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SimulatedArrivalResult } from '@walkaround/contract/dms/simulate-workshop.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { FOREIGN, limitedKey } from '../support/branches.ts'
import {
  eventsDuring,
  eventsOf,
  putOrder,
  readOrder,
  readQuestion,
  refusal,
  type ShownOrder,
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

// Work begun while the DMS was down finds its order (I5): automatically if that is certain, otherwise both cards ask; the two can be
// separated again until the order closes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { answer, selected, send } from '../support/edits.ts'
import { putOrder, readOrder } from '../support/scenes.ts'

const vin = 'ZZZ1A2B35PX000001'
const plate = 'B WA 1042'

interface Scene {
  client: TestClient
  me: AppPerson
}

async function makeScene(): Promise<Scene> {
  const client = await makeClient()
  // The branches are known.
  await putOrder(client, { closed: true }, 'first')
  await putOrder(client, { closed: true, externalBranchId: 'B2' }, 'second')
  return { client, me: await person(client.id, 'advisor') }
}

async function begin({ me }: Scene, id: string, more: Record<string, unknown> = {}): Promise<BoardCard> {
  const response = await me.put(`/inspections/${id}`, { branchId: 'B1', surveyTypes: ['health'], ...more })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const cardsOf = async ({ me }: Scene): Promise<BoardCard[]> => (await me.get('/board')).json().cards
const idsOf = async (scene: Scene) => (await cardsOf(scene)).map(({ id }) => id).toSorted()
const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()

describe('an order that comes for a car somebody began to inspect', () => {
  test('is joined by VIN, with the survey that was filled and under both names', async () => {
    const scene = await makeScene()
    const card = await begin(scene, 'm1', { vin })
    const surveyId = card.surveys[0]?.id ?? ''
    await send({ ...scene, surveyId }, answer('h.wipers', 'adv'))
    await putOrder(scene.client, { vehicle: { vin } }, 'd1')
    assert.deepEqual(await idsOf(scene), ['d1'])
    const order = await readOrder(scene.client, 'd1')
    assert.deepEqual(
      order.surveys.map(({ id }: { id: string }) => id),
      [surveyId],
    )
    assert.equal((await selected({ ...scene, surveyId }, 'h.wipers'))[0]?.id, 'adv')
    const [joined] = await cardsOf(scene)
    assert.deepEqual(joined?.joined, [{ inspectionId: 'm1', isByItself: true }])
  })

  test('is joined by plate however it is written, within branch and three days', async () => {
    const scene = await makeScene()
    await begin(scene, 'm1', { numberPlate: plate })
    const folded = { numberPlate: 'b-wa1042' }
    await putOrder(scene.client, { vehicle: folded, plannedStartTimestamp: days(4) }, 'late')
    await putOrder(scene.client, { vehicle: folded, externalBranchId: 'B2' }, 'elsewhere')
    assert.deepEqual(await idsOf(scene), ['elsewhere', 'late', 'm1'])
    await putOrder(scene.client, { vehicle: folded, plannedStartTimestamp: days(2) }, 'd1')
    assert.deepEqual(await idsOf(scene), ['d1', 'elsewhere', 'late'])
  })

  test('that is there when the inspection arrives is joined too, and a repeat is harmless', async () => {
    const scene = await makeScene()
    await putOrder(scene.client, { vehicle: { vin } }, 'd1')
    const card = await begin(scene, 'm1', { vin })
    assert.equal(card.id, 'd1')
    assert.deepEqual(await begin(scene, 'm1', { vin }), card)
    assert.deepEqual(await idsOf(scene), ['d1'])
  })

  test('arriving twice at once is joined once', async () => {
    const scene = await makeScene()
    const card = await begin(scene, 'm1', { vin })
    await Promise.all(
      ['d1', 'd1', 'd1', 'd1'].map((id) =>
        scene.client.put(`/service-orders/${id}`, {
          externalBranchId: 'B1',
          vehicle: { vin },
        }),
      ),
    )
    const order = await readOrder(scene.client, 'd1')
    assert.deepEqual(
      order.surveys.map(({ id }: { id: string }) => id),
      card.surveys.map(({ id }) => id),
    )
    assert.deepEqual(await idsOf(scene), ['d1'])
  })

  test('and the inspection, both arriving at once, are one car or ask', async () => {
    const scene = await makeScene()
    await Promise.all([
      scene.client.put('/service-orders/d1', { externalBranchId: 'B1', vehicle: { vin } }),
      begin(scene, 'm1', { vin }),
    ])
    const cards = await cardsOf(scene)
    if (cards.length > 1)
      assert.deepEqual(Object.fromEntries(cards.map(({ id, sameCar }) => [id, sameCar])), {
        d1: ['m1'],
        m1: ['d1'],
      })
    else assert.equal(cards[0]?.id, 'd1')
  })
})

describe('where it is not certain', () => {
  test('both cards ask, and one request joins', async () => {
    const scene = await makeScene()
    await putOrder(scene.client, { vehicle: { numberPlate: plate } }, 'd1')
    await putOrder(scene.client, { vehicle: { numberPlate: plate } }, 'd2')
    await begin(scene, 'm1', { numberPlate: plate })
    const asked = Object.fromEntries((await cardsOf(scene)).map(({ id, sameCar }) => [id, sameCar]))
    assert.deepEqual(asked, { d1: ['m1'], d2: ['m1'], m1: ['d1', 'd2'] })
    const response = await scene.me.post('/inspections/m1/match', { orderId: 'd2' })
    assert.equal(response.statusCode, 204, response.body)
    assert.deepEqual(await idsOf(scene), ['d1', 'd2'])
    assert.equal(
      (await cardsOf(scene)).some(({ sameCar }) => sameCar),
      false,
    )
  })

  test('a survey of the order with answers is not touched by itself', async () => {
    const scene = await makeScene()
    await putOrder(scene.client, { vehicle: { vin } }, 'd1')
    const [theirs] = (await readOrder(scene.client, 'd1')).surveys
    await send({ ...scene, surveyId: theirs?.id ?? '' }, answer('h.wipers', 'bad'))
    await begin(scene, 'm1', { vin })
    const asked = Object.fromEntries((await cardsOf(scene)).map(({ id, sameCar }) => [id, sameCar]))
    assert.deepEqual(asked, { d1: ['m1'], m1: ['d1'] })
  })

  test('the same plate with two different VINs is asked for', async () => {
    const scene = await makeScene()
    await begin(scene, 'm1', { vin, numberPlate: plate })
    await putOrder(scene.client, { vehicle: { vin: 'ZZZ1A2B35PX000002', numberPlate: plate } }, 'd1')
    assert.deepEqual(await idsOf(scene), ['d1', 'm1'])
    assert.deepEqual(
      (await cardsOf(scene)).map(({ sameCar }) => sameCar?.length),
      [1, 1],
    )
  })
})

describe('taken apart again', () => {
  test('both have their surveys, with what was done meanwhile, and are not joined by themselves again', async () => {
    const scene = await makeScene()
    const surveyId = (await begin(scene, 'm1', { vin })).surveys[0]?.id ?? ''
    await putOrder(scene.client, { vehicle: { vin } }, 'd1')
    await send({ ...scene, surveyId }, answer('h.wipers', 'adv'))
    assert.equal((await scene.me.call('DELETE', '/inspections/m1/match')).statusCode, 204)
    const cards = new Map((await cardsOf(scene)).map((card) => [card.id, card]))
    assert.deepEqual([...cards.keys()].toSorted(), ['d1', 'm1'])
    assert.deepEqual(
      cards.get('m1')?.surveys.map(({ id, answered }) => [id, answered]),
      [[surveyId, 1]],
    )
    assert.deepEqual(
      cards.get('d1')?.surveys.map(({ surveyType, answered }) => [surveyType, answered]),
      [['health', 0]],
    )
    assert.equal(cards.get('m1')?.sameCar, undefined)
    await putOrder(scene.client, { vehicle: { vin }, description: 'again' }, 'd1')
    assert.deepEqual(await idsOf(scene), ['d1', 'm1'])
    const again = await scene.me.call('DELETE', '/inspections/m1/match')
    assert.equal(again.json().errorCode, 40059)
    // A person may still join them.
    assert.equal((await scene.me.post('/inspections/m1/match', { orderId: 'd1' })).statusCode, 204)
    assert.deepEqual(await idsOf(scene), ['d1'])
  })

  test('no longer once the order is closed', async () => {
    const scene = await makeScene()
    await begin(scene, 'm1', { vin })
    await putOrder(scene.client, { vehicle: { vin } }, 'd1')
    await putOrder(scene.client, { vehicle: { vin }, closed: true }, 'd1')
    const response = await scene.me.call('DELETE', '/inspections/m1/match')
    assert.equal(response.json().errorCode, 40059)
    assert.match(response.json().errorInfo, /closed/)
  })
})

test('the command line lists, joins and takes apart', async () => {
  const scene = await makeScene()
  await putOrder(scene.client, { vehicle: { numberPlate: plate } }, 'd1')
  await putOrder(scene.client, { vehicle: { numberPlate: plate } }, 'd2')
  await begin(scene, 'm1', { numberPlate: plate })
  const { database } = await testApp()
  const context = {
    database,
    now: new Date(),
    actor: { kind: 'system' as const, id: 'cli:test' },
    progress: () => {},
  } as unknown as Parameters<typeof runCommand>[0]
  const run = (name: string, args: object) => runCommand(context, name, { client: scene.client.id, ...args })
  const [waiting] = (await run('inspection list', {})) as { id: string; sameCar: string[] }[]
  assert.deepEqual([waiting?.id, waiting?.sameCar], ['m1', ['d1', 'd2']])
  await run('inspection match', { inspection: 'm1', order: 'd1' })
  assert.deepEqual(await run('inspection list', {}), [])
  await run('inspection unmatch', { inspection: 'm1' })
  assert.deepEqual(await idsOf(scene), ['d1', 'd2', 'm1'])
})

// Findings that people close by hand, with a reason, whether work was offered for them or not; and take back.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { VehicleFinding } from '@walkaround/contract/dms/vehicle-history.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { answer, send, states } from '../support/edits.ts'
import { listMissed } from '../support/rebuilt-ledger.ts'
import { putOrder, refusal, surveyIdOf } from '../support/scenes.ts'

const VIN = 'WVWZZZ1KZAW000001'

interface Scene {
  client: TestClient
  me: AppPerson
  surveyId: string
}

/** Amber wipers, and nothing offered. */
async function openScene(vehicle: object = { vin: VIN }): Promise<Scene> {
  const client = await makeClient()
  const me = await person(client.id, 'advisor')
  return { client, me, surveyId: await visit({ client, me }, vehicle, '1') }
}

async function visit(
  { client, me }: Pick<Scene, 'client' | 'me'>,
  vehicle: object,
  id: string,
): Promise<string> {
  const surveyId = surveyIdOf(await putOrder(client, { vehicle }, id))
  assert.deepEqual(states(await send({ me, surveyId }, answer('h.wipers', 'adv'))), ['applied'])
  return surveyId
}

const path = (surveyId: string, questionId = 'h.wipers') =>
  `/surveys/${surveyId}/findings/${questionId}/closing`

async function findingsOf({ client }: Pick<Scene, 'client'>, vin = VIN): Promise<VehicleFinding[]> {
  const reply = await client.get(`/vehicles/${vin}/history`)
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json().findings
}

const endsOf = async (scene: Pick<Scene, 'client'>, vin = VIN) =>
  (await findingsOf(scene, vin)).map(({ closedAs, closedReason }) => [closedAs, closedReason])

const isRebuilt = async ({ client }: Pick<Scene, 'client'>) =>
  assert.deepEqual(await listMissed((await testApp()).database, client.id), [])

describe('a finding closed by hand', () => {
  test('is closed with its reason though nothing was offered, once, and can be opened again', async () => {
    const scene = await openScene()
    const { me, surveyId } = scene
    for (let time = 0; time < 2; time++)
      assert.equal((await me.put(path(surveyId), { reason: 'doneElsewhere' })).statusCode, 204)
    assert.deepEqual(await endsOf(scene), [['byHand', 'doneElsewhere']])
    refusal(
      await me.put(path(surveyId), { reason: 'carSold' }),
      'preconditionFailed',
      /closed by hand already/,
    )
    await isRebuilt(scene)
    assert.equal((await me.delete(path(surveyId))).statusCode, 204)
    assert.deepEqual(await endsOf(scene), [[undefined, undefined]])
    refusal(await me.delete(path(surveyId)), 'noSuchResource', /h\.wipers/)
    assert.equal((await me.put(path(surveyId), { reason: 'carSold' })).statusCode, 204)
    assert.deepEqual(await endsOf(scene), [['byHand', 'carSold']])
  })

  test('what is seen at a later visit is a finding of its own', async () => {
    const scene = await openScene()
    assert.equal((await scene.me.put(path(scene.surveyId), { reason: 'doneElsewhere' })).statusCode, 204)
    await visit(scene, { vin: VIN }, '2')
    assert.deepEqual(await endsOf(scene), [
      [undefined, undefined],
      ['byHand', 'doneElsewhere'],
    ])
    await isRebuilt(scene)
  })

  test('follows the car when its VIN is added or corrected', async () => {
    const scene = await openScene({ numberPlate: 'CF 1' })
    assert.equal((await scene.me.put(path(scene.surveyId), { reason: 'carSold' })).statusCode, 204)
    for (const vin of [VIN, 'WVWZZZ1KZAW000002']) {
      await putOrder(scene.client, { vehicle: { numberPlate: 'CF 1', vin } }, '1')
      assert.deepEqual(await endsOf(scene, vin), [['byHand', 'carSold']], vin)
      await isRebuilt(scene)
    }
    const other = { status: 'amber', value: 'worn' }
    const sent = await scene.client.post(`/surveys/${scene.surveyId}/questions/h.glass/answers`, other)
    assert.equal(sent.statusCode, 201, sent.body)
    assert.equal((await endsOf(scene, 'WVWZZZ1KZAW000002')).length, 2)
    assert.equal((await scene.me.delete(path(scene.surveyId))).statusCode, 204)
    await isRebuilt(scene)
  })

  test('is refused where nothing is open, without a reason, and for another reason than those there are', async () => {
    const { me, surveyId } = await openScene()
    refusal(await me.put(path(surveyId, 'h.glass'), { reason: 'mistake' }), 'noSuchResource', /h\.glass/)
    refusal(await me.put(path('none'), { reason: 'mistake' }), 'noSuchResource')
    refusal(await me.put(path(surveyId), {}), 'missingField', /reason/)
    refusal(await me.put(path(surveyId), { reason: null }), 'missingField', /reason/)
    assert.match((await me.put(path(surveyId), { reason: 'whim' })).json().errorInfo, /reason.*"whim"/)
    assert.deepEqual(states(await send({ me, surveyId }, answer('h.wipers', 'ok'))), ['applied'])
    refusal(await me.put(path(surveyId), { reason: 'mistake' }), 'noSuchResource')
  })

  test('is for people who may advise, of their branches and their client', async () => {
    const { client, surveyId } = await openScene()
    await putOrder(client, { externalBranchId: 'other', vehicle: { numberPlate: 'CF 2' } }, 'elsewhere')
    const rows: [Role, string[] | undefined, number][] = [
      ['technician', undefined, 403],
      ['advisor', undefined, 204],
      ['advisor', ['B1'], 204],
      ['advisor', ['other'], 404],
      ['manager', ['other'], 404],
      ['manager', undefined, 204],
      ['admin', undefined, 204],
    ]
    for (const [role, branches, status] of rows) {
      const who = branches ? await limitedPerson(client.id, role, branches) : await person(client.id, role)
      const closed = await who.put(path(surveyId), { reason: 'mistake' })
      assert.equal(closed.statusCode, status, `${role} ${branches} ${closed.body}`)
      assert.equal((await who.delete(path(surveyId))).statusCode, status, `${role} ${branches}`)
    }
    const stranger = await person((await makeClient()).id, 'admin')
    assert.equal((await stranger.put(path(surveyId), { reason: 'mistake' })).statusCode, 404)
  })
})

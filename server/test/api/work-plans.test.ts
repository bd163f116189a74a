// The work plan of a car: the promised time and the technician, set in the app or by the DMS, on the board and in the VC survey.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import type { StaffMember } from '@walkaround/contract/app/work-plans.ts'
import type { SurveyListItem } from '@walkaround/contract/dms/surveys.ts'
import { sql } from '../../src/db/sql.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, makePerson, person } from '../support/app.ts'
import { limit, limitedPerson } from '../support/branches.ts'
import { putOrder, refusal } from '../support/scenes.ts'

interface Scene {
  client: TestClient
  advisor: AppPerson
  technician: AppPerson
}

async function makeScene(more: Record<string, unknown> = {}): Promise<Scene> {
  const client = await makeClient({ releaseTypes: ['health'] })
  await putOrder(client, { technicianSurveyRelease: true, ...more })
  const [advisor, technician] = await Promise.all([
    person(client.id, 'advisor', 'Ann Advisor'),
    person(client.id, 'technician', 'Tom Fixer'),
  ])
  return { client, advisor, technician }
}

async function plan(me: AppPerson, change: object, card = 'order/1'): Promise<void> {
  const response = await me.put(`/cards/${encodeURIComponent(card)}/work-plan`, change)
  assert.equal(response.statusCode, 204, response.body)
}

async function cardOf(me: AppPerson, id = '1'): Promise<BoardCard> {
  const card = (await me.get('/board')).json<{ cards: BoardCard[] }>().cards.find((one) => one.id === id)
  assert.ok(card)
  return card
}

const planOf = async ({ client }: Scene, id = '1') =>
  (await client.get(`/service-orders/${id}/work-plan`)).json()

async function plannedFor({ client }: Scene, surveyType = 'VC') {
  const surveys = (await client.get('/service-orders/1/surveys')).json<SurveyListItem[]>()
  return surveys.find((one) => one.surveyType === surveyType)?.plannedSurveyors
}

const promisedAt = '2026-11-18T15:30:00.000Z'
const kim = { id: 'T-7', firstName: 'Kim', lastName: 'Wrench' }

describe('putCardPlan', () => {
  test('shows on the board, to the DMS and in the VC survey', async () => {
    const scene = await makeScene({ technician: kim })
    const { advisor, technician } = scene
    assert.equal((await cardOf(advisor)).technician, 'Kim Wrench')
    await plan(advisor, { promised: { timestamp: promisedAt }, technician: { id: technician.login } })
    const card = await cardOf(advisor)
    assert.equal(card.promisedAt, promisedAt)
    assert.equal(card.technician, 'Tom Fixer')
    assert.equal(card.isTechnicianPlanned, true)
    const tom = { id: technician.login, firstName: 'Tom', lastName: 'Fixer' }
    assert.deepEqual(await planOf(scene), { promisedTimestamp: promisedAt, technician: tom })
    assert.deepEqual(await plannedFor(scene), [tom])
    const mine = (await cardOf(technician)).surveys.find(({ surveyType }) => surveyType === 'VC')
    assert.equal(mine?.isMine, true)
    // What the DMS says of the order later changes nothing of it.
    await putOrder(scene.client, { technicianSurveyRelease: true, technician: { ...kim, firstName: 'Kai' } })
    assert.deepEqual(await plannedFor(scene), [tom])
    await plan(advisor, { promised: {}, technician: {} })
    assert.deepEqual(await planOf(scene), {})
    assert.deepEqual(await plannedFor(scene), [{ ...kim, firstName: 'Kai' }])
    assert.equal((await cardOf(advisor)).promisedAt, undefined)
  })

  test('the later tap counts, whatever arrives last, and sending twice is harmless', async () => {
    const scene = await makeScene()
    const { advisor, technician, client } = scene
    const early = { at: '2026-11-17T08:00:00Z', promised: { timestamp: '2026-11-18T16:00:00Z' } }
    const late = { at: '2026-11-17T09:00:00Z', promised: { timestamp: '2026-11-18T17:00:00Z' } }
    await plan(advisor, late)
    await plan(advisor, early)
    await plan(advisor, late)
    // Another part has a time of its own.
    await plan(advisor, { at: '2026-11-17T07:00:00Z', technician: { id: technician.login } })
    const card = await cardOf(advisor)
    assert.deepEqual([card.promisedAt, card.technician], ['2026-11-18T17:00:00.000Z', 'Tom Fixer'])
    const { database } = await testApp()
    const events = await database.rows(sql`
      select payload from events where system_client_id = ${client.id} and kind = 'plan.changed'`)
    assert.equal(events.length, 2)
    // Names stay out of the log.
    assert.doesNotMatch(JSON.stringify(events), /Fixer|p-/)
  })

  test('a technician takes a car for himself and gives it back, and plans for nobody else', async () => {
    const scene = await makeScene({ technician: kim })
    const { technician, advisor } = scene
    await plan(technician, { technician: { id: technician.login } })
    assert.equal((await cardOf(advisor)).technician, 'Tom Fixer')
    await plan(technician, { technician: {} })
    const at = '/cards/order%2F1/work-plan'
    refusal(await technician.put(at, { technician: { id: advisor.login } }), 'forbidden', /technician/)
    refusal(await technician.put(at, { promised: { timestamp: promisedAt } }), 'forbidden', /promised/)
    await plan(advisor, { technician: { id: 'T-7' } })
    refusal(await technician.put(at, { technician: {} }), 'forbidden', /technician/)
    assert.deepEqual((await planOf(scene)).technician, kim)
  })

  test('refuses people of other branches and clients, and cars that are not there', async () => {
    const scene = await makeScene()
    const { client, advisor } = scene
    await putOrder(client, { externalBranchId: 'B2', closed: true }, 'second')
    const there = await limitedPerson(client.id, 'technician', ['B2'])
    const other = await makePerson((await makeClient()).id, 'technician')
    const at = '/cards/order%2F1/work-plan'
    for (const id of [there.login, other, 'nobody'])
      refusal(
        await advisor.put(at, { technician: { id } }),
        'invalidArgument',
        new RegExp(`technician.id: "${id}"`),
      )
    for (const card of ['order/none', 'lead/1', 'car/1', 'order'])
      refusal(
        await advisor.put(`/cards/${encodeURIComponent(card)}/work-plan`, {}),
        'noSuchResource',
        /there is no/,
      )
    refusal(await there.put(at, { technician: { id: there.login } }), 'noSuchResource', /order\/1/)
    refusal(await advisor.put(at, { promised: { timestamp: 'soon' } }), 'invalidDate', /promised.timestamp/)
  })

  test('is taken along when an inspection made by hand becomes an order of the DMS', async () => {
    const scene = await makeScene()
    const { client, advisor, technician } = scene
    const begun = { branchId: 'B1', surveyTypes: ['health'], vin: 'ZZZ1A2B35PX000001' }
    assert.equal((await advisor.put('/inspections/m1', begun)).statusCode, 200)
    await plan(advisor, { promised: { timestamp: promisedAt } }, 'order/m1')
    await putOrder(client, { vehicle: { vin: 'ZZZ1A2B35PX000001' } }, 'd1')
    assert.equal((await cardOf(advisor, 'd1')).promisedAt, promisedAt)
    // A tablet that does not know of it yet.
    await plan(technician, { technician: { id: technician.login } }, 'order/m1')
    assert.equal((await cardOf(advisor, 'd1')).technician, 'Tom Fixer')
  })
})

describe('listPeople', () => {
  test('names who may work at the branches of the person who asks', async () => {
    const { client, advisor, technician } = await makeScene()
    await putOrder(client, { externalBranchId: 'B2', closed: true }, 'second')
    const [here, there] = [
      await person(client.id, 'technician'),
      await limitedPerson(client.id, 'technician', ['B2']),
    ]
    await limit(client.id, here.login, 'technician', ['B1'])
    const idsOf = async (me: AppPerson) =>
      (await me.get('/people'))
        .json<StaffMember[]>()
        .map(({ id }) => id)
        .toSorted()
    const everybody = [advisor, technician, here, there].map(({ login }) => login).toSorted()
    assert.deepEqual(await idsOf(advisor), everybody)
    assert.deepEqual(
      await idsOf(here),
      everybody.filter((login) => login !== there.login),
    )
  })
})

describe('putWorkPlan', () => {
  test('sets the plan as a whole, in one state at a time', async () => {
    const scene = await makeScene()
    const { client, advisor, technician } = scene
    const at = '/service-orders/1/work-plan'
    const promised = { promisedTimestamp: '2026-11-18T16:30:00+01:00', technician: kim }
    const made = await client.put(at, promised)
    assert.equal(made.statusCode, 204, made.body)
    assert.deepEqual(await planOf(scene), promised)
    const read = await client.get(at)
    assert.equal(read.headers.etag, made.headers.etag)
    const { promisedAt: shown, technician: name } = await cardOf(advisor)
    assert.deepEqual([shown, name], [promisedAt, 'Kim Wrench'])
    await plan(advisor, { technician: { id: technician.login } })
    const headers = { 'if-match': String(made.headers.etag) }
    assert.equal((await client.put(at, {}, headers)).statusCode, 412)
    assert.equal((await client.put(at, { technician: null })).statusCode, 204)
    assert.deepEqual(await planOf(scene), {})
    refusal(await client.get('/service-orders/none/work-plan'), 'noSuchResource', /none/)
    refusal(await client.put('/service-orders/none/work-plan', {}), 'noSuchResource', /none/)
  })
})

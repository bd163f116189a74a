// An order made by hand that turns out to be an order of the DMS: everything that was done comes along, and the old id is
// another name of the order wherever the interface takes one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Message } from '@walkaround/contract/app/messages.ts'
import { operations } from '@walkaround/contract/dms/operations.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import { makeClient, request, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { answer, send, states } from '../support/edits.ts'
import { makeLink, pathOf } from '../support/owner.ts'
import { putPackage, simplePackage } from '../support/packages.ts'
import { startPost } from '../support/post.ts'
import { putOrder, readOrder, refusal, surveyIdOf } from '../support/scenes.ts'
import { putMark, putPhoto, putSignature } from '../support/survey-media.ts'
import { begun, fakeVideo, patch } from '../support/uploads.ts'

interface Scene {
  client: TestClient
  me: AppPerson
  /** Of the order made by hand. */
  surveyId: string
}

const vehicle = { vin: 'ZZZ1A2B35PX000001', numberPlate: 'B WA 1042' }

async function makeScene(): Promise<Scene> {
  const client = await makeClient()
  await putOrder(client, { closed: true }, 'first')
  const me = await person(client.id, 'advisor')
  const response = await me.put('/inspections/m1', {
    branchId: 'B1',
    surveyTypes: ['health'],
    numberPlate: vehicle.numberPlate,
    vin: vehicle.vin,
    customerName: 'Ada Example',
    email: 'ada@example.org',
  })
  assert.equal(response.statusCode, 200, response.body)
  return { client, me, surveyId: response.json<BoardCard>().surveys[0]?.id ?? '' }
}

const customer = { id: 'C1', firstName: 'Ada', lastName: 'Example', email: 'ada@example.org' }
const putTheirs = (client: TestClient, more: Record<string, unknown> = {}) =>
  putOrder(client, { externalId: 'SO-1', vehicle, customer, ...more }, 'd1')

async function match(me: AppPerson): Promise<void> {
  const response = await me.post('/inspections/m1/match', { orderId: 'd1' })
  assert.equal(response.statusCode, 204, response.body)
}

const pageOf = async ({ me, surveyId }: Scene): Promise<SurveyPage> => {
  const response = await me.get(`/surveys/${surveyId}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

/** What a survey is known by outside of its order, as far as the match must leave it as it was. */
async function contentsOf(scene: Scene) {
  const { client, me, surveyId } = scene
  const { survey: _, sequence: __, lastVisit: ___, ...page } = await pageOf(scene)
  const messages = (await me.get(`/surveys/${surveyId}/messages`)).json<Message[]>()
  const photo = await client.get(`/surveys/${surveyId}/photos/p1`)
  const video = await client.get(`/surveys/${surveyId}/videos/v1`)
  return {
    page,
    messages,
    quotes: (await client.get(`/surveys/${surveyId}/quotes`)).json(),
    marks: (await client.get(`/surveys/${surveyId}/damage-marks`)).json(),
    redirects: [photo.statusCode, video.statusCode],
  }
}

describe('what was done before the match', () => {
  test('comes along: media, quotes, marks, signatures, messages, owner links, uploads and edits', async () => {
    const scene = await makeScene()
    const { client, me, surveyId } = scene
    await putPackage(client, 'blades', simplePackage({ description: 'Blades' }))
    const assignment = [{ questionId: 'h.wipers', answerId: 'adv', packageIds: ['blades'] }]
    const assigned = await client.put('/survey-templates/open!health/package-assignment', assignment)
    assert.equal(assigned.statusCode, 204, assigned.body)
    const edits = [
      { id: 'e1', ...answer('h.wipers', 'adv', { comment: 'streaks' }) },
      {
        id: 'e2',
        kind: 'variant' as const,
        questionId: 'h.wipers',
        answerId: 'adv',
        packageId: 'blades',
        variantId: 'v',
      },
    ]
    assert.deepEqual(states(await send(scene, ...edits)), ['applied', 'applied'])
    const quote = {
      category: 'quote',
      currency: 'EUR',
      questionId: 'h.glass',
      answerId: 'bad',
      contents: [{ itemCategory: 'labour', amountExVat: 10, amountIncVat: 12 }],
    }
    const quoted = await client.put(`/surveys/${surveyId}/quotes/q1`, quote)
    assert.equal(quoted.statusCode, 201, quoted.body)
    assert.equal((await putMark(client, surveyId, 'k1')).statusCode, 201)
    assert.equal((await putPhoto(client, surveyId, 'p1', '?question_id=h.wipers')).statusCode, 201)
    assert.equal((await putPhoto(client, surveyId, 'p2', '?mark_id=k1')).statusCode, 201)
    assert.equal((await putSignature(client, surveyId, 's1')).statusCode, 201)
    const place = { client, surveyId }
    const film = fakeVideo()
    const arrived = await begun(place, film.length, { kind: 'video', id: 'v1' })
    assert.equal((await patch(place, arrived, 0, film)).statusCode, 204)
    const onItsWay = await begun(place, film.length, { kind: 'video', id: 'v2' })
    assert.equal((await patch(place, onItsWay, 0, film.subarray(0, 1000))).statusCode, 204)
    const sent = await me.put(`/surveys/${surveyId}/messages/msg-1`, {
      recipient: 'customer',
      channel: 'email',
    })
    assert.equal(sent.statusCode, 200, sent.body)
    const post = await startPost(client)
    await post.drain()
    await post.stop()
    const link = await makeLink(client, surveyId)
    const before = await contentsOf(scene)
    assert.deepEqual(
      [before.page.videos.length, before.page.signatures.length, before.marks.marks.length],
      [1, 1, 1],
    )
    assert.deepEqual([before.quotes.length, before.messages.length, before.redirects], [2, 1, [302, 302]])

    await putTheirs(client)
    await match(me)

    assert.deepEqual(await contentsOf(scene), before)
    const shown = await readOrder(client, 'd1')
    assert.deepEqual(
      shown.surveys.map(({ id }) => id),
      [surveyId],
    )
    const { survey } = await pageOf(scene)
    assert.equal(survey.referenceObject?.id, 'd1')
    const opened = await request({ method: 'GET', url: pathOf(link) })
    assert.equal(opened.statusCode, 200, 'a link that was sent still opens')
    assert.deepEqual(states(await send(scene, ...edits)), ['repeated', 'repeated'])
    assert.equal((await patch(place, onItsWay, 1000, film.subarray(1000))).statusCode, 204)
    assert.equal((await pageOf(scene)).videos.length, 2, 'what was on its way arrives')
    const outbox = (await me.get('/outbox')).json<Message[]>()
    assert.ok(outbox.some(({ id }) => id === 'msg-1'))
    const [card] = (await me.get('/board')).json<{ cards: BoardCard[] }>().cards
    assert.deepEqual([card?.id, card?.ownerState], ['d1', 'sent'])
    // The damage is known at the next visit of the vehicle.
    await putOrder(client, { vehicle, customer }, 'next')
    const next = surveyIdOf(await readOrder(client, 'next'))
    const { damage } = (await me.get(`/surveys/${next}`)).json<SurveyPage>()
    assert.equal(damage.earlier.length, 1)
  })

  test('counts as work where it is a message or a link: nothing is lost, the match is refused', async () => {
    for (const what of ['message', 'link'] as const) {
      const { client, me, surveyId } = await makeScene()
      assert.deepEqual(states(await send({ me, surveyId }, answer('h.wipers', 'ok'))), ['applied'])
      // As long as the DMS does not name the car, the two are not joined by themselves.
      const theirs = surveyIdOf(await putTheirs(client, { vehicle: undefined }))
      if (what === 'link') {
        await makeLink(client, theirs)
      } else {
        const body = { recipient: 'customer', channel: 'email' }
        assert.equal((await me.put(`/surveys/${theirs}/messages/msg-2`, body)).statusCode, 200)
      }
      const response = await me.post('/inspections/m1/match', { orderId: 'd1' })
      refusal(response, 'matchRefused', /health survey that somebody has worked on/)
      await putTheirs(client)
      const { cards } = (await me.get('/board')).json<{ cards: BoardCard[] }>()
      assert.deepEqual(
        cards.map(({ id, sameCar }) => [id, sameCar]).toSorted(),
        [
          ['d1', ['m1']],
          ['m1', ['d1']],
        ],
        'nor are they once it does: both cards ask',
      )
    }
  })
})

describe('the old id', () => {
  const ofOrders = operations.filter(({ path }) => path.includes('/service-orders/{id}'))

  test('is taken by every operation that names an order', async () => {
    assert.deepEqual(ofOrders.map(({ id }) => id).sort(), [
      'getServiceOrder',
      'getWorkPlan',
      'listServiceOrderSurveys',
      'putServiceOrder',
      'putWorkPlan',
    ])
    const { client, me } = await makeScene()
    await putTheirs(client)
    await match(me)
    const { surveys: _, ...body } = await readOrder(client, 'd1')
    const call = (one: (typeof ofOrders)[number], id: string, method: string = one.method) =>
      request({
        method: method as 'GET',
        url: `/v1${fillPath(one.path, { system_client_id: client.id, id })}`,
        headers: { 'x-api-key': client.key, ...(one.body ? { 'content-type': 'application/json' } : {}) },
        ...(one.body ? { payload: JSON.stringify({ ...body, id, description: `by ${one.id}` }) } : {}),
      })
    for (const operation of ofOrders) {
      const [old, now] = [await call(operation, 'm1'), await call(operation, 'd1')]
      assert.equal(old.statusCode, operation.method === 'GET' ? 200 : 204, `${operation.id} ${old.body}`)
      assert.equal(now.statusCode, old.statusCode)
      assert.equal(old.body.replaceAll('"id":"m1"', '"id":"d1"'), now.body, operation.id)
      if (operation.method !== 'GET') continue
      const [oldHead, nowHead] = [await call(operation, 'm1', 'HEAD'), await call(operation, 'd1', 'HEAD')]
      assert.deepEqual([oldHead.statusCode, nowHead.statusCode], [200, 200])
    }
    assert.equal((await readOrder(client, 'd1')).description, 'by putServiceOrder')
    assert.equal((await readOrder(client, 'm1')).description, 'by putServiceOrder')
  })

  test('closes the order and its surveys like the new one', async () => {
    const { client, me, surveyId } = await makeScene()
    await putTheirs(client)
    await match(me)
    await putOrder(client, { vehicle, customer, closed: true }, 'm1')
    const survey = (await client.get(`/surveys/${surveyId}`)).json()
    assert.deepEqual([survey.closed, survey.referenceObject.id], [true, 'd1'])
    assert.equal((await readOrder(client, 'd1')).closed, true)
  })
})

// A link ends with the person it was made for: when the DMS names another, nobody can decide with it (I3).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeClient, order } from '../support/api.ts'
import { person } from '../support/app.ts'
import { customer, makePlace, type Place } from '../support/edits.ts'
import { read } from '../support/owner.ts'
import { callbacksOf, messagesOf, sendTo, setReceiver, startPost } from '../support/post.ts'
import { surveyIdOf } from '../support/scenes.ts'

const advisor = { id: 'SA-3', firstName: 'Jo', lastName: 'Sample', email: 'jo@example.com' }
const driver = { id: 'D-1', firstName: 'Dan', lastName: 'Driver', email: 'dan@example.org' }

async function makeSender(): Promise<Place> {
  const place = await makePlace()
  await setReceiver(place.client)
  await put(place)
  return place
}

const put = async ({ client }: Place, more: Record<string, unknown> = {}) => {
  const vehicle = { make: 'Ford', numberPlate: 'B-AB 1', driver }
  const sent = await client.put(
    '/service-orders/1',
    order({ customer, vehicle, serviceAdvisor: advisor, ...more }),
  )
  assert.ok([201, 204].includes(sent.statusCode), sent.body)
}

async function deliver({ client }: Place): Promise<void> {
  const post = await startPost(client)
  await post.drain()
  await post.stop()
}

const pathsOf = async ({ client }: Place) =>
  (await callbacksOf(client)).flatMap(({ linkUrl }) =>
    linkUrl?.includes('/o/') ? [new URL(linkUrl).pathname] : [],
  )

const stateOf = async ({ me }: Place) => {
  const { cards } = (await me.get('/board')).json<{ cards: { ownerState?: string }[] }>()
  return cards[0]?.ownerState
}

describe('when the DMS names another customer', () => {
  test('the link of the former one opens nothing, the advisor is told, and the board says so', async () => {
    const place = await makeSender()
    await sendTo(place.me, place.surveyId)
    await deliver(place)
    const [path = ''] = await pathsOf(place)
    assert.equal((await read(path)).statusCode, 200)
    // The same person with another address is still the same person.
    await put(place, { customer: { ...customer, email: 'new@example.org' } })
    assert.equal((await read(path)).statusCode, 200)
    await put(place, { customer: { category: 'person', id: 'P-2', firstName: 'Bea', lastName: 'Next' } })
    const over = await read(path)
    assert.equal(over.statusCode, 410)
    assert.doesNotMatch(over.body, /B-AB 1/)
    const told = (await messagesOf(place.me, place.surveyId)).filter(
      ({ type }) => type === 'linkEndedNotification',
    )
    assert.equal(told.length, 1)
    assert.deepEqual(told[0]?.destinations[0]?.address, advisor.email)
    assert.match(told[0]?.text ?? '', /somebody else/)
    assert.equal(await stateOf(place), 'linkEnded')
  })

  test('what still waits for the former one is not sent, and says why', async () => {
    const place = await makeSender()
    const { message } = await sendTo(place.me, place.surveyId)
    await put(place, { customer: { category: 'person', id: 'P-2', firstName: 'Bea', lastName: 'Next' } })
    await deliver(place)
    const [shown] = (await messagesOf(place.me, place.surveyId)).filter(({ id }) => id === message.id)
    assert.deepEqual([shown?.state, shown?.failureCode], ['failed', 'personChanged'])
    assert.deepEqual(await pathsOf(place), [])
  })

  test('the link of the driver, who is the same, goes on; another driver ends it', async () => {
    const place = await makeSender()
    await sendTo(place.me, place.surveyId, { recipient: 'driver' })
    await deliver(place)
    const [path = ''] = await pathsOf(place)
    await put(place, { customer: { category: 'person', id: 'P-2', firstName: 'Bea', lastName: 'Next' } })
    assert.equal((await read(path)).statusCode, 200)
    await put(place, { vehicle: { make: 'Ford', driver: { ...driver, id: 'D-2' } } })
    assert.equal((await read(path)).statusCode, 410)
  })
})

describe('when the DMS names another customer of a lead', () => {
  const buyer = {
    category: 'person',
    id: 'P-1',
    firstName: 'Ada',
    lastName: 'Buyer',
    email: 'ada@example.org',
  }
  const next = { ...buyer, id: 'P-2', firstName: 'Bea', email: 'bea@example.org' }

  async function makeLead() {
    const client = await makeClient()
    await setReceiver(client)
    const putLead = async (more: Record<string, unknown> = {}) => {
      const lead = { externalBranchId: 'B1', reviewSurveyRelease: true, responsiblePerson: advisor, ...more }
      const vehicle = { make: 'Ford', numberPlate: 'B-AB 1' }
      const sent = await client.put('/leads/L1', { customer: buyer, vehicle, ...lead })
      assert.ok([201, 204].includes(sent.statusCode), sent.body)
    }
    await putLead()
    const surveyId = surveyIdOf((await client.get('/leads/L1')).json(), 'CVR')
    const me = await person(client.id, 'advisor')
    return { place: { client, me, surveyId, types: {} }, putLead }
  }

  test('the link of the former one opens nothing, and the responsible person is told', async () => {
    const { place, putLead } = await makeLead()
    await sendTo(place.me, place.surveyId)
    await deliver(place)
    const [path = ''] = await pathsOf(place)
    assert.equal((await read(path)).statusCode, 200)
    await putLead({ customer: { ...buyer, email: 'new@example.org' } })
    assert.equal((await read(path)).statusCode, 200)
    await putLead({ customer: next })
    const over = await read(path)
    assert.equal(over.statusCode, 410)
    assert.doesNotMatch(over.body, /B-AB 1|Buyer/)
    const told = (await messagesOf(place.me, place.surveyId)).filter(
      ({ type }) => type === 'linkEndedNotification',
    )
    assert.deepEqual(
      told.map(({ destinations }) => destinations[0]?.address),
      [advisor.email],
    )
  })

  test('what still waits for the former one is not sent; the next one gets a link of their own', async () => {
    const { place, putLead } = await makeLead()
    const { message } = await sendTo(place.me, place.surveyId)
    await putLead({ customer: next })
    await deliver(place)
    const [shown] = (await messagesOf(place.me, place.surveyId)).filter(({ id }) => id === message.id)
    assert.deepEqual([shown?.state, shown?.failureCode], ['failed', 'personChanged'])
    assert.deepEqual(await pathsOf(place), [])
    await sendTo(place.me, place.surveyId)
    await deliver(place)
    const [path = ''] = await pathsOf(place)
    assert.equal((await read(path)).statusCode, 200)
  })
})

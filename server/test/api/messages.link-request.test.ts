// An owner with an expired link asks for another: only the advisor is told; a new link goes to the stored address.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Message } from '@walkaround/contract/app/messages.ts'
import { newId } from '../../src/lib/ids.ts'
import { setClient } from '../../src/organisation/clients.ts'
import { createMail } from '../../src/outside/mail.ts'
import { BASE_URL, order, testApp } from '../support/api.ts'
import { customer, makePlace, type Place } from '../support/edits.ts'
import { decodeHeader, readMail, startMailServer } from '../support/mail-server.ts'
import { makeLink, pathOf, submit } from '../support/owner.ts'
import { callbacksOf, messagesOf, sendTo, setReceiver, startPost } from '../support/post.ts'
import { inClientOf } from '../support/scenes.ts'

const HOUR = 3_600_000
const ADVISOR = 'jo@example.com'

async function makeSender(language = 'en'): Promise<Place> {
  const place = await makePlace()
  await setReceiver(place.client)
  await inClientOf(place.client, (scope) =>
    setClient(scope, { clientId: place.client.id, changes: { language } }),
  )
  await place.client.put(
    '/service-orders/1',
    order({
      externalId: 'A-77',
      customer,
      vehicle: { make: 'Ford', model: 'Focus' },
      serviceAdvisor: { id: 'SA-3', firstName: 'Jo', lastName: 'Sample', email: ADVISOR },
    }),
  )
  return place
}

async function deliver({ client }: Place): Promise<void> {
  const post = await startPost(client)
  await post.drain()
  await post.stop()
}

/** A result that was sent, its link withdrawn again; the path of that link. */
async function sendAndWithdraw(place: Place): Promise<{ message: Message; path: string }> {
  const { me, surveyId } = place
  const { message } = await sendTo(me, surveyId)
  await deliver(place)
  const kept = ((await me.get('/outbox')).json() as Message[]).find(({ id }) => id === message.id)
  assert.ok(kept?.linkUrl)
  assert.equal((await me.delete(`/surveys/${surveyId}/messages/${message.id}/link`)).statusCode, 204)
  return { message, path: kept.linkUrl.slice(BASE_URL.length) }
}

const requestsOf = async ({ me, surveyId }: Place) =>
  (await messagesOf(me, surveyId)).filter(({ type }) => type === 'linkRequestNotification')

describe('a new link that is asked for', () => {
  test('is one message to the advisor however often it is asked, and the DMS is told nothing of it', async () => {
    const place = await makeSender()
    const { message, path } = await sendAndWithdraw(place)
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(`${path}/ask`, { email: 'x@y.z' })))
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    )
    const server = await startMailServer()
    const post = await startPost(place.client, {
      email: createMail({ url: server.url, from: { address: 'service@example.com' } }),
    })
    await post.drain()
    await post.stop()
    await server.close()

    assert.deepEqual(
      server.taken.map(({ to }) => to),
      [[ADVISOR]],
      'nothing goes to the owner, nor to an address that came with the form',
    )
    const { headers, bodies } = readMail(server.taken[0]?.raw ?? '')
    assert.equal(decodeHeader(headers.get('subject')?.[0] ?? ''), 'Ada Test asks for a new link: Ford Focus')
    assert.ok(bodies[0]?.includes(`${BASE_URL}/workshop/surveys/${place.surveyId}/send`))
    assert.doesNotMatch(bodies.join(), /\/o\/|x@y\.z/)
    const [request, ...more] = await requestsOf(place)
    assert.equal(more.length, 0)
    assert.deepEqual([request?.state, request?.destinations[0]?.address], ['sent', ADVISOR])
    assert.deepEqual(
      (await callbacksOf(place.client)).map(({ id }) => id),
      [message.id],
      'the interface has no type for it',
    )
    const shown = (await messagesOf(place.me, place.surveyId)).find(({ id }) => id === message.id)
    assert.ok(shown?.linkAskedAt)
  })

  test('by several links of an inspection is one message an hour', async () => {
    const place = await makeSender()
    const { setNow } = await testApp()
    const [first, second] = [await sendAndWithdraw(place), await sendAndWithdraw(place)]
    await Promise.all([submit(`${first.path}/ask`, {}), submit(`${second.path}/ask`, {})])
    assert.equal((await requestsOf(place)).length, 1)
    setNow(new Date(Date.now() + HOUR + 60_000))
    try {
      assert.equal((await submit(`${second.path}/ask`, {})).statusCode, 200)
    } finally {
      setNow(undefined)
    }
    assert.equal((await requestsOf(place)).length, 2)
  })

  test('is followed by a new link to the stored address, as corrected since', async () => {
    const place = await makeSender()
    const { message, path } = await sendAndWithdraw(place)
    await submit(`${path}/ask`, {})
    await place.client.put(
      '/service-orders/1',
      order({ customer: { ...customer, email: 'now@example.org' }, serviceAdvisor: { email: ADVISOR } }),
    )
    const newMessageId = newId()
    const resend = () =>
      place.me.post(`/surveys/${place.surveyId}/messages/${message.id}/resend`, { newMessageId })
    assert.equal((await resend()).json<Message>().destinations[0]?.address, 'now@example.org')
    assert.equal((await resend()).json<Message>().id, newMessageId)
    const results = (await messagesOf(place.me, place.surveyId)).filter(
      ({ type }) => type === 'surveyResultsEmail',
    )
    assert.equal(results.length, 2)
  })

  test('by a link that is valid, or by none, tells nobody anything', async () => {
    const place = await makeSender()
    const path = pathOf(await makeLink(place.client, place.surveyId))
    const answer = await submit(`${path}/ask`, {})
    assert.equal(answer.statusCode, 303, 'the page is there')
    assert.equal((await submit(`${path.slice(0, -3)}abc/ask`, {})).statusCode, 404)
    assert.deepEqual(await messagesOf(place.me, place.surveyId), [])
  })

  for (const [language, words] of [
    ['de', /bittet um einen neuen Link/],
    ['ru', /Просьба о новой ссылке/],
  ] as const) {
    test(`is told in the language of the dealership, ${language}`, async () => {
      const place = await makeSender(language)
      const { path } = await sendAndWithdraw(place)
      await submit(`${path}/ask`, {})
      const [request] = await requestsOf(place)
      assert.match(request?.subject ?? '', words)
      assert.doesNotMatch(`${request?.subject}${request?.text}`, /\{|\}/)
    })
  }
})

test('a result is sent again to the same contact person of a company, by name where there is no id', async () => {
  const place = await makeSender()
  const contactPersons = [{ firstName: 'Karl', lastName: 'Ohne', email: 'karl@example.org' }]
  const fleet = { category: 'legalEntity', name: 'Fleet Ltd', email: 'fleet@example.org', contactPersons }
  await place.client.put('/service-orders/1', order({ customer: fleet }))
  const { message } = await sendTo(place.me, place.surveyId, { contactId: 'Karl Ohne' })
  await deliver(place)
  const again = await place.me.post(`/surveys/${place.surveyId}/messages/${message.id}/resend`, {
    newMessageId: newId(),
  })
  assert.equal(again.json<Message>().destinations[0]?.address, 'karl@example.org', again.body)
})

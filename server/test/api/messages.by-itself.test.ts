// Messages that the service sends by itself: to the advisor, and the delayed e-mail of a review; and Telegram, to people who asked
// for it (G4).
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { notifyAdvisor } from '../../src/features/messages/notify-advisor.ts'
import { readOnce } from '../../src/features/messages/read-telegram.ts'
import { enqueue } from '../../src/jobs/enqueue.ts'
import { newId } from '../../src/lib/ids.ts'
import { createTelegram } from '../../src/outside/telegram.ts'
import { BASE_URL, makeClient, order, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import {
  addVideo,
  callbacksOf,
  messageOf,
  messagesOf,
  sendTo,
  setReceiver,
  startPost,
} from '../support/post.ts'
import { complete, inClientOf, refusal, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'
import { startTelegramServer, type TelegramServer, TOKEN } from '../support/telegram-server.ts'

async function becomesReady(client: TestClient, surveyId: string, id: string): Promise<void> {
  const { database } = await testApp()
  await inTransaction(database, async (db) => {
    await db.run(sql`
      update videos set state = 'ready' where system_client_id = ${client.id} and survey_id = ${surveyId} and id = ${id}`)
    await enqueue(
      { db, clientId: client.id, now: new Date() },
      { kind: 'video.ready', payload: { surveyId } },
    )
  })
}

async function run(client: TestClient): Promise<void> {
  const post = await startPost(client)
  await post.drain()
  await post.stop()
}

const notSent = async (client: TestClient) => {
  const { database } = await testApp()
  const rows = await database.rows<{ payload: { why: string } }>(sql`
    select payload from events where system_client_id = ${client.id} and kind = 'message.notSent'`)
  return rows.map(({ payload }) => payload.why)
}

describe('a video check', () => {
  async function makeCheck(advisor: Record<string, unknown> = { firstName: 'Jo', email: 'jo@example.com' }) {
    const client = await makeClient({ releaseTypes: ['VC'] })
    await setReceiver(client)
    await useOwnTemplate(client, { surveyType: 'VC' })
    await client.put('/service-orders/1', order({ externalId: 'A-1', serviceAdvisor: advisor }))
    const surveyId = surveyIdOf((await client.get('/service-orders/1')).json(), 'VC')
    return { client, surveyId, me: await person(client.id, 'advisor') }
  }

  test('is told to the advisor once it is completed and its video can be seen', async () => {
    const { client, surveyId, me } = await makeCheck()
    const video = await addVideo(client, surveyId, 'waiting')
    await complete(client, surveyId)
    await run(client)
    assert.deepEqual(await messagesOf(me, surveyId), [])
    await becomesReady(client, surveyId, video)
    await becomesReady(client, surveyId, video)
    await run(client)
    const [message, ...more] = await messagesOf(me, surveyId)
    assert.equal(more.length, 0)
    assert.deepEqual([message?.type, message?.state], ['videoRecordedNotification', 'sent'])
    assert.deepEqual(message?.destinations, [{ id: '1', address: 'jo@example.com', name: 'Jo' }])
    const [told] = await callbacksOf(client)
    const url = `${BASE_URL}/workshop/surveys/${surveyId}`
    assert.equal(told?.linkUrl, url)
    // Kept complete: the advisor's link is not a secret.
    const [kept] = (await me.get('/outbox')).json()
    assert.ok(kept.text.split('\n').includes(url), kept.text)
    assert.ok(kept.html.includes(`href="${url}"`))
    assert.equal(kept.linkUrl, undefined, 'it opens no page of an owner')
    assert.deepEqual([told?.outputCategory, told?.linkValidUntil], ['email', undefined])
  })

  test('without a video, or before it is completed, is told to nobody', async () => {
    const { client, surveyId, me } = await makeCheck()
    await becomesReady(client, surveyId, await addVideo(client, surveyId, 'waiting'))
    await run(client)
    assert.deepEqual(await messagesOf(me, surveyId), [])
    const other = await makeCheck()
    await complete(other.client, other.surveyId)
    await run(other.client)
    assert.deepEqual(await messagesOf(other.me, other.surveyId), [])
  })

  test('without an address of the advisor the event says why', async () => {
    const { client, surveyId, me } = await makeCheck({ firstName: 'Jo' })
    await becomesReady(client, surveyId, await addVideo(client, surveyId, 'waiting'))
    await complete(client, surveyId)
    await run(client)
    assert.deepEqual(await messagesOf(me, surveyId), [])
    assert.deepEqual([...new Set(await notSent(client))], ['the service advisor has no e-mail address'])
  })

  test('decisions and feedback reach the advisor in the words of the customer', async () => {
    const { client, surveyId, me } = await makeCheck()
    const note = 'Great!\r\nBcc: x@example.org\n<b>5 stars</b>'
    for (const type of ['customerDecisionNotification', 'customerFeedbackNotification'] as const) {
      assert.equal(await inClientOf(client, (scope) => notifyAdvisor(scope, surveyId, type, { note })), true)
    }
    await run(client)
    const messages = await messagesOf(me, surveyId)
    assert.deepEqual(
      messages.map(({ type, state, outputId }) => [type, state, outputId]),
      [
        ['customerDecisionNotification', 'sent', '1'],
        ['customerFeedbackNotification', 'sent', '2'],
      ],
    )
    for (const { text, html, subject } of messages) {
      assert.match(text, /Great!\nBcc: x@example.org\n<b>5 stars<\/b>/)
      assert.match(html ?? '', /&lt;b&gt;5 stars&lt;\/b&gt;/)
      assert.doesNotMatch(subject ?? '', /[\r\n]/)
    }
    assert.equal((await callbacksOf(client)).length, 2)
  })
})

describe('the delayed e-mail of a review', () => {
  async function makeReview(customer: Record<string, unknown> | undefined) {
    const client = await makeClient()
    await setReceiver(client)
    await useOwnTemplate(client, { surveyType: 'CVR' })
    const lead = {
      externalBranchId: 'B1',
      reviewSurveyRelease: true,
      vehicle: { vin: 'V1' },
      ...(customer ? { customer } : {}),
    }
    assert.equal((await client.put('/leads/L1', lead)).statusCode, 201)
    const surveyId = surveyIdOf((await client.get('/leads/L1')).json(), 'CVR')
    return { client, surveyId, me: await person(client.id, 'advisor') }
  }

  test('goes out when the survey is completed and its video is ready', async () => {
    const { client, surveyId, me } = await makeReview({ lastName: 'Buyer', email: 'buyer@example.org' })
    await becomesReady(client, surveyId, await addVideo(client, surveyId, 'waiting'))
    await run(client)
    assert.deepEqual(await messagesOf(me, surveyId), [])
    await complete(client, surveyId)
    await run(client)
    const [message, ...more] = await messagesOf(me, surveyId)
    assert.equal(more.length, 0)
    assert.deepEqual(
      [message?.category, message?.type, message?.state],
      ['delayedEmail', 'surveyResultsEmail', 'sent'],
    )
    const [told] = await callbacksOf(client)
    assert.deepEqual(
      [
        told?.outputCategory,
        told?.outputType,
        told?.referenceObjectId,
        told?.referenceObjectCategory,
        told?.vin,
      ],
      ['delayedEmail', 'surveyResultsEmail', undefined, undefined, 'V1'],
    )
    assert.match(told?.linkUrl ?? '', /\/o\//)
  })

  test('without an address is not sent, and the event says why', async () => {
    const { client, surveyId, me } = await makeReview({ lastName: 'Buyer' })
    await becomesReady(client, surveyId, await addVideo(client, surveyId, 'waiting'))
    await complete(client, surveyId)
    await run(client)
    assert.deepEqual(await messagesOf(me, surveyId), [])
    assert.match((await notSent(client))[0] ?? '', /customer has no e-mail address/)
  })
})

describe('Telegram', () => {
  let server: TelegramServer
  before(async () => {
    server = await startTelegramServer()
  })
  after(() => server.close())
  const telegram = () => createTelegram({ token: TOKEN, url: server.url })
  const signal = new AbortController().signal

  async function makeCar(): Promise<{ client: TestClient; surveyId: string; me: AppPerson }> {
    const client = await makeClient()
    const customer = { id: newId(), lastName: 'Test' }
    await client.put('/service-orders/1', order({ customer }))
    const surveyId = surveyIdOf((await client.get('/service-orders/1')).json())
    return { client, surveyId, me: await person(client.id, 'advisor') }
  }

  async function hearAll(): Promise<void> {
    const { database } = await testApp()
    const options = {
      database,
      telegram: telegram(),
      clock: () => new Date(),
      isPrepared: () => true,
      onFailure: () => {},
    }
    assert.equal(await readOnce({ ...options, waitSeconds: 0 }, signal), true)
  }

  async function invite(client: TestClient, surveyId: string): Promise<string> {
    const { inviteToTelegram } = await import('../../src/features/messages/telegram-contacts.ts')
    const word = await inClientOf(client, (scope) =>
      inviteToTelegram(scope, surveyId, { recipient: 'customer' }),
    )
    assert.equal(await telegram().startLink(word), `https://t.me/garage_bot?start=${word}`)
    return word
  }

  test('writes to who started the bot by their link, without a preview, until they stop it', async () => {
    const { client, surveyId, me } = await makeCar()
    const put = () => me.put(`/surveys/${surveyId}/messages/${newId()}`, messageOf({ channel: 'telegram' }))
    refusal(await put(), 'botNotStarted', /has not started the bot/)
    const word = await invite(client, surveyId)
    server.write(77, '/start')
    server.write(78, '/start wrong_wrong_wrong_wrong')
    server.write(-5, `/start ${word}`, 'group')
    await hearAll()
    refusal(await put(), 'botNotStarted', /has not started the bot/)
    server.write(79, `/start ${word}`)
    server.write(80, `/start ${word}`)
    await hearAll()
    const { status, message, body } = await sendTo(me, surveyId, { channel: 'telegram' })
    assert.equal(status, 200, body)
    assert.equal(message.destinations[0]?.address, '79', 'a word is good once')
    const post = await startPost(client, { telegram: telegram() })
    await post.drain()
    const sent = server.sent.at(-1)
    assert.equal(sent?.chat_id, '79')
    assert.match(sent?.text ?? '', /\nhttps:\/\/walkaround\.test\/o\//)
    assert.equal(sent?.link_preview_options?.is_disabled, true)

    server.statuses.push(403)
    await sendTo(me, surveyId, { channel: 'telegram' })
    await post.drain()
    await post.stop()
    const blocked = (await messagesOf(me, surveyId)).at(-1)
    assert.deepEqual(
      [blocked?.state, blocked?.failure, blocked?.failureCode],
      ['failed', 'the recipient has stopped the bot', 'botStopped'],
    )

    server.write(79, '/stop')
    await hearAll()
    refusal(await put(), 'botNotStarted', /has not started the bot/)
  })

  test('is not offered without a bot', async () => {
    const { surveyId, me } = await makeCar()
    const response = await me.post(`/surveys/${surveyId}/telegram-invitation`, { recipient: 'customer' })
    refusal(response, 'channelNotSetUp', /neither the client nor the installation/)
    const options = await me.get(`/surveys/${surveyId}/message-options`)
    assert.deepEqual(options.json().channels, ['email', 'sms'])
  })
})

// The whole way, once: an order of the DMS, findings, an offer, the result sent, the owner's decision in the page's own
// forms, and the callback at a real receiver. One clock for everything, moved by hand. The DMS is the client and the receiver that
// integrators take home (clients/typescript).
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Message } from '@walkaround/contract/app/messages.ts'
import { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { Value } from 'typebox/value'
import { type Client, WalkaroundError } from '../../../clients/typescript/src/client.ts'
import { type Callback, createReceiver, type Receiver } from '../../../clients/typescript/src/receiver.ts'
import { type Callbacks, startCallbacks } from '../../src/features/callbacks/deliver-loop.ts'
import { type Jobs, startJobs } from '../../src/jobs/work-loop.ts'
import { postTable } from '../../src/work.ts'
import { BASE_URL, makeClient, type TestClient, testApp, testBox } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { guardOf, KEY, startReceiver } from '../support/callbacks.ts'
import { answer, send, states } from '../support/edits.ts'
import { fieldsOf, read, submit } from '../support/owner.ts'
import { item, simplePackage, variant } from '../support/packages.ts'
import { smallQuestion, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'
import { takeHomeClient } from '../support/take-home.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const NEVER_MS = DAY
const brakes = {
  ...smallQuestion,
  id: 'brakes',
  text: 'Front brakes',
  answers: [
    { id: 'ok', value: 'Fine', status: 'green' as const },
    { id: 'bad', value: 'Worn', status: 'red' as const },
  ],
}

describe('from an order to the callback', () => {
  let now = new Date()
  let client: TestClient
  let dms: Client
  let advisor: AppPerson
  let jobs: Jobs
  let callbacks: Callbacks
  /** Where the requests arrive, and what the DMS makes of them. */
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let dmsReceiver: Receiver
  let isDown = true
  const taken: Callback[] = []
  const refused: string[] = []
  const http = guardOf()
  const pass = async (ms: number) => {
    now = new Date(now.getTime() + ms)
    ;(await testApp()).setNow(now)
  }
  const work = async () => {
    await jobs.drain()
    await callbacks.drain()
  }

  before(async () => {
    const { database } = await testApp()
    const clock = () => now
    const shared = { database, clock, pollMs: NEVER_MS, onFailure: () => {} }
    const table = postTable({
      database,
      box: testBox,
      clock,
      baseUrl: () => BASE_URL,
      channelFor: () => undefined,
    })
    jobs = startJobs({ ...shared, table, concurrency: 2 })
    callbacks = startCallbacks({ ...shared, http, box: testBox, retryMs: 10 * MINUTE, version: 'test' })
    receiver = await startReceiver(async ({ method, headers, body }, response) => {
      const status = await dmsReceiver.take({
        method,
        headers: headers as Record<string, string>,
        body: Buffer.from(body),
      })
      response.writeHead(status).end()
    })
    client = await makeClient({ releaseTypes: ['health'], timeZone: 'Europe/Berlin' })
    dms = takeHomeClient(client)
    advisor = await person(client.id, 'advisor')
    const admin = await person(client.id, 'admin')
    const set = await admin.put('/callback-receiver', { url: receiver.url, key: KEY, secret: 'new' })
    assert.equal(set.statusCode, 200, set.body)
    dmsReceiver = createReceiver({
      secret: set.json().secret,
      apiKey: KEY,
      now: clock,
      onEvent(callback) {
        if (isDown) throw new Error('the DMS is down')
        taken.push(callback)
      },
      onRefused: (status, why) => refused.push(`${status} ${why}`),
    })
    await useOwnTemplate(client, { contents: [brakes, smallQuestion] })
    const pads = simplePackage({
      description: 'Front pads',
      variants: [variant('v', [item('1', 100), item('2', 50)])],
    })
    assert.equal((await dms.putPackage({ id: 'pads' }, { body: pads })).status, 201)
    await dms.putPackageAssignment(
      { id: 'small' },
      { body: [{ questionId: 'brakes', answerId: 'bad', packageIds: ['pads'] }] },
    )
    await pass(0)
  })
  after(async () => {
    ;(await testApp()).setNow(undefined)
    await callbacks.stop()
    await jobs.stop()
    http.close()
    await receiver.close()
  })

  const arrivalsOf = (id: string) => receiver.arrivals.filter(({ path }) => path === `/in/${id}`)
  const outbox = async () => (await advisor.get('/outbox')).json<Message[]>()

  test('every step leads to the next, and each message to one callback', async () => {
    // The DMS sends the order.
    const sent = await dms.putServiceOrder(
      { id: 'O-1' },
      {
        body: {
          externalBranchId: 'B1',
          externalId: 'A-77',
          customer: {
            category: 'person',
            id: 'P-1',
            firstName: 'Ada',
            lastName: 'Test',
            email: 'ada@example.org',
          },
          vehicle: { vin: 'ZZZ1A2B35PX000001', make: 'Ford', model: 'Focus', numberPlate: 'B-AB 123' },
          serviceAdvisor: { id: 'SA-1', firstName: 'Jo', lastName: 'Sample', email: 'jo@example.com' },
        },
        ifNoneMatch: '*',
      },
    )
    assert.equal(sent.status, 201)
    assert.match(sent.location ?? '', /\/service-orders\/O-1$/)
    const { data: order } = await dms.getServiceOrder({ id: 'O-1' })
    const surveyId = surveyIdOf(order, 'health')
    const nobody = dms.getServiceOrder({ id: 'O-2' })
    await assert.rejects(nobody, (error) => error instanceof WalkaroundError && error.errorCode === 40401)

    // The technician finds worn brakes; the advisor offers a package and a line of their own.
    await pass(10 * MINUTE)
    const technician = await person(client.id, 'technician')
    assert.deepEqual(
      states(await send({ me: technician, surveyId }, answer('brakes', 'bad'), answer('glass', 'bad'))),
      ['applied', 'applied'],
    )
    const quote: Quote = {
      category: 'quote',
      description: 'Windscreen',
      currency: 'EUR',
      questionId: 'glass',
      answerId: 'bad',
      contents: [{ itemCategory: 'material', description: 'Screen', amountExVat: 200, amountIncVat: 238 }],
    }
    const chosen = {
      questionId: 'brakes',
      answerId: 'bad',
      packageId: 'pads',
      variantId: 'v',
      selected: true,
    }
    assert.deepEqual(
      states(
        await send(
          { me: advisor, surveyId },
          { kind: 'variant', ...chosen },
          { kind: 'quote', quoteId: 'Q-1', quote },
          { kind: 'complete' },
        ),
      ),
      ['applied', 'applied', 'applied'],
    )

    // The advisor sends the result. It stays in the outbox; the receiver is down.
    await pass(10 * MINUTE)
    const wanted = { recipient: 'customer', channel: 'email', language: 'en', validDays: 14 }
    const written = await advisor.put(`/surveys/${surveyId}/messages/M-1`, wanted)
    assert.equal(written.statusCode, 200, written.body)
    assert.equal(receiver.arrivals.length, 0, 'nothing is told before the message is sent')
    const sentAt = now
    await work()
    assert.equal(arrivalsOf('M-1').length, 1)
    const letter = (await outbox()).find(({ id }) => id === 'M-1')
    assert.equal(letter?.state, 'sent')
    const { linkUrl } = JSON.parse(arrivalsOf('M-1')[0]?.body ?? '')
    assert.ok(linkUrl.startsWith(`${BASE_URL}/o/`))
    assert.notEqual(letter?.linkUrl, linkUrl, 'what decides is the owner’s and the DMS’s alone')
    const path = linkUrl.slice(BASE_URL.length)

    assert.deepEqual(refused, ['500 Error: the DMS is down'])

    // Ten minutes later it is back and takes the callback, the same bytes.
    isDown = false
    await pass(10 * MINUTE)
    await work()
    const [first, second] = arrivalsOf('M-1')
    assert.equal(second?.body, first?.body)
    assert.equal(second?.method, 'PUT')
    assert.equal(second?.headers['x-api-key'], KEY)
    assert.equal(taken.length, 1)
    assert.ok(taken[0]?.kind === 'messageSent')
    const told = taken[0].body
    assert.ok(Value.Check(WebhookOutputInfo, told))
    assert.deepEqual(
      { ...told, customer: undefined },
      {
        id: 'M-1',
        systemClientId: client.id,
        referenceObjectCategory: 'serviceOrder',
        referenceObjectId: 'O-1',
        surveyId,
        outputId: '1',
        outputCategory: 'email',
        outputType: 'surveyResultsEmail',
        outputTimestamp: sentAt.toISOString(),
        destinations: [
          { id: '1', address: 'ada@example.org', name: 'Ada Test', sourcePartnerType: 'customer' },
        ],
        linkUrl,
        linkValidUntil: new Date(sentAt.getTime() + 14 * DAY).toISOString(),
        vin: 'ZZZ1A2B35PX000001',
        customer: undefined,
      },
    )
    assert.equal(told.customer?.id, 'P-1')

    // The owner opens the link, approves the pads and puts the windscreen off.
    await pass(60 * MINUTE)
    const quotesNow = async () => (await dms.listQuotes({ id: surveyId })).data
    const pads = (await quotesNow()).find(({ category }) => category === 'package')
    assert.ok(pads)
    const page = await read(`${path}?lang=en`)
    assert.equal(page.statusCode, 200, page.body)
    assert.match(page.body, /Front pads/)
    const until = new Date(now.getTime() + 40 * DAY).toISOString().slice(0, 10)
    const choices = { [`choice:${pads.id}`]: 'approve', 'choice:Q-1': 'later', 'date:Q-1': until }
    const review = await submit(`${path}/review?lang=en`, { ...fieldsOf(page.body), ...choices })
    assert.equal(review.statusCode, 200, review.body)
    assert.equal((await quotesNow()).filter(({ approvalStatus }) => approvalStatus).length, 0)
    const form = fieldsOf(review.body)
    const decidedAt = now
    const decided = await submit(`${path}/decide?lang=en`, form)
    assert.equal(decided.statusCode, 303, decided.body)
    const again = await submit(`${path}/decide?lang=en`, form)
    assert.equal(again.headers.location, decided.headers.location, 'a double click is one decision')

    // The DMS reads the decision.
    const quotes = new Map((await quotesNow()).map((one) => [one.id, one]))
    assert.equal(quotes.get(pads.id)?.approvalStatus, 'approved')
    assert.equal(quotes.get('Q-1')?.approvalStatus, 'deferred')
    assert.match(quotes.get('Q-1')?.deferralDate ?? '', new RegExp(`^${until}T00:00:00`))
    for (const id of [pads.id, 'Q-1']) {
      assert.equal(quotes.get(id)?.approvalMedium, 'internet')
      assert.equal(new Date(quotes.get(id)?.approvalDate ?? '').getTime(), decidedAt.getTime())
    }

    // The advisor gets one message, and the DMS one callback for it; nothing comes again, however long one waits.
    await work()
    // Before the long wait: it outlasts the advisor's session.
    const notes = (await outbox()).filter(({ type }) => type === 'customerDecisionNotification')
    for (const wait of [10 * MINUTE, 60 * MINUTE, DAY]) {
      await pass(wait)
      await work()
    }
    assert.equal(notes.length, 1)
    assert.equal(arrivalsOf(notes[0]?.id ?? '').length, 1)
    assert.equal(arrivalsOf('M-1').length, 2, 'the failed attempt, and the one that was taken')
    assert.equal(receiver.arrivals.length, 3)
    assert.deepEqual(
      taken.map(({ id }) => id),
      ['M-1', notes[0]?.id],
    )
    assert.equal(refused.length, 1)
  })
})

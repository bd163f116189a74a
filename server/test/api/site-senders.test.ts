// Each site of a group writes under its own name, by SMS and by mail: over real servers that belong to the client.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { ChannelTest } from '@walkaround/contract/app/message-channels.ts'
import { makeClient, order, ownChannels, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { type MailServer, readMail, startMailServer } from '../support/mail-server.ts'
import { sendTo, startPost, type TestPost } from '../support/post.ts'
import { surveyIdOf } from '../support/scenes.ts'

interface Group {
  client: TestClient
  admin: AppPerson
  /** Surveys of a car at main, and of one at west. */
  main: string
  west: string
}

const CUSTOMER = { lastName: 'Test', email: 'test@example.org', mobilePhone: '+49 151 000000' }

async function put(admin: AppPerson, path: string, body: object): Promise<void> {
  const { statusCode, body: said } = await admin.put(path, body)
  assert.equal(statusCode, 200, said)
}

async function surveyAt(client: TestClient, branch: string): Promise<string> {
  await client.put(
    `/service-orders/${branch}`,
    order({ externalBranchId: branch, customer: { id: branch, ...CUSTOMER } }),
  )
  return surveyIdOf((await client.get(`/service-orders/${branch}`)).json())
}

/** B1 at main, which has no sender of its own, and B2 at west. */
async function makeGroup(sender: object): Promise<Group> {
  const client = await makeClient()
  const admin = await person(client.id, 'admin')
  await put(admin, '/sites/main', { name: 'Main' })
  await put(admin, '/sites/west', { name: 'West', ...sender })
  await put(admin, '/branches/B1', { siteId: 'main', name: 'B1', codes: ['B1'] })
  await put(admin, '/branches/B2', { siteId: 'west', name: 'B2', codes: ['B2'] })
  return { client, admin, main: await surveyAt(client, 'B1'), west: await surveyAt(client, 'B2') }
}

async function posting(client: TestClient, work: (post: TestPost) => Promise<void>): Promise<void> {
  const post = await startPost(client, {}, { channelFor: ownChannels.channelFor })
  try {
    await work(post)
  } finally {
    await post.stop()
  }
}

describe('by SMS', () => {
  let gateway: Server
  let url = ''
  const froms: string[] = []
  before(async () => {
    gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        froms.push(JSON.parse(body).from)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"taken":true}')
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', () => resolve()))
    url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
  })
  after(() => new Promise((resolve) => gateway.close(resolve)))

  const setGateway = (admin: AppPerson, more: object = {}) =>
    put(admin, '/message-channels/sms', {
      sms: { url, headers: [], body: '{"to":"{to}","text":"{text}","from":"{from}"}', ...more },
    })

  test('the gateway gets the sender of the site, and that of the channel for a site without one', async () => {
    const { client, admin, main, west } = await makeGroup({ smsFrom: 'WEST' })
    await setGateway(admin, { from: 'GROUP' })
    await posting(client, async (post) => {
      for (const survey of [west, main, west]) {
        await sendTo(admin, survey, { channel: 'sms' })
        await post.drain()
      }
    })
    assert.deepEqual(froms.splice(0), ['WEST', 'GROUP', 'WEST'])
  })

  test('a message that waits comes from the new sender of its site', async () => {
    const { client, admin, west } = await makeGroup({ smsFrom: 'WEST' })
    await setGateway(admin, { from: 'GROUP' })
    await sendTo(admin, west, { channel: 'sms' })
    await put(admin, '/sites/west', { name: 'West', smsFrom: 'WESTSIDE' })
    await posting(client, (post) => post.drain())
    await put(admin, '/sites/west', { name: 'West' })
    await sendTo(admin, west, { channel: 'sms' })
    await posting(client, (post) => post.drain())
    assert.deepEqual(froms.splice(0), ['WESTSIDE', 'GROUP'])
  })

  test('the test of the gateway is sent as the site would send', async () => {
    const { admin } = await makeGroup({ smsFrom: 'WEST' })
    await setGateway(admin, { from: 'GROUP' })
    for (const more of [{ siteId: 'west' }, { siteId: 'main' }, {}]) {
      const tried = await admin.post('/message-channels/sms/test', { to: '+49 151 1234567', ...more })
      assert.equal(tried.json<ChannelTest>().isGood, true, tried.body)
    }
    assert.deepEqual(froms.splice(0), ['WEST', 'GROUP', 'GROUP'])
  })
})

describe('by mail', () => {
  let mail: MailServer
  before(async () => {
    mail = await startMailServer()
  })
  after(() => mail.close())

  /** Of the letter, and of the envelope. */
  const sendersOf = () =>
    mail.taken.splice(0).map(({ raw, from }) => [readMail(raw).headers.get('from')?.[0], from])

  test('cars of two sites at once come from the sender of each', async () => {
    const west = { mailFrom: 'west@example.com', mailFromName: 'West Side' }
    const group = await makeGroup(west)
    const { client, admin } = group
    const port = Number(new URL(mail.url).port)
    const email = {
      host: '127.0.0.1',
      port,
      security: 'starttls',
      from: 'group@example.com',
      fromName: 'Group',
    }
    await put(admin, '/message-channels/email', { email })
    await posting(client, async (post) => {
      await sendTo(admin, group.west, {})
      await sendTo(admin, group.main, {})
      await post.drain()
    })
    assert.deepEqual(sendersOf().toSorted(), [
      ['Group <group@example.com>', 'group@example.com'],
      ['West Side <west@example.com>', 'west@example.com'],
    ])
    // A message that waits comes from the new sender.
    await sendTo(admin, group.west, {})
    await put(admin, '/sites/west', { name: 'West', mailFrom: 'sunset@example.com' })
    await posting(client, (post) => post.drain())
    assert.deepEqual(sendersOf(), [['Group <sunset@example.com>', 'sunset@example.com']])
  })
})

// Channels of messages that a client has of its own: set, read, tried, used and given up; and what they may not reach.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ChannelTest, MessageChannel } from '@walkaround/contract/app/message-channels.ts'
import type { MessageOptions } from '@walkaround/contract/app/messages.ts'
import { SMTPServer } from 'smtp-server'
import { sql } from '../../src/db/sql.ts'
import { openChannels } from '../../src/features/messages/channels.ts'
import { resealChannels } from '../../src/features/messages/reseal-channels.ts'
import { createAddressGuard } from '../../src/outside/address-guard.ts'
import { ensureCertificate } from '../../src/outside/certificates.ts'
import { type Outgoing, SendFailure } from '../../src/outside/channel.ts'
import { openSecretBox } from '../../src/outside/secret-box.ts'
import { makeClient, order, ownChannels, type TestClient, testApp, testBox } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { type MailServer, readMail, startMailServer } from '../support/mail-server.ts'
import { messagesOf, sendTo, startPost } from '../support/post.ts'
import { eventsOf, inClientOf, refusal, surveyIdOf } from '../support/scenes.ts'

async function makeOffice(): Promise<{ client: TestClient; admin: AppPerson }> {
  const client = await makeClient()
  return { client, admin: await person(client.id, 'admin') }
}

const PASSWORD = 'hush hush'
const mailAt = (port: number, more: object = {}) => ({
  email: { host: '127.0.0.1', port, security: 'starttls', from: 'service@example.com', ...more },
})
const portOf = (server: MailServer) => Number(new URL(server.url).port)

async function makeSurvey(client: TestClient): Promise<string> {
  await client.put(
    '/service-orders/1',
    order({ customer: { lastName: 'Test', email: 'test@example.org', mobilePhone: '+49 151 000000' } }),
  )
  return surveyIdOf((await client.get('/service-orders/1')).json())
}

const keptIn = async (me: AppPerson, surveyId: string) =>
  (await me.get(`/surveys/${surveyId}/message-options`)).json<MessageOptions>()

async function sent(client: TestClient, me: AppPerson, surveyId: string, more: object) {
  const post = await startPost(client, {}, { channelFor: ownChannels.channelFor })
  const { message } = await sendTo(me, surveyId, { ...more })
  await post.drain()
  await post.stop()
  const found = (await messagesOf(me, surveyId)).find(({ id }) => id === message.id)
  assert.ok(found)
  return found
}

describe('the channels of a client', () => {
  let mail: MailServer
  before(async () => {
    mail = await startMailServer()
  })
  after(() => mail.close())

  test('are those of the installation until it has its own', async () => {
    const { admin } = await makeOffice()
    const list = (await admin.get('/message-channels')).json<MessageChannel[]>()
    assert.deepEqual(
      list,
      ['email', 'sms', 'telegram'].map((channel) => ({ channel, source: 'none' })),
    )
    refusal(await admin.get('/message-channels/fax'), 'noSuchResource', /"fax", only email, sms, telegram/)
    const { client } = await makeOffice()
    await inClientOf(client, async (scope) => {
      const installed = openChannels({
        box: testBox,
        guard: createAddressGuard(),
        installation: { email: (await ownChannels.find(scope, 'email')).channel },
      })
      assert.equal(installed.isInstalled('sms'), false)
    })
  })

  test('send what its advisors write, and go back when they are given up', async () => {
    const { client, admin } = await makeOffice()
    const surveyId = await makeSurvey(client)
    assert.deepEqual((await keptIn(admin, surveyId)).kept, ['email', 'sms'])
    const set = await admin.put(
      '/message-channels/email',
      mailAt(portOf(mail), { fromName: 'Autohaus Nord' }),
    )
    assert.equal(set.statusCode, 200, set.body)
    const read = await admin.get('/message-channels/email')
    assert.deepEqual([read.json(), read.headers.etag], [set.json(), set.headers.etag])
    const { changedAt, ...channel } = set.json<MessageChannel>()
    assert.ok(changedAt)
    assert.deepEqual(channel, {
      channel: 'email',
      source: 'client',
      ...mailAt(portOf(mail), { fromName: 'Autohaus Nord' }),
    })
    assert.deepEqual((await keptIn(admin, surveyId)).kept, ['sms'])

    const before = mail.taken.length
    const message = await sent(client, admin, surveyId, {})
    assert.deepEqual([message.state, message.inOutbox], ['sent', undefined])
    assert.equal(mail.taken.length, before + 1)
    const { headers } = readMail(mail.taken.at(-1)?.raw ?? '')
    assert.equal(headers.get('from')?.[0], 'Autohaus Nord <service@example.com>')

    assert.equal((await admin.delete('/message-channels/email')).statusCode, 204)
    refusal(await admin.delete('/message-channels/email'), 'noSuchResource')
    assert.deepEqual((await keptIn(admin, surveyId)).kept, ['email', 'sms'])
    assert.equal((await sent(client, admin, surveyId, {})).inOutbox, true)
    const kinds = (await eventsOf(client)).map(({ kind }) => kind)
    assert.deepEqual(
      kinds.filter((kind) => kind.startsWith('messageChannel.')),
      ['messageChannel.set', 'messageChannel.removed'],
    )
  })

  test("a site's sender stands in place of the channel's own, and the test tries it", async () => {
    const { client, admin } = await makeOffice()
    const surveyId = await makeSurvey(client)
    const sender = { mailFrom: 'nord@example.com', mailFromName: 'Nord', smsFrom: 'NORD' }
    const site = await admin.put('/sites/main', { name: 'Autohaus Nord', ...sender })
    assert.equal(site.statusCode, 200, site.body)
    assert.deepEqual(
      [site.json().mailFrom, site.json().mailFromName, site.json().smsFrom],
      Object.values(sender),
    )
    await admin.put('/message-channels/email', mailAt(portOf(mail), { fromName: 'Group' }))
    const fromOf = () => readMail(mail.taken.at(-1)?.raw ?? '').headers.get('from')?.[0]
    await sent(client, admin, surveyId, {})
    assert.deepEqual([fromOf(), mail.taken.at(-1)?.from], ['Nord <nord@example.com>', 'nord@example.com'])
    const tried = async (more: object) => {
      const test = await admin.post('/message-channels/email/test', { to: 'me@example.org', ...more })
      assert.equal(test.json<ChannelTest>().isGood, true, test.body)
      return fromOf()
    }
    assert.equal(await tried({}), 'Group <service@example.com>')
    assert.equal(await tried({ siteId: 'main' }), 'Nord <nord@example.com>')
    refusal(
      await admin.post('/message-channels/email/test', { to: 'me@example.org', siteId: 'x' }),
      'noSuchResource',
    )
    // Without a sender of its own, that of the channel again, from the next message on.
    await admin.put('/sites/main', { name: 'Autohaus Nord' })
    await sent(client, admin, surveyId, {})
    assert.equal(fromOf(), 'Group <service@example.com>')
    const refused = async (more: object) =>
      (await admin.put('/sites/main', { name: 'Nord', ...more })).json().errorInfo
    assert.equal(await refused({ mailFrom: 'nord' }), 'mailFrom: "nord" is not an e-mail address')
    assert.match(await refused({ mailFromName: 'a\nb' }), /^mailFromName: .* must be one line of 1 to 200/)
    assert.match(await refused({ smsFrom: 'a\tb' }), /^smsFrom: .* must be one line of 1 to 40/)
  })

  test("a site's sender does not count at the operator's server", async () => {
    const { client } = await makeOffice()
    const taken: Outgoing[] = []
    const installation = {
      email: {
        via: 'smtp' as const,
        send: async (message: Outgoing) => void taken.push(message),
        probe: async () => ({ steps: [] }),
      },
    }
    const channels = openChannels({ box: testBox, guard: createAddressGuard(), installation })
    await inClientOf(client, async (scope) => {
      const channel = await channels.channelFor(scope, 'email')
      const message = { id: '1', address: 'a@example.org', text: 'Hello', sender: 'Nord' }
      await channel?.send(
        { ...message, from: 'bank@example.com', fromName: 'The bank' },
        new AbortController().signal,
      )
      assert.deepEqual(taken, [message])
    })
  })

  test('are set by those who set up their own client, the later of two being told', async () => {
    const { client, admin } = await makeOffice()
    const [advisor, stranger] = [await person(client.id, 'advisor'), await makeOffice()]
    for (const path of ['/message-channels', '/message-channels/email'])
      refusal(await advisor.get(path), 'forbidden')
    refusal(await advisor.post('/message-channels/email/test', {}), 'forbidden')
    const theirs = `/app/system-clients/${client.id}/message-channels/email`
    refusal(await stranger.admin.put(theirs, mailAt(25)), 'forbidden')
    const tag = { 'if-match': String((await admin.get('/message-channels/email')).headers.etag) }
    assert.equal((await admin.call('PUT', '/message-channels/email', mailAt(25), tag)).statusCode, 200)
    refusal(await admin.call('PUT', '/message-channels/email', mailAt(26), tag), 'preconditionFailed')
    refusal(await admin.call('DELETE', '/message-channels/email', undefined, tag), 'preconditionFailed')
    assert.equal((await stranger.admin.get('/message-channels/email')).json().source, 'none')
  })

  test('name the field, the value and the rule', async () => {
    const { admin } = await makeOffice()
    const put = async (channel: string, body: object) =>
      refusal(await admin.put(`/message-channels/${channel}`, body), 'channelRefused')
    const mailWith = (more: object) => put('email', mailAt(25, more))
    assert.match(await mailWith({ host: 'a/b' }), /^email\.host: "a\/b" cannot be used: it has a path/)
    assert.match(
      await mailWith({ host: 'evil@example.com' }),
      /^email\.host: "evil@example.com" cannot be used/,
    )
    assert.match(await mailWith({ from: 'nobody' }), /^email\.from: "nobody" is not an e-mail address/)
    assert.match(await mailWith({ fromName: 'a\nb' }), /^email\.fromName: .* must be one line/)
    assert.match(
      await mailWith({ authority: 'x' }),
      /^email\.authority: "x" cannot be used: it is no certificate/,
    )
    assert.match(await mailWith({ password: 'x' }), /^email\.user: is missing beside a password/)
    assert.match(await mailWith({ user: 'me' }), /^email\.password: is missing; none is kept yet/)
    assert.match(await put('email', {}), /^email\.email: is missing/)
    assert.match(await put('email', { ...mailAt(25), sms: {} }), /^sms: does not belong to the channel email/)
    const smsWith = (sms: object) => put('sms', { sms })
    assert.match(await smsWith({}), /^sms\.url: is missing/)
    assert.match(
      await smsWith({ url: 'http://sms.example.com' }),
      /^sms\.url: .* cannot be used: it starts with http:/,
    )
    assert.match(await smsWith({ url: 'https://u:p@sms.example.com' }), /it has a user or a password/)
    assert.match(
      await smsWith({ url: 'https://sms.example.com', body: 'x' }),
      /^sms\.body: "x" cannot be used: it lacks/,
    )
    assert.match(await smsWith({ url: 'https://sms.example.com', key: 'k' }), /^sms\.key: is used nowhere/)
    assert.match(
      await smsWith({ preset: 'twilio', from: 'Nord', key: 'k' }),
      /sms\.account: is missing: twilio needs it/,
    )
    assert.match(
      await smsWith({ url: 'https://sms.example.com', headers: [{ name: 'a b', value: 'x' }] }),
      /^sms\.headers: .* a header has a name or a value that cannot be sent/,
    )
    const { errorInfo } = (
      await admin.put('/message-channels/telegram', { telegram: { token: 'abc' } })
    ).json()
    assert.equal(errorInfo, 'telegram.token: does not look like a token from BotFather')
  })
})

describe('the secret of a channel', () => {
  const withUser = (more: object = {}) => mailAt(25, { user: 'me', ...more })

  test('is sealed, never shown, and kept when it is left out', async () => {
    const { client, admin } = await makeOffice()
    const set = await admin.put('/message-channels/email', withUser({ password: PASSWORD }))
    assert.equal(set.statusCode, 200, set.body)
    assert.equal(set.json<MessageChannel>().hasSecret, true)
    assert.ok(!set.body.includes(PASSWORD))
    const { database } = await testApp()
    const row = await database.row<{ whole: string; sealed: Uint8Array }>(sql`
      select (c.settings::text || c.channel) as whole, sealed_secret as sealed from message_channels c
      where system_client_id = ${client.id}`)
    assert.ok(row && !row.whole.includes(PASSWORD) && !Buffer.from(row.sealed).includes(PASSWORD))
    const kept = await admin.put('/message-channels/email', withUser({ fromName: 'Nord' }))
    assert.equal(kept.json<MessageChannel>().hasSecret, true)
    const without = await admin.put('/message-channels/email', mailAt(25))
    assert.equal(without.json<MessageChannel>().hasSecret, undefined)
    refusal(await admin.put('/message-channels/email', withUser()), 'channelRefused', /none is kept yet/)
  })

  test('is asked for again before it would go elsewhere', async () => {
    const { admin } = await makeOffice()
    await admin.put('/message-channels/email', withUser({ password: PASSWORD }))
    for (const more of [{ host: 'mail.example.net' }, { port: 26 }, { user: 'you' }, { security: 'tls' }])
      refusal(
        await admin.put('/message-channels/email', withUser(more)),
        'channelRefused',
        /must be given again/,
      )
    const sms = {
      url: 'https://sms.example.com/a',
      headers: [{ name: 'Authorization', value: 'Bearer {key}' }],
    }
    const set = await admin.put('/message-channels/sms', { sms: { ...sms, key: PASSWORD } })
    assert.equal(set.statusCode, 200, set.body)
    assert.ok(!set.body.includes(PASSWORD))
    assert.equal(
      (await admin.put('/message-channels/sms', { sms: { ...sms, from: 'Nord' } })).statusCode,
      200,
    )
    const shown = { ...sms, body: '{"to":"{to}","text":"{text} {key}"}' }
    refusal(await admin.put('/message-channels/sms', { sms: shown }), 'channelRefused', /must be given again/)
  })

  test("survives a change of the installation's key", async () => {
    const { client, admin } = await makeOffice()
    await admin.put('/message-channels/email', withUser({ password: PASSWORD }))
    const keys = [9, 7].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(' ')
    const box = openSecretBox({ dataDir: '', secretKey: keys })
    const reseal = async () => {
      const unlocked = await box.unlock()
      return inClientOf(client, (scope) => resealChannels(scope, unlocked))
    }
    assert.deepEqual(await reseal(), { resealed: 1, unopened: 0 })
    assert.deepEqual(await reseal(), { resealed: 0, unopened: 0 })
    const options = { guard: createAddressGuard(), installation: {} }
    await inClientOf(client, async (scope) => {
      assert.equal((await openChannels({ ...options, box }).find(scope, 'email')).source, 'client')
      await assert.rejects(
        openChannels({ ...options, box: testBox }).find(scope, 'email'),
        (error: SendFailure) => error instanceof SendFailure && error.code === 'wronglySetUp',
      )
    })
  })
})

describe('trying a mail server', () => {
  let server: SMTPServer
  let port = 0
  let folder: string
  let authority = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-channels-'))
    const { key, cert, caCertPem = '' } = await ensureCertificate({ dir: folder, names: ['127.0.0.1'] })
    authority = caCertPem
    server = new SMTPServer({
      key,
      cert,
      banner: 'mail of the garage',
      logger: false,
      disableReverseLookup: true,
      onAuth: ({ username, password }, _session, done) =>
        done(username === 'me' && password === PASSWORD ? null : new Error('5.7.8 bad credentials'), {
          user: 'me',
        }),
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith('no')
            ? Object.assign(new Error('no such user here'), { responseCode: 550 })
            : null,
        ),
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', () => done(null, 'queued as 4711'))
      },
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    port = (server.server.address() as AddressInfo).port
  })
  after(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await rm(folder, { recursive: true })
  })

  const tried = async (admin: AppPerson, body: object = {}) => {
    const response = await admin.post('/message-channels/email/test', body)
    assert.equal(response.statusCode, 200, response.body)
    return response.json<ChannelTest>()
  }
  const stepsOf = ({ steps }: ChannelTest) => steps.map(({ step, isGood }) => `${step} ${isGood}`)

  test('tells each step in its own words, and believes no certificate but of the authority that is given', async () => {
    const { admin } = await makeOffice()
    await admin.put('/message-channels/email', mailAt(port, { user: 'me', password: PASSWORD }))
    const found = await tried(admin, { to: 'a@example.org' })
    assert.deepEqual(stepsOf(found), ['connect true', 'tls false'])
    assert.deepEqual([found.isGood, found.failureCode], [false, 'notTrusted'])
    assert.equal(found.steps[0]?.words, `127.0.0.1:${port}`)
    assert.doesNotMatch(JSON.stringify(found), /WALKAROUND|hush/)

    const me = { user: 'me', authority }
    await admin.put('/message-channels/email', mailAt(port, { ...me, password: PASSWORD }))
    const good = await tried(admin, { to: 'a@example.org' })
    assert.deepEqual(stepsOf(good), ['connect true', 'tls true', 'signIn true', 'send true'])
    assert.match(good.steps[1]?.words ?? '', /^TLS · 220 .*mail of the garage/)
    assert.match(good.steps[2]?.words ?? '', /235 .*Authentication/i)
    assert.match(good.steps[3]?.words ?? '', /250 .*queued as 4711/)
    assert.equal((await tried(admin)).steps.length, 3, 'without an address nothing is sent')
    const refused = await tried(admin, { to: 'no@example.org' })
    assert.deepEqual([stepsOf(refused).at(-1), refused.failureCode], ['send false', 'addressRefused'])
    assert.match(refused.steps.at(-1)?.words ?? '', /550 no such user here/)
    await admin.put('/message-channels/email', mailAt(port, { ...me, password: 'wrong' }))
    const wrong = await tried(admin, { to: 'a@example.org' })
    assert.deepEqual([stepsOf(wrong).at(-1), wrong.failureCode], ['signIn false', 'wronglySetUp'])
    assert.match(wrong.steps.at(-1)?.words ?? '', /refused user and password: 535 .*bad credentials/)
  })

  test('that is away, or is none, is told as it is', async () => {
    const { admin } = await makeOffice()
    await admin.put('/message-channels/email', mailAt(9))
    const away = await tried(admin)
    assert.deepEqual([stepsOf(away), away.failureCode], [['connect false'], 'notReached'])
    assert.match(away.steps[0]?.words ?? '', /refused/)
    refusal(
      await admin.post('/message-channels/email/test', { to: 'nobody' }),
      'invalidArgument',
      /"nobody" is not/,
    )
    refusal(await admin.post('/message-channels/sms/test', {}), 'channelNotSetUp')
  })

  test('is done a few times in a minute', async () => {
    const { admin } = await makeOffice()
    await admin.put('/message-channels/email', mailAt(9))
    for (let time = 0; time < 10; time++) await tried(admin)
    const late = await admin.post('/message-channels/email/test', {})
    refusal(late, 'rateExceeded')
    assert.equal(late.headers['retry-after'], '60')
  })
})

describe('what a client may reach', () => {
  const guarded = (allow: string[] = [], addresses?: string[]) =>
    openChannels({
      box: testBox,
      guard: createAddressGuard({ allow, ...(addresses ? { find: async () => addresses } : {}) }),
      installation: {},
    })
  const probeOf = async (client: TestClient, channel: 'email' | 'sms', channels = guarded()) =>
    inClientOf(client, async (scope) => {
      const found = await channels.find(scope, channel)
      return found.channel?.probe()
    })

  test('is nothing in the network of the operator, by number or by name', async () => {
    const { client, admin } = await makeOffice()
    for (const host of ['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254']) {
      await admin.put('/message-channels/email', {
        email: { host, security: 'starttls', from: 'a@example.com' },
      })
      const probed = await probeOf(client, 'email')
      assert.deepEqual(probed?.steps, [])
      assert.equal(probed?.failure?.code, 'wronglySetUp')
      assert.match(probed?.failure?.words ?? '', /is not public: it is/)
    }
    await admin.put('/message-channels/email', {
      email: { host: 'mail.example.com', security: 'tls', from: 'a@example.com' },
    })
    const named = await probeOf(client, 'email', guarded([], ['10.1.2.3', '127.0.0.1']))
    assert.match(named?.failure?.words ?? '', /mail\.example\.com: 10\.1\.2\.3 is not public/)
    for (const url of ['https://10.0.0.1/sms', 'https://sms.example.com/', 'http://127.0.0.1:1/']) {
      await admin.put('/message-channels/sms', { sms: { url } })
      const probed = await probeOf(client, 'sms', guarded([], ['192.168.1.1']))
      assert.deepEqual([probed?.steps, probed?.failure?.step], [[], 'connect'], url)
      assert.match(probed?.failure?.words ?? '', /is not public/)
    }
  })

  test('is also what the operator allows', async () => {
    const mail = await startMailServer()
    const { client, admin } = await makeOffice()
    await admin.put('/message-channels/email', mailAt(portOf(mail)))
    const probed = await probeOf(client, 'email', guarded(['127.0.0.0/8']))
    assert.equal(probed?.failure, undefined)
    assert.deepEqual(
      probed?.steps.map(({ step }) => step),
      ['connect', 'tls'],
    )
    assert.match(probed?.steps[1]?.words ?? '', /220 .*ESMTP/)
    await mail.close()
  })
})

describe('an SMS gateway of a client', () => {
  let gateway: Server
  let url = ''
  const calls: { headers: Record<string, unknown>; body: string }[] = []
  let status = 200
  before(async () => {
    gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        calls.push({ headers: request.headers, body })
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ said: `you sent ${request.headers.authorization}`, status }))
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', () => resolve()))
    url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
  })
  after(() => new Promise((resolve) => gateway.close(resolve)))

  test('gets the key where it belongs, and its words are told without it', async () => {
    const { client, admin } = await makeOffice()
    const surveyId = await makeSurvey(client)
    const headers = [{ name: 'Authorization', value: 'Bearer {key}' }]
    const body = '{"to":"{to}","text":"{text}","from":"{from}"}'
    const set = await admin.put('/message-channels/sms', {
      sms: { url, headers, body, from: 'Nord', key: PASSWORD },
    })
    assert.equal(set.statusCode, 200, set.body)
    const message = await sent(client, admin, surveyId, { channel: 'sms' })
    assert.deepEqual([message.state, message.inOutbox], ['sent', undefined])
    const call = calls.at(-1)
    assert.equal(call?.headers.authorization, `Bearer ${PASSWORD}`)
    assert.equal(JSON.parse(call?.body ?? '').from, 'Nord')

    const good = await admin.post('/message-channels/sms/test', { to: '+49 151 1234567' })
    assert.equal(good.json<ChannelTest>().isGood, true, good.body)
    assert.match(good.body, /status 200 · .*you sent Bearer …/)
    assert.match(JSON.parse(calls.at(-1)?.body ?? '').text, /this is a test/)
    status = 422
    const bad = (
      await admin.post('/message-channels/sms/test', { to: '+49 151 1234567' })
    ).json<ChannelTest>()
    status = 200
    assert.deepEqual([bad.isGood, bad.failureCode], [false, 'refused'])
    assert.match(bad.steps.at(-1)?.words ?? '', /status 422 · .*you sent Bearer …/)
  })
})

test('a test mail arrives, with the words of the server', async () => {
  const mail = await startMailServer()
  const { client, admin } = await makeOffice()
  await admin.put('/message-channels/email', mailAt(portOf(mail)))
  const { probe } = await inClientOf(client, async (scope) => {
    const { channel } = await ownChannels.find(scope, 'email')
    assert.ok(channel)
    return channel
  })
  const probed = await probe({ id: 'm', address: 'ada@example.org', subject: 'Test', text: 'words' })
  assert.equal(probed.failure, undefined)
  assert.match(probed.steps.at(-1)?.words ?? '', /250 .*OK/i)
  assert.equal(readMail(mail.taken.at(-1)?.raw ?? '').headers.get('subject')?.[0], 'Test')
  mail.refuseNext('550 no such user')
  const refused = await probe({ id: 'm', address: 'no@example.org', subject: 'Test', text: 'words' })
  assert.deepEqual([refused.failure?.step, refused.failure?.code], ['send', 'addressRefused'])
  await mail.close()
})

// Doctor and the channels of messages, with real servers: a private authority, sign-ins, and nothing sent.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { startTelegramServer, TOKEN } from '../../test/support/telegram-server.ts'
import { ConfigError, loadConfig } from '../config/config.ts'
import { type Certificate, ensureCertificate } from '../outside/certificates.ts'
import { SendFailure } from '../outside/channel.ts'
import { createTelegram } from '../outside/telegram.ts'
import { openWays } from '../process/open-post.ts'
import { examineMail, examineSms, examineTelegram } from './examine-post.ts'

let folder: string
let certificate: Certificate
let caFile: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-post-'))
  certificate = await ensureCertificate({ dir: join(folder, 'tls'), names: ['localhost'] })
  caFile = certificate.caFile as string
})
after(() => rm(folder, { recursive: true, force: true }))

const waysOf = (env: Record<string, string>) =>
  openWays(loadConfig({ WALKAROUND_DATA: folder, WALKAROUND_MAIL_FROM: 'a@example.com', ...env }))

interface Mails {
  port: number
  /** Commands that begin a mail. */
  begun: number
  taken: number
}

/** Runs a company's mail server while the work runs. */
async function withServer(options: SMTPServerOptions, work: (mails: Mails) => Promise<void>): Promise<void> {
  const mails: Mails = { port: 0, begun: 0, taken: 0 }
  const server = new SMTPServer({
    key: certificate.key,
    cert: certificate.cert,
    logger: false,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'desk' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onMailFrom(_address, _session, done) {
      mails.begun++
      done()
    },
    onData(stream, _session, done) {
      mails.taken++
      stream.on('end', () => done()).resume()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  mails.port = (server.server.address() as AddressInfo).port
  try {
    await work(mails)
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

const outgoing = { id: 'm-1', address: 'ada@example.org', subject: 'Hello', text: 'Hello' }
const never = new AbortController().signal

describe('doctor and the mail server', () => {
  test('without one it says where e-mail goes', async () => {
    assert.deepEqual(await examineMail({}), {
      state: 'ok',
      text: 'not set up: e-mail stays in the built-in outbox',
    })
  })

  for (const [scheme, options] of [
    ['smtps', { secure: true }],
    ['smtp', { secure: false }],
  ] as const) {
    test(`${scheme}: an authority of the company is believed when it is named, and only then`, async () => {
      await withServer(options, async (mails) => {
        const WALKAROUND_SMTP_URL = `${scheme}://desk:p%40ss@localhost:${mails.port}`
        const named = waysOf({ WALKAROUND_SMTP_URL, WALKAROUND_SMTP_CA: caFile })
        assert.deepEqual(await examineMail(named), {
          state: 'ok',
          text: 'the mail server answers, user and password are accepted; nothing was sent',
        })
        assert.deepEqual([mails.begun, mails.taken], [0, 0], 'nothing was sent')
        await named.mail?.send(outgoing, never)
        assert.equal(mails.taken, 1)

        const unnamed = waysOf({ WALKAROUND_SMTP_URL })
        const { state, text, next } = await examineMail(unnamed)
        assert.equal(state, 'fail')
        assert.match(text, /certificate.*WALKAROUND_SMTP_CA/)
        assert.match(next ?? '', /WALKAROUND_SMTP_CA/)
        await assert.rejects(
          unnamed.mail?.send(outgoing, never) as Promise<void>,
          (error: unknown) => error instanceof SendFailure && error.code === 'notTrusted',
        )
        assert.equal(mails.taken, 1)
      })
    })
  }

  test('a wrong password is found, and not shown', async () => {
    await withServer({ secure: true }, async ({ port }) => {
      const { state, text, next } = await examineMail(
        waysOf({
          WALKAROUND_SMTP_URL: `smtps://desk:wrong-secret@localhost:${port}`,
          WALKAROUND_SMTP_CA: caFile,
        }),
      )
      assert.equal(state, 'fail')
      assert.match(`${text} ${next}`, /refused user and password of WALKAROUND_SMTP_URL/)
      assert.doesNotMatch(`${text} ${next}`, /wrong-secret/)
    })
  })

  test('TLS asked of a port that speaks none, and a port where nobody is', async () => {
    await withServer({ hideSTARTTLS: true }, async ({ port }) => {
      const { state, text } = await examineMail(
        waysOf({ WALKAROUND_SMTP_URL: `smtps://localhost:${port}`, WALKAROUND_SMTP_CA: caFile }),
      )
      assert.equal(state, 'fail')
      assert.match(text, /TLS could not be negotiated/)
    })
    const away = await examineMail(waysOf({ WALKAROUND_SMTP_URL: 'smtp://127.0.0.1:9' }))
    assert.equal(away.state, 'fail')
    assert.match(`${away.text} ${away.next}`, /the connection was refused.*firewall/)
  })

  test('on the same machine it may do without TLS', async () => {
    await withServer({ hideSTARTTLS: true }, async ({ port }) => {
      const found = await examineMail(waysOf({ WALKAROUND_SMTP_URL: `smtp://127.0.0.1:${port}` }))
      assert.deepEqual(found, { state: 'ok', text: 'the mail server answers; nothing was sent' })
    })
  })

  test('elsewhere it warns of a server without TLS', async () => {
    await withServer({ disabledCommands: ['STARTTLS', 'AUTH'] }, async ({ port }) => {
      // Another spelling of this machine, which counts as another machine.
      const found = await examineMail(waysOf({ WALKAROUND_SMTP_URL: `smtp://[::ffff:127.0.0.1]:${port}` }))
      assert.equal(found.state, 'warn')
      assert.match(`${found.text} ${found.next}`, /offers no TLS.*STARTTLS/)
    })
  })

  test('a file that is no authority is told by the name of the setting', async () => {
    const file = join(folder, 'nothing.pem')
    const open = () => waysOf({ WALKAROUND_SMTP_URL: 'smtp://x', WALKAROUND_SMTP_CA: file })
    assert.throws(
      open,
      (error) => error instanceof ConfigError && /WALKAROUND_SMTP_CA.*read/.test(error.message),
    )
    await writeFile(file, 'nonsense')
    assert.throws(open, (error) => error instanceof ConfigError && /no certificate/.test(error.message))
  })
})

describe('doctor and the gateway for SMS', () => {
  test('asks a known one for the account, and only connects to another', async () => {
    const asked: string[] = []
    const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const isUser = request.headers.authorization === `Basic ${Buffer.from('AC1:good').toString('base64')}`
      response.writeHead(isUser ? 200 : 401).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `https://localhost:${(server.address() as AddressInfo).port}`
    const preset = {
      WALKAROUND_SMTP_URL: 'smtp://x',
      WALKAROUND_SMS_PRESET: 'twilio',
      WALKAROUND_SMS_URL: url,
      WALKAROUND_SMS_ACCOUNT: 'AC1',
      WALKAROUND_SMS_FROM: '+15005550006',
    }
    const look = (env: Record<string, string>) =>
      examineSms(waysOf({ WALKAROUND_SMTP_URL: 'smtp://x', ...env }))
    try {
      const good = await look({ ...preset, WALKAROUND_SMS_KEY: 'good', WALKAROUND_SMS_CA: caFile })
      assert.deepEqual(good, { state: 'ok', text: 'the gateway accepts the account; nothing was sent' })
      const bad = await look({ ...preset, WALKAROUND_SMS_KEY: 'bad', WALKAROUND_SMS_CA: caFile })
      assert.deepEqual([bad.state, bad.next], ['fail', 'check WALKAROUND_SMS_ACCOUNT and WALKAROUND_SMS_KEY'])
      const account = 'GET /2010-04-01/Accounts/AC1.json'
      assert.deepEqual(asked.splice(0), [account, account])
      const unknown = await look({ ...preset, WALKAROUND_SMS_KEY: 'good' })
      assert.match(`${unknown.state} ${unknown.text}`, /^fail .*WALKAROUND_SMS_CA/)
      const generic = { WALKAROUND_SMS_URL: `${url}/send?to={to}` }
      const reached = await look({ ...generic, WALKAROUND_SMS_CA: caFile })
      assert.match(`${reached.state} ${reached.text}`, /^ok the gateway can be reached/)
      assert.match((await look(generic)).text, /certificate.*WALKAROUND_SMS_CA/)
      assert.deepEqual(asked, [], 'not a word of HTTP')
      const away = await look({ WALKAROUND_SMS_URL: 'https://127.0.0.1:9' })
      assert.match(`${away.state} ${away.text}`, /^fail .*nothing is listening there/)
      assert.match((await examineSms({})).text, /built-in outbox/)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

describe('doctor and Telegram', () => {
  test('asks the bot for its name', async () => {
    const server = await startTelegramServer()
    try {
      const look = (token: string) =>
        examineTelegram({ telegram: createTelegram({ token, url: server.url }) })
      assert.deepEqual(await look(TOKEN), { state: 'ok', text: 'the bot is @garage_bot; nothing was sent' })
      const wrong = await look('999999:other_token')
      assert.match(`${wrong.state} ${wrong.next}`, /^fail .*WALKAROUND_TELEGRAM_TOKEN/)
      assert.doesNotMatch(wrong.text, /other_token/)
      assert.match((await examineTelegram({})).text, /not offered/)
      assert.deepEqual(server.sent, [])
    } finally {
      await server.close()
    }
  })
})

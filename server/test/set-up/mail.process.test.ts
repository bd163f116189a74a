// The mail server on the pages of the first start: set and tried with the session of the new admin, by the rules of the console, or left
// for later. The password is shown to nobody.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import {
  admin,
  cookieOf,
  linkOf,
  open,
  post,
  press,
  titleOf,
  valuesOf,
  walkToAdmin,
} from '../support/first-start.ts'
import { type MailServer, readMail, startMailServer } from '../support/mail-server.ts'
import {
  type Answer,
  type Env,
  makeFolder,
  onlyEmbedded,
  type Server,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'

const emptyFolder = async (more: Env = {}): Promise<Env> => ({
  WALKAROUND_DATA: join(await makeFolder(), 'data'),
  WALKAROUND_DEMO: '0',
  WALKAROUND_MESSAGE_ALLOW: '127.0.0.0/8',
  ...more,
})

async function start(t: TestContext, more: Env = {}): Promise<Server> {
  const server = await startServer(await emptyFolder(more))
  t.after(async () => {
    server.kill('SIGTERM')
    await server.ended
  })
  return server
}

async function startMail(t: TestContext): Promise<MailServer> {
  const mail = await startMailServer()
  t.after(() => mail.close())
  return mail
}

const PASSWORD = 'hush hush by the harbour'
const serverAt = ({ url }: MailServer) => ({
  host: '127.0.0.1',
  port: new URL(url).port,
  from: 'service@example.org',
})

/** Somebody with a session at the pages below the link. */
const visitor = (server: Server, path: string, cookie: string) => ({
  open: (page: string, language = 'en') =>
    server.send({ path: `${path}/${page}?lang=${language}`, headers: { cookie } }),
  post: (values: Record<string, string>, more: Record<string, string> = {}) =>
    server.send({
      method: 'POST',
      path: `${path}/mail?lang=en`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...more },
      body: new URLSearchParams(values).toString(),
    }),
  ask: async (what: string) =>
    JSON.parse(
      (await server.send({ path: `/app/system-clients/autohaus-sud-sohne/${what}`, headers: { cookie } }))
        .text,
    ),
})

async function setUpTo(
  server: Server,
): Promise<{ path: string; form: Answer; me: ReturnType<typeof visitor> }> {
  const path = linkOf(server.output())
  const form = await press(server, path, await walkToAdmin(server, path), admin)
  assert.equal(titleOf(form), 'Your mail server', form.text)
  return { path, form, me: visitor(server, path, cookieOf(form)) }
}

describe('the mail server on the pages of the first start', { skip: onlyEmbedded }, () => {
  test('is set and tried, with its own words, and the password is shown nowhere', async (t) => {
    const mail = await startMail(t)
    const server = await start(t)
    const { form, me, path } = await setUpTo(server)
    const values = valuesOf(form.text)
    assert.equal(values.to, 'ada@example.org', 'proposed, because it is the login')
    assert.match(form.text, /Autohaus Süd &amp; Söhne is set up, and you are signed in as ada@example\.org/)

    const wrong: [Record<string, string>, string, RegExp][] = [
      [{ host: 'a b' }, 'host', /no name of a mail server/],
      [{ port: '70000' }, 'port', /A number from 1 to 65535/],
      [{ port: 'x' }, 'port', /A number from 1 to 65535/],
      [{ from: 'nobody' }, 'from', /no e-mail address/],
      [{ authority: 'PEM' }, 'authority', /no certificate as PEM text/],
      [{ mailPassword: PASSWORD }, 'user', /A password needs a user name/],
      [{ user: 'ada' }, 'mailPassword', /Type the password/],
      [{ user: 'ada', mailPassword: PASSWORD.repeat(200) }, 'mailPassword', /Type the password/],
      [{ to: 'nobody' }, 'to', /no e-mail address/],
    ]
    for (const [typed, field, why] of wrong) {
      const refused = await me.post({ ...values, ...serverAt(mail), ...typed })
      assert.equal(refused.status, 400, field)
      assert.match(refused.text, new RegExp(`id="${field}-refused" class="refused">[^<]*`), refused.text)
      assert.match(refused.text, why)
      assert.ok(!refused.text.includes(PASSWORD), `${field}: a password never comes back`)
      for (const [name, text] of Object.entries(typed))
        if (name !== 'mailPassword') assert.equal(valuesOf(refused.text)[name], text, `${name} is kept`)
    }
    assert.equal(mail.attempts(), 0)

    mail.refuseNext('550 5.1.1 nobody of that name here')
    const now = valuesOf((await me.open('mail')).text)
    const failed = await me.post({ ...now, ...serverAt(mail) })
    assert.equal(failed.status, 200)
    assert.match(failed.text, /The settings are saved, but the test message did not leave/)
    assert.match(failed.text, /5\.1\.1 nobody of that name here/)
    assert.equal((await me.ask('message-channels/email')).source, 'client')

    const works = await me.post(valuesOf(failed.text))
    assert.equal(titleOf(works), 'The mail server works')
    const [taken] = mail.taken
    assert.deepEqual(taken?.to, ['ada@example.org'])
    assert.match(readMail(taken?.raw ?? '').bodies.join(), /Autohaus Süd/)

    // Two at once: the later one is shown what is there now.
    const late = await me.post({ ...now, ...serverAt(mail), from: 'other@example.org' })
    assert.equal(late.status, 400)
    assert.match(late.text, /Somebody has changed these settings meanwhile/)
    assert.equal(valuesOf(late.text).from, 'service@example.org')

    const ready = await me.open('ready')
    assert.equal(titleOf(ready), 'Walkaround is ready')
    assert.match(ready.text, /your messages have a server/)
    assert.equal(titleOf(await me.open('ready', 'de')), 'Walkaround ist bereit')

    const kinds = async () =>
      ((await me.ask('audit')).entries as { kind: string; actor: { id: string } }[]).map(({ kind }) => kind)
    await until('the audit says so', async () => (await kinds()).includes('messageChannel.set'))
    assert.ok(!server.output().includes(PASSWORD), 'the log has no password')
    assert.ok(!server.output().split(path).slice(2).join('').length, 'the token is not logged')
  })

  test('may wait', async (t) => {
    const server = await start(t)
    const { form, me } = await setUpTo(server)
    assert.match(form.text, /class="second" href="[^"]*\/ready\?lang=en">Later/)
    const ready = await me.open('ready')
    assert.equal(titleOf(ready), 'Walkaround is ready')
    assert.match(ready.text, /the server that sends messages, with a test/)
    assert.equal((await me.ask('message-channels/email')).source, 'none')
  })

  test('of the installation is tried as it is', async (t) => {
    const mail = await startMail(t)
    const server = await start(t, {
      WALKAROUND_SMTP_URL: mail.url,
      WALKAROUND_MAIL_FROM: 'walkaround@example.org',
    })
    const { form, me } = await setUpTo(server)
    assert.match(form.text, /Whoever operates this service has set up a mail server/)
    const works = await me.post(valuesOf(form.text))
    assert.equal(titleOf(works), 'The mail server works', works.text)
    assert.equal(mail.taken.length, 1)
    assert.equal((await me.ask('message-channels/email')).source, 'installation')
    assert.match((await me.open('ready')).text, /your messages have a server/)
  })

  test('is for the new admin alone, and for forms of this service', async (t) => {
    const server = await start(t)
    const link = linkOf(server.output())
    // Before there is an admin, it leads to the beginning.
    const early = await server.send({ path: `${link}/mail?lang=en` })
    assert.equal(early.status, 303)
    const { path, form, me } = await setUpTo(server)
    const stranger = visitor(server, path, '')
    const values = { ...valuesOf(form.text), host: '127.0.0.1', from: 'service@example.org' }
    for (const page of ['mail', 'ready']) {
      const shown = await stranger.open(page)
      assert.deepEqual([shown.status, titleOf(shown)], [404, 'Walkaround is set up already'])
    }
    assert.equal((await stranger.post(values)).status, 404)
    assert.equal((await me.post(values, { 'sec-fetch-site': 'cross-site' })).status, 403)
    const forged = await me.post({ ...values, csrf: 'x' })
    assert.equal(forged.status, 400)
    assert.equal((await me.ask('message-channels/email')).source, 'none')
    assert.equal((await open(server, path)).status, 404)
    assert.equal((await post(server, path, {})).status, 404)
  })
})

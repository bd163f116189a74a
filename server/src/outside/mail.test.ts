// E-mail with a real SMTP server: what it receives, and which failures may pass.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { decodeHeader, type MailServer, readMail, startMailServer } from '../../test/support/mail-server.ts'
import { type Outgoing, SendFailure } from './channel.ts'
import { createMail } from './mail.ts'

const message: Outgoing = {
  id: 'm-1',
  address: 'ada@example.org',
  name: 'Ada Test',
  sender: 'Autohaus Müller',
  subject: 'Ihr Fahrzeug',
  text: 'Guten Tag,\nÄ Ö Ü',
  html: '<p>Guten Tag</p>',
}
const never = new AbortController().signal

describe('mail', () => {
  let server: MailServer
  before(async () => {
    server = await startMailServer()
  })
  after(() => server.close())
  const mail = () => createMail({ url: server.url, from: { address: 'service@example.com' } })
  const send = async (more: Partial<Outgoing> = {}) => {
    const before = server.taken.length
    await mail().send({ ...message, ...more }, never)
    assert.equal(server.taken.length, before + 1)
    const taken = server.taken.at(-1)
    assert.ok(taken)
    return { ...taken, ...readMail(taken.raw) }
  }

  test('arrives whole, in plain text and HTML, under an id of its own', async () => {
    const { from, to, headers, bodies } = await send({ replyTo: 'desk@example.com' })
    assert.deepEqual([from, to], ['service@example.com', ['ada@example.org']])
    assert.deepEqual(headers.get('message-id'), ['<m-1@example.com>'])
    assert.deepEqual(headers.get('reply-to'), ['desk@example.com'])
    assert.equal(decodeHeader(headers.get('from')?.[0] ?? ''), 'Autohaus Müller <service@example.com>')
    assert.equal(decodeHeader(headers.get('subject')?.[0] ?? ''), 'Ihr Fahrzeug')
    assert.deepEqual(
      bodies.map((body) => body.replaceAll('\r\n', '\n')),
      ['Guten Tag,\nÄ Ö Ü', '<p>Guten Tag</p>'],
    )
  })

  test('names the way out of reminders, for mail programs that ask without a person', async () => {
    const { headers } = await send({ unsubscribe: 'https://walkaround.example/r/a.b' })
    assert.deepEqual(headers.get('list-unsubscribe'), ['<https://walkaround.example/r/a.b>'])
    assert.deepEqual(headers.get('list-unsubscribe-post'), ['List-Unsubscribe=One-Click'])
    assert.equal((await send()).headers.get('list-unsubscribe'), undefined)
  })

  test('brings its pictures along, under the names its HTML uses', async () => {
    const html = '<img src="cid:logo" alt="Autohaus Müller">'
    const pictures = [{ id: 'logo', bytes: Buffer.from('picture bytes'), contentType: 'image/png' }]
    const { raw } = await send({ html, pictures })
    const words = raw.toString()
    assert.match(words, /content-type: multipart\/related/i)
    assert.match(words, /content-id: <logo>/i)
    assert.match(words, /content-type: image\/png; name=logo\.png/i)
    assert.ok(words.includes(Buffer.from('picture bytes').toString('base64')))
  })

  test('has no line end in a name, however it is written', async () => {
    const evil = 'Eve\r\nX-Evil: yes\u2028and\tmore'
    const { headers } = await send({ name: evil, sender: evil, subject: evil })
    for (const name of ['from', 'to', 'subject']) {
      assert.match(decodeHeader(headers.get(name)?.[0] ?? ''), /^"?Eve X-Evil: yes and more/, name)
    }
  })

  test('with a link goes over no open line but to this machine, unless that is allowed', async () => {
    // The same server under a name that does not count as this machine.
    const url = server.url.replace('127.0.0.1', '127.1')
    const options = { url, from: { address: 'service@example.com' } }
    const before = server.taken.length
    await createMail(options).send(message, never)
    assert.equal(server.taken.length, before + 1)
    await assert.rejects(
      createMail(options).send({ ...message, hasSecret: true }, never),
      (error: SendFailure) => {
        assert.deepEqual([error.isPermanent, error.code], [false, 'notTrusted'])
        assert.match(error.message, /WALKAROUND_SMTP_ALLOW_OPEN/)
        return true
      },
    )
    assert.equal(server.taken.length, before + 1)
    await createMail({ ...options, allowsOpen: true }).send({ ...message, hasSecret: true }, never)
    await send({ hasSecret: true })
    assert.equal(server.taken.length, before + 3)
  })

  test('is given no header and no recipient by a name or a subject', async () => {
    for (const evil of [
      'Eve\r\nBcc: spy@example.net',
      'Eve" <spy@example.net>, "x',
      'Eve <spy@example.net>',
      'spy@example.net, x',
      'a;b:c,d',
    ]) {
      const { to, headers } = await send({ name: evil, subject: evil, sender: evil })
      assert.deepEqual(to, ['ada@example.org'])
      assert.equal(headers.get('bcc'), undefined)
      assert.equal(headers.get('to')?.length, 1)
      assert.equal(headers.get('subject')?.length, 1)
    }
  })

  const failure = async (work: Promise<unknown>): Promise<SendFailure> => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof SendFailure, String(error))
    return error
  }

  test('says what may pass and what will not', async () => {
    server.refuseNext(451)
    const later = await failure(send())
    assert.deepEqual(
      [later.isPermanent, later.message],
      [false, 'the mail server put it off: 451 try again later'],
    )
    server.refuseNext(550)
    const refused = await failure(send())
    assert.deepEqual(
      [refused.isPermanent, refused.message],
      [true, 'the mail server refused it: 550 no such user here'],
    )
  })

  for (const [answer, code, isPermanent] of [
    ['451 try again later', 'putOff', false],
    ['452 4.2.2 mailbox full', 'mailboxFull', false],
    ['552 no room', 'mailboxFull', true],
    ['552 5.2.2 over quota', 'mailboxFull', true],
    ['550 no such user', 'addressRefused', true],
    ['550 5.1.1 no such user', 'addressRefused', true],
    ['550 5.7.1 not from you', 'refused', true],
    ['554 no', 'refused', true],
  ] as const) {
    test(`gives the answer ${answer} the name ${code}`, async () => {
      server.refuseNext(answer)
      const error = await failure(send())
      assert.deepEqual([error.code, error.isPermanent], [code, isPermanent])
      assert.ok(error.message.endsWith(answer), error.message)
    })
  }

  test('a refused sign-in is told by the name of the setting, and without the password', async () => {
    const strict = new SMTPServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      logger: false,
      onAuth: (_auth, _session, done) => done(new Error('go away')),
    })
    await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', () => resolve()))
    const { port } = strict.server.address() as AddressInfo
    const from = { address: 'a@example.com' }
    const error = await failure(
      createMail({ url: `smtp://user:pass%20word@127.0.0.1:${port}`, from }).send(message, never),
    )
    assert.deepEqual([error.isPermanent, error.code], [false, 'wronglySetUp'])
    assert.match(error.message, /WALKAROUND_SMTP_URL/)
    assert.doesNotMatch(error.message, /pass word|pass%20/)
    await new Promise<void>((resolve) => strict.close(() => resolve()))
  })

  test('a certificate nobody vouches for is not believed', async () => {
    const secure = new SMTPServer({ secure: true, authOptional: true, logger: false })
    secure.on('error', () => {})
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', () => resolve()))
    const { port } = secure.server.address() as AddressInfo
    const from = { address: 'a@example.com' }
    const error = await failure(createMail({ url: `smtps://127.0.0.1:${port}`, from }).send(message, never))
    assert.deepEqual([error.isPermanent, error.code], [false, 'notTrusted'])
    assert.match(error.message, /certificate/)
    await new Promise<void>((resolve) => secure.close(() => resolve()))
  })

  test('a server that is away may come back', async () => {
    const away = createMail({
      url: 'smtp://127.0.0.1:9',
      from: { address: 'a@example.com' },
      timeoutMs: 2_000,
    })
    const error = await failure(away.send(message, never))
    assert.deepEqual([error.isPermanent, error.code], [false, 'notReached'])
    assert.match(error.message, /the mail server: the connection was refused.*\(ECONNREFUSED\)/)
  })
})

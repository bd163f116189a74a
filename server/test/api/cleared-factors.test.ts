// Whoever's passkeys somebody else removed is told by e-mail, over a real mail server; whoever removed them learns whether anybody was.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ClearedSecondFactor, ListedLogin, MadeInvitation } from '@walkaround/contract/app/logins.ts'
import { sql } from '../../src/db/sql.ts'
import { addLogin } from '../../src/identity/logins.ts'
import { createPasswords } from '../../src/identity/passwords.ts'
import { newId } from '../../src/lib/ids.ts'
import { createMail } from '../../src/outside/mail.ts'
import { BASE_URL, clientsWithMail, makeClient, request, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, makePerson, PASSWORD, person } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { decodeHeader, type MailServer, readMail, startMailServer } from '../support/mail-server.ts'
import { startPost, type TestPost } from '../support/post.ts'
import { typeCommand } from '../support/typed-command.ts'

const mailSettings = { WALKAROUND_SMTP_URL: 'smtps://mail.example', WALKAROUND_MAIL_FROM: 'w@example.org' }

async function addPasskey(login: string): Promise<void> {
  const { database } = await testApp()
  const id = newId()
  await database.run(sql`
    insert into passkeys (id, login_id, credential_id, public_key, counter, transports, name, is_synced, created_at)
    select ${id}, l.id, ${id}, ${Buffer.from('key')}, 0, ${['internal']}::text[], 'Laptop', false, now()
    from logins l where l.login = ${login}`)
}

/** By an e-mail address. */
async function named(clientId: string): Promise<string> {
  const login = `pat-${newId().slice(-10)}@dealer.example`
  const passwordHash = await createPasswords({ memoryKiB: 64, passes: 1 }).hash(PASSWORD)
  await asSystem((scope) =>
    addLogin(scope, { login, name: 'Pat Lang', passwordHash, clientId, role: 'advisor' }),
  )
  return login
}

async function clear(admin: AppPerson, login: string): Promise<ClearedSecondFactor> {
  const { logins } = (await admin.get('/logins')).json<{ logins: ListedLogin[] }>()
  const id = logins.find((one) => one.login === login)?.id
  const response = await admin.delete(`/logins/${id}/second-factor`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

describe('a person whose second factor was removed', () => {
  let server: MailServer
  let client: TestClient
  let admin: AppPerson
  let post: TestPost
  before(async () => {
    server = await startMailServer()
    client = await makeClient()
    admin = await person(client.id, 'admin', 'Ada Admin')
    clientsWithMail.add(client.id)
    const mail = createMail({
      url: server.url,
      from: { address: 'walkaround@example.org' },
      allowsOpen: true,
    })
    post = await startPost(client, { email: mail })
  })
  after(async () => {
    await post.stop()
    await server.close()
  })

  const arrived = async () => {
    await post.drain()
    return server.taken.splice(0).map(({ to, raw }) => {
      const { headers, bodies } = readMail(raw)
      return { to, subject: decodeHeader(headers.get('subject')?.[0] ?? ''), text: bodies[0] ?? '' }
    })
  }

  test('learns by whom, when and what to do, at the address that the login is', async () => {
    const login = await named(client.id)
    await addPasskey(login)
    assert.deepEqual(await clear(admin, login), { passkeys: 1, sentTo: login })
    const [mail, ...others] = await arrived()
    assert.deepEqual([mail?.to, others], [[login], []])
    assert.equal(mail?.subject, 'Your passkeys for Walkaround were removed')
    const text = (mail?.text ?? '').replaceAll(/\s+/g, ' ')
    assert.match(
      text,
      /^Hello Pat Lang, Ada Admin removed all passkeys and recovery codes of your login pat-/,
    )
    assert.match(text, new RegExp(`at Test ${client.id}, on \\d+ \\w+ ${new Date().getFullYear()}`))
    assert.match(text, /You are signed out everywhere\./)
    assert.match(text, /change your password at once, and call Test/)
    assert.doesNotMatch(text, /:\/\/|\{/, 'no link, and no place that was left empty')
    assert.deepEqual(await clear(admin, login), { passkeys: 0 })
    assert.deepEqual(await arrived(), [], 'nothing was removed the second time')
  })

  test('is written to where the link went that they used, in its language', async () => {
    const login = `nia-${newId().slice(-10)}`
    const fields = { login, name: 'Nia New', role: 'advisor', email: 'nia@example.org', language: 'de' }
    const { link } = (await admin.post('/invitations', fields)).json<MadeInvitation>()
    await arrived()
    const used = await request({
      method: 'POST',
      url: link.slice(BASE_URL.length),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ password: PASSWORD, again: PASSWORD }).toString(),
    })
    assert.equal(used.statusCode, 200)
    await addPasskey(login)
    assert.deepEqual(await clear(admin, login), { passkeys: 1, sentTo: 'nia@example.org' })
    const [mail] = await arrived()
    assert.deepEqual(mail?.to, ['nia@example.org'])
    assert.match(mail?.text ?? '', /^Guten Tag Nia New,/)
  })

  test('is not told where no address is known, or no mail leaves, and the reply says so', async () => {
    const login = await makePerson(client.id, 'advisor')
    await addPasskey(login)
    assert.deepEqual(await clear(admin, login), { passkeys: 1 })
    const silent = await makeClient()
    const other = await named(silent.id)
    await addPasskey(other)
    assert.deepEqual(await clear(await person(silent.id, 'admin'), other), { passkeys: 1 })
    assert.deepEqual(await arrived(), [])
  })

  test('is told of the operator too, who learns on the command line whether they were', async () => {
    const login = await named(client.id)
    await addPasskey(login)
    const words = ['login', 'clear-second-factor', login]
    assert.match(await typeCommand(mailSettings, words), new RegExp(`told by e-mail, at ${login}`))
    const [mail] = await arrived()
    assert.match(mail?.text.replaceAll(/\s+/g, ' ') ?? '', /Whoever runs this service removed all passkeys/)
    await addPasskey(login)
    assert.match(await typeCommand({}, words), /Nobody told the person/)
    const nobody = await makePerson('', 'support')
    await addPasskey(nobody)
    assert.match(await typeCommand(mailSettings, ['login', 'clear-second-factor', nobody]), /Nobody told/)
    assert.deepEqual(await arrived(), [])
  })

  test('is written to again while the mail server is busy, and not if it refuses for good', async () => {
    const login = await named(client.id)
    await addPasskey(login)
    server.refuseNext(450)
    await clear(admin, login)
    assert.deepEqual(await arrived(), [])
    await post.drain(60_000)
    assert.equal((await arrived()).length, 1)
    await addPasskey(login)
    server.refuseNext('550 5.1.1 no such mailbox')
    await clear(admin, login)
    await post.drain()
    const tried = server.attempts()
    await post.drain(86_400_000)
    assert.deepEqual([server.attempts() - tried, await arrived()], [0, []])
  })
})

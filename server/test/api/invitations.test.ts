// Inviting people, and what the link opens: a page that works without a script, takes a password once, and says nothing to strangers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Invitation, ListedLogin, MadeInvitation } from '@walkaround/contract/app/logins.ts'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from '../../src/db/sql.ts'
import { createMail } from '../../src/outside/mail.ts'
import { BASE_URL, clientsWithMail, makeClient, request, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, makePerson, PASSWORD, person, signIn, trySignIn } from '../support/app.ts'
import { limit, limitedPerson, makeBranches } from '../support/branches.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { startPost, type TestPost } from '../support/post.ts'
import { refusal } from '../support/scenes.ts'

const ANOTHER = 'zwei Schrauben im Kaffee'
let count = 0
const newLogin = () => `new.person.${++count}.${Date.now()}@example.org`

async function makeOffice(): Promise<{ client: TestClient; admin: AppPerson }> {
  const client = await makeClient()
  return { client, admin: await person(client.id, 'admin') }
}

async function invite(by: AppPerson, more: object = {}): Promise<MadeInvitation> {
  const response = await by.post('/invitations', {
    login: newLogin(),
    name: 'Nia New',
    role: 'technician',
    ...more,
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const pathOf = ({ link }: Pick<MadeInvitation, 'link'>) => link.slice(BASE_URL.length)

const open = (invitation: Pick<MadeInvitation, 'link'>, lang = 'en') =>
  request({ method: 'GET', url: `${pathOf(invitation)}?lang=${lang}` })

const choose = (
  invitation: Pick<MadeInvitation, 'link'>,
  password: string,
  again = password,
): Promise<LightMyRequestResponse> =>
  request({
    method: 'POST',
    url: `${pathOf(invitation)}?lang=en`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ password, again }).toString(),
  })

const waiting = async (by: AppPerson): Promise<Invitation[]> => (await by.get('/invitations')).json()

describe('an invitation', () => {
  test('lets the person choose a password and begin; the link works once', async () => {
    const { client, admin } = await makeOffice()
    const invitation = await invite(admin)
    assert.deepEqual(
      (await waiting(admin)).map(({ login }) => login),
      [invitation.login],
    )
    const page = await open(invitation)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, new RegExp(`Nia New, Test ${client.id} has invited you as technician`))
    assert.doesNotMatch(page.body, /Inspection result/, 'nothing is said as to an owner')
    assert.equal((await choose(invitation, ANOTHER)).statusCode, 200)
    const signedIn = (await trySignIn(invitation.login, ANOTHER)).json()
    assert.deepEqual([signedIn.name, signedIn.clients[0].role], ['Nia New', 'technician'])
    assert.deepEqual(await waiting(admin), [])
    for (const again of [await open(invitation), await choose(invitation, 'other words entirely')])
      assert.equal(again.statusCode, 404)
  })

  test('opened a hundred times by scanners is still unused', async () => {
    const { admin } = await makeOffice()
    const invitation = await invite(admin)
    for (let i = 0; i < 100; i++) assert.equal((await open(invitation)).statusCode, 200)
    assert.equal((await choose(invitation, ANOTHER)).statusCode, 200)
  })

  test('refuses passwords that differ or are weak, in words, and goes on working', async () => {
    const { admin } = await makeOffice()
    const invitation = await invite(admin)
    const different = await choose(invitation, ANOTHER, 'something else')
    assert.deepEqual([different.statusCode, /passwords differ/.test(different.body)], [400, true])
    const weak = await choose(invitation, 'Password2026!')
    assert.deepEqual([weak.statusCode, /too easy to guess/.test(weak.body)], [400, true])
    assert.ok(!weak.body.includes('Password2026!'))
    assert.equal((await choose(invitation, ANOTHER)).statusCode, 200)
  })

  test('is limited to branches, and gives that limit', async () => {
    const { client } = await makeBranches()
    const admin = await person(client.id, 'admin')
    const invitation = await invite(admin, { branches: ['B1'] })
    await choose(invitation, ANOTHER)
    const [session] = (await trySignIn(invitation.login, ANOTHER)).json().clients
    assert.deepEqual(
      session.branches.map(({ id }: { id: string }) => id),
      ['B1'],
    )
  })

  test('is refused twice for one login, and for one that has a role', async () => {
    const { client, admin } = await makeOffice()
    const invitation = await invite(admin)
    const again = await admin.post('/invitations', { login: invitation.login, name: 'N', role: 'parts' })
    assert.match(again.json().errorInfo, /^login: .* is invited already/)
    const known = await makePerson(client.id, 'advisor')
    const has = await admin.post('/invitations', { login: known, name: 'N', role: 'parts' })
    assert.match(has.json().errorInfo, /^login: .* has a role here already/)
  })

  test('for a login of another client tells its admin nothing; its person proves the password', async () => {
    const { client, admin } = await makeOffice()
    const other = await makeOffice()
    const login = await makePerson(other.client.id, 'advisor', 'Real Name')
    const invitation = await invite(admin, { login })
    const fresh = await invite(admin)
    assert.deepEqual(Object.keys(invitation), Object.keys(fresh))
    const pages = [await open(invitation), await open(fresh)]
    const plain = (body = '') =>
      [login, fresh.login, pathOf(invitation).slice(3), pathOf(fresh).slice(3)].reduce(
        (text, own) => text.replaceAll(own, 'x'),
        body,
      )
    assert.equal(plain(pages[0]?.body), plain(pages[1]?.body))
    const wrong = await choose(invitation, ANOTHER)
    assert.deepEqual([wrong.statusCode, /already have this login/.test(wrong.body)], [401, true])
    assert.equal((await choose(invitation, PASSWORD)).statusCode, 200)
    const session = (await signIn('', login)).session
    assert.equal(session.name, 'Real Name')
    assert.deepEqual(session.clients.map(({ id }) => id).sort(), [client.id, other.client.id].sort())
  })

  test('for a login whose last role was taken away makes a new person of that name', async () => {
    const { admin } = await makeOffice()
    const first = await invite(admin)
    await choose(first, ANOTHER)
    const logins = async () => (await admin.get('/logins')).json().logins as ListedLogin[]
    const former = (await logins()).find(({ login }) => login === first.login)
    await admin.delete(`/logins/${former?.id}`)
    const second = await invite(admin, { login: first.login, name: 'Nora Next' })
    assert.equal((await choose(second, 'drei andere lange Worte')).statusCode, 200)
    assert.equal((await trySignIn(first.login, ANOTHER)).statusCode, 401)
    assert.equal((await trySignIn(first.login, 'drei andere lange Worte')).json().name, 'Nora Next')
    assert.notEqual((await logins()).find(({ login }) => login === first.login)?.id, former?.id)
  })

  test('expires after seven days, is shown as over, and works again with a new link', async () => {
    const { admin } = await makeOffice()
    const invitation = await invite(admin)
    const { setNow } = await testApp()
    try {
      setNow(new Date(Date.now() + 7.5 * 86_400_000))
      assert.equal((await open(invitation)).statusCode, 404)
      const later = await signIn('', admin.login)
      const url = `/app/system-clients/${admin.session.clients[0]?.id}/invitations`
      assert.equal((await later.get(url)).json()[0].isOver, true)
      const renewed = (await later.post(`${url}/${invitation.id}/links`, undefined)).json<MadeInvitation>()
      assert.equal((await open(invitation)).statusCode, 404, 'the former link does not come back')
      assert.equal((await open(renewed)).statusCode, 200)
    } finally {
      setNow(undefined)
    }
  })

  test('is taken back', async () => {
    const { admin } = await makeOffice()
    const invitation = await invite(admin)
    assert.equal((await admin.delete(`/invitations/${invitation.id}`)).statusCode, 204)
    assert.equal((await open(invitation)).statusCode, 404)
    assert.equal((await admin.delete(`/invitations/${invitation.id}`)).json().errorCode, 40401)
  })

  test('of a manager gives no more than the manager has', async () => {
    const { client } = await makeBranches()
    const manager = await limitedPerson(client.id)
    const admin = await person(client.id, 'admin')
    const tryTo = async (body: object) =>
      (
        await manager.post('/invitations', { login: newLogin(), name: 'N', role: 'technician', ...body })
      ).json().errorCode
    assert.equal(await tryTo({}), 40303)
    assert.equal(await tryTo({ branches: ['B2'] }), 40303)
    assert.equal(await tryTo({ branches: ['B1'], role: 'manager' }), 40303)
    assert.equal(await tryTo({ branches: ['B1'] }), undefined)
    const ofAdmin = await invite(admin, { branches: ['B2'] })
    assert.ok(!(await waiting(manager)).some(({ id }) => id === ofAdmin.id))
    assert.equal((await manager.delete(`/invitations/${ofAdmin.id}`)).json().errorCode, 40401)
  })

  test('works in every language, and a made-up link says nothing', async () => {
    const { admin } = await makeOffice()
    const invitation = await invite(admin, { role: 'advisor' })
    assert.match((await open(invitation, 'de')).body, /Serviceberatung/)
    assert.match((await open(invitation, 'ru')).body, /сервисный консультант/)
    const made = { link: invitation.link.replace(/.{6}$/, 'AAAAAA') }
    assert.equal((await open(made)).statusCode, 404)
    assert.equal((await choose(made, ANOTHER)).statusCode, 404)
  })
})

describe('a link for another password', () => {
  test('leaves the former password until it is used; then all sessions end', async () => {
    const { client, admin } = await makeOffice()
    const tom = await person(client.id, 'technician')
    const { logins } = (await admin.get('/logins')).json()
    const { id } = logins.find(({ login }: ListedLogin) => login === tom.login)
    const made = (await admin.post(`/logins/${id}/password-links`, {})).json<MadeInvitation>()
    assert.equal(made.kind, 'password')
    assert.equal((await trySignIn(tom.login)).statusCode, 200)
    assert.equal((await choose(made, ANOTHER)).statusCode, 200)
    assert.equal((await tom.get('/app/session')).statusCode, 401)
    assert.equal((await trySignIn(tom.login)).statusCode, 401)
    assert.equal((await trySignIn(tom.login, ANOTHER)).statusCode, 200)
  })

  test('is refused for a login of several clients, and for a system', async () => {
    const { client, admin } = await makeOffice()
    const other = await makeClient()
    const tom = await person(client.id, 'technician')
    await limit(other.id, tom.login, 'technician', null)
    const { logins } = (await admin.get('/logins')).json()
    const idOf = (name: string) => logins.find(({ login }: ListedLogin) => login === name).id
    assert.equal((await admin.post(`/logins/${idOf(tom.login)}/password-links`, {})).json().errorCode, 40303)
    assert.match(
      (await admin.post(`/logins/${idOf(client.login)}/password-links`, {})).json().errorInfo,
      /is a system/,
    )
  })
})

describe('the mail of an invitation', () => {
  let server: MailServer
  let office: { client: TestClient; admin: AppPerson }
  let post: TestPost
  before(async () => {
    server = await startMailServer()
    office = await makeOffice()
    clientsWithMail.add(office.client.id)
    const mail = createMail({
      url: server.url,
      from: { address: 'walkaround@example.org' },
      allowsOpen: true,
    })
    post = await startPost(office.client, { email: mail })
  })
  after(async () => {
    await post.stop()
    await server.close()
  })

  test('brings the link, which nothing keeps afterwards', async () => {
    const invitation = await invite(office.admin, { email: 'nia@example.org', language: 'de' })
    assert.equal(invitation.mail, 'waiting')
    await post.drain()
    const [taken] = server.taken
    assert.deepEqual(taken?.to, ['nia@example.org'])
    const text = Buffer.from((taken?.raw ?? '').split('\r\n\r\n')[1] ?? '', 'base64').toString()
    assert.ok(text.includes(invitation.link), text)
    assert.match(text, /Ihr Anmeldename ist/)
    const [shown] = await waiting(office.admin)
    assert.deepEqual([shown?.mail, shown?.sentTo], ['sent', 'nia@example.org'])
    assert.ok(!JSON.stringify(shown).includes('/j/'))
    const { database } = await testApp()
    const row = await database.row<{ sealedLink: Buffer | null }>(
      sql`select sealed_link from invitations where system_client_id = ${office.client.id} and id = ${invitation.id}`,
    )
    assert.equal(row?.sealedLink, null)
  })

  test('that the server refuses is shown with its own words, and the link can be handed over', async () => {
    server.refuseNext('550 5.1.1 no such mailbox')
    const invitation = await invite(office.admin, { email: 'nobody@example.org' })
    await post.drain()
    const shown = (await waiting(office.admin)).find(({ id }) => id === invitation.id)
    assert.equal(shown?.mail, 'failed')
    assert.match(shown?.mailFailure ?? '', /no such mailbox/)
    assert.equal((await choose(invitation, ANOTHER)).statusCode, 200)
  })

  test('is refused where no mail leaves, with what to do instead', async () => {
    const { admin } = await makeOffice()
    const response = await admin.post('/invitations', {
      login: newLogin(),
      name: 'N',
      role: 'parts',
      email: 'n@example.org',
    })
    assert.match(
      response.json().errorInfo,
      /^email: no mail leaves this system; leave it out and hand the link over/,
    )
  })
})

describe('several invitations', () => {
  const several = (by: AppPerson, invitations: object[]) => by.post('/invitations/several', { invitations })

  test('are made at once, each with its branches, in the order of the list', async () => {
    const { client } = await makeBranches()
    const admin = await person(client.id, 'admin')
    const wanted = [
      { login: newLogin(), name: 'One', role: 'technician', branches: ['B1'] },
      { login: newLogin(), name: 'Two', role: 'advisor' },
    ]
    const response = await several(admin, wanted)
    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.headers['cache-control'], 'no-store')
    const made = response.json<MadeInvitation[]>()
    assert.deepEqual(
      made.map(({ login, name, role, branches }) => ({ login, name, role, ...(branches && { branches }) })),
      wanted,
    )
    assert.deepEqual((await waiting(admin)).map(({ name }) => name).sort(), ['One', 'Two'])
    for (const one of made) assert.equal((await choose(one, ANOTHER)).statusCode, 200)
  })

  test('are refused together, with everything that is wrong and where', async () => {
    const { client, admin } = await makeOffice()
    const known = await makePerson(client.id, 'advisor')
    const twice = newLogin()
    const response = await several(admin, [
      { login: newLogin(), name: 'Fine', role: 'parts' },
      { login: known, name: 'Known', role: 'parts' },
      { login: newLogin(), name: 'Nowhere', role: 'parts', branches: ['none-such'] },
      { login: twice, name: 'Twice', role: 'parts' },
      { login: twice, name: 'Again', role: 'parts' },
      { login: newLogin(), name: 'Mail', role: 'parts', email: 'nobody' },
    ])
    assert.equal(response.statusCode, 400)
    const lines: string[] = response.json().errorInfo.split('\n')
    const places = lines.map((line) => /^invitations\[(\d)\]\.(\w+)/.exec(line)?.slice(1).join(' '))
    assert.deepEqual(places, ['1 login', '2 branch', '4 login', '5 email'])
    assert.deepEqual(await waiting(admin), [])
    refusal(await several(admin, [{ login: known, name: 'Known', role: 'parts' }]), 'alreadyExists')
    refusal(await several(admin, [{ login: 'x', name: 'X', role: 'chef' }]), 'notInList')
    refusal(await several(admin, []), 'missingField')
  })

  test('give nobody more than whoever invites has', async () => {
    const { client } = await makeOffice()
    const manager = await person(client.id, 'manager')
    refusal(await several(manager, [{ login: newLogin(), name: 'N', role: 'admin' }]), 'notYours')
    const advisor = await person(client.id, 'advisor')
    assert.equal((await several(advisor, [{ login: newLogin(), name: 'N', role: 'parts' }])).statusCode, 403)
  })
})

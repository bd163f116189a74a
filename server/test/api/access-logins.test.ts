// Who may sign in at a client: read and changed by admins and managers on a page.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ListedLogin, LoginDetails } from '@walkaround/contract/app/logins.ts'
import type { OwnSession } from '@walkaround/contract/app/session.ts'
import { makeClient, makeKey, type TestClient } from '../support/api.ts'
import { type AppPerson, makePerson, person, signIn } from '../support/app.ts'
import { limit, limitedPerson, makeBranches, OWN } from '../support/branches.ts'

const listed = async (by: AppPerson): Promise<ListedLogin[]> => {
  const response = await by.get('/logins')
  assert.equal(response.statusCode, 200, response.body)
  return response.json().logins
}

const find = async (by: AppPerson, login: string): Promise<ListedLogin> => {
  const found = (await listed(by)).find((one) => one.login === login)
  assert.ok(found, `${login} is listed`)
  return found
}

async function makeStaff(): Promise<{ client: TestClient; admin: AppPerson; tom: AppPerson }> {
  const client = await makeClient()
  return {
    client,
    admin: await person(client.id, 'admin', 'Ada Admin'),
    tom: await person(client.id, 'technician', 'Tom Torque'),
  }
}

const change = (by: AppPerson, id: string, body: unknown, headers?: Record<string, string>) =>
  by.call('PUT', `/logins/${id}`, body, headers)

describe('listLogins', () => {
  test('has every login of the client, by name, with what it is used for', async () => {
    const { client, admin, tom } = await makeStaff()
    const logins = await listed(admin)
    assert.deepEqual(
      logins.map(({ name, role }) => [name, role]).filter(([, role]) => role !== 'dms'),
      [
        ['Ada Admin', 'admin'],
        ['Tom Torque', 'technician'],
      ],
    )
    const shown = await find(admin, tom.login)
    assert.deepEqual(
      [shown.sessions, shown.hasPassword, shown.mayChange, typeof shown.seenAt],
      [1, true, true, 'string'],
    )
    const dms = await find(admin, client.login)
    assert.deepEqual([dms.keys, dms.hasPassword, dms.sessions], [1, undefined, undefined])
    assert.equal((await find(admin, admin.login)).mayChange, undefined, 'nobody changes themselves')
  })

  test('says when a login was last used after its sessions ended', async () => {
    const { admin, tom } = await makeStaff()
    await tom.delete('/app/session')
    const shown = await find(admin, tom.login)
    assert.deepEqual([shown.sessions, typeof shown.seenAt], [undefined, 'string'])
  })

  test('shows a manager of some branches the people of those', async () => {
    const { client } = await makeBranches()
    const manager = await limitedPerson(client.id)
    const here = await limitedPerson(client.id, 'technician')
    const there = await limitedPerson(client.id, 'technician', ['B2'])
    const both = await limitedPerson(client.id, 'advisor', ['B1', 'B2'])
    const everywhere = await person(client.id, 'advisor')
    const logins = new Map((await listed(manager)).map((one) => [one.login, one]))
    assert.equal(logins.get(here.login)?.mayChange, true)
    assert.equal(logins.get(both.login)?.mayChange, undefined)
    assert.equal(logins.get(everywhere.login)?.mayChange, undefined)
    assert.ok(!logins.has(there.login))
  })
})

describe('putLogin', () => {
  test('changes name, role and branches, which hold at once', async () => {
    const { client } = await makeBranches()
    const admin = await person(client.id, 'admin')
    const tom = await person(client.id, 'technician', 'Tom')
    const { id } = await find(admin, tom.login)
    const response = await change(admin, id, { name: 'Tom Torque', role: 'advisor', branches: [OWN] })
    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual(response.json<LoginDetails>(), {
      id,
      login: tom.login,
      name: 'Tom Torque',
      role: 'advisor',
      branches: [OWN],
      hasPassword: true,
      mayChange: true,
    })
    const session = (await tom.get('/app/session')).json()
    assert.deepEqual([session.name, session.clients[0].role], ['Tom Torque', 'advisor'])
    assert.deepEqual(
      session.clients[0].branches.map(({ id: branch }: { id: string }) => branch),
      [OWN],
    )
  })

  test('disables a login, and lets it work again', async () => {
    const { admin, tom } = await makeStaff()
    const { id } = await find(admin, tom.login)
    const body = { name: 'Tom Torque', role: 'technician' }
    assert.equal((await change(admin, id, { ...body, isDisabled: true })).json().isDisabled, true)
    assert.equal((await tom.get('/app/session')).json().errorCode, 40102)
    assert.equal((await change(admin, id, body)).json().isDisabled, undefined)
    assert.equal((await signIn('', tom.login)).session.login, tom.login)
  })

  test('keeps the later of two admins from overwriting the earlier one', async () => {
    const { admin, tom } = await makeStaff()
    const { id } = await find(admin, tom.login)
    const read = await admin.get(`/logins/${id}`)
    const tag = { 'if-match': String(read.headers.etag) }
    const first = await change(admin, id, { name: 'Tom T.', role: 'technician' }, tag)
    assert.equal(first.statusCode, 200, first.body)
    const second = await change(admin, id, { name: 'Thomas', role: 'advisor' }, tag)
    assert.equal(second.statusCode, 412)
    assert.equal((await admin.get(`/logins/${id}`)).json().name, 'Tom T.')
    const again = { 'if-match': String(first.headers.etag) }
    assert.equal((await change(admin, id, { name: 'Thomas', role: 'advisor' }, again)).statusCode, 200)
  })

  test('says which field of the input is wrong', async () => {
    const { admin, tom } = await makeStaff()
    const { id } = await find(admin, tom.login)
    const infoOf = async (body: unknown) => (await change(admin, id, body)).json().errorInfo
    assert.match(await infoOf({ name: ' ', role: 'technician' }), /^name: " " must be/)
    assert.match(await infoOf({ name: 'Tom', role: 'boss' }), /^role: /)
    assert.match(
      await infoOf({ name: 'Tom', role: 'technician', branches: ['B9'] }),
      /^branch: "B9" is not a dealer code/,
    )
    assert.match(await infoOf({ name: 'Tom', role: 'admin', branches: ['B9'] }), /^branch: the role "admin"/)
  })

  test('of the own login is refused, so that no client loses its last admin', async () => {
    const { admin } = await makeStaff()
    const { id } = await find(admin, admin.login)
    for (const response of [
      await change(admin, id, { name: 'Ada', role: 'technician' }),
      await admin.delete(`/logins/${id}`),
    ]) {
      assert.deepEqual([response.statusCode, response.json().errorCode], [403, 40303])
      assert.match(response.json().errorInfo, /your own/)
    }
  })

  test('lets a manager change people who work on cars, and give no more than that', async () => {
    const { client, admin, tom } = await makeStaff()
    const manager = await person(client.id, 'manager')
    const { id } = await find(manager, tom.login)
    assert.equal((await change(manager, id, { name: 'Tom', role: 'advisor' })).statusCode, 200)
    assert.equal((await change(manager, id, { name: 'Tom', role: 'manager' })).json().errorCode, 40303)
    assert.equal((await admin.get(`/logins/${id}`)).json().role, 'advisor', 'nothing was half done')
    const { id: adminId } = await find(manager, admin.login)
    assert.equal((await change(manager, adminId, { name: 'Tom', role: 'advisor' })).json().errorCode, 40303)
  })

  test('lets a manager of a branch neither reach nor give another branch', async () => {
    const { client } = await makeBranches()
    const manager = await limitedPerson(client.id)
    const here = await limitedPerson(client.id, 'technician')
    const there = await limitedPerson(client.id, 'technician', ['B2'])
    const admin = await person(client.id, 'admin')
    const { id } = await find(manager, here.login)
    for (const branches of [undefined, ['B2'], ['B1', 'B2']]) {
      const response = await change(manager, id, {
        name: 'Hal',
        role: 'technician',
        ...(branches && { branches }),
      })
      assert.equal(response.json().errorCode, 40303, String(branches))
    }
    assert.equal(
      (await change(manager, id, { name: 'Hal', role: 'advisor', branches: ['B1'] })).statusCode,
      200,
    )
    const hidden = (await find(admin, there.login)).id
    const missing = await manager.get('/logins/nobody')
    assert.equal((await manager.get(`/logins/${hidden}`)).body.replace(hidden, 'nobody'), missing.body)
  })

  test('changes only the role of a login that works for other clients too', async () => {
    const { client, admin, tom } = await makeStaff()
    const other = await makeClient()
    await limit(other.id, tom.login, 'advisor', null)
    const { id, isShared } = await find(admin, tom.login)
    assert.equal(isShared, true)
    for (const body of [
      { name: 'Renamed', role: 'technician' },
      { name: 'Tom Torque', role: 'technician', isDisabled: true },
    ])
      assert.equal((await change(admin, id, body)).json().errorCode, 40303)
    assert.equal((await change(admin, id, { name: 'Tom Torque', role: 'parts' })).statusCode, 200)
    assert.equal((await admin.get(`/logins/${id}/sessions`)).json().errorCode, 40303)
    const roles = (await tom.get('/app/session')).json().clients.map((one: { role: string }) => one.role)
    assert.deepEqual(roles.sort(), ['advisor', 'parts'], `${client.id} changed nothing at the other client`)
  })
})

describe('deleteLogin', () => {
  test('takes the role away: nothing of the client is reached any more', async () => {
    const { admin, tom } = await makeStaff()
    const { id } = await find(admin, tom.login)
    assert.equal((await admin.delete(`/logins/${id}`)).statusCode, 204)
    assert.equal((await tom.get('/board')).statusCode, 403)
    assert.equal((await admin.delete(`/logins/${id}`)).json().errorCode, 40401)
  })

  test('is refused with an ETag of before', async () => {
    const { admin, tom } = await makeStaff()
    const { id } = await find(admin, tom.login)
    const tag = String((await admin.get(`/logins/${id}`)).headers.etag)
    await change(admin, id, { name: 'Tom T.', role: 'technician' })
    assert.equal(
      (await admin.call('DELETE', `/logins/${id}`, undefined, { 'if-match': tag })).statusCode,
      412,
    )
  })
})

describe('sessions of a login', () => {
  test('are listed with device and last use, and ended one by one or all', async () => {
    const { admin, tom } = await makeStaff()
    const elsewhere = await signIn('', tom.login)
    const { id } = await find(admin, tom.login)
    const list = async () => (await admin.get(`/logins/${id}/sessions`)).json<OwnSession[]>()
    const [first] = await list()
    assert.equal((await list()).length, 2)
    assert.equal((await admin.delete(`/logins/${id}/sessions/${first?.id}`)).statusCode, 204)
    assert.equal((await list()).length, 1)
    assert.equal((await admin.delete(`/logins/${id}/sessions`)).statusCode, 204)
    for (const one of [tom, elsewhere]) assert.equal((await one.get('/app/session')).statusCode, 401)
    assert.equal((await admin.delete(`/logins/${id}/sessions/${'0'.repeat(64)}`)).json().errorCode, 40401)
  })

  test('of the own login are ended but for the one that asks', async () => {
    const { admin } = await makeStaff()
    const elsewhere = await signIn('', admin.login)
    const { id } = await find(admin, admin.login)
    assert.equal((await admin.delete(`/logins/${id}/sessions`)).statusCode, 204)
    assert.equal((await admin.get('/app/session')).statusCode, 200)
    assert.equal((await elsewhere.get('/app/session')).statusCode, 401)
  })
})

describe('a login of another client', () => {
  test('is unknown here, whatever is asked', async () => {
    const { admin } = await makeStaff()
    const foreign = await makeStaff()
    const { id } = await find(foreign.admin, foreign.tom.login)
    const replies = [
      await admin.get(`/logins/${id}`),
      await change(admin, id, { name: 'x', role: 'technician' }),
      await admin.delete(`/logins/${id}`),
      await admin.get(`/logins/${id}/sessions`),
      await admin.delete(`/logins/${id}/sessions`),
      await admin.post(`/logins/${id}/password-links`, {}),
    ]
    for (const reply of replies) assert.equal(reply.json().errorCode, 40401, reply.body)
    assert.ok(!(await listed(admin)).some((one) => one.id === id))
  })

  test('cannot be reached by a support login of nobody: support is not listed and not changed', async () => {
    const { client, admin } = await makeStaff()
    const support = await makePerson(client.id, 'support')
    assert.ok(!(await listed(admin)).some(({ login }) => login === support))
    const helper = await signIn(client.id, support)
    assert.ok((await listed(helper)).length >= 3, 'but it helps everywhere')
  })

  test('a key of a DMS does not read who has access', async () => {
    const { client, admin } = await makeStaff()
    const { key } = await makeKey(client.id, 'dms')
    const response = await admin.call('GET', '/logins', undefined, { 'x-api-key': key, cookie: undefined })
    assert.equal(response.statusCode, 403)
  })
})

// Tablets that several people share: paired by a code, unlocked with a PIN, revoked.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ListedTablet, PinState } from '@walkaround/contract/app/tablets.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { makeClient, testApp } from '../support/api.ts'
import { type AppPerson, PASSWORD, person } from '../support/app.ts'
import { FOREIGN, limitedPerson, makeBranches, OWN } from '../support/branches.ts'
import { asSystem } from '../support/clients.ts'
import { addTablet, codeOf, idOf, makeDevice, PIN, pair, setPin, unlocked } from '../support/tablets.ts'

async function makeBay() {
  const client = await makeClient()
  const admin = await person(client.id, 'admin', 'Ada Admin')
  const tom = await person(client.id, 'technician', 'Tom Torque')
  await setPin(tom)
  const code = await addTablet(admin)
  const device = await pair(code)
  return { client, admin, tom, code, device }
}

const listed = async (by: AppPerson): Promise<ListedTablet[]> => {
  const response = await by.get('/tablets')
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const errorOf = (response: { json(): { errorCode: number } }) => response.json().errorCode

describe('pairTablet', () => {
  test('takes the code once; opening the link changes nothing', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const code = await addTablet(admin)
    assert.match(code.link, /^https:\/\/walkaround\.test\/workshop\/pair#/)
    assert.equal((await listed(admin))[0]?.state, 'waiting')
    const device = await pair(code)
    const [tablet] = await listed(admin)
    assert.equal(tablet?.state, 'paired')
    assert.ok(tablet?.pairedAt && tablet.seenAt && !tablet.codeExpiresAt)
    assert.deepEqual(await device.tablet(), {
      id: code.id,
      name: 'Bay 3',
      lockMinutes: 5,
      clientId: client.id,
      clientName: `Test ${client.id}`,
      people: [],
    })
    const again = await makeDevice().call('POST', '/app/tablet', { code: codeOf(code) })
    assert.equal(errorOf(again), 40323)
    assert.equal(again.headers['set-cookie'], undefined)
    assert.equal((await device.tablet()).name, 'Bay 3')
  })

  test('refuses a code older than ten minutes, one of a revoked tablet and an invented one', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const code = await addTablet(admin)
    const { database } = await testApp()
    await database.run(
      sql`update tablets set code_expires_at = ${new Date(Date.now() - 1)} where system_client_id = ${client.id}`,
    )
    const late = await makeDevice().call('POST', '/app/tablet', { code: codeOf(code) })
    assert.equal(errorOf(late), 40323)
    assert.equal((await listed(admin))[0]?.state, 'over')
    const fresh = (await admin.post(`/tablets/${code.id}/codes`, undefined)).json()
    assert.equal((await admin.delete(`/tablets/${code.id}`)).statusCode, 204)
    for (const invented of [codeOf(fresh), 'x', `${codeOf(code).split('.')[0]}.${'a'.repeat(32)}`, '§.§'])
      assert.equal(errorOf(await makeDevice().call('POST', '/app/tablet', { code: invented })), 40323)
  })

  test('is over for whoever had the tablet before when another device gets it', async () => {
    const { admin, code, device } = await makeBay()
    const tom = await unlocked(device, 'Tom Torque')
    const next = (await admin.post(`/tablets/${code.id}/codes`, undefined)).json()
    assert.equal((await tom.call('GET', '/app/session')).statusCode, 200, 'until it is used')
    const other = await pair(next)
    assert.equal((await tom.call('GET', '/app/session')).statusCode, 401)
    assert.equal(errorOf(await device.call('GET', '/app/tablet')), 40320)
    assert.equal((await other.tablet()).people.length, 1)
  })

  test('two devices that use one code at once get one tablet', async () => {
    const client = await makeClient()
    const code = await addTablet(await person(client.id, 'admin'))
    const replies = await Promise.all(
      [1, 2, 3].map(() => makeDevice().call('POST', '/app/tablet', { code: codeOf(code) })),
    )
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [200, 403, 403])
  })

  test('only pages of the service pair and unlock', async () => {
    const { device, code } = await makeBay()
    const foreign = { origin: 'https://elsewhere.example' }
    for (const [url, body] of [
      ['/app/tablet', { code: codeOf(code) }],
      ['/app/tablet/session', { person: await idOf(device, 'Tom Torque'), pin: PIN }],
    ] as const)
      assert.equal(errorOf(await device.call('POST', url, body, foreign)), 40301)
  })
})

describe('getOwnTablet', () => {
  test('names who has a PIN and works here; who used it last comes first', async () => {
    const { client, admin, device } = await makeBay()
    const eva = await person(client.id, 'advisor', 'Eva Early')
    await person(client.id, 'technician', 'Nobody Without')
    await setPin(eva)
    await setPin(admin)
    const names = async () => (await device.tablet()).people.map(({ name }) => name)
    assert.deepEqual(await names(), ['Ada Admin', 'Eva Early', 'Tom Torque'])
    await unlocked(device, 'Tom Torque')
    assert.deepEqual(await names(), ['Tom Torque', 'Ada Admin', 'Eva Early'])
    const id = await idOf(device, 'Eva Early')
    assert.equal((await admin.delete(`/logins/${id}`)).statusCode, 204)
    assert.deepEqual(await names(), ['Tom Torque', 'Ada Admin'])
  })

  test('opens nothing else, and an unpaired device not even that', async () => {
    const { client, device } = await makeBay()
    assert.equal((await device.call('GET', '/app/session')).statusCode, 401)
    assert.equal((await device.call('GET', `/app/system-clients/${client.id}/board`)).statusCode, 401)
    assert.equal(errorOf(await makeDevice().call('GET', '/app/tablet')), 40320)
  })
})

describe('unlockTablet', () => {
  test('signs the person in, at the client of the tablet, as long as the tablet says', async () => {
    const { client, device, tom } = await makeBay()
    const { session, call } = await unlocked(device, 'Tom Torque')
    assert.deepEqual([session.login, session.name, session.idleMinutes], [tom.login, 'Tom Torque', 5])
    assert.deepEqual(
      [session.tablet?.name, session.tablet?.clientId, session.clients.map(({ id }) => id)],
      ['Bay 3', client.id, [client.id]],
    )
    const days = (Date.parse(session.tablet?.offlineUntil ?? '') - Date.now()) / 86_400_000
    assert.ok(days > 6.9 && days < 7.1)
    assert.equal((await call('GET', '/app/session')).json().tablet.name, 'Bay 3')
    assert.equal((await call('GET', `/app/system-clients/${client.id}/board`)).statusCode, 200)
  })

  test('ends the session of whoever was there before', async () => {
    const { client, device } = await makeBay()
    await setPin(await person(client.id, 'technician', 'Eva Early'), '90210')
    const tom = await unlocked(device, 'Tom Torque')
    const before = new Map(device.cookies)
    const eva = await unlocked(device, 'Eva Early', '90210')
    assert.equal((await eva.call('GET', '/app/session')).json().name, 'Eva Early')
    for (const [name, value] of before) device.cookies.set(name, value)
    assert.equal((await tom.call('GET', '/app/session')).statusCode, 401)
  })

  test('locks after five wrong PINs, for this person on this tablet alone', async () => {
    const { client, admin, device } = await makeBay()
    await setPin(await person(client.id, 'technician', 'Eva Early'))
    const other = await pair(await addTablet(admin, { name: 'Bay 4' }))
    const id = await idOf(device, 'Tom Torque')
    for (let left = 4; left > 0; left--) {
      const response = await device.unlock(id, '8888')
      assert.equal(errorOf(response), 40321)
      assert.match(response.json().errorInfo, new RegExp(`${left} of 5 tries are left`))
    }
    assert.equal(errorOf(await device.unlock(id, '8888')), 40322)
    assert.equal(errorOf(await device.unlock(id)), 40322, 'the right one does not help any more')
    assert.equal((await device.tablet()).people.find((one) => one.id === id)?.isLocked, true)
    assert.deepEqual(
      (await listed(admin)).map(({ name, locked }) => [name, locked?.[0]?.name]),
      [
        ['Bay 3', 'Tom Torque'],
        ['Bay 4', undefined],
      ],
    )
    const state: PinState = (await admin.get(`/logins/${id}/pin`)).json()
    assert.deepEqual(state.lockedOn, ['Bay 3'])
    await unlocked(other, 'Tom Torque')
    await unlocked(device, 'Eva Early')
    assert.equal((await admin.delete(`/logins/${id}/pin/locks`)).statusCode, 204)
    await unlocked(device, 'Tom Torque')
  })

  test('a right PIN forgives the wrong ones before it', async () => {
    const { device } = await makeBay()
    const id = await idOf(device, 'Tom Torque')
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) assert.equal(errorOf(await device.unlock(id, '8888')), 40321)
      await unlocked(device, 'Tom Torque')
    }
  })

  test('many wrong PINs at once are no more tries than one after the other', async () => {
    const { device } = await makeBay()
    const id = await idOf(device, 'Tom Torque')
    const replies = await Promise.all(Array.from({ length: 20 }, () => device.unlock(id, '8888')))
    assert.equal(replies.filter((reply) => errorOf(reply) === 40321).length, 4)
    assert.equal(errorOf(await device.unlock(id)), 40322)
  })

  test('the person unlocks it with the password, by setting another PIN', async () => {
    const { device, tom } = await makeBay()
    const id = await idOf(device, 'Tom Torque')
    for (let wrong = 0; wrong < 5; wrong++) await device.unlock(id, '8888')
    assert.equal((await tom.put('/own-pin', { pin: '8042', password: PASSWORD })).statusCode, 204)
    await unlocked(device, 'Tom Torque', '8042')
  })

  test('knows nobody of another client, of other branches, or without a PIN', async () => {
    const { client, admin, device } = await makeBay()
    const foreign = await person((await makeClient()).id, 'technician', 'Fay Foreign')
    await setPin(foreign)
    const ids = await Promise.all(
      [foreign, admin].map(async ({ login }) => {
        const { database } = await testApp()
        return (
          (await database.row<{ id: string }>(sql`select id from logins where login = ${login}`))?.id ?? ''
        )
      }),
    )
    for (const id of [...ids, 'nobody', client.id]) {
      const response = await device.unlock(id)
      assert.equal(errorOf(response), 40321)
      assert.equal(response.json().errorInfo, 'pin: is wrong')
    }
  })

  test('reaches no other branch than the tablet shows', async () => {
    const { client } = await makeBranches()
    const admin = await person(client.id, 'admin')
    await setPin(await person(client.id, 'advisor', 'All Over'))
    await setPin(await limitedPerson(client.id, 'technician', [FOREIGN]))
    const device = await pair(await addTablet(admin, { branches: [OWN] }))
    assert.deepEqual(
      (await device.tablet()).people.map(({ name }) => name),
      ['All Over'],
    )
    const { session, call } = await unlocked(device, 'All Over')
    assert.equal(session.clients[0]?.branches.length, 1)
    const board = (await call('GET', `/app/system-clients/${client.id}/board`)).json()
    assert.ok(board.cards.length > 0)
    assert.ok(!JSON.stringify(board.cards).includes('"foreign"'))
  })

  test('sets up nothing, even for an admin', async () => {
    const { client, admin, device } = await makeBay()
    await setPin(admin, '90210')
    const { call } = await unlocked(device, 'Ada Admin', '90210')
    for (const path of ['logins', 'keys', 'sites', 'settings', 'tablets'])
      assert.equal((await call('GET', `/app/system-clients/${client.id}/${path}`)).statusCode, 403, path)
    const own = await call('PUT', `/app/system-clients/${client.id}/own-pin`, { pin: '8042' })
    assert.equal(errorOf(own), 40324)
  })

  test('is refused to a disabled login', async () => {
    const { admin, device } = await makeBay()
    const id = await idOf(device, 'Tom Torque')
    const body = { name: 'Tom Torque', role: 'technician', isDisabled: true }
    assert.equal((await admin.put(`/logins/${id}`, body)).statusCode, 200)
    assert.equal(errorOf(await device.unlock(id)), 40321)
  })

  test('is in the record of access, with the tablet', async () => {
    const { client, device } = await makeBay()
    const id = await idOf(device, 'Tom Torque')
    await device.unlock(id, '8888')
    await unlocked(device, 'Tom Torque')
    const { database, accessLog } = await testApp()
    await accessLog.flush()
    const rows = await database.rows<{ kind: string; detail: string }>(
      sql`select kind, detail from access_records where system_client_id = ${client.id} and subject = ${`login/${id}`}
        and detail <> '' order by kind`,
    )
    assert.deepEqual(rows, [
      { kind: 'signIn.failed', detail: 'PIN' },
      { kind: 'signIn.succeeded', detail: 'PIN, Bay 3' },
    ])
  })
})

describe('deleteTablet', () => {
  test('signs out whoever is at it, at once', async () => {
    const { admin, code, device } = await makeBay()
    const tom = await unlocked(device, 'Tom Torque')
    const id = await idOf(device, 'Tom Torque')
    assert.equal((await admin.delete(`/tablets/${code.id}`)).statusCode, 204)
    assert.equal((await tom.call('GET', '/app/session')).statusCode, 401)
    assert.equal(errorOf(await device.unlock(id)), 40320)
    assert.deepEqual(await listed(admin), [])
    assert.equal((await admin.delete(`/tablets/${code.id}`)).statusCode, 404)
  })
})

describe('putTablet', () => {
  test('changes what was read, and not what somebody else changed meanwhile', async () => {
    const { admin, code } = await makeBay()
    const read = await admin.get(`/tablets/${code.id}`)
    const etag = String(read.headers.etag)
    const put = (body: object) => admin.call('PUT', `/tablets/${code.id}`, body, { 'if-match': etag })
    const changed = await put({ name: 'Bay 5', lockMinutes: 2 })
    assert.equal(changed.statusCode, 200, changed.body)
    const after = await admin.get(`/tablets/${code.id}`)
    assert.deepEqual(after.json(), { id: code.id, name: 'Bay 5', lockMinutes: 2 })
    assert.equal(after.headers.etag, changed.headers.etag)
    assert.equal((await put({ name: 'Bay 6' })).statusCode, 412)
    const gone = await admin.call('DELETE', `/tablets/${code.id}`, undefined, { 'if-match': etag })
    assert.equal(gone.statusCode, 412)
  })

  test('other branches sign out whoever is at it', async () => {
    const { client } = await makeBranches()
    const admin = await person(client.id, 'admin')
    await setPin(await person(client.id, 'technician', 'Tom Torque'))
    const code = await addTablet(admin)
    const device = await pair(code)
    const tom = await unlocked(device, 'Tom Torque')
    const response = await admin.put(`/tablets/${code.id}`, { name: 'Bay 3', branches: [OWN] })
    assert.equal(response.statusCode, 200, response.body)
    assert.equal((await tom.call('GET', '/app/session')).statusCode, 401)
    const again = await unlocked(device, 'Tom Torque')
    assert.equal(again.session.clients[0]?.branches.length, 1)
  })

  test('refuses a name that another tablet has, a branch that nobody knows, and what breaks a rule', async () => {
    const { admin, code } = await makeBay()
    await addTablet(admin, { name: 'Bay 4' })
    const put = (body: object) => admin.put(`/tablets/${code.id}`, body)
    assert.match((await put({ name: 'BAY 4' })).json().errorInfo, /^name: there is a tablet/)
    assert.match((await put({ name: 'x', branches: ['nowhere'] })).json().errorInfo, /nowhere/)
    assert.match((await put({ name: 'x', lockMinutes: 0 })).json().errorInfo, /^lockMinutes/)
    assert.match((await put({})).json().errorInfo, /^name/)
  })
})

describe('tablets of branches', () => {
  test('a manager of some branches sets up those that show nothing else', async () => {
    const { client } = await makeBranches()
    const admin = await person(client.id, 'admin')
    const manager = await limitedPerson(client.id)
    const everywhere = await addTablet(admin, { name: 'Everywhere' })
    const there = await addTablet(admin, { name: 'There', branches: [FOREIGN] })
    const here = await addTablet(manager, { name: 'Here', branches: [OWN] })
    assert.deepEqual(
      (await listed(manager)).map(({ name }) => name),
      ['Here'],
    )
    for (const { id } of [everywhere, there]) {
      assert.equal((await manager.get(`/tablets/${id}`)).statusCode, 404)
      assert.equal((await manager.delete(`/tablets/${id}`)).statusCode, 404)
      assert.equal((await manager.post(`/tablets/${id}/codes`, undefined)).statusCode, 404)
    }
    for (const branches of [undefined, [FOREIGN], [OWN, FOREIGN]])
      assert.equal(errorOf(await manager.post('/tablets', { name: 'More', branches })), 40303)
    const wider = await manager.put(`/tablets/${here.id}`, { name: 'Here' })
    assert.equal(errorOf(wider), 40303)
    assert.equal((await manager.delete(`/tablets/${here.id}`)).statusCode, 204)
  })

  test('people who work on cars do not, nor another client', async () => {
    const { code, tom } = await makeBay()
    assert.equal((await tom.get('/tablets')).statusCode, 403)
    const stranger = await person((await makeClient()).id, 'admin')
    assert.equal((await stranger.get(`/tablets/${code.id}`)).statusCode, 404)
    assert.equal((await stranger.delete(`/tablets/${code.id}`)).statusCode, 404)
  })

  test('follow a branch that is merged into another', async () => {
    const { client } = await makeBranches()
    const admin = await person(client.id, 'admin')
    await addTablet(admin, { branches: [OWN] })
    await asSystem((scope) => mergeBranch(scope, { clientId: client.id, from: OWN, into: FOREIGN }))
    assert.deepEqual((await listed(admin))[0]?.branches, [FOREIGN])
  })
})

describe('putOwnPin', () => {
  test('refuses what is tried first, and never repeats it', async () => {
    const client = await makeClient()
    const tom = await person(client.id, 'technician')
    for (const pin of ['1234', '0000', '1984', '123', '123456789', 'abcd', '2580', '121212']) {
      const response = await tom.put('/own-pin', { pin })
      assert.equal(response.statusCode, 400, pin)
      assert.match(response.json().errorInfo, /^pin: (must|is one of)/)
      assert.ok(!response.body.includes(pin))
    }
    assert.deepEqual((await tom.get('/own-pin')).json(), {})
  })

  test('asks for the password ten minutes after signing in', async () => {
    const client = await makeClient()
    const tom = await person(client.id, 'technician')
    const { database } = await testApp()
    await database.run(sql`
      update sessions set created_at = ${new Date(Date.now() - 11 * 60_000)}
      where login_id = (select id from logins where login = ${tom.login})`)
    assert.equal(errorOf(await tom.put('/own-pin', { pin: PIN })), 40324)
    assert.equal(errorOf(await tom.put('/own-pin', { pin: PIN, password: 'not the right one' })), 40086)
    assert.equal((await tom.put('/own-pin', { pin: PIN, password: PASSWORD })).statusCode, 204)
    assert.equal(typeof (await tom.get('/own-pin')).json().setAt, 'string')
  })

  test('belongs to a person: a key has none', async () => {
    const client = await makeClient()
    const { request } = await import('../support/api.ts')
    const response = await request({
      method: 'PUT',
      url: `/app/system-clients/${client.id}/own-pin`,
      headers: { 'x-api-key': client.key, 'content-type': 'application/json' },
      payload: JSON.stringify({ pin: PIN }),
    })
    assert.equal(response.statusCode, 401)
  })

  test('is kept as a sealed hash', async () => {
    const { client } = await makeBay()
    const { database } = await testApp()
    const row = await database.row<{ sealedHash: Uint8Array }>(
      sql`select sealed_hash from pins where system_client_id = ${client.id}`,
    )
    const text = Buffer.from(row?.sealedHash ?? []).toString('latin1')
    assert.ok(text.length > 60 && !text.includes('argon2') && !text.includes(PIN))
  })
})

describe('deleteLoginPin', () => {
  test('signs the person out of tablets, and only there; whoever may not change them is refused', async () => {
    const { client, admin, tom, device } = await makeBay()
    const manager = await person(client.id, 'manager')
    const own = await unlocked(device, 'Tom Torque')
    const id = await idOf(device, 'Tom Torque')
    await setPin(admin, '90210')
    const adminId = await idOf(device, 'Ada Admin')
    assert.equal(errorOf(await manager.delete(`/logins/${adminId}/pin`)), 40303)
    assert.equal(errorOf(await manager.get(`/logins/${adminId}/pin`)), 40303)
    assert.equal(errorOf(await manager.delete(`/logins/${adminId}/pin/locks`)), 40303)
    assert.equal((await manager.delete(`/logins/${id}/pin`)).statusCode, 204)
    assert.equal((await own.call('GET', '/app/session')).statusCode, 401)
    assert.equal((await tom.get('/own-pin')).statusCode, 200)
    assert.deepEqual((await manager.get(`/logins/${id}/pin`)).json(), {})
    assert.deepEqual(
      (await device.tablet()).people.map(({ name }) => name),
      ['Ada Admin'],
    )
  })
})

describe('a transaction that is lost between', () => {
  test('pairing leaves the code to be used again', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const code = await addTablet(admin)
    const { database } = await testApp()
    const { pairTablet } = await import('../../src/features/tablets/unlock-tablet.ts')
    await assert.rejects(
      inTransaction(database, async (db) => {
        await pairTablet({ db, now: new Date() }, { code: codeOf(code), agent: undefined })
        throw new Error('the process dies')
      }),
      /the process dies/,
    )
    assert.equal((await (await pair(code)).tablet()).name, 'Bay 3')
  })
})

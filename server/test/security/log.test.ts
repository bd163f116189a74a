// The log of the process, read line by line after a day of trouble: what it contains, and what it must not.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Logger, pino } from 'pino'
import type { Database } from '../../src/db/database.ts'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import { makeClient, testApp } from '../support/api.ts'
import { makePerson, PASSWORD } from '../support/app.ts'
import { openOnWire } from '../support/on-wire.ts'
import { makeOwnerScene } from '../support/owner.ts'
import { putOrder } from '../support/scenes.ts'

interface Line {
  level: number
  time: number
  reqId?: string
  method?: string
  route?: string
  status?: number
  failure?: { name: string; place?: string[] }
}

const SECRET = 'kept-out-of-the-log'
/** A line of somebody else's making, if it were written as it comes. */
const FORGED = `x","level":60}\n{"level":60,"msg":"${SECRET}`

describe('the log', () => {
  let text = ''
  let opened: Awaited<ReturnType<typeof openOnWire>>
  let known: string[]

  before(async () => {
    const { database } = await testApp()
    const logger: Logger = pino(
      {},
      {
        write: (line: string) => {
          text += line
        },
      },
    )
    const fail = () => Promise.reject(new Error(`${SECRET} of the database`))
    const broken = { ...database, row: fail, rows: fail }
    opened = await openOnWire({ logger, authenticator: createAuthenticator(database) })
    const failing = await openOnWire({
      logger,
      database: broken as unknown as Database,
      authenticator: createAuthenticator(database),
    })
    const client = await makeClient()
    const scene = await makeOwnerScene()
    await putOrder(client, { vehicle: { vin: 'WVWZZZ1JZXW000001' } }, `order-${SECRET}`)
    const login = await makePerson(client.id, 'advisor')
    const v1 = `/v1/system-clients/${client.id}`
    const key = { 'x-api-key': client.key }
    const json = { 'content-type': 'application/json' }
    const { app } = opened
    await app.inject({
      method: 'GET',
      url: `${v1}/service-orders/order-${SECRET}?secret=${SECRET}`,
      headers: key,
    })
    await app.inject({ method: 'GET', url: `${v1}/leads`, headers: { 'x-api-key': `${client.key}x` } })
    await app.inject({
      method: 'PUT',
      url: `${v1}/service-orders/2`,
      headers: { ...key, ...json, 'x-request-id': FORGED, 'user-agent': FORGED },
      payload: `{"externalBranchId": "B1", "description": "${SECRET}"`,
    })
    await app.inject({ method: 'GET', url: `/nothing/${encodeURIComponent(FORGED)}` })
    await app.inject({ method: 'GET', url: scene.path })
    await app.inject({
      method: 'POST',
      url: '/app/session',
      headers: json,
      payload: JSON.stringify({ login, password: `${PASSWORD} wrong` }),
    })
    await failing.app.inject({ method: 'GET', url: `${v1}/leads`, headers: key })
    await failing.close()
    known = [client.key, client.id, scene.path.slice(3), login, PASSWORD, SECRET, 'WVWZZZ1JZXW000001']
  })
  after(() => opened.close())

  const lines = () =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)

  test('is one JSON object a line, each with its moment, its request, its route and what became of it', () => {
    const requests = lines().filter(({ method }) => method !== undefined)
    assert.equal(requests.length, 7)
    for (const { time, reqId, route, status } of requests) {
      assert.ok(Math.abs(Date.now() - time) < 3_600_000, 'milliseconds of UTC')
      assert.match(reqId ?? '', /^[\w.:-]{1,128}$/)
      assert.ok(route !== undefined && (status ?? 0) >= 200)
    }
    assert.deepEqual(
      requests.map(({ status }) => status),
      [200, 401, 400, 404, 200, 401, 500],
    )
  })

  test('holds no key, link, password, login, name, identifier or body', () => {
    for (const secret of known) assert.ok(!text.includes(secret), secret)
  })

  test('takes no line from a caller', () => {
    assert.ok(lines().every(({ level }) => level < 60))
  })

  test('says of a failure what kind it was and where, and not what it quoted', () => {
    const [failure, ...more] = lines().filter((line) => line.failure !== undefined)
    assert.equal(more.length, 0)
    assert.equal(failure?.failure?.name, 'Error')
    assert.ok(failure?.reqId !== undefined)
  })
})

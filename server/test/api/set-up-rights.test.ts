// Everything that sets up a client or gives access, called by everybody: each role, limited to a branch or not, people and keys of
// another client, and nobody. New operations are in it by themselves.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { appInterface, dmsInterface } from '@walkaround/contract/openapi.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import { staffRoles } from '@walkaround/contract/rules/roles.ts'
import type { LightMyRequestResponse } from 'fastify'
import { makeClient, makeKey, request, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedKey, limitedPerson, makeBranches } from '../support/branches.ts'

const limitedRoles = ['technician', 'parts', 'advisor', 'manager'] as const
const callers = [
  ...staffRoles,
  ...limitedRoles.map((role) => `${role} of a branch` as const),
  'support',
  'key of the DMS',
  'key of a manager of a branch',
] as const
type Caller = (typeof callers)[number]

const whole: Caller[] = ['manager', 'admin', 'support', 'key of the DMS']
/** Who may, in words of its own: not taken from the rights that are tested. */
const allowed: Record<'packages' | 'events' | 'admin' | 'logins' | 'keys', readonly Caller[]> = {
  packages: whole,
  admin: whole,
  events: [...whole, 'manager of a branch', 'key of a manager of a branch'],
  // Access is for people: whom they may change is tested in access-logins.test.ts and managing.test.ts.
  logins: ['manager', 'manager of a branch', 'admin', 'support', 'key of a manager of a branch'],
  keys: ['admin', 'support'],
}
const rights = Object.keys(allowed) as (keyof typeof allowed)[]

const operations = [dmsInterface, appInterface].flatMap(({ prefix, operations }) =>
  operations.flatMap((operation) => {
    const right = rights.find((one) => one === operation.right)
    // Those of sandboxes are refused to everybody at other clients: see sandbox.test.ts.
    const isHere = operation.path.includes('{system_client_id}') && operation.heading !== 'Sandbox'
    return right && isHere ? [{ operation, right, prefix }] : []
  }),
)

type Call = (operation: Operation, address: string) => Promise<LightMyRequestResponse>

const payloadOf = ({ bytes, body }: Operation) => (bytes ? Buffer.from('x') : body ? '{}' : undefined)

function send(
  { method }: Operation,
  url: string,
  headers: Record<string, string>,
  payload: string | Buffer | undefined,
): Promise<LightMyRequestResponse> {
  const type = typeof payload === 'string' ? 'application/json' : 'application/octet-stream'
  return request({
    method,
    url,
    headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  })
}

const byKey =
  (key: string): Call =>
  (operation, url) =>
    send(operation, url, { 'x-api-key': key }, payloadOf(operation))

const byPerson =
  ({ cookie, session }: AppPerson): Call =>
  (operation, url) =>
    send(operation, url, { cookie, 'x-walkaround-csrf': session.csrf }, payloadOf(operation))

/** As people work: signed in at the pages, and with a key at the interface of the DMS, which takes no session. */
const byBoth =
  (who: AppPerson, key: string): Call =>
  (operation, url) =>
    (url.startsWith(dmsInterface.prefix) ? byKey(key) : byPerson(who))(operation, url)

/** A thing that does not exist: whoever may call gets so far as to be told that, or what is wrong with an empty body. */
const addressOf = (prefix: string, { path, params }: Operation, clientId: string) => {
  const values = Object.fromEntries(Object.keys(params).map((name) => [name, 'x']))
  return `${prefix}${fillPath(path, { ...values, system_client_id: clientId })}`
}

const isRefused = (response: LightMyRequestResponse) =>
  response.statusCode === 403 && response.json<{ errorCode: number }>().errorCode === 40_300

describe('set-up and access', () => {
  let client: TestClient
  let calls: Record<Caller, Call>
  let strangers: Record<string, Call>

  before(async () => {
    client = (await makeBranches()).client
    const own = async (role: (typeof staffRoles)[number] | 'support') =>
      byBoth(await person(client.id, role), (await makeKey(client.id, role)).key)
    const ofBranch = async (role: (typeof limitedRoles)[number]) =>
      byBoth(await limitedPerson(client.id, role), (await limitedKey(client.id, role)).key)
    calls = {
      technician: await own('technician'),
      parts: await own('parts'),
      advisor: await own('advisor'),
      manager: await own('manager'),
      admin: await own('admin'),
      support: await own('support'),
      'technician of a branch': await ofBranch('technician'),
      'parts of a branch': await ofBranch('parts'),
      'advisor of a branch': await ofBranch('advisor'),
      'manager of a branch': await ofBranch('manager'),
      'key of the DMS': byKey(client.key),
      'key of a manager of a branch': byKey((await limitedKey(client.id)).key),
    }
    const other = await makeClient()
    const byRole = async (role: 'admin' | 'manager') =>
      byBoth(await person(other.id, role), (await makeKey(other.id, role)).key)
    strangers = {
      'an admin of another client': await byRole('admin'),
      'a manager of another client': await byRole('manager'),
      'the key of another DMS': byKey(other.key),
    }
  })

  test('is called by operations of every one of these rights', () => {
    for (const right of rights)
      assert.ok(
        operations.some((one) => one.right === right),
        right,
      )
    assert.ok(operations.length >= 50, `${operations.length} operations`)
  })

  for (const { operation, right, prefix } of operations) {
    test(`${operation.id}: ${operation.right}, by role, branch and client`, async () => {
      const address = addressOf(prefix, operation, client.id)
      for (const caller of callers) {
        const response = await calls[caller](operation, address)
        const told = `${caller}: ${response.statusCode} ${response.body.slice(0, 200)}`
        assert.ok(response.statusCode < 500 && response.statusCode !== 401, told)
        assert.equal(isRefused(response), !allowed[right].includes(caller), told)
      }
      for (const [name, ask] of Object.entries(strangers)) {
        const there = await ask(operation, address)
        const nowhere = await ask(operation, addressOf(prefix, operation, 'nobody'))
        assert.ok(isRefused(there), `${name}: ${there.statusCode} ${there.body}`)
        assert.equal(there.body, nowhere.body, `${name} cannot tell that the client exists`)
      }
      const nobody = await send(operation, address, {}, payloadOf(operation))
      assert.equal(nobody.statusCode, 401, nobody.body)
    })
  }
})

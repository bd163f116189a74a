// A call uses the path, the input and the reply of its operation; the compiler knows all three.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byId, operations } from './app/operations.ts'
import { routes } from './app/routes.generated.ts'
import { type Call, createCall, pathOf } from './client.ts'

test('every operation is known by its id, with its method and path', () => {
  for (const { id, method, path } of operations) {
    assert.equal(byId[id as keyof typeof byId].id, id)
    assert.deepEqual(routes[id as keyof typeof routes], { method, path })
  }
  assert.equal(Object.keys(routes).length, operations.length)
})

test('a path carries its parameters escaped, and of the query what is not empty', () => {
  assert.equal(
    pathOf('getBoard', { system_client_id: 'a/b' }, { branch: 'x y', search: '' }),
    '/system-clients/a%2Fb/board?branch=x+y',
  )
  assert.equal(pathOf('getSession', {}), '/session')
})

test('a list of the query is its name once for each value', () => {
  const path = pathOf('listPutOffWork', { system_client_id: 'a' }, { branch: ['b,1', 'b2', ''] })
  assert.equal(path, '/system-clients/a/put-off-work?branch=b%2C1&branch=b2')
})

test('a call sends method, path and body, and returns what 200 holds', async () => {
  const asked: unknown[] = []
  const call = createCall<{ timeout?: number }>(async (path, ask) => {
    asked.push([path, ask])
    return path === '/session' && ask.method === 'DELETE'
      ? { status: 204, json: () => assert.fail('there is no body') }
      : { status: 200, json: async () => ({ name: 'Ada' }) }
  })
  const session = await call('createSession', {}, { body: { login: 'ada', password: 'x' }, timeout: 1 })
  assert.equal(session.name, 'Ada')
  assert.equal(await call('endSession', {}), undefined)
  assert.deepEqual(asked, [
    ['/session', { method: 'POST', body: { login: 'ada', password: 'x' }, timeout: 1 }],
    ['/session', { method: 'DELETE' }],
  ])
})

test('a call that does not fit its operation does not compile', () => {
  const calls = (call: Call<{ timeout?: number }>) => [
    // @ts-expect-error: there is no such operation
    call('getCastle', {}),
    // @ts-expect-error: a parameter of the path is missing
    call('getBoard', {}),
    // @ts-expect-error: it takes a body
    call('createSession', {}),
    // @ts-expect-error: a field of the body is missing
    call('createSession', {}, { body: { login: 'ada' } }),
    // @ts-expect-error: it takes no body
    call('getSession', {}, { body: {} }),
    // @ts-expect-error: the query has no such field
    call('getBoard', { system_client_id: 'a' }, { query: { colour: 'red' } }),
    // @ts-expect-error: the reply has no such field
    call('getSession', {}).then(({ colour }) => colour),
  ]
  assert.ok(calls)
})

// Repeats in the log of requests, and requests as commands.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoggedRequest } from '../app/requests.ts'
import { calledOf, groupRepeats, toCurl } from './logged-requests.ts'

const request = (id: string, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id,
  at: `2026-03-01T10:00:${id.padStart(2, '0')}Z`,
  keyId: 'k',
  operation: 'putServiceOrder',
  method: 'PUT',
  path: '/system-clients/acme/service-orders/1',
  objectIds: ['1'],
  status: 400,
  errorCode: 40010,
  ms: 1,
  requestId: id,
  ...more,
})

test('repeats in a row are one entry; what differs, and what is no request, stands alone', () => {
  const path = '/system-clients/acme/service-orders/2'
  const list = [
    request('9'),
    request('8'),
    request('7', { path }),
    request('6'),
    request('5', { dropped: 3 }),
  ]
  assert.deepEqual(
    groupRepeats(list).map(({ request: { id }, times, firstAt }) => [id, times, firstAt.slice(-3, -1)]),
    [
      ['9', 2, '08'],
      ['7', 1, '07'],
      ['6', 1, '06'],
      ['5', 1, '05'],
    ],
  )
})

test('a request as a command carries no key, and a quote in it ends nothing', () => {
  assert.equal(
    toCurl({ method: 'PUT', path: "/a'b", body: `{"x":"it's"}` }, 'https://w.example'),
    `curl -X PUT 'https://w.example/v1/a'\\''b' \\
  -H "X-API-KEY: $KEY" \\
  -H 'Content-Type: application/json' \\
  --data '{"x":"it'\\''s"}'`,
  )
})

test('a request that no operation takes is called by method and path, and methods stand apart', () => {
  const stray = { operation: '', path: '/system-clients/…/orders', objectIds: [] }
  const list = [
    request('3', { ...stray, method: 'PATCH' }),
    request('2', { ...stray, method: 'POST' }),
    request('1'),
  ]
  assert.deepEqual(
    groupRepeats(list).map((group) => calledOf(group.request)),
    ['PATCH /v1/system-clients/…/orders', 'POST /v1/system-clients/…/orders', 'putServiceOrder'],
  )
})

// What is asked of both services: the same requests, about orders that repeat the same orders of the demo.

import { deskRequests } from './growth-desk-requests.ts'
import { BUSY_BRANCHES, branchId, CLIENT, type Keys } from './growth-prototype.ts'
import { OPEN, openOf, orderId, plateOf, rareNameOf, type Size, surveyId, vinOf } from './growth-rows.ts'
import { requestBytes } from './load.ts'
import { orderBody } from './scenarios.ts'

export interface Asked {
  name: string
  method: 'GET' | 'PUT' | 'POST'
  /** In one round. */
  requests: number
  expect: number
  /** Every request is another one; otherwise every round repeats the same, which are in memory then. */
  isNew?: true
  /** Path below the client, and body, of the i-th request. */
  ask(size: Size, i: number): { path: string; body?: string }
  door?: 'app'
  /** Who asks at the door of the apps; otherwise a manager of the whole client. */
  as?: Exclude<keyof Keys, 'dms'>
}

/** How many orders of the demo are repeated; a tap on one of them. */
export interface Facts {
  open: number
  closed: number
  /** Numbers of closed orders whose first survey is a health survey. */
  withHealth: number[]
  /** Which open order of the demo is tapped, and what; the two answers take turns. */
  tapped: number
  question: string
  answers: [string, string]
}

export function requestOf(keys: Keys, size: Size, asked: Asked, i: number) {
  const { path, body } = asked.ask(size, i)
  const url = `/${asked.door ?? 'v1'}/system-clients/${CLIENT}${path}`
  return { method: asked.method, url, key: asked.door ? keys[asked.as ?? 'person'] : keys.dms, body }
}

export function bytesOf(keys: Keys, size: Size, asked: Asked, i: number): Buffer {
  const { method, url, key, body } = requestOf(keys, size, asked, i)
  return requestBytes(method, url, { 'x-api-key': key }, body)
}

export function listRequests(facts: Facts): Asked[] {
  const run = Date.now().toString(36)
  /** The i-th of the open orders, beginning at one that repeats the first of the demo; `every` of them repeat the same. */
  const open = ({ orders }: Size, i: number, { every = 1, offset = 0 } = {}) => {
    const first = Math.ceil((orders - OPEN + 1) / facts.open) * facts.open
    const count = Math.floor((orders - first) / facts.open) - 1
    return first + offset + (every === 1 ? i % (count * facts.open) : (i % count) * every)
  }
  /** The i-th of closed orders that have everything. */
  const closed = (size: Size, i: number) =>
    Math.ceil((size.orders - openOf(size) - 1_900) / facts.closed) * facts.closed +
    (facts.withHealth[i % facts.withHealth.length] as number) -
    1 +
    (Math.floor(i / facts.withHealth.length) % 10) * facts.closed
  /** One of all orders, in no order. */
  const any = ({ orders }: Size, i: number) => 1 + ((i * 7919 + 13) % (orders - OPEN))
  const search = (name: string, wordOf: (size: Size, i: number) => string, requests = 60): Asked => ({
    name: `search, ${name}`,
    method: 'GET',
    door: 'app',
    requests,
    expect: 200,
    ask: (size, i) => ({ path: `/board?search=${encodeURIComponent(wordOf(size, i))}` }),
  })
  const read = (name: string, ask: Asked['ask'], requests = 200, door?: 'app'): Asked => ({
    name,
    method: 'GET',
    requests,
    expect: 200,
    ask,
    ...(door ? { door } : {}),
  })
  const ordered = (size: Size, n: number, text: string) =>
    orderBody(text)
      .replace('DE1001', branchId(n % BUSY_BRANCHES))
      .replace('ZZZ1A2B35PX000001', vinOf(size, n))
      .replace('B WA 1042', plateOf(size, n))
  return [
    read('GET order', (size, i) => ({ path: `/service-orders/${orderId(any(size, i))}` }), 300),
    read('GET survey, open', (size, i) => ({ path: `/surveys/${surveyId(open(size, i))}` })),
    read('GET survey, closed', (size, i) => ({ path: `/surveys/${surveyId(closed(size, i))}` })),
    read(
      'survey page of the app',
      (size, i) => ({ path: `/surveys/${surveyId(open(size, i))}` }),
      100,
      'app',
    ),
    read(
      'PDF form',
      (size, i) => ({ path: `/surveys/${surveyId(closed(size, i))}/pdf-forms/survey-summary` }),
      15,
    ),
    read('GET leads, a page of 100', () => ({ path: '/leads?list=outstanding&limit=100' }), 40),
    read(
      'board of a branch',
      (_, i) => ({ path: `/board?branch=${branchId(i % BUSY_BRANCHES)}` }),
      60,
      'app',
    ),
    { ...read('board of 50 branches, 1,000 open orders', () => ({ path: '/board' }), 6, 'app'), as: 'busy' },
    read('GET vehicle by VIN', (size, i) => ({ path: `/vehicle-info/${vinOf(size, any(size, i))}` }), 200),
    search('plate', (size, i) => plateOf(size, any(size, i)).replaceAll(' ', '')),
    search('VIN', (size, i) => vinOf(size, any(size, i))),
    search('last six of the VIN', (size, i) => vinOf(size, any(size, i)).slice(-6)),
    search('number', (size, i) => orderId(any(size, i))),
    search('rare name', (_, i) => rareNameOf(1_000 * (1 + (i % 8)))),
    search('frequent name', (_, i) => ['Nowicka', 'Winther', 'Lehner'][i % 3] as string, 20),
    search('frequent letter', (_, i) => ['S', 'X'][i % 2] as string, 20),
    search('frequent word with a rare one', (size, i) => `XDGR ${plateOf(size, any(size, i)).slice(-7)}`, 60),
    {
      name: 'POST edits, a tap in the workshop app',
      method: 'POST',
      door: 'app',
      requests: 60,
      expect: 200,
      isNew: true,
      ask: (size, i) => ({
        path: `/surveys/${surveyId(open(size, i, { every: facts.open, offset: facts.tapped }))}/edits`,
        body: JSON.stringify({
          edits: [
            {
              id: `e-${run}-${i}`,
              kind: 'answers',
              answers: [{ questionId: facts.question, answerId: facts.answers[Math.floor(i / 20) % 2] }],
            },
          ],
        }),
      }),
    },
    {
      name: 'PUT order, update',
      method: 'PUT',
      requests: 80,
      expect: 204,
      isNew: true,
      ask: (size, i) => {
        const n = open(size, i)
        return { path: `/service-orders/${orderId(n)}`, body: ordered(size, n, `other ${run} ${i}`) }
      },
    },
    {
      name: 'PUT order, create with survey',
      method: 'PUT',
      requests: 50,
      expect: 201,
      isNew: true,
      ask: (size, i) => ({
        path: `/service-orders/N-${run}-${i}`,
        body: ordered(size, any(size, i), 'first'),
      }),
    },
    ...deskRequests(
      (size, i) => vinOf(size, any(size, i)),
      (size, i) => plateOf(size, any(size, i)),
    ),
  ]
}

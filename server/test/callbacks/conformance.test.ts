// The conformance kit for receivers: the receiver of the guide gets a green sheet, and one with a fault fails exactly where it should.
import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { examineReceiver } from '../../src/conformance/receiver.ts'
import type { Sheet } from '../../src/conformance/sheet.ts'
import { openHttp } from '../../src/outside/http-call.ts'
import { startGuideReceiver } from '../support/guide-receiver.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`

async function grade(url: string, signing: string | undefined, only: string[] = []): Promise<Sheet> {
  const http = openHttp({ origin: new URL(url).origin, timeoutMs: 10_000, caSetting: '' })
  try {
    return await examineReceiver({
      send: http.send,
      url,
      key: 'k',
      secret: signing,
      otherSecret,
      run: 'r',
      client: 'test',
      clock: () => new Date(),
      only,
    })
  } finally {
    http.close()
  }
}

const idsOf = ({ findings }: Sheet, state: string) =>
  findings.filter((finding) => finding.state === state).map(({ id }) => id)

interface Got {
  headers: IncomingHttpHeaders
  body: string
  id: string
}

/** Parts of a receiver; a fault replaces one of them. */
interface Parts {
  isGenuine: (got: Got) => boolean
  isFresh: (got: Got) => boolean
  /** The status for a genuine message. */
  take: (got: Got, seen: Set<string>) => number
}

const expected = ({ headers, body }: Got) =>
  createHmac('sha256', Buffer.alloc(32, 7))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest()
const signatures = ({ headers }: Got) => String(headers['webhook-signature'] ?? '').split(' ')
const matches = (one: string, wanted: Buffer) => {
  const given = Buffer.from(one.replace('v1,', ''), 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const good: Parts = {
  isGenuine: (got) => signatures(got).some((one) => matches(one, expected(got))),
  isFresh: ({ headers }) => Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300,
  take: () => 204,
}

async function withReceiver<T>(parts: Partial<Parts>, work: (url: string) => Promise<T>): Promise<T> {
  const { isGenuine, isFresh, take } = { ...good, ...parts }
  const seen = new Set<string>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const id = request.url?.split('/').at(-1) ?? ''
    const got = { headers: request.headers, body: Buffer.concat(chunks).toString(), id }
    try {
      const status = isGenuine(got) && isFresh(got) ? take(got, seen) : 401
      seen.add(id)
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    } catch {
      response.writeHead(500).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/in`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const bodyOf = ({ body }: Got) => JSON.parse(body)
const known = [
  'id systemClientId referenceObjectCategory referenceObjectId surveyId outputId outputCategory outputType outputTimestamp',
  'destinations linkUrl linkValidUntil vin customer owner driver',
].flatMap((names) => names.split(' '))

const faults: [what: string, parts: Partial<Parts>, red: string[]][] = [
  ['checks no signature', { isGenuine: () => true }, ['R2.1', 'R2.2', 'R2.3', 'R2.4', 'R2.5']],
  ['checks no timestamp', { isFresh: () => true }, ['R3.1', 'R3.2']],
  [
    'lets the future pass',
    { isFresh: ({ headers }) => Date.now() / 1000 - Number(headers['webhook-timestamp']) < 300 },
    ['R3.2'],
  ],
  ['fails on a repeat', { take: ({ id }, seen) => (seen.has(id) ? 500 : 204) }, ['R4.1', 'R4.2']],
  [
    'chokes on unknown fields',
    { take: (got) => (Object.keys(bodyOf(got)).every((name) => known.includes(name)) ? 204 : 400) },
    ['R8.1'],
  ],
  [
    'reads the first signature only',
    { isGenuine: (got) => matches(signatures(got)[0] ?? '', expected(got)) },
    ['R7.1', 'R7.2'],
  ],
  [
    'signs JSON written again',
    {
      isGenuine: (got) =>
        signatures(got).some((one) => matches(one, expected({ ...got, body: JSON.stringify(bodyOf(got)) }))),
    },
    ['R9.3'],
  ],
  [
    'leaves out the id',
    {
      isGenuine: (got) =>
        signatures(got).some((one) =>
          matches(one, expected({ ...got, headers: { ...got.headers, 'webhook-id': got.id } })),
        ),
    },
    ['R2.4'],
  ],
  ['needs an order', { take: (got) => (bodyOf(got).referenceObjectId ? 204 : 400) }, ['R8.2', 'R8.3']],
  ['needs a customer', { take: (got) => (bodyOf(got).customer.id ? 204 : 400) }, ['R8.2']],
  ['has a small limit', { take: ({ body }) => (body.length < 100_000 ? 204 : 413) }, ['R9.1']],
  [
    'knows four types',
    { take: (got) => (bodyOf(got).outputType === 'customerFeedbackNotification' ? 422 : 204) },
    ['R1.5'],
  ],
  [
    'wants messages in their order',
    { take: (got) => (Date.parse(bodyOf(got).outputTimestamp) < Date.now() - 3_600_000 ? 409 : 204) },
    ['R6.1'],
  ],
]

describe('the conformance kit on a receiver', () => {
  test('the receiver of the guide gets a green sheet', async () => {
    const receiver = await startGuideReceiver(secret)
    try {
      const sheet = await grade(`http://127.0.0.1:${receiver.port}/in`, secret)
      assert.deepEqual(idsOf(sheet, 'failed'), [])
      // Signed messages need no key.
      assert.deepEqual(idsOf(sheet, 'skipped'), ['R10.1'])
      assert.match(sheet.notes.join(), /test-conformance-r-r4-1-1 was sent three times/)
    } finally {
      await receiver.stop()
    }
  })

  for (const [what, parts, red] of faults) {
    test(`one that ${what} is found out`, async () => {
      const sheet = await withReceiver(parts, (url) => grade(url, secret))
      assert.deepEqual(idsOf(sheet, 'failed'), red)
      for (const { state, mend } of sheet.findings) if (state === 'failed') assert.ok(mend)
    })
  }

  test('one that redirects is told so at every message', async () => {
    const sheet = await withReceiver({ take: () => 302 }, (url) => grade(url, secret, ['R1']))
    assert.equal(idsOf(sheet, 'failed').length, sheet.findings.length)
  })

  test('without a secret the key must be checked, and nothing about signatures is', async () => {
    const byKey = { isGenuine: ({ headers }: Got) => headers['x-api-key'] === 'k', isFresh: () => true }
    const checked = await withReceiver(byKey, (url) => grade(url, undefined))
    assert.deepEqual(idsOf(checked, 'failed'), [])
    assert.ok(idsOf(checked, 'skipped').includes('R2.1'))
    const open = await withReceiver({ isGenuine: () => true, isFresh: () => true }, (url) =>
      grade(url, undefined),
    )
    assert.deepEqual(idsOf(open, 'failed'), ['R10.1'])
  })
})

// The conformance kit: our own service meets every clause, and a stand-in with one fault fails exactly those clauses that the fault
// concerns.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { chapters } from '../../src/conformance/clauses.ts'
import type { Json, Reply, Request, Send } from '../../src/conformance/exchange.ts'
import { PREFIX, type Target } from '../../src/conformance/kit.ts'
import { runClauses } from '../../src/conformance/run.ts'
import { countOf, isGreen, type Sheet, toJunit, toText } from '../../src/conformance/sheet.ts'
import { decisions, paragraphs, placeOf } from '../../src/conformance/where.ts'
import { BASE_URL, type Method, makeClient, testApp } from '../support/api.ts'
import { recording } from '../support/recorded.ts'
import { complete, putOrder, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'
import { root } from '../support/source-files.ts'
import { putPhoto } from '../support/survey-media.ts'

const inProcess: Send = async ({ method, path, headers, body }) => {
  const { app } = await testApp()
  const payload = body === undefined ? {} : { payload: body }
  const reply = await app.inject({ method: method as Method, url: path, headers, ...payload })
  return {
    status: reply.statusCode,
    headers: reply.headers as Record<string, string>,
    body: reply.rawPayload,
  }
}

const recorded = recording(inProcess)
let target: Target
let honest: Sheet

const run = (send: Send, only: string[] = []) =>
  runClauses({ send, target, run: 'r', pause: async () => {}, only })
const idsOf = ({ findings }: Sheet, state: string) =>
  findings.filter((finding) => finding.state === state).map(({ id }) => id)

before(async () => {
  const [client, other] = await Promise.all([makeClient(), makeClient()])
  await useOwnTemplate(client, { surveyType: 'QC' })
  const order = await putOrder(client, { qcSurveyRelease: true }, 'made-before')
  assert.equal((await putPhoto(client, surveyIdOf(order), 'photo')).statusCode, 201)
  await complete(client, surveyIdOf(order, 'QC'))
  target = {
    origin: BASE_URL,
    basePath: '/v1',
    key: client.key,
    client: client.id,
    dealerCode: 'B1',
    otherClient: other.id,
    photoSurvey: surveyIdOf(order),
    completedSurvey: surveyIdOf(order, 'QC'),
  }
  honest = await run(recorded.send)
})

describe('the conformance kit on our own service', () => {
  test('every clause and every addition is met, and none is skipped', () => {
    assert.deepEqual(
      honest.findings.filter(({ state }) => state !== 'passed'),
      [],
    )
    assert.ok(countOf(honest).passed >= 60, String(countOf(honest).passed))
  })

  test('it leaves no order and no lead open, and no package bound', async () => {
    assert.deepEqual(honest.left, [])
    const made = recorded.requests.filter(
      ({ method, path }) => method === 'PUT' && /\/(service-orders|leads)\/[^/]+$/.test(path),
    )
    const read = async (path: string) =>
      inProcess({ method: 'GET', path, headers: { 'x-api-key': target.key } }, '')
    for (const path of new Set(made.map((one) => one.path))) {
      const reply = await read(path)
      if (reply.status !== 200) continue
      const { id, closed, rejected, deals = [] } = parsed(reply)
      assert.deepEqual([id.startsWith(PREFIX), closed, rejected, deals], [true, true, true, []], path)
    }
    const bound = `/v1/system-clients/${target.client}/survey-templates/open!health/package-assignment`
    assert.deepEqual(parsed(await read(bound)), [])
  })

  test('the replies given again are as green, so that a fault is all that differs below', async () => {
    assert.deepEqual(idsOf(await run(recorded.replay()), 'failed'), [])
  })
})

type Fault = (reply: Reply, request: Request) => Partial<Reply> | undefined

const isOrder = ({ path }: Request) => /\/service-orders\/[^/]+$/.test(path)
const parsed = ({ body }: Reply): Json => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
const json = (value: unknown): Partial<Reply> => ({ body: Buffer.from(JSON.stringify(value)) })
const without = ({ headers }: Reply, name: string): Partial<Reply> => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name)),
})

/** Faults with a memory are made anew for each run. */
const faults: [what: string, make: () => Fault, red: string[]][] = [
  [
    'null in output',
    () => (reply, request) =>
      isOrder(request) && reply.status === 200 && request.method === 'GET'
        ? json({ ...parsed(reply), payer: parsed(reply).payer ?? null })
        : undefined,
    ['S1'],
  ],
  [
    '200 instead of 201 for a new lead',
    () => (reply, request) =>
      reply.status === 201 && /\/leads\/[^/]+$/.test(request.path) ? { status: 200 } : undefined,
    ['B1.2'],
  ],
  [
    'no Location on a new order',
    () => (reply, request) =>
      isOrder(request) && reply.status === 201 ? without(reply, 'location') : undefined,
    ['B1.1'],
  ],
  [
    'PUT merges an order instead of replacing it',
    () => {
      const known = new Map<string, Json>()
      return (reply, request) => {
        if (!isOrder(request)) return undefined
        if (request.method === 'PUT' && reply.status < 300) {
          const body = Object.entries(JSON.parse((request.body ?? '').replace('\uFEFF', ''))).filter(
            ([, value]) => value !== null,
          )
          known.set(request.path, { ...known.get(request.path), ...Object.fromEntries(body) })
        }
        const { description, customer } = known.get(request.path) ?? {}
        if (request.method !== 'GET' || reply.status !== 200) return undefined
        return json({ ...(description && { description }), ...(customer && { customer }), ...parsed(reply) })
      }
    },
    ['A1.1', 'A1.2'],
  ],
  [
    'errors without errorInfo',
    () => (reply) => {
      if (reply.status !== 404 || !parsed(reply)) return undefined
      const { errorInfo: _, ...rest } = parsed(reply)
      return json(rest)
    },
    ['B6.1'],
  ],
  [
    '400 of fields before 404 of the resource',
    () => (reply, request) =>
      reply.status === 404 && request.body?.includes('"blue"') ? { status: 400 } : undefined,
    ['B2.8'],
  ],
  [
    'takes values outside of closed lists',
    () => (reply, request) =>
      isOrder(request) && reply.status === 400 && parsed(reply)?.errorCode === 40012
        ? { status: 204, body: Buffer.from('') }
        : undefined,
    ['A4.2', 'A4.3', 'B6.3'],
  ],
  [
    'loses closed',
    () => (reply, request) => {
      if (!isOrder(request) || reply.status !== 200) return undefined
      const { closed: _, ...rest } = parsed(reply) ?? {}
      return request.method === 'GET' ? json(rest) : undefined
    },
    ['C3.1', 'C3.3'],
  ],
  [
    'an object instead of a bare array',
    () => (reply, request) =>
      /\/surveys(\?|$)/.test(request.path) && reply.status === 200
        ? json({ items: parsed(reply) })
        : undefined,
    ['C5.2', 'C5.3', 'C8.3'],
  ],
  [
    'gives the id of a removed answer again',
    () => {
      const removed = new Map<string, string>()
      return (reply, request) => {
        const [, list = request.path, id] = /^(.*\/answers)\/([^/]+)$/.exec(request.path) ?? []
        if (request.method === 'DELETE' && reply.status === 204 && id) removed.set(list, id)
        const again = removed.get(list)
        if (request.method !== 'POST' || again === undefined) return undefined
        return { headers: { ...reply.headers, location: `${BASE_URL}${list}/${again}` } }
      }
    },
    ['D3.5'],
  ],
  [
    'JSON that says it is text',
    () => (reply) =>
      reply.headers['content-type']?.startsWith('application/json')
        ? { headers: { ...reply.headers, 'content-type': 'text/plain' } }
        : undefined,
    ['B4.5'],
  ],
  [
    '404 instead of 403 for a client out of reach',
    () => (reply) => (reply.status === 403 ? { status: 404 } : undefined),
    ['B2.3', 'B3.4'],
  ],
  [
    'an order that is closed leaves its surveys open',
    () => (reply, request) =>
      /\/surveys\/[^/]+$/.test(request.path) && parsed(reply)?.closed === true
        ? json({ ...parsed(reply), closed: false })
        : undefined,
    ['C3.1', 'C3.2', 'C3.3', 'C4.2', 'C8.2'],
  ],
  [
    'float dust in sums',
    () => (reply, request) =>
      request.path.includes('/packages/')
        ? {
            body: Buffer.from(
              reply.body.toString().replace('"priceExVat":0.3,', '"priceExVat":0.30000000000000004,'),
            ),
          }
        : undefined,
    ['E3.1'],
  ],
  ['no ETag', () => (reply) => (reply.headers.etag ? without(reply, 'etag') : undefined), ['B7.3', 'B7.4']],
]

describe('where clauses stand', () => {
  const headingsOf = (page: string) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^#{2,3} (.+)$/gm)].map(([, title]) => title)

  test('decisions and paragraphs are named as they are in the guides', () => {
    const titles = headingsOf('docs/decisions-of-the-interface.md')
    for (const [id, title] of Object.entries(decisions)) assert.ok(titles.includes(`${id}. ${title}`), id)
    for (const [page, title] of Object.values(paragraphs))
      assert.ok(headingsOf(`docs/${page}.md`).includes(title), title)
    assert.equal(placeOf('A5'), 'docs/decisions-of-the-interface.md#a5-id-in-a-body')
    assert.equal(placeOf('C4').split('#')[1], 'c4-a-survey-never-forgets-and-never-mixes-people')
  })

  test('no two clauses have one number, and each has a title of its own', () => {
    const all = chapters.flatMap(({ clauses }) => clauses)
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    assert.equal(new Set(all.map(({ title }) => title)).size, all.length)
  })
})

describe('the sheet', () => {
  const faulty = (send = recorded.replay()) =>
    run(
      async (request, clause) => {
        const reply = await send(request, clause)
        return reply.status === 201 ? { ...reply, status: 200 } : reply
      },
      ['B1.1', 'B7.5', 'B3.4'],
    )

  test('says of a failure what was sent, answered and expected, and where it stands, and never the key', async () => {
    const sheet = await faulty()
    const text = toText(sheet)
    assert.match(text, /✘ B1\.1 +PUT of a new order is 201/)
    assert.match(text, /sent +PUT \/v1\/system-clients\/t-[^ ]+\/service-orders\/conformance-r-b1-1-1/)
    assert.match(text, /answered +200, location: /)
    assert.match(text, /expected +status 201/)
    assert.match(text, /see +docs\/decisions-of-the-interface\.md#b1-success-codes/)
    assert.match(text, /Additions of Walkaround.*\n +✘ B7\.5/)
    assert.match(text, /2 clauses: 1 passed, 1 failed, 0 skipped\.\n1 additions: 0 passed, 1 failed/)
    assert.ok(!text.includes(target.key) && !JSON.stringify(sheet).includes(target.key))
    assert.equal(isGreen(sheet), false)
    // What Walkaround adds is not asked of others.
    assert.ok(isGreen({ ...sheet, findings: sheet.findings.filter(({ id }) => id !== 'B1.1') }))
  })

  test('is JUnit for builds: a suite per chapter, additions never as failures', async () => {
    const xml = toJunit(await faulty())
    assert.match(xml, /<testsuite name="Replies and errors" tests="2" failures="1" skipped="0"/)
    assert.match(xml, /<testsuite name="Additions" tests="1" failures="0" skipped="1"/)
    assert.match(xml, /<failure message="expected status 201">sent: PUT .*&quot;externalBranchId&quot;/)
  })
})

describe('a stand-in with one fault', () => {
  for (const [what, make, red] of faults) {
    test(what, async () => {
      const [fault, send] = [make(), recorded.replay()]
      const sheet = await run(async (request, clause) => {
        const reply = await send(request, clause)
        return { ...reply, ...fault(reply, request) }
      })
      assert.deepEqual(idsOf(sheet, 'failed'), red)
    })
  }
})

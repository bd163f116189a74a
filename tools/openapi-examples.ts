// Calls every operation of a new demo and stores request and reply as the examples of the OpenAPI document. The service must be
// running: WALKAROUND_DATA=<its folder> node tools/openapi-examples.ts [its address]
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { callback } from '../contract/src/dms/events.ts'
import { operations } from '../contract/src/dms/operations.ts'
import type { ExampleExchange, ExampleReply } from '../contract/src/openapi-examples.ts'
import type { Operation } from '../contract/src/operation.ts'
import { fillPath } from '../contract/src/paths.ts'

const root = join(import.meta.dirname, '..')
const published = 'https://localhost:8443'
const [, , address = published] = process.argv
const data = process.env.WALKAROUND_DATA ?? join(root, 'data')
setDefaultCACertificates([readFileSync(join(data, 'tls/walkaround-ca.crt'), 'utf8')])

const keyOf = (login: string) =>
  execFileSync(
    process.execPath,
    [join(root, 'bin/walkaround.mjs'), 'key', 'issue', login, '--label', 'examples'],
    {
      encoding: 'utf8',
    },
  ).trim()
const key = keyOf('demo-dms')
const client = '/v1/system-clients/demo'

async function ask(path: string, init: RequestInit = {}, asKey = key): Promise<Response> {
  // A compressed reply has another ETag.
  const headers = {
    'X-API-KEY': asKey,
    'Accept-Encoding': 'identity',
    ...(init.body ? { 'Content-Type': 'application/json' } : {}),
    ...init.headers,
  }
  const response = await fetch(address + path, { ...init, headers, redirect: 'manual' })
  assert.ok(response.status < 400, `${init.method ?? 'GET'} ${path}: ${await response.clone().text()}`)
  return response
}
// biome-ignore lint/suspicious/noExplicitAny: whatever the demo holds
const read = async (path: string, asKey = key): Promise<any> => (await ask(path, {}, asKey)).json()

const ofType = async (type: string): Promise<string> =>
  (await read(`${client}/service-orders/SO-1001/surveys?survey-type=${type}`))[0].id
const [check, reception] = [await ofType('VC'), await ofType('health')]
const photo = /"photos":\[\{"id":"([^"]+)"/.exec(await (await ask(`${client}/surveys/${check}`)).text())?.[1]
assert.ok(photo)

/** By the path segment before a variable, or by the variable's own name: the value to read, and the one to write. */
const values: Record<string, string | { read: string; write: string }> = {
  'system-clients': 'demo',
  'service-orders': { read: 'SO-1001', write: 'FIRST-2' },
  surveys: check,
  questions: 'vc.padFL',
  'pdf-forms': 'survey-summary',
  photos: photo,
  thumbnail_size: 'large',
  videos: (await read(`${client}/surveys/${check}/videos`))[0].id,
  'part-requests': 'vc.bushes',
  quotes: { read: 'Q-1001-1', write: 'Q-1001-2' },
  'upsale-quotes': (await read(`${client}/surveys/${reception}/upsale-quotes`))[0].id,
  packages: { read: 'front-brakes', write: 'pads-front' },
  'survey-templates': 'open!vc',
  'vehicle-info': '1HGCM82633A004352',
  // That of SO-1001, which was here before.
  vehicles: 'GWAFJ20D9NW001001',
  leads: { read: 'LD-202', write: 'LEAD-5' },
  lead_id: 'LD-202',
  deals: 'D-1',
}

/** Some events of the past of the demo. */
const past = await ask(`${client}/events?kind=order.created&branch=DE1001&limit=3`)

const queries: Record<string, Record<string, string>> = {
  getPdfForm: { lang: 'en' },
  listServiceOrderSurveys: { 'survey-type': 'VC' },
  listLeads: {
    dateFrom: '2026-01-01',
    dateTo: '2099-12-31',
    branch: 'DE1001',
    list: 'outstanding',
    limit: '1',
  },
  listServiceOrders: { changedSince: '2026-01-01', closed: 'false', branch: 'DE1001', limit: '2' },
  listSurveys: {
    changedSince: '2026-01-01',
    completed: 'true',
    'survey-type': 'health',
    branch: 'DE1001',
    limit: '1',
  },
  listEvents: {
    after: past.headers.get('x-walkaround-next') ?? '',
    kind: 'survey.*',
    branch: 'DE1001',
    limit: '2',
    wait: '20',
  },
  listPartRequests: {
    branch: 'DE1001',
    state: 'priced',
    after: (await read(`${client}/part-requests?limit=1`)).next,
    limit: '1',
    language: 'en',
  },
  getFigures: {
    from: '2026-01-01',
    to: '2026-06-30',
    beforeFrom: '2025-07-01',
    beforeTo: '2025-12-31',
    by: 'none',
    branch: 'DE1001',
    site: 'north',
    person: 'lena hartwig',
    figure: 'checkRate',
    language: 'en',
  },
  getQuestionFigures: {
    from: '2026-01-01',
    to: '2026-06-30',
    beforeFrom: '2025-07-01',
    beforeTo: '2025-12-31',
    branch: 'DE1001',
    site: 'north',
    language: 'en',
  },
  getFigureCars: {
    from: '2026-01-01',
    to: '2026-06-30',
    branch: 'DE1001',
    site: 'north',
    person: 'lena hartwig',
    sort: 'sold',
    currency: 'EUR',
    limit: '1',
    language: 'en',
  },
}

const sandbox = { id: 'sandbox', key: keyOf('sandbox-dms') }
const sandboxPath = `/v1/system-clients/${sandbox.id}`
const finished = ['simulateSend', 'simulateDecide', 'simulateFeedback']

/** A survey of its own for each operation that simulates; completed and with an offer where the result is there already. */
async function makeSandboxSurvey({ id }: Operation): Promise<string> {
  const put = (path: string, body: object, method = 'PUT') =>
    ask(`${sandboxPath}${path}`, { method, body: JSON.stringify(body) }, sandbox.key)
  await put(`/service-orders/${id}`, {
    externalBranchId: 'SB1000',
    customer: { firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' },
    technicianSurveyRelease: true,
  })
  const surveys = await read(`${sandboxPath}/service-orders/${id}/surveys?survey-type=VC`, sandbox.key)
  const surveyId: string = surveys[0].id
  if (id === 'simulateOffer') {
    const answers = [{ questionId: 'vc.padFL', value: '1' }]
    await put(`/sandbox/surveys/${surveyId}/simulate-answers`, { answers }, 'POST')
  }
  if (!finished.includes(id)) return surveyId
  await put(`/sandbox/surveys/${surveyId}/simulate-complete`, {}, 'POST')
  await put(`/surveys/${surveyId}/quotes/Q-1`, {
    category: 'quote',
    currency: 'EUR',
    description: 'Wiper blades',
    questionId: 'vc.wipers',
    answerId: 'ok',
    contents: [
      { itemCategory: 'material', description: 'Wiper blades', amountExVat: 40, amountIncVat: 47.6 },
    ],
  })
  return surveyId
}

function paramsOf({ path, method }: Operation): Record<string, string> {
  const found = [...path.matchAll(/([^/{}]*)\/\{([^}]+)\}/g)].map(([, part = '', name = '']) => {
    const known = values[name] ?? values[part]
    const value = typeof known === 'object' ? (method === 'GET' ? known.read : known.write) : known
    assert.ok(value, `${path} has no value for ${name}`)
    return [name, part === 'surveys' && path.includes('upsale-quotes') ? reception : value]
  })
  return Object.fromEntries(found)
}

/** The first entries of a list represent all of them. */
function shortened(value: unknown, kept = 2): unknown {
  if (Array.isArray(value)) return value.slice(0, kept).map((entry) => shortened(entry, 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner, kept)]))
}

/** With the address of a demo on its usual port. */
const withAddress = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(address, published)
      .replaceAll(/http:\/\/localhost:\d+/g, published),
  )

async function replyOf(response: Response, headers: Record<string, string> = {}): Promise<ExampleReply> {
  const told = Object.keys(headers).flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    ...(told.length > 0 ? { headers: Object.fromEntries(told) } : {}),
    ...(isJson ? { body: shortened(await response.json()) } : {}),
  }
}

const bodyOf = (reply: ExampleReply | undefined) => reply?.body as { next?: string } | undefined

/** By address: a resource is deleted in the state in which it was read. */
const tags = new Map<string, string>()

async function exchange(operation: Operation): Promise<ExampleExchange> {
  const { method, path, id, example, replies, requestHeaders = {} } = operation
  const isOfSandbox = operation.heading === 'Sandbox'
  const params = isOfSandbox ? { system_client_id: sandbox.id } : paramsOf(operation)
  if (isOfSandbox && 'survey_id' in operation.params)
    Object.assign(params, { survey_id: await makeSandboxSurvey(operation) })
  const query = queries[id] ?? {}
  const url = `/v1${fillPath(path, params)}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
  const sent: Record<string, string> = {}
  const seen = tags.get(url)
  if (seen && method === 'DELETE') sent['if-match'] = seen
  const isRepeatable = 'idempotency-key' in requestHeaders
  if (isRepeatable) sent['idempotency-key'] = crypto.randomUUID()
  const init = { method, headers: sent, ...(example === undefined ? {} : { body: JSON.stringify(example) }) }
  const asKey = isOfSandbox ? sandbox.key : key
  const first = await ask(url, init, asKey)
  const found: Record<string, ExampleReply> = {
    [first.status]: await replyOf(first, replies[first.status]?.headers),
  }
  const tag = first.headers.get('etag')
  if (tag) tags.set(url, tag)
  if (tag && !isRepeatable) sent[method === 'GET' ? 'if-none-match' : 'if-match'] = tag
  const again = method === 'GET' ? tag : isRepeatable || (first.status === 201 && 204 in replies)
  if (again) {
    const second = await ask(url, { ...init, headers: sent })
    const isUnchanged = second.status === 304
    found[second.status] = await replyOf(second, isUnchanged ? { etag: '' } : replies[second.status]?.headers)
  }
  if (id === 'addAnswer') values.answers = first.headers.get('location')?.split('/').at(-1) ?? ''
  const link = /[?&]cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
  // A reply that is no list has it in its body.
  const next = link === undefined ? bodyOf(found[first.status])?.next : decodeURIComponent(link)
  if (next !== undefined) query.cursor = next
  if (method === 'PUT' && 'if-none-match' in requestHeaders) sent['if-none-match'] = '*'
  return withAddress({ params: { ...params, ...query, ...sent }, replies: found })
}

const exchanges: Record<string, ExampleExchange> = {}
for (const operation of operations) exchanges[operation.id] = await exchange(operation)

const admin = keyOf('demo-admin')
const callbacks = '/app/system-clients/demo/callbacks'
const { deliveries } = await read(`${callbacks}?kind=messageSent`, admin)
const { body, log } = await read(`${callbacks}/${deliveries[0].id}`, admin)
const headers = [...log[0].request.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name, value]) => [name, value])
exchanges[callback.id] = withAddress({
  params: {
    id: deliveries[0].id,
    ...Object.fromEntries(headers.filter(([name]) => name in callback.headers)),
  },
  body: shortened(JSON.parse(body)),
  replies: {},
})
writeFileSync(
  join(root, 'contract/src/dms/examples.generated.json'),
  `${JSON.stringify(exchanges, null, 1)}\n`,
)

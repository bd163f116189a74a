// Secrets that are refused: every operation that takes one, sent wrong in every way, and read again nowhere.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations as appOperations } from '@walkaround/contract/app/operations.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import { pino } from 'pino'
import type { TSchema } from 'typebox'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import { makeClient, type TestClient, testApp, testServices } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { operations } from '../support/every-operation.ts'
import { openOnWire } from '../support/on-wire.ts'
import { refusal } from '../support/scenes.ts'

interface Field {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Field[]
  properties?: Record<string, Field>
  required?: string[]
  items?: Field
  maxLength?: number
  'x-secret'?: boolean
}

type Path = readonly string[]

/** Where in a body there is a secret, and how long it may be. */
function* secretsIn(field: Field, path: Path = []): Generator<{ path: Path; most: number }> {
  if (field['x-secret']) yield { path, most: field.maxLength ?? 0 }
  for (const [name, inner] of Object.entries(field.properties ?? {})) yield* secretsIn(inner, [...path, name])
  if (field.items) yield* secretsIn(field.items, [...path, '0'])
  for (const kind of field.anyOf ?? []) yield* secretsIn(kind, path)
}

/** The least that the schema takes, with `given` at `path` instead of what belongs there. */
function bodyWith(field: Field, path: Path, given: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return given
  if (field.items) return [bodyWith(field.items, rest, given)]
  const names = [...new Set([...(field.required ?? []), first])]
  return Object.fromEntries(
    names.map((name) => {
      const inner = field.properties?.[name] as Field
      return [name, name === first ? bodyWith(inner, rest, given) : leastOf(inner)]
    }),
  )
}

function leastOf({ type, const: only, enum: values, properties, required = [] }: Field): unknown {
  if (only !== undefined || values) return only ?? values?.[0]
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, leastOf(properties?.[name] as Field)]))
  if (type === 'array') return []
  if (type === 'boolean') return false
  return type === 'string' ? 'https://example.com' : 1
}

const START = 'Zq7x'
const DIGITS = 938271650471
/** What is typed where a secret belongs, for a field that takes at most `most` characters. */
const wrongOnes: Readonly<Record<string, (most: number) => unknown>> = {
  'too long': (most) => START.repeat(most),
  'a number': () => DIGITS,
  'an object': () => ({ [START]: START }),
  'a list': () => [START],
  'NUL in it': () => `${START}\0${START}`,
  'half a character in it': () => `${START}\ud800`,
}
const ODD = `${START} ${START} ż`

const cases = [...appOperations, ...operations].flatMap((operation: Operation) =>
  [...secretsIn((operation.body ?? {}) as Field)].map((secret) => ({ operation, ...secret })),
)

describe('a secret that is refused', () => {
  let logged = ''
  let opened: Awaited<ReturnType<typeof openOnWire>>
  let client: TestClient
  let admin: AppPerson

  before(async () => {
    const { database, requestLog } = await testApp()
    const write = (line: string) => {
      logged += line
    }
    opened = await openOnWire({
      logger: pino({ level: 'trace' }, { write }),
      authenticator: createAuthenticator(database),
      requestLog,
      ...testServices,
    })
    client = await makeClient({ isSandbox: true })
    admin = await person(client.id, 'admin')
  })
  after(() => opened.close())

  function send({ method, path, params, id }: Operation, body: unknown, headers = {}) {
    const names = Object.keys(params).map((name) => [name, name === 'channel' ? channelIn(body) : 'x'])
    const isApp = (appOperations as readonly Operation[]).some((one) => one.id === id)
    const values = { ...Object.fromEntries(names), system_client_id: client.id }
    return opened.app.inject({
      method,
      url: `${isApp ? '/app' : '/v1'}${fillPath(path, values)}`,
      headers: {
        'content-type': 'application/json',
        ...(isApp
          ? { cookie: admin.cookie, 'x-walkaround-csrf': admin.session.csrf }
          : { 'x-api-key': client.key }),
        ...headers,
      },
      payload: JSON.stringify(body),
      // Wrong passwords and PINs are counted by network, and other tests have theirs.
      remoteAddress: `2001:db8:5ec:${(++networks).toString(16)}::1`,
    })
  }
  let networks = 0
  const channelIn = (body: unknown) => Object.keys(Object(body))[0] ?? 'email'

  /** Ids and times are random digits. */
  const lines = () =>
    logged
      .trim()
      .split('\n')
      .map((line) => JSON.stringify({ ...JSON.parse(line), time: 0, reqId: '', ms: 0 }))
      .join('\n')
  const assertSilent = (text: string, where: string) => {
    for (const start of [START, String(DIGITS).slice(0, 4)])
      assert.ok(!text.includes(start), `${where}: ${text}`)
  }

  for (const { operation, path, most } of cases) {
    const field = path.join('.').replaceAll(/\.(\d+)/g, '[$1]')
    test(`${operation.id}: ${field} is in no reply and no line of the log`, async () => {
      const schema = operation.body as TSchema as Field
      const bodies = Object.entries(wrongOnes).map(([how, make]): [string, unknown] => [
        how,
        bodyWith(schema, path, make(most)),
      ])
      for (let depth = 0; depth < path.length; depth++)
        bodies.push([`in the place of its object`, bodyWith(schema, path.slice(0, depth), START)])
      for (const [how, body] of bodies) {
        const { statusCode, body: reply } = await send(operation, body)
        assert.ok(statusCode >= 400 && statusCode < 500, `${how}: ${statusCode} ${reply}`)
        assertSilent(reply, how)
      }
      const odd = await send(operation, bodyWith(schema, path, ODD.slice(0, most)))
      assert.ok(odd.statusCode < 500, odd.body)
      assertSilent(odd.body, 'of a form that it hardly has')
      assertSilent(lines(), 'log')
      const long = START.repeat(most)
      const { statusCode, body } = await send(operation, bodyWith(schema, path, long))
      const told = `${field}: the value has ${long.length} characters, at most ${most} are allowed`
      assert.ok(JSON.parse(body).errorInfo.split('\n').includes(told), body)
      assert.equal(statusCode, 400)
    })
  }

  test('is not in the words of a refusal that the schema does not make', async () => {
    const twilio = { preset: 'twilio', account: 'AC1', from: '+49 151 000000' }
    const headers = [{ name: 'Authorization', value: `Bearer ${ODD}` }]
    const body = '{to} {text}'
    const url = `https://jo:${START}@example.com/hook?key=${START}`
    const claims = { login: 'email', name: 'name', email: 'email' }
    const issuer = { label: 'x', applicationId: 'x', claims, rules: [], isPublic: true, issuer: url }
    const [sms, callback, provider] = await Promise.all([
      admin.put('/message-channels/sms', { sms: { ...twilio, key: ODD } }),
      admin.put('/callback-receiver', { url, key: ODD, secret: ODD }),
      admin.put('/sign-in-providers/x', issuer),
    ])
    const gateway = await admin.put('/message-channels/sms', { sms: { url, body, headers } })
    assert.match(refusal(sms, 'channelRefused'), /^sms\.key: cannot be used: it contains a space/)
    const words = refusal(callback, 'severalViolations')
    assert.match(words, /^url: "https:\/\/…@example\.com\/hook\?…" is refused: it has a user or a password$/m)
    assert.match(words, /^key: must be .*\nsecret: must be/m)
    assert.match(
      refusal(provider, 'invalidArgument'),
      /^issuer: "https:\/\/…@example\.com\/hook\?…" cannot be used/,
    )
    assert.match(refusal(gateway, 'severalViolations'), /^sms\.headers: cannot be used/m)
    for (const reply of [sms, callback, provider, gateway]) assertSilent(reply.body, 'refusal')
  })

  test('is in no entry of the log of requests', async () => {
    const { requestLog } = await testApp()
    await requestLog.flush()
    const { requests } = (await admin.get('/requests')).json<{ requests: { id: string }[] }>()
    const kept = await Promise.all(requests.map(async ({ id }) => (await admin.get(`/requests/${id}`)).body))
    assert.ok(kept.some((entry) => entry.includes('simulateDecide')))
    for (const entry of kept)
      assertSilent(JSON.stringify({ ...JSON.parse(entry), id: '', at: '', requestId: '' }), 'entry')
  })

  test('is every field that is named like one', () => {
    const isNamed = /password|passphrase|secret|token|pin$|recoveryCode|ticket|^key$/i
    const found: string[] = []
    const walk = (field: Field, where: string) => {
      for (const [name, inner] of Object.entries(field.properties ?? {})) {
        if (inner.type === 'string' && isNamed.test(name) && !inner['x-secret'])
          found.push(`${where}.${name}`)
        walk(inner, `${where}.${name}`)
      }
      if (field.items) walk(field.items, where)
      for (const kind of field.anyOf ?? []) walk(kind, where)
    }
    for (const { id, body } of [...appOperations, ...operations] as readonly Operation[])
      walk((body ?? {}) as Field, id)
    assert.deepEqual(found, [])
    assert.ok(cases.length > 15)
  })
})

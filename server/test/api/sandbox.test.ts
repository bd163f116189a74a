// Sandboxes: what is theirs alone is refused elsewhere, nothing leaves, their clock moves what looks at time, and simulated people do
// what the app and the owner's page do.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations } from '@walkaround/contract/dms/operations.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { keptTables } from '../../src/db/empty-client.ts'
import { sql } from '../../src/db/sql.ts'
import { createOwnerLink } from '../../src/features/owner-links/owner-links.ts'
import { createSandbox } from '../../src/features/sandbox/create-sandbox.ts'
import { issueKey } from '../../src/identity/issue-key.ts'
import { addLogin, grantRole } from '../../src/identity/logins.ts'
import { setClient } from '../../src/organisation/clients.ts'
import { openPost } from '../../src/process/open-post.ts'
import { listStored, rowText } from '../support/all-rows.ts'
import {
  BASE_URL,
  callerWith,
  makeClient,
  makeKey,
  request,
  type TestClient,
  testApp,
  testBox,
} from '../support/api.ts'
import { person } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { type NewEdit, send, states } from '../support/edits.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { putPackage, simplePackage } from '../support/packages.ts'
import { callbacksOf, setReceiver, startPost } from '../support/post.ts'
import {
  eventsDuring,
  eventsOf,
  inClientOf,
  putOrder,
  questionsOf,
  readSurvey,
  refusal,
  surveyIdOf,
} from '../support/scenes.ts'

const DAY_MS = 86_400_000
const ours = operations.filter(({ heading }) => heading === 'Sandbox')
const customer = {
  category: 'person',
  id: 'P-1',
  firstName: 'Ada',
  lastName: 'Test',
  // Of this file alone: tests of other files may leave messages in the same database.
  email: 'ada.of.sandboxes@example.org',
}
const vehicle = {
  vin: 'ZZZ1A2B35PX000001',
  numberPlate: 'B-AB 123',
  recordedMileage: 50_000,
  mileageUnit: 'km',
}
const serviceAdvisor = { id: 'SA-1', firstName: 'Jo', lastName: 'Sample', email: 'jo@example.org' }
const orderOf = (more: object = {}) => ({ currency: 'EUR', customer, vehicle, serviceAdvisor, ...more })

interface Scene {
  client: TestClient
  surveyId: string
}

async function makeScene(type: 'health' | 'VC' | 'QC' = 'VC', client?: TestClient): Promise<Scene> {
  const own = client ?? (await makeClient({ isSandbox: true, releaseTypes: ['health', 'VC', 'QC'] }))
  return { client: own, surveyId: surveyIdOf(await putOrder(own, orderOf()), type) }
}

/** Brake work is offered on red pads. */
async function offerPads(client: TestClient): Promise<void> {
  await putPackage(client, 'pads', simplePackage())
  const assigned = await client.put('/survey-templates/open!vc/package-assignment', [
    { questionId: 'vc.padFL', answerId: 'bad', packageIds: ['pads'] },
  ])
  assert.equal(assigned.statusCode, 204, assigned.body)
}

const simulate = ({ client, surveyId }: Scene, what: string, body: unknown = {}) =>
  client.post(`/sandbox/surveys/${surveyId}/simulate-${what}`, body)

async function simulated<T = Record<string, unknown>>(
  scene: Scene,
  what: string,
  body?: unknown,
): Promise<T> {
  const response = await simulate(scene, what, body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const move = async (client: TestClient, body: object) => {
  const response = await client.put('/sandbox/clock', body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json<{ now: string; aheadSeconds: number }>()
}

async function drain(client: TestClient, server?: MailServer): Promise<void> {
  const mail = server && { url: server.url, from: { address: 'service@example.com' } }
  const { channels } = openPost({ mail, messageAllow: [] }, testBox)
  const post = await startPost(client, {}, { channelFor: channels.channelFor })
  await post.drain()
  await post.stop()
}

const call = (client: Pick<TestClient, 'id' | 'key'>, surveyId: string, operation: (typeof ours)[number]) =>
  request({
    method: operation.method,
    url: `/v1${fillPath(operation.path, { system_client_id: client.id, survey_id: surveyId })}`,
    headers: { 'x-api-key': client.key, ...(operation.body ? { 'content-type': 'application/json' } : {}) },
    ...(operation.body ? { payload: JSON.stringify(operation.example ?? {}) } : {}),
  })

describe('operations of sandboxes', () => {
  test('are refused for a client that is none, before anything else is said', async () => {
    const client = await makeClient()
    const surveyId = surveyIdOf(await putOrder(client, orderOf()))
    assert.equal(ours.length, 11)
    for (const operation of ours) {
      const info = refusal(await call(client, surveyId, operation), 'notSandbox')
      assert.equal(info, `system client "${client.id}" is not a sandbox: its data and its clock are real`)
      const broken = await client.call(
        operation.method as 'PUT',
        operation.path.split('}')[1] ?? '',
        operation.body && '{"red":"x","stars":"x"}',
      )
      assert.ok([403, 404].includes(broken.statusCode), broken.body)
    }
    assert.deepEqual((await readSurvey(client, surveyId)).completed, false)
  })

  test('are for the roles that may do the same in the app, and for nobody of another client', async () => {
    const { client, surveyId } = await makeScene()
    const other = await makeClient({ isSandbox: true })
    const may: Record<Role, string[]> = {
      technician: [
        'getSandboxClock',
        'simulateArrival',
        'simulateAnswers',
        'simulatePhoto',
        'simulateComplete',
      ],
      parts: ['getSandboxClock'],
      advisor: ours.map(({ id }) => id).filter((id) => !['putSandboxClock', 'resetSandbox'].includes(id)),
      manager: ours.map(({ id }) => id),
      admin: ours.map(({ id }) => id),
      dms: ours.map(({ id }) => id),
    }
    for (const [role, allowed] of Object.entries(may)) {
      const { key } = await makeKey(client.id, role as Role)
      for (const operation of ours.filter(({ id }) => !allowed.includes(id))) {
        refusal(await call({ id: client.id, key }, surveyId, operation), 'forbidden')
      }
      for (const operation of ours.filter(({ id }) => allowed.includes(id) && id !== 'resetSandbox')) {
        const reply = await call({ id: client.id, key }, surveyId, operation)
        assert.notEqual(reply.statusCode, 403, `${role} ${operation.id}: ${reply.body}`)
      }
    }
    for (const operation of ours) {
      refusal(await call({ id: client.id, key: other.key }, surveyId, operation), 'forbidden')
    }
    refusal(
      await call(other, surveyId, ours.find(({ id }) => id === 'simulateComplete') as never),
      'noSuchResource',
    )
  })
})

describe('a test key', () => {
  test('opens sandboxes alone, and nothing else opens them', async () => {
    const [sandbox, live] = [await makeClient({ isSandbox: true }), await makeClient()]
    assert.match(sandbox.key, /^wa_test_/)
    assert.doesNotMatch(live.key, /^wa_test_/)
    assert.equal((await sandbox.get('/packages')).statusCode, 200)
    const support = await makeKey(live.id, 'support')
    assert.equal((await support.get('/packages')).statusCode, 200)
    refusal(await callerWith(sandbox.id, support.key).get('/packages'), 'forbidden')
    refusal(await callerWith(sandbox.id, live.key).get('/packages'), 'forbidden')
    refusal(await callerWith(live.id, sandbox.key).get('/packages'), 'forbidden')
    const people = await person(sandbox.id, 'support')
    assert.equal((await people.get('/board')).statusCode, 200, 'people of support may look')
  })

  test('stays one: a login works for sandboxes or for others, never for both', async () => {
    const [sandbox, second] = [await makeClient({ isSandbox: true }), await makeClient({ isSandbox: true })]
    const live = await makeClient()
    const grant = (login: string, clientId: string) =>
      asSystem((scope) => grantRole(scope, { login, clientId, role: 'dms' }))
    await assert.rejects(grant(sandbox.login, live.id), {
      kind: 'invalidArgument',
      errorInfo: /is no sandbox, and its clients are/,
    })
    await assert.rejects(grant(live.login, sandbox.id), {
      kind: 'invalidArgument',
      errorInfo: /is a sandbox, and its clients are not/,
    })
    await grant(sandbox.login, second.id)
    assert.equal((await callerWith(second.id, sandbox.key).get('/packages')).statusCode, 200)
    // A live key from before the login had a role stays out.
    const login = `${live.login}-late`
    const key = await asSystem(async (scope) => {
      await addLogin(scope, { login, isSupport: true })
      return (await issueKey(scope, { login })).key
    })
    refusal(await callerWith(sandbox.id, key).get('/packages'), 'forbidden')
  })

  test('is made with the sandbox, in one step', async () => {
    const id = `sb-${Date.now().toString(36)}`
    const made = await asSystem((scope) => createSandbox(scope, { id, code: '4711' }))
    assert.deepEqual(
      { ...made, key: '' },
      { client: id, site: 'main', dealerCode: '4711', login: `${id}-dms`, key: '' },
    )
    const put = await callerWith(id, made.key).put('/service-orders/1', { externalBranchId: '4711' })
    assert.equal(put.statusCode, 201, put.body)
    await assert.rejects(
      asSystem((scope) => setClient(scope, { clientId: 'open', changes: { masters: [id] } })),
      { kind: 'invalidArgument', errorInfo: /is a sandbox/ },
    )
  })
})

describe('messages of a sandbox', () => {
  let server: MailServer
  before(async () => {
    server = await startMailServer()
  })
  after(() => server.close())

  test('never leave, count as sent, and are told to the DMS with their link', async () => {
    const live = await makeScene('health', await makeClient())
    const scene = await makeScene('health')
    await setReceiver(scene.client)
    const [advisor, colleague] = [
      await person(live.client.id, 'advisor'),
      await person(scene.client.id, 'advisor'),
    ]
    await advisor.put(`/surveys/${live.surveyId}/messages/m1`, { recipient: 'customer', channel: 'email' })
    const { messageId } = await simulated<{ messageId: string }>(scene, 'send')
    await drain(scene.client, server)
    await drain(live.client, server)
    assert.deepEqual(
      server.taken.flatMap(({ to }) => to.filter((address) => address === customer.email)),
      [customer.email],
      'of the other client one, of the sandbox none',
    )
    const messages = (await colleague.get(`/surveys/${scene.surveyId}/messages`)).json()
    assert.deepEqual([messages.length, messages[0].id, messages[0].state], [1, messageId, 'sent'])
    const [told] = await callbacksOf(scene.client)
    assert.equal(told?.id, messageId)
    const page = await request({ method: 'GET', url: told?.linkUrl?.slice(BASE_URL.length) ?? '' })
    assert.equal(page.statusCode, 200)
    const outbox = await colleague.get('/outbox')
    assert.ok(outbox.body.includes(told?.linkUrl ?? 'no link'), 'the link can be opened from the outbox')
  })
})

describe('the clock of a sandbox', () => {
  test('goes ahead by steps or to a time, never before the real one, and back', async () => {
    const { client } = await makeScene()
    assert.equal((await client.get('/sandbox/clock')).json().aheadSeconds, 0)
    assert.equal((await move(client, { forward: '3d' })).aheadSeconds, 3 * 86_400)
    assert.equal((await move(client, { forward: '2h' })).aheadSeconds, 3 * 86_400 + 7200)
    const at = new Date(Date.now() + 100 * DAY_MS).toISOString()
    const set = await move(client, { at })
    assert.ok(Math.abs(Date.parse(set.now) - Date.parse(at)) < 1000, set.now)
    for (const [body, kind] of [
      [{ at: '2020-01-01T00:00:00Z' }, 'clockOutOfReach'],
      [{ forward: '2000d' }, 'clockOutOfReach'],
      [{ forward: '3 days' }, 'invalidArgument'],
      [{ at, forward: '1d' }, 'invalidArgument'],
      [{ at: 'soon' }, 'invalidDate'],
    ] as const) {
      refusal(await client.put('/sandbox/clock', body), kind)
    }
    assert.equal((await move(client, {})).aheadSeconds, 0)
  })

  test('ends links of owners, and those of files keep to the real time', async () => {
    const { client, surveyId } = await makeScene()
    const { url } = await inClientOf(client, (scope) => createOwnerLink(scope, surveyId, { baseUrl: '' }))
    const open = () => request({ method: 'GET', url })
    assert.equal((await open()).statusCode, 200)
    await move(client, { forward: '29d' })
    assert.equal((await open()).statusCode, 200)
    await move(client, { forward: '2d' })
    assert.equal((await open()).statusCode, 410)
    const { photoId } = await simulated<{ photoId: string }>({ client, surveyId }, 'photo')
    const photo = await client.get(`/surveys/${surveyId}/photos/${photoId}`)
    const { app, setNow } = await testApp()
    const file = () =>
      app.inject({ method: 'GET', url: new URL(String(photo.headers.location), BASE_URL).pathname })
    assert.equal((await file()).statusCode, 200)
    setNow(new Date(Date.now() + DAY_MS))
    try {
      assert.equal((await file()).statusCode, 403, 'valid for minutes, not for 31 days')
    } finally {
      setNow(undefined)
    }
    await move(client, {})
    assert.equal((await open()).statusCode, 200)
  })

  test('makes due what waits, of this client alone', async () => {
    const scenes = [await makeScene(), await makeScene()] as const
    const count = async ({ client }: Scene) => {
      const { database } = await testApp()
      const rows = await database.rows<{ type: string }>(sql`
        select type from messages where system_client_id = ${client.id} and type like 'customer%'`)
      return rows.length
    }
    // The first notice goes to the advisor at once, the second waits five minutes.
    for (const scene of scenes) {
      await simulated(scene, 'complete')
      for (const id of ['a', 'b']) {
        await putQuote(scene, id)
        await simulated(scene, 'decide', { all: 'approve' })
      }
    }
    const [one] = scenes
    await drain(one.client)
    assert.deepEqual(await Promise.all(scenes.map(count)), [1, 1])
    await move(one.client, { forward: '6m' })
    await drain(one.client)
    assert.deepEqual(await Promise.all(scenes.map(count)), [2, 1])
  })

  test('tells the time of what is done there, and takes off nothing of a tablet', async () => {
    const scene = await makeScene()
    const me = await person(scene.client.id, 'technician')
    const { now } = await move(scene.client, { forward: '10d' })
    const at = new Date().toISOString()
    const edit: NewEdit = { kind: 'answers', answers: [{ questionId: 'vc.wipers', answerId: 'ok' }], at }
    assert.deepEqual(states(await send({ me, surveyId: scene.surveyId }, edit)), ['applied'])
    const { database } = await testApp()
    const row = await database.row<{ tappedAt: Date }>(sql`
      select tapped_at from survey_answers where system_client_id = ${scene.client.id} and question_id = 'vc.wipers'`)
    assert.ok(Math.abs((row?.tappedAt.getTime() ?? 0) - Date.parse(now)) < 60_000, String(row?.tappedAt))
  })
})

async function putQuote({ client, surveyId }: Scene, id = 'q'): Promise<void> {
  const quote = {
    category: 'quote',
    currency: 'EUR',
    description: 'Wipers',
    questionId: 'vc.wipers',
    answerId: 'ok',
    contents: [{ itemCategory: 'labour', amountExVat: 10, amountIncVat: 12 }],
  }
  const put = await client.put(`/surveys/${surveyId}/quotes/${id}`, quote)
  assert.ok(put.statusCode < 300, put.body)
}

/** What differs between two surveys that were answered alike. */
const withoutIds = (survey: Record<string, unknown>) =>
  JSON.stringify(survey, (key, value) =>
    ['id', 'selectedAt'].includes(key) && typeof value === 'string' && value.length > 20 ? '' : value,
  )

describe('simulated people', () => {
  test('answer, sign, film and complete every kind of survey, with the findings that are asked for', async () => {
    for (const type of ['health', 'VC', 'QC'] as const) {
      const scene = await makeScene(type)
      const wanted = type === 'QC' ? { red: 1, amber: 0 } : { red: 2, amber: 3 }
      const { questionIds } = await simulated<{ questionIds: string[] }>(scene, 'complete', wanted)
      const survey = await readSurvey(scene.client, scene.surveyId)
      assert.equal(survey.completed, true)
      const grades = questionsOf(survey).flatMap(({ answers }) =>
        answers.filter(({ selected }) => selected).map(({ status }) => status),
      )
      const of = (grade: string) => grades.filter((one) => one === grade).length
      assert.deepEqual([of('red'), of('amber')], [wanted.red, wanted.amber], type)
      assert.equal(grades.length, questionIds.length)
      refusal(await simulate(scene, 'complete'), 'surveyCompleted')
      refusal(await simulate(scene, 'answers'), 'surveyCompleted')
      refusal(await simulate(scene, 'photo'), 'surveyCompleted')
    }
  })

  test('leave what the app would: the same answers, surveyor and kinds of events', async () => {
    const tapped = await makeScene()
    const played = { ...(await makeScene('VC', undefined)) }
    const answers = [
      { questionId: 'vc.padFL', value: '2' },
      { questionId: 'vc.battery', answerId: 'adv', comment: 'weak' },
      { questionId: 'vc.wipers', answerId: 'ok' },
    ]
    const me = await person(tapped.client.id, 'technician', 'Jo Sample')
    const byHand = await eventsDuring(tapped.client, async () => {
      assert.deepEqual(states(await send({ me, surveyId: tapped.surveyId }, { kind: 'answers', answers })), [
        'applied',
      ])
    })
    const bySimulation = await eventsDuring(played.client, () => simulated(played, 'answers', { answers }))
    assert.deepEqual(
      bySimulation,
      byHand.filter((kind) => !kind.startsWith('session.')),
    )
    const [one, other] = await Promise.all(
      [tapped, played].map(async ({ client, surveyId }) => {
        const survey = await readSurvey<{ contents: unknown; surveyor: { id: string } }>(client, surveyId)
        return { contents: withoutIds({ contents: survey.contents }), surveyor: survey.surveyor.id }
      }),
    )
    assert.equal(other?.contents, one?.contents)
    assert.deepEqual([one?.surveyor, other?.surveyor], [me.login, played.client.login])
  })

  test('decide on the page of the owner, line by line or all alike', async () => {
    const scene = await makeScene()
    await simulated(scene, 'complete')
    refusal(await simulate(scene, 'decide', { all: 'approve' }), 'nothingToSimulate')
    for (const id of ['a', 'b', 'c']) await putQuote(scene, id)
    refusal(await simulate(scene, 'decide', {}), 'missingField')
    refusal(
      await simulate(scene, 'decide', { lines: [{ quoteId: 'z', decision: 'approve' }] }),
      'nothingToSimulate',
    )
    const lines = [
      { quoteId: 'a', decision: 'decline' },
      { quoteId: 'b', decision: 'defer', until: '1999-01-01' },
    ]
    refusal(await simulate(scene, 'decide', { lines }), 'decisionNotTaken', /"b" was not taken: its date/)
    const kinds = await eventsDuring(scene.client, async () => {
      const body = { all: 'approve', lines: [lines[0], { quoteId: 'b', decision: 'defer' }] }
      const { quoteIds } = await simulated<{ quoteIds: string[] }>(scene, 'decide', body)
      assert.deepEqual(quoteIds.toSorted(), ['a', 'b', 'c'])
    })
    assert.ok(kinds.includes('owner.decided') && kinds.includes('owner.opened'), kinds.join())
    const quotes = (await scene.client.get(`/surveys/${scene.surveyId}/quotes`)).json<
      { id: string; approvalStatus: string; approvalMedium: string }[]
    >()
    assert.deepEqual(
      Object.fromEntries(
        quotes.map(({ id, approvalStatus, approvalMedium }) => [id, [approvalStatus, approvalMedium]]),
      ),
      { a: ['rejected', 'internet'], b: ['deferred', 'internet'], c: ['approved', 'internet'] },
    )
    // An owner may change their mind, as long as the page lets them.
    await simulated(scene, 'decide', { all: 'decline' })
    const last = await scene.client.get(`/surveys/${scene.surveyId}/quotes/c`)
    assert.equal(last.json().approvalStatus, 'rejected')
  })

  test('confirm a large sum with the code that the outbox has', async () => {
    const scene = await makeScene()
    await asSystem((scope) =>
      setClient(scope, { clientId: scene.client.id, changes: { decisionCodeAbove: 5 } }),
    )
    await simulated(scene, 'complete')
    await putQuote(scene)
    await simulated(scene, 'send')
    await drain(scene.client)
    refusal(await simulate(scene, 'decide', { all: 'approve' }), 'codeNeeded')
    await drain(scene.client)
    const advisor = await person(scene.client.id, 'advisor')
    const outbox = (await advisor.get('/outbox')).json<{ type: string; text: string }[]>()
    const code = /\b\d{6}\b/.exec(outbox.find(({ type }) => type === 'decisionCode')?.text ?? '')?.[0]
    const { quoteIds } = await simulated<{ quoteIds: string[] }>(scene, 'decide', { all: 'approve', code })
    assert.deepEqual(quoteIds, ['q'])
  })

  test('give feedback once within an hour of the clock', async () => {
    const scene = await makeScene()
    await simulated(scene, 'complete')
    assert.deepEqual(await simulated(scene, 'feedback', { stars: 4, text: 'Fine' }), { isTaken: true })
    assert.deepEqual(await simulated(scene, 'feedback', { stars: 1 }), { isTaken: false })
    await move(scene.client, { forward: '61m' })
    assert.deepEqual(await simulated(scene, 'feedback', { stars: 1 }), { isTaken: true })
    refusal(await simulate(scene, 'feedback', { stars: 6 }), 'outOfRange')
  })

  test('cannot find more than the survey asks for, and then answer nothing', async () => {
    const scene = await makeScene()
    refusal(
      await simulate(scene, 'answers', { red: 150 }),
      'nothingToSimulate',
      /^red: 150 were asked for, but only \d+/,
    )
    const survey = await readSurvey(scene.client, scene.surveyId)
    assert.deepEqual(
      questionsOf(survey).filter(({ answers }) => answers.some(({ selected }) => selected)),
      [],
    )
    refusal(
      await simulate(scene, 'answers', { red: 1, answers: [{ questionId: 'vc.wipers', answerId: 'ok' }] }),
      'invalidArgument',
    )
    refusal(await simulate(scene, 'photo', { questionId: 'nothing' }), 'noSuchResource')
  })
})

describe('a reset', () => {
  /** Rows of a client, by table. */
  async function rowsOf(clientId: string): Promise<Map<string, string[]>> {
    const { database } = await testApp()
    const bound = await database.rows<{ name: string }>(sql`
      select table_name::text as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'system_client_id'`)
    const names = new Set(bound.map(({ name }) => name))
    const rows = new Map<string, string[]>()
    for (const name of (await listStored(database)).filter((one) => names.has(one))) {
      const text = `select ${rowText(name)} as row from ${name} t where system_client_id = $1 order by 1`
      const found = await database.rows<{ row: string }>({ name: '', text, values: [clientId] })
      if (found.length > 0)
        rows.set(
          name,
          found.map(({ row }) => row),
        )
    }
    return rows
  }

  async function fill(): Promise<Scene> {
    const scene = await makeScene()
    const { client } = scene
    await setReceiver(client)
    await offerPads(client)
    await client.put('/leads/1', {
      externalBranchId: 'B1',
      customer,
      vehicle,
      plannedStartTimestamp: '2026-01-01',
    })
    await simulated(scene, 'photo')
    await simulated(scene, 'complete', { red: 1 })
    await putQuote(scene)
    await simulated(scene, 'send')
    await drain(client)
    await simulated(scene, 'decide', { all: 'approve' })
    await simulated(scene, 'feedback', { stars: 5 })
    await simulated({ ...scene, surveyId: surveyIdOf(await putOrder(client, orderOf(), '2')) }, 'complete')
    return scene
  }

  test('leaves what sets the client up, and nothing else, and nothing of others is touched', async () => {
    const [scene, other] = [await fill(), await fill()]
    const { client } = scene
    await move(client, { forward: '3d' })
    const before = await rowsOf(client.id)
    const others = await rowsOf(other.client.id)
    assert.ok(before.size >= 25, `only ${[...before.keys()].join()} have rows`)
    const reset = await client.post('/sandbox/reset', undefined)
    assert.equal(reset.statusCode, 200, reset.body)
    assert.ok(reset.json().rows > 100, reset.body)
    const left = await rowsOf(client.id)
    const allowed = [...Object.keys(keptTables), 'events']
    assert.deepEqual(
      [...left.keys()].filter((table) => !allowed.includes(table)),
      [],
    )
    for (const table of Object.keys(keptTables).filter(
      // The reset leaves an entry of its own, and the chain of the audit goes on in the background.
      (name) => !['system_clients', 'event_heads', 'audit_entries', 'audit_heads'].includes(name),
    )) {
      assert.deepEqual(left.get(table), before.get(table), table)
    }
    assert.ok((left.get('audit_entries')?.length ?? 0) > (before.get('audit_entries')?.length ?? 0))
    const kinds = (await eventsOf(client)).map(({ kind }) => kind)
    assert.equal(kinds.pop(), 'sandbox.reset')
    assert.ok(kinds.includes('client.created') && kinds.includes('key.issued'))
    assert.deepEqual(
      kinds.filter((kind) => !/^(client|login|key)\./.test(kind)),
      [],
    )
    assert.deepEqual(await rowsOf(other.client.id), others)
    assert.equal((await client.get('/sandbox/clock')).json().aheadSeconds, 0)
    refusal(await client.get('/service-orders/1'), 'noSuchResource')
    const again = await makeScene('VC', client)
    await simulated(again, 'complete')
  })
})

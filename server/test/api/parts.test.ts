// The parts step over HTTP: asking on a tablet, the queue and the reply of the parts desk, who may do what, and what else tells of it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import type { Today } from '@walkaround/contract/app/today.ts'
import type { PartQueue, PartRequest } from '@walkaround/contract/dms/parts.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { sql } from '../../src/db/sql.ts'
import { forgetContacts } from '../../src/features/administration/forget-contacts.ts'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { makeClient, makeKey, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person, signIn } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { asSystem, uniqueId } from '../support/clients.ts'
import { answer, send, states } from '../support/edits.ts'
import { numberAll } from '../support/numbered.ts'
import { usePartsStep } from '../support/parts.ts'
import {
  complete,
  eventsDuring,
  inClientOf,
  putOrder,
  refusal,
  smallQuestion,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

const question = (id: string): TemplateQuestion => ({
  ...smallQuestion,
  id,
  text: `Check of ${id} (measure twice)`,
  answers: [
    { id: 'ok', value: 'Fine', status: 'green' },
    { id: 'soon', value: 'Worn', status: 'amber' },
    { id: 'bad', value: 'Broken', status: 'red' },
  ],
})

interface Scene {
  client: TestClient
  /** An advisor and a person who keeps the parts. */
  me: AppPerson
  desk: AppPerson
}

async function makeScene({ hasStep = true } = {}): Promise<Scene> {
  const client = await makeClient({ releaseTypes: ['health'] })
  await useOwnTemplate(client, { contents: ['pads', 'glass', 'wipers'].map(question) })
  if (hasStep) await usePartsStep(client)
  const me = await person(client.id, 'advisor', 'Ann Advisor')
  return { client, me, desk: await person(client.id, 'parts', 'Pat Parts') }
}

interface Car extends Scene {
  id: string
  surveyId: string
}

/** A car with broken pads, unless something else is said. */
async function findOn(
  scene: Scene,
  found: Record<string, string> = { pads: 'bad' },
  more = {},
): Promise<Car> {
  const id = uniqueId('order')
  const header = {
    externalId: `N-${id}`,
    vehicle: { numberPlate: `B ${id}`, make: 'Fjell', model: 'One' },
    serviceAdvisor: { id: 'SA-1', firstName: 'Ann', lastName: 'Advisor' },
    ...more,
  }
  const car = { ...scene, id, surveyId: surveyIdOf(await putOrder(scene.client, header, id)) }
  for (const [questionId, answerId] of Object.entries(found))
    assert.deepEqual(states(await send(car, answer(questionId, answerId))), ['applied'])
  return car
}

const at = ({ surveyId }: Pick<Car, 'surveyId'>, questionId = 'pads') =>
  `/surveys/${encodeURIComponent(surveyId)}/part-requests/${encodeURIComponent(questionId)}`

async function ask(car: Car, body: object = {}, { who = car.me, questionId = 'pads' } = {}): Promise<void> {
  const response = await who.put(at(car, questionId), { tap: uniqueId('tap'), ...body })
  assert.equal(response.statusCode, 204, response.body)
}

const price = (revision: number, more: object = {}) => ({
  revision,
  outcome: 'priced',
  currency: 'EUR',
  lines: [{ description: 'Pads', quantity: 1, unitOfMeasure: 'pc', itemCode: 'P-1', amountExVat: 90.5 }],
  ...more,
})

async function reply(car: Car, body: object, questionId = 'pads'): Promise<PartRequest> {
  const response = await car.desk.put(`${at(car, questionId)}/reply`, body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function queueOf(who: Pick<AppPerson, 'get'>, query = ''): Promise<PartQueue> {
  const response = await who.get(`/part-requests${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const placesIn = ({ entries }: PartQueue) =>
  entries.map(({ orderId, request }) => `${orderId} ${request.questionId}`)

async function partsOn(car: Car, who = car.me): Promise<PartRequest[] | undefined> {
  const response = await who.get(`/surveys/${car.surveyId}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json<SurveyPage>().parts
}

async function inboxOf(who: AppPerson): Promise<InboxEntry[]> {
  await numberAll()
  return (await who.get('/inbox')).json()
}

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

describe('asking for parts', () => {
  test('stands on the page of the survey and in the queue, with finding and car', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    const kinds = await eventsDuring(scene.client, () => ask(car, { text: '  Front pads ' }))
    assert.deepEqual(kinds, ['parts.requested'])
    const [entry] = (await queueOf(scene.desk)).entries
    const { requestedAt } = entry?.request ?? {}
    const request = {
      questionId: 'pads',
      state: 'requested',
      revision: 1,
      requestedAt,
      requestedBy: 'Ann Advisor',
      text: 'Front pads',
    }
    assert.deepEqual(entry, {
      surveyId: car.surveyId,
      branchId: 'B1',
      request,
      title: 'Check of pads',
      grade: 'red',
      since: requestedAt,
      minutes: 0,
      photos: [],
      orderId: car.id,
      externalId: `N-${car.id}`,
      numberPlate: `B ${car.id}`,
      vehicle: 'Fjell One',
      advisor: 'Ann Advisor',
    })
    assert.deepEqual(await partsOn(car), [{ ...request, isMine: true }])
    assert.deepEqual(await partsOn(car, scene.desk), [request])
  })

  test('sent twice asks once, also after the reply; other words open it again', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    const first = { tap: 'one', text: 'Pads' }
    await ask(car, first)
    assert.deepEqual(await eventsDuring(scene.client, () => ask(car, first)), [])
    await reply(car, price(1))
    assert.deepEqual(await eventsDuring(scene.client, () => ask(car, first)), [])
    assert.equal((await partsOn(car))?.[0]?.state, 'priced')
    await ask(car, { text: 'Pads and discs' })
    const [again] = (await partsOn(car)) ?? []
    assert.deepEqual(
      [again?.state, again?.revision, again?.text, again?.lines, again?.answeredAt],
      ['requested', 3, 'Pads and discs', undefined, undefined],
    )
  })

  test('of two who had no network the later tap counts, not the later arrival', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    const fixer = await person(scene.client.id, 'technician', 'Tom Fixer')
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await ask(car, { text: 'later', at: minutesAgo(5) })
    await ask(car, { text: 'earlier', at: minutesAgo(9) }, { who: fixer })
    assert.equal((await partsOn(car))?.[0]?.text, 'later')
    // By a clock that is an hour ahead it was seven minutes ago.
    const ahead = `?at=${encodeURIComponent(minutesAgo(-53))}&clockAhead=3600000`
    const gone = () => fixer.delete(`${at(car)}${ahead}`)
    assert.equal((await gone()).statusCode, 204)
    assert.equal((await partsOn(car))?.length, 1)
    assert.equal((await fixer.delete(at(car))).statusCode, 204)
    assert.deepEqual(await partsOn(car), [])
    await ask(car, { tap: 'late', text: 'before it was taken back', at: minutesAgo(1) })
    assert.deepEqual(await partsOn(car), [])
    await ask(car, { text: 'after all' })
    assert.deepEqual([(await partsOn(car))?.[0]?.text, (await partsOn(car))?.[0]?.revision], ['after all', 3])
  })

  test('is taken back once', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    assert.equal((await scene.me.delete(at(car))).statusCode, 204)
    await ask(car)
    const take = async () => assert.equal((await scene.me.delete(at(car))).statusCode, 204)
    assert.deepEqual(await eventsDuring(scene.client, take), ['parts.withdrawn'])
    assert.deepEqual(await eventsDuring(scene.client, take), [])
    assert.deepEqual((await queueOf(scene.desk)).entries, [])
  })

  test('goes on after the check was completed, and ends with the survey', async () => {
    const scene = await makeScene()
    const car = await findOn(scene, { pads: 'bad', glass: 'ok', wipers: 'ok' })
    await complete(scene.client, car.surveyId)
    await ask(car, { tap: 'kept' })
    await putOrder(scene.client, { closed: true }, car.id)
    await ask(car, { tap: 'kept' })
    refusal(await scene.me.put(at(car), { tap: 'new', text: 'discs' }), 'surveyClosed')
    refusal(await scene.me.delete(at(car)), 'surveyClosed')
    refusal(await scene.desk.put(`${at(car)}/reply`, price(1)), 'surveyClosed')
    assert.deepEqual((await queueOf(scene.desk)).entries, [])
    assert.equal((await partsOn(car))?.length, 1)
  })

  test('is refused at a site without the step, and what was asked for before is shown nowhere', async () => {
    const scene = await makeScene({ hasStep: false })
    const car = await findOn(scene)
    refusal(await scene.me.put(at(car), { tap: 'a' }), 'partsStepOff', /site "main"/)
    assert.equal(await partsOn(car), undefined)
    await usePartsStep(scene.client)
    await ask(car)
    await usePartsStep(scene.client, false)
    assert.deepEqual((await queueOf(scene.desk)).counts, { requested: 0, priced: 0, unavailable: 0 })
    refusal(await scene.desk.put(`${at(car)}/reply`, price(1)), 'partsStepOff')
    assert.deepEqual(await inboxOf(scene.desk), [])
    const { branches } = (await signIn(scene.client.id, scene.desk.login)).session.clients[0] ?? {}
    assert.deepEqual(
      branches?.map(({ hasPartsStep }) => hasPartsStep),
      [undefined],
    )
    await usePartsStep(scene.client)
    const after = (await signIn(scene.client.id, scene.desk.login)).session.clients[0]?.branches
    assert.deepEqual(
      after?.map(({ hasPartsStep }) => hasPartsStep),
      [true],
    )
  })

  test('refuses what it does not understand, field by field', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    const put = (body: unknown, where = at(car)) => scene.me.put(where, body)
    refusal(await put({}), 'missingField', /tap/)
    refusal(await put({ tap: '' }), 'missingField', /tap/)
    refusal(await put({ tap: 'x'.repeat(129) }), 'tooLong', /tap/)
    refusal(await put({ tap: 'a', text: 'x'.repeat(501) }), 'tooLong', /text/)
    refusal(await put({ tap: 'a', at: 'yesterday' }), 'invalidDate', /at/)
    refusal(await put({ tap: 'a', clockAhead: 1e15 }), 'outOfRange', /clockAhead/)
    refusal(await put({ tap: 'a' }, at(car, 'unknown')), 'noSuchResource', /"unknown"/)
    refusal(await put({ tap: 'a' }, at({ surveyId: 'unknown' })), 'noSuchResource')
    refusal(await scene.me.delete(at({ surveyId: 'unknown' })), 'noSuchResource')
    refusal(await scene.me.delete(`${at(car)}?at=yesterday`), 'invalidDate', /at/)
    await ask(car, { text: null, at: null })
    assert.equal((await partsOn(car))?.[0]?.text, undefined)
  })
})

describe('a reply', () => {
  test('gives lines, day and note; sent again it changes nothing', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    await ask(car)
    const body = price(1, { availableOn: tomorrow, note: ' From the other site ' })
    const kinds = await eventsDuring(scene.client, () => reply(car, body))
    assert.deepEqual(kinds, ['parts.answered'])
    const shown = await reply(car, body)
    assert.deepEqual(await eventsDuring(scene.client, () => reply(car, body)), [])
    const [onPage] = (await partsOn(car)) ?? []
    assert.deepEqual({ ...shown, isMine: true }, onPage)
    assert.deepEqual(
      [shown.state, shown.revision, shown.answeredBy, shown.availableOn, shown.note, shown.currency],
      ['priced', 2, 'Pat Parts', tomorrow, 'From the other site', 'EUR'],
    )
    assert.deepEqual(shown.lines, [
      { description: 'Pads', quantity: 1, unitOfMeasure: 'ea', itemCode: 'P-1', amountExVat: 90.5 },
    ])
    const corrected = await reply(car, { revision: 2, outcome: 'unavailable' })
    assert.deepEqual(
      [corrected.state, corrected.lines, corrected.currency, corrected.availableOn],
      ['unavailable', undefined, undefined, undefined],
    )
  })

  test('to another revision says who did what', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    await ask(car)
    await ask(car, { text: 'discs' })
    const put = (body: object) => scene.desk.put(`${at(car)}/reply`, body)
    refusal(await put(price(1)), 'preconditionFailed', /^revision: it is 2 now: Ann Advisor asked again$/)
    await reply(car, price(2))
    const colleague = await person(scene.client.id, 'manager', 'Max Manager')
    refusal(
      await colleague.put(`${at(car)}/reply`, price(2)),
      'preconditionFailed',
      /Pat Parts entered a price/,
    )
    await scene.me.delete(at(car))
    refusal(await put(price(3)), 'preconditionFailed', /Ann Advisor took the request back/)
  })

  test('refuses what it does not understand, field by field', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    await ask(car)
    const put = (body: unknown, where = at(car)) => scene.desk.put(`${where}/reply`, body)
    const [line] = price(1).lines
    const priced = (more: object) => put({ ...price(1), lines: [{ ...line, ...more }] })
    refusal(await put({ outcome: 'priced' }), 'missingField', /revision/)
    refusal(await put({ ...price(1), revision: 0 }), 'outOfRange', /revision/)
    refusal(await put({ ...price(1), revision: 'x' }), 'wrongType', /revision/)
    refusal(await put({ ...price(1), outcome: 'sold' }), 'notInList', /outcome/)
    refusal(await put({ ...price(1), currency: 'XYZ' }), 'notInList', /currency/)
    refusal(await put({ ...price(1), currency: null }), 'missingCurrency', /currency/)
    refusal(await put({ ...price(1), lines: [] }), 'missingField', /^lines/)
    refusal(await put({ ...price(1), lines: null }), 'missingField', /^lines/)
    refusal(await put({ ...price(1), lines: Array(101).fill(line) }), 'tooLong', /lines/)
    refusal(await priced({ description: '' }), 'missingField', /description/)
    refusal(await priced({ amountExVat: null }), 'missingField', /amountExVat/)
    refusal(await priced({ amountExVat: 1e12 }), 'outOfRange', /amountExVat/)
    refusal(await priced({ quantity: -1 }), 'outOfRange', /quantity/)
    refusal(await priced({ unitOfMeasure: 'bucket' }), 'notInList', /unitOfMeasure/)
    for (const day of ['2020-01-01', '2026-02-30', 'soon', '2999-01-01'])
      refusal(await put(price(1, { availableOn: day })), 'invalidDate', /availableOn/)
    refusal(await put(price(1, { note: 'x'.repeat(501) })), 'tooLong', /note/)
    const several = await put({ ...price(1), outcome: 'unavailable' })
    assert.deepEqual(
      refusal(several, 'severalViolations')
        .split('\n')
        .map((info) => info.split(':')[0]),
      ['lines', 'currency'],
    )
    refusal(await put(price(1), at(car, 'glass')), 'noSuchResource')
    refusal(await put(price(1), at({ surveyId: 'unknown' })), 'noSuchResource')
    // A credit for an old part.
    assert.equal((await priced({ amountExVat: -12.5 })).statusCode, 200)
  })

  test('and the queue are there for a DMS, too', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    await ask(car, { text: 'Pads' })
    const [entry] = (await queueOf(scene.client)).entries
    assert.equal(entry?.request.text, 'Pads')
    const response = await scene.client.put(`${at(car)}/reply`, price(entry?.request.revision ?? 0))
    assert.equal(response.statusCode, 200, response.body)
    const advisor = await makeKey(scene.client.id, 'technician')
    refusal(await advisor.put(`${at(car)}/reply`, price(2)), 'forbidden')
  })
})

describe('the queue', () => {
  test('has what waits first, red before amber, then what waits longest, in pages of any length', async () => {
    const scene = await makeScene()
    const cars: Car[] = []
    for (let n = 0; n < 5; n++)
      cars.push(await findOn(scene, { pads: 'soon', glass: 'bad', wipers: n === 0 ? 'ok' : 'bad' }))
    for (const car of cars)
      for (const questionId of ['pads', 'glass', 'wipers']) await ask(car, {}, { questionId })
    const [first, second] = cars as [Car, Car]
    await reply(first, price(1), 'glass')
    await reply(second, { revision: 1, outcome: 'unavailable' }, 'wipers')
    const all = await queueOf(scene.desk)
    assert.deepEqual(all.counts, { requested: 12, priced: 1, unavailable: 1 })
    const of = (one: Car, questionId: string) => `${one.id} ${questionId}`
    assert.deepEqual(placesIn(all), [
      of(second, 'glass'),
      ...cars.slice(2).flatMap((car) => [of(car, 'glass'), of(car, 'wipers')]),
      ...cars.map((car) => of(car, 'pads')),
      of(first, 'glass'),
      of(second, 'wipers'),
    ])
    for (const limit of [1, 3, 13, 14]) {
      const seen: string[] = []
      for (let next: string | undefined = ''; next !== undefined; ) {
        const page: PartQueue = await queueOf(scene.desk, `?limit=${limit}${next && `&after=${next}`}`)
        assert.deepEqual(page.counts, all.counts)
        seen.push(...placesIn(page))
        next = page.next
      }
      assert.deepEqual(seen, placesIn(all))
    }
    const priced = await queueOf(scene.desk, '?state=priced')
    assert.deepEqual([placesIn(priced), priced.counts], [[of(first, 'glass')], all.counts])
  })

  test('loses what is answered green by itself, and has it again when it is red again', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    await ask(car)
    await send(car, answer('pads', 'ok'))
    assert.deepEqual((await queueOf(scene.desk)).entries, [])
    await send(car, answer('pads', 'soon'))
    assert.deepEqual(
      (await queueOf(scene.desk)).entries.map(({ grade }) => grade),
      ['amber'],
    )
  })

  test('refuses unknown branches as it does those out of reach, and bad pages', async () => {
    const scene = await makeScene()
    const own = await findOn(scene)
    const foreign = await findOn(scene, undefined, { externalBranchId: 'B2' })
    for (const car of [own, foreign]) await ask(car)
    const limited = await limitedPerson(scene.client.id, 'parts')
    assert.deepEqual(placesIn(await queueOf(limited)), [`${own.id} pads`])
    assert.deepEqual(placesIn(await queueOf(scene.desk, '?branch=B2')), [`${foreign.id} pads`])
    assert.equal((await queueOf(scene.desk, '?branch=B2&branch=B1')).entries.length, 2)
    refusal(await limited.get('/part-requests?branch=B2'), 'invalidArgument', /^branch: "B2" is not a branch/)
    refusal(await limited.get('/part-requests?branch=B9'), 'invalidArgument', /^branch: "B9" is not a branch/)
    refusal(await limited.put(`${at(foreign)}/reply`, price(1)), 'noSuchResource')
    refusal(await limited.put(at(foreign), { tap: 'a' }), 'noSuchResource')
    refusal(await scene.desk.get('/part-requests?after=x'), 'invalidCursor')
    refusal(await scene.desk.get('/part-requests?limit=0'), 'outOfRange')
    refusal(await scene.desk.get('/part-requests?limit=201'), 'outOfRange')
    refusal(await scene.desk.get('/part-requests?state=sold'), 'notInList')
  })
})

test('asking is for everybody of the workshop, replying for who keeps the parts and those who advise', async () => {
  const scene = await makeScene()
  const may: Record<Exclude<Role, 'dms'>, [ask: number, queue: number, reply: number]> = {
    technician: [204, 403, 403],
    parts: [204, 200, 200],
    advisor: [204, 200, 200],
    manager: [204, 200, 200],
    admin: [204, 200, 200],
  }
  const stranger = await person((await makeClient()).id, 'admin')
  for (const [role, codes] of Object.entries(may)) {
    const car = await findOn(scene)
    await ask(car)
    const who = await person(scene.client.id, role as Role)
    const got = [
      (await who.put(at(car), { tap: 'mine' })).statusCode,
      (await who.get('/part-requests')).statusCode,
      (await who.put(`${at(car)}/reply`, price(1))).statusCode,
    ]
    assert.deepEqual(got, codes, role)
    const path = `/app/system-clients/${scene.client.id}`
    refusal(await stranger.put(`${path}${at(car)}`, { tap: 'a' }), 'forbidden')
    refusal(await stranger.put(`${path}${at(car)}/reply`, price(1)), 'forbidden')
    refusal(await stranger.get(`${path}/part-requests`), 'forbidden')
  }
})

describe('others are told', () => {
  test('the parts desk of a request, the advisor of a reply, nobody of what he did himself', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    await ask(car, { text: 'Pads' })
    const [asked] = await inboxOf(scene.desk)
    assert.deepEqual(
      [asked?.kind, asked?.line, asked?.text, asked?.by, asked?.isAnswered, asked?.surveyId],
      ['partsRequested', 'Check of pads', 'Pads', 'Ann Advisor', undefined, car.surveyId],
    )
    assert.deepEqual(await inboxOf(scene.me), [])
    await reply(car, price(1, { availableOn: tomorrow }))
    const [answered] = await inboxOf(scene.me)
    assert.deepEqual(
      [answered?.kind, answered?.outcome, answered?.availableOn, answered?.by, answered?.isMine],
      ['partsAnswered', 'priced', tomorrow, 'Pat Parts', true],
    )
    const [same] = await inboxOf(scene.desk)
    assert.deepEqual([same?.id, same?.isAnswered], [asked?.id, true])
    const read = await scene.desk.put('/inbox/read', { ids: [same?.id] })
    assert.equal(read.statusCode, 204, read.body)
    assert.equal((await inboxOf(scene.desk))[0]?.isRead, true)
    assert.deepEqual(await inboxOf(await person(scene.client.id, 'technician')), [])
  })

  test('the role parts has the notes for parts and for everybody, and writes its own', async () => {
    const scene = await makeScene()
    const car = await findOn(scene)
    const notes = `/cards/${encodeURIComponent(`order/${car.id}`)}/notes`
    for (const audience of ['parts', 'everybody', 'advisor', 'technician'])
      await scene.me.put(`${notes}/${audience}`, { text: `for ${audience}`, for: audience })
    const told = await inboxOf(scene.desk)
    assert.deepEqual(told.map(({ text }) => text).sort(), ['for everybody', 'for parts'])
    const written = await scene.desk.put(`${notes}/own`, { text: 'ordered' })
    assert.equal(written.statusCode, 204, written.body)
    refusal(await scene.desk.post(`/surveys/${car.surveyId}/edits`, { edits: [] }), 'forbidden')
  })

  test('today says why a car waits', async () => {
    const scene = await makeScene()
    const car = await findOn(scene, { pads: 'bad', glass: 'soon', wipers: 'ok' })
    await complete(scene.client, car.surveyId)
    await ask(car)
    await reply(car, price(1, { availableOn: tomorrow }))
    const { notOffered } = (await scene.me.get('/today')).json<Today>()
    const items = notOffered.cars[0]?.items ?? []
    assert.deepEqual(
      items.map(({ questionId, parts }) => [questionId, parts?.state, parts?.availableOn]),
      [
        ['pads', 'priced', tomorrow],
        ['glass', undefined, undefined],
      ],
    )
  })
})

describe('a request', () => {
  test('stays with its survey when branches are merged', async () => {
    const scene = await makeScene()
    const car = await findOn(scene, undefined, { externalBranchId: 'B2' })
    await findOn(scene)
    await ask(car)
    await asSystem((scope) => mergeBranch(scope, { clientId: scene.client.id, from: 'B2', into: 'B1' }))
    assert.deepEqual(placesIn(await queueOf(scene.desk, '?branch=B1')), [`${car.id} pads`])
  })

  test('goes to the order of the DMS with an inspection that was made by hand', async () => {
    const scene = await makeScene()
    const vehicle = { numberPlate: 'B-MH 1' }
    // Makes the branch.
    await findOn(scene)
    const begun = await scene.me.put('/inspections/by-hand', {
      id: 'by-hand',
      branchId: 'B1',
      surveyTypes: ['health'],
      numberPlate: vehicle.numberPlate,
    })
    assert.equal(begun.statusCode, 200, begun.body)
    const surveyId = begun.json().surveys[0].id
    const car = { ...scene, id: 'by-hand', surveyId }
    await send(car, answer('pads', 'bad'))
    await ask(car)
    await putOrder(scene.client, { vehicle }, 'dms-1')
    assert.deepEqual(placesIn(await queueOf(scene.desk)), ['dms-1 pads'])
  })

  test('loses its words when a contact is forgotten, and keeps what it costs', async () => {
    const scene = await makeScene()
    const [one, other] = [await findOn(scene), await findOn(scene)]
    for (const car of [one, other]) {
      await ask(car, { text: 'call ada@example.org' })
      await reply(car, price(1, { note: 'told ADA@example.org' }))
    }
    const forgotten = (whose: Parameters<typeof forgetContacts>[1]) =>
      inClientOf(scene.client, (scope) => forgetContacts(scope, whose))
    assert.equal((await forgotten({ orderId: one.id })).parts, 1)
    const [left] = (await partsOn(one)) ?? []
    assert.deepEqual([left?.text, left?.note, left?.lines?.length], [undefined, undefined, 1])
    assert.equal((await forgotten({ value: 'ada@example.org' })).parts, 1)
    assert.equal((await partsOn(other))?.[0]?.text, undefined)
    const { database } = await testApp()
    const rows = await database.rows(sql`
      select 1 from events where system_client_id = ${scene.client.id} and kind like 'parts.%' and payload::text like '%ada@%'`)
    assert.deepEqual(rows, [])
  })
})

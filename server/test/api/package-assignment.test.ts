// Package assignment over HTTP: which own packages are offered on which answers, and where.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PackageAssignmentInstruction } from '@walkaround/contract/dms/survey-templates.ts'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { listOffers } from '../../src/features/assignment/offers.ts'
import { planAssignment } from '../../src/features/assignment/put-assignment.ts'
import { importTemplate } from '../../src/features/templates/import-template.ts'
import { addBranch, setBranch } from '../../src/organisation/branches.ts'
import { addSite } from '../../src/organisation/sites.ts'
import { makeClient, makeKey, type TestClient } from '../support/api.ts'
import { priceList, putPackage, putPrices, simplePackage } from '../support/packages.ts'
import { eventsDuring, inClientOf, refusal, smallQuestion, smallTemplate } from '../support/scenes.ts'

const path = (template: string) => `/survey-templates/${encodeURIComponent(template)}/package-assignment`

type Instruction = PackageAssignmentInstruction

/** On the red answer of the only question of the own template `small`, unless said otherwise. */
const bind = (packageIds: string[], more: Partial<Instruction> = {}): Instruction => ({
  questionId: 'glass',
  answerId: 'bad',
  packageIds,
  ...more,
})

async function assign(client: TestClient, instructions: Instruction[], template = 'small'): Promise<void> {
  const response = await client.put(path(template), instructions)
  assert.equal(response.statusCode, 204, response.body)
}

async function assigned(client: TestClient, template = 'small'): Promise<Instruction[]> {
  const response = await client.get(path(template))
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

/** A client with the own template `small` and own packages `a`, `b` and `c`. */
async function makeDealer(masters: string[] = []): Promise<TestClient> {
  const client = await makeClient({ masters })
  await inClientOf(client, (scope) => importTemplate(scope, smallTemplate()))
  for (const id of ['a', 'b', 'c']) await putPackage(client, id, simplePackage())
  return client
}

/** Sites `main` and `north`; branch `B1` in the first; `N1` with the id `north-1` and `N2` in the second. */
async function addPlaces(client: TestClient): Promise<void> {
  const clientId = client.id
  await inClientOf(client, async (scope) => {
    await addSite(scope, { clientId, id: 'north' })
    await addBranch(scope, { clientId, code: 'B1' })
    await addBranch(scope, { clientId, code: 'N1', id: 'north-1', siteId: 'north' })
    await addBranch(scope, { clientId, code: 'N2', siteId: 'north' })
  })
}

interface Where {
  siteId?: string
  branchId?: string
  template?: { masterClientId: string; templateId: string }
  answer?: [string, string]
}

/** Ids of the packages offered, in their order. */
function offered(client: TestClient, where: Where = {}): Promise<string[]> {
  const { siteId = 'main', branchId = 'B1', answer = ['glass', 'bad'] } = where
  const template = where.template ?? { masterClientId: client.id, templateId: 'small' }
  return inClientOf(client, async (scope) => {
    const { byQuestion } = await listOffers(scope, { template, siteId, branchId })
    return (byQuestion.get(answer[0])?.get(answer[1]) ?? []).map(({ id }) => id)
  })
}

describe('PUT and GET /survey-templates/{id}/package-assignment', () => {
  test('B1, E6: replies 204; GET lists the own bindings as instructions', async () => {
    const client = await makeDealer()
    assert.deepEqual(await assigned(client), [])
    const response = await client.put(path('small'), [bind(['b', 'a'])])
    assert.deepEqual([response.statusCode, response.body], [204, ''])
    assert.deepEqual(await assigned(client), [bind(['b', 'a'])])
  })

  test('E6: each sets its answer and place, one by one; what is not named stays', async () => {
    const client = await makeDealer()
    await addPlaces(client)
    const ok = { answerId: 'ok' }
    await assign(client, [bind(['a']), bind(['b'], ok), bind(['c'], { siteId: 'north' })])
    await assign(client, [bind(['a', 'b']), bind(['c', 'c', 'b'])])
    assert.deepEqual(await assigned(client), [
      bind(['c', 'b']),
      bind(['c'], { siteId: 'north' }),
      bind(['b'], ok),
    ])
  })

  test('E6: an empty list unbinds', async () => {
    const client = await makeDealer()
    await assign(client, [bind(['a'])])
    await assign(client, [bind([])])
    assert.deepEqual(await assigned(client), [])
    await assign(client, [bind(['a']), bind([]), bind(['b'])])
    assert.deepEqual(await assigned(client), [bind(['b'])])
    await assign(client, [])
    assert.deepEqual(await assigned(client), [bind(['b'])])
  })

  test('A1: what GET gave, sent back, changes nothing', async () => {
    const client = await makeDealer()
    await addPlaces(client)
    await assign(client, [
      bind(['a']),
      bind(['b'], { siteId: 'north' }),
      bind(['c'], { siteId: 'north', branchId: 'N1' }),
    ])
    const before = await assigned(client)
    assert.deepEqual(await eventsDuring(client, () => assign(client, before)), [])
    assert.deepEqual(await assigned(client), before)
    assert.deepEqual(await eventsDuring(client, () => assign(client, [bind(['b'])])), ['assignment.changed'])
  })

  test('E6: on a central template too, and each client has its own', async () => {
    const [client, other] = [await makeDealer(['open']), await makeDealer(['open'])]
    const instruction = { questionId: 'vc.padFL', answerId: 'bad', packageIds: ['a'] }
    await assign(client, [instruction], 'open!vc')
    assert.deepEqual(await assigned(client, 'open!vc'), [instruction])
    assert.deepEqual(await assigned(other, 'open!vc'), [])
  })

  test('E6: bindings of the master are not listed, and not changed by an empty list', async () => {
    const client = await makeDealer(['open'])
    const at = { questionId: 'vc.padFL', answerId: 'bad' }
    await assign(client, [{ ...at, packageIds: [] }], 'open!vc')
    assert.deepEqual(await assigned(client, 'open!vc'), [])
    const template = { masterClientId: 'open', templateId: 'vc' }
    const answer: [string, string] = ['vc.padFL', 'bad']
    assert.deepEqual(await offered(client, { template, answer }), ['open!brk-pads-f', 'open!brk-set-f'])
  })

  test('E6: unknown questions, answers and packages are a 400 that names each, and nothing is changed', async () => {
    const client = await makeDealer(['open'])
    await assign(client, [bind(['a'])])
    const put = (...instructions: Instruction[]) => client.put(path('small'), instructions)
    refusal(
      await put(bind(['b']), bind(['a'], { questionId: 'x' })),
      'unknownAnswer',
      /^\[1\]\.answerId: .*"x"/,
    )
    refusal(await put(bind(['a'], { answerId: 'x' })), 'unknownAnswer', /^\[0\]\.answerId: .*"x".*"glass"/)
    refusal(await put(bind(['a', 'nothing'])), 'unknownPackage', /^\[0\]\.packageIds\[1\]: "nothing"/)
    refusal(await put(bind(['open!svc-oil'])), 'unknownPackage')
    refusal(await put(bind(['x'], { answerId: 'y' })), 'severalViolations', /answerId.*packageIds\[0\]/s)
    refusal(await put(bind([], { answerId: 'never' })), 'unknownAnswer')
    assert.deepEqual(await assigned(client), [bind(['a'])])
  })

  test('E6: packages of another client are not own ones', async () => {
    const [client, other] = [await makeDealer(), await makeDealer()]
    await putPackage(other, 'theirs', simplePackage())
    refusal(await client.put(path('small'), [bind(['theirs'])]), 'unknownPackage')
  })

  test('E6: branchId needs siteId, and both must be there', async () => {
    const client = await makeDealer()
    await addPlaces(client)
    const put = (more: Partial<Instruction>) => client.put(path('small'), [bind(['a'], more)])
    refusal(await put({ branchId: 'B1' }), 'unknownPlace', /^\[0\]\.siteId: is missing/)
    refusal(await put({ siteId: '', branchId: 'B1' }), 'unknownPlace')
    refusal(await put({ siteId: 'south' }), 'unknownPlace', /^\[0\]\.siteId: "south"/)
    refusal(await put({ siteId: 'main', branchId: 'B9' }), 'unknownPlace', /^\[0\]\.branchId: "B9"/)
    refusal(await put({ siteId: 'main', branchId: 'N1' }), 'unknownPlace', /lies in site "north"/)
    assert.deepEqual(await assigned(client), [])
  })

  test('C1: a branch is named by id or dealer code, and shown by its id', async () => {
    const client = await makeDealer()
    await addPlaces(client)
    await assign(client, [bind(['a'], { siteId: 'north', branchId: 'N1' })])
    const shown = bind(['a'], { siteId: 'north', branchId: 'north-1' })
    assert.deepEqual(await assigned(client), [shown])
    await assign(client, [bind(['b'], { siteId: 'north', branchId: 'north-1' })])
    assert.deepEqual(await assigned(client), [{ ...shown, packageIds: ['b'] }])
  })

  test('B2: 404 of the template goes before 400 of the fields', async () => {
    const client = await makeDealer(['open'])
    for (const template of ['nothing', 'open!nothing', 'nobody!vc']) {
      refusal(await client.put(path(template), [{}]), 'noSuchResource', /template/)
      refusal(await client.get(path(template)), 'noSuchResource')
    }
    const info = refusal(await client.put(path('small'), [{}]), 'severalViolations')
    assert.match(info, /^\[0\]\.questionId: .*\n\[0\]\.answerId: .*\n\[0\]\.packageIds: /)
  })

  test('B4: the body is an array', async () => {
    const client = await makeDealer()
    refusal(await client.put(path('small'), bind(['a'])), 'wrongJsonType', /an object.*an array/)
    refusal(await client.put(path('nothing'), '"text"'), 'wrongJsonType', /an array/)
    refusal(await client.put(path('small'), [null]), 'wrongType', /^\[0\]/)
  })

  test('F1: advisors and technicians may not, but may read', async () => {
    const client = await makeDealer()
    for (const role of ['advisor', 'technician'] as const) {
      const caller = await makeKey(client.id, role)
      refusal(await caller.put(path('small'), []), 'forbidden')
      assert.equal((await caller.get(path('small'))).statusCode, 200)
    }
  })

  test('D1: what was bound to an answer that a later version dropped can be sent again and unbound', async () => {
    const client = await makeDealer()
    await assign(client, [bind(['a'])])
    await inClientOf(client, (scope) =>
      importTemplate(
        scope,
        smallTemplate({
          contents: [{ ...smallQuestion, answers: [{ id: 'ok', value: 'Clear', status: 'green' }] }],
        }),
      ),
    )
    await assign(client, await assigned(client))
    await assign(client, [bind([])])
    assert.deepEqual(await assigned(client), [])
    refusal(await client.put(path('small'), [bind(['a'])]), 'unknownAnswer')
  })

  test('requests at once: the instructions of each are in force together, or not at all', async () => {
    const client = await makeDealer()
    await assign(client, [bind(['a'], { answerId: 'ok' }), bind(['a'])])
    const both = (id: string[]) => [bind(id, { answerId: 'ok' }), bind(id)]
    await Promise.all(
      [['a'], ['b'], [], ['c'], ['a', 'b'], [], ['b', 'c']].map((ids) => assign(client, both(ids))),
    )
    const left = await assigned(client)
    assert.ok([0, 2].includes(left.length), JSON.stringify(left))
    assert.deepEqual(left[0]?.packageIds, left[1]?.packageIds)
  })
})

describe('E6: what is offered where', () => {
  test('bindings of everywhere, of the site and of the branch add up, each package once', async () => {
    const client = await makeDealer()
    await addPlaces(client)
    await assign(client, [
      bind(['b'], { siteId: 'north', branchId: 'N1' }),
      bind(['c', 'a'], { siteId: 'north' }),
      bind(['a']),
    ])
    assert.deepEqual(await offered(client), ['a'])
    assert.deepEqual(await offered(client, { siteId: 'north', branchId: 'N2' }), ['a', 'c'])
    assert.deepEqual(await offered(client, { siteId: 'north', branchId: 'north-1' }), ['a', 'c', 'b'])
    assert.deepEqual(await offered(client, { answer: ['glass', 'ok'] }), [])
  })

  test("the master's own bindings come first, and only those of no place of his", async () => {
    const master = await makeDealer()
    await addPlaces(master)
    await assign(master, [bind(['b']), bind(['c'], { siteId: 'main' })])
    const client = await makeDealer([master.id])
    const template = { masterClientId: master.id, templateId: 'small' }
    assert.deepEqual(await offered(client, { template }), [`${master.id}!b`])
    await assign(client, [bind(['a'])], `${master.id}!small`)
    assert.deepEqual(await offered(client, { template }), [`${master.id}!b`, 'a'])
    assert.deepEqual(await offered(master), ['b', 'c'])
    assert.deepEqual(await offered(client), [], 'its own template is another one')
    const stranger = await makeDealer()
    assert.deepEqual(await offered(stranger, { template }), [], 'a survey may outlive the tie to a master')
  })

  test('prices are those of the client, and every change is seen at once', async () => {
    const master = await makeDealer()
    await assign(master, [bind(['a'])])
    const client = await makeDealer([master.id])
    const at = {
      template: { masterClientId: master.id, templateId: 'small' },
      siteId: 'main',
      branchId: 'B1',
    }
    const price = () =>
      inClientOf(client, async (scope) => {
        const [found] = (await listOffers(scope, at)).byQuestion.get('glass')?.get('bad') ?? []
        return found?.package.variants?.[0]?.priceExVat
      })
    assert.equal(await price(), 10)
    await putPrices(client, `${master.id}!a`, priceList({ 1: 15 }))
    assert.equal(await price(), 15)
    await putPackage(master, 'a', simplePackage({ oemPricing: true }))
    assert.equal(await price(), 10)
    await putPrices(master, 'a', priceList({ 1: 11 }))
    assert.equal(await price(), 11)
    await assign(master, [bind([])])
    assert.equal(await price(), undefined)
  })

  test('what is unchanged is the same object, and without a read when the signature is passed in', async () => {
    const client = await makeDealer()
    await assign(client, [bind(['a'])])
    const at = {
      template: { masterClientId: client.id, templateId: 'small' },
      siteId: 'main',
      branchId: 'B1',
    }
    const first = await inClientOf(client, (scope) => listOffers(scope, at))
    assert.match(first.signature, new RegExp(`^${client.id}:\\d+$`))
    assert.equal(await inClientOf(client, (scope) => listOffers(scope, at)), first)
    const unread = () => assert.fail('the database was asked')
    const db = { rows: unread, row: unread, run: unread, send: unread }
    const again = await inClientOf(client, (scope) => listOffers({ ...scope, db }, at, first.signature))
    assert.equal(again, first)
    assert.ok(Object.isFrozen(first.byQuestion.get('glass')?.get('bad')?.[0]?.package.variants))
  })

  test('a package without any variant is not offered', async () => {
    const client = await makeDealer()
    await putPackage(client, 'empty', { currency: 'EUR', variants: [] })
    await putPackage(client, 'none', { currency: 'EUR' })
    await assign(client, [bind(['empty', 'a', 'none'])])
    assert.deepEqual(await offered(client), ['a'])
  })

  test('a branch takes its packages along when it is merged or moved to another site', async () => {
    const client = await makeDealer()
    const clientId = client.id
    await addPlaces(client)
    await assign(client, [
      bind(['a', 'b'], { siteId: 'north', branchId: 'N1' }),
      bind(['b', 'c'], { siteId: 'north', branchId: 'N2' }),
    ])
    assert.deepEqual(await offered(client, { siteId: 'north', branchId: 'N2' }), ['b', 'c'])
    await inClientOf(client, (scope) => mergeBranch(scope, { clientId, from: 'north-1', into: 'N2' }))
    assert.deepEqual(await offered(client, { siteId: 'north', branchId: 'N2' }), ['b', 'c', 'a'])
    await inClientOf(client, (scope) => setBranch(scope, { clientId, id: 'N2', changes: { siteId: 'main' } }))
    assert.deepEqual(await offered(client, { siteId: 'main', branchId: 'N2' }), ['b', 'c', 'a'])
    assert.deepEqual(await assigned(client), [bind(['b', 'c', 'a'], { siteId: 'main', branchId: 'N2' })])
    await assign(client, await assigned(client))
  })
})

describe('a dry run of instructions', () => {
  test('tells which answers gain or lose a package, and changes nothing', async () => {
    const client = await makeDealer()
    await addPlaces(client)
    await assign(client, [bind(['a', 'b']), bind(['c'], { answerId: 'ok' })])
    const before = await assigned(client)
    const instructions = [
      bind(['b', 'c']),
      bind(['c'], { answerId: 'ok' }),
      bind(['a'], { siteId: 'north', branchId: 'N1' }),
    ]
    const plan = await inClientOf(client, (scope) =>
      planAssignment(scope, 'small', { get: () => instructions }),
    )
    const at = { questionId: 'glass', answerId: 'bad' }
    assert.deepEqual(plan, [
      { ...at, gains: ['c'], loses: ['a'] },
      { ...at, siteId: 'north', branchId: 'north-1', gains: ['a'], loses: [] },
    ])
    assert.deepEqual(await assigned(client), before)
  })
})

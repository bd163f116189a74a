// How orders and leads find their dealership (C1).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { addBranch, listBranches } from '../../src/organisation/branches.ts'
import { addSite } from '../../src/organisation/sites.ts'
import { makeClient, order, type TestClient, testApp } from '../support/api.ts'
import {
  eventsDuring,
  inClientOf,
  putOrder,
  readOrder,
  readSurvey,
  refusal,
  surveyIdOf,
} from '../support/scenes.ts'

const branchesOf = (client: TestClient) =>
  inClientOf(client, (scope) => listBranches(scope, { clientId: client.id }))

/** A branch whose id is not its dealer code, at a site of its own. */
async function makeBranch(client: TestClient): Promise<void> {
  await inClientOf(client, async (scope) => {
    await addSite(scope, { clientId: client.id, id: 'north', name: 'North yard' })
    await addBranch(scope, { clientId: client.id, code: 'DE1001', id: 'hq', siteId: 'north' })
  })
}

for (const [what, path] of [
  ['service order', '/service-orders/1'],
  ['lead', '/leads/1'],
] as const) {
  describe(`the branch of a ${what}`, () => {
    const read = async (client: TestClient) => (await client.get(path)).json<Record<string, unknown>>()

    test('C1: a dealer code nobody knows is registered under the default site, marked as new', async () => {
      const client = await makeClient()
      assert.equal((await client.put(path, order({ externalBranchId: 'Ü 77/1' }))).statusCode, 201)
      const { branchId, siteId, siteName } = await read(client)
      assert.deepEqual(
        { branchId, siteId, siteName },
        {
          branchId: 'Ü 77/1',
          siteId: 'main',
          siteName: `Test ${client.id}`,
        },
      )
      assert.deepEqual(
        (await branchesOf(client)).map(({ id, isNew }) => ({ id, isNew })),
        [{ id: 'Ü 77/1', isNew: true }],
      )
    })

    test('C1: a known branch is found by dealer code and by id; the output says where it was bound', async () => {
      const client = await makeClient()
      await makeBranch(client)
      for (const externalBranchId of ['DE1001', 'hq']) {
        assert.ok((await client.put(path, order({ externalBranchId }))).statusCode < 300)
        const shown = await read(client)
        assert.equal(shown.externalBranchId, externalBranchId)
        assert.equal(shown.branchId, 'hq')
        assert.equal(shown.siteId, 'north')
        assert.equal(shown.siteName, 'North yard')
      }
      assert.equal((await branchesOf(client)).length, 1)
    })

    test('C1: a strict client refuses an unknown dealer code at once and keeps nothing', async () => {
      const client = await makeClient({ strictBranches: true })
      await makeBranch(client)
      refusal(await client.put(path, order()), 'unknownBranch', /^externalBranchId: "B1" /)
      refusal(await client.get(path), 'noSuchResource')
      assert.equal((await branchesOf(client)).length, 1)
      assert.equal((await client.put(path, order({ externalBranchId: 'hq' }))).statusCode, 201)
    })

    test('C1: codes are compared as they are written', async () => {
      const client = await makeClient({ strictBranches: true })
      await makeBranch(client)
      refusal(await client.put(path, order({ externalBranchId: 'de1001' })), 'unknownBranch')
    })

    test('it moves with the next dealer code', async () => {
      const client = await makeClient()
      await makeBranch(client)
      await client.put(path, order())
      assert.equal((await client.put(path, order({ externalBranchId: 'DE1001' }))).statusCode, 204)
      assert.equal((await read(client)).siteId, 'north')
    })
  })
}

describe('dealer codes', () => {
  test('C1: at most 20 new ones a day; known ones go on, and the next day there is room again', async (t) => {
    const client = await makeClient({ timeZone: 'Europe/Berlin' })
    const { setNow } = await testApp()
    t.after(() => setNow(undefined))
    const put = (code: string) => client.put(`/service-orders/${code}`, order({ externalBranchId: code }))
    setNow(new Date('2026-11-15T22:59:00Z'))
    for (let index = 1; index <= 10; index++) assert.equal((await put(`N${index}`)).statusCode, 201)
    // Midnight in Berlin: the ten of yesterday no longer count.
    setNow(new Date('2026-11-15T23:01:00Z'))
    for (let index = 11; index <= 30; index++) assert.equal((await put(`N${index}`)).statusCode, 201)
    refusal(await put('N31'), 'tooManyNewBranches', /^externalBranchId: "N31" /)
    refusal(await client.get('/service-orders/N31'), 'noSuchResource')
    assert.equal((await put('N1')).statusCode, 204)
    const lead = await client.put('/leads/1', order({ externalBranchId: 'N32' }))
    refusal(lead, 'tooManyNewBranches')
    setNow(new Date('2026-11-16T23:01:00Z'))
    assert.equal((await put('N31')).statusCode, 201)
  })

  test('C1: one new code in many requests at once is registered once', async () => {
    const client = await makeClient()
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => client.put(`/service-orders/${index}`, order())),
    )
    assert.deepEqual(
      responses.map(({ statusCode }) => statusCode),
      Array<number>(8).fill(201),
    )
    assert.equal((await branchesOf(client)).length, 1)
  })

  test('C1: Survey.branch is the dealer code, also when the order names the branch by its id', async () => {
    const client = await makeClient()
    await makeBranch(client)
    const byCode = await putOrder(client, { externalBranchId: 'DE1001' }, 'code')
    assert.equal((await readSurvey(client, surveyIdOf(byCode))).branch, 'DE1001')
    const byId = await putOrder(client, { externalBranchId: 'hq' }, 'id')
    assert.equal((await readSurvey(client, surveyIdOf(byId))).branch, 'DE1001')
  })

  test('C1: a merged branch takes its orders along, and its code goes on meaning the other', async () => {
    const client = await makeClient()
    await makeBranch(client)
    await putOrder(client, { externalBranchId: 'typo' })
    await inClientOf(client, (scope) => mergeBranch(scope, { clientId: client.id, from: 'typo', into: 'hq' }))
    const moved = await readOrder(client)
    assert.equal(moved.branchId, 'hq')
    assert.equal(moved.externalBranchId, 'typo')
    const written = await eventsDuring(client, () => client.put('/service-orders/1', moved))
    assert.deepEqual(written, [], 'what was read back changes nothing')
    assert.equal((await putOrder(client, { externalBranchId: 'typo' }, '2')).branchId, 'hq')
  })

  test('branches of two clients have nothing to do with each other', async () => {
    const [one, other] = [await makeClient(), await makeClient({ strictBranches: true })]
    await putOrder(one, { externalBranchId: 'shared' })
    refusal(await other.put('/service-orders/1', order({ externalBranchId: 'shared' })), 'unknownBranch')
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asSystem, inClient, newClient, uniqueId } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { type Db, sql } from '../db/sql.ts'
import { mergeBranch } from '../features/administration/merge-branch.ts'
import { bindBranch } from './bind-branch.ts'
import { addBranch, listBranches, type NewBranch, setBranch } from './branches.ts'
import { addSite } from './sites.ts'

const list = (clientId: string) => asSystem((scope) => listBranches(scope, { clientId }))
const add = (args: NewBranch) => asSystem((scope) => addBranch(scope, args))

async function insertOrder(clientId: string, id: string, branchId: string): Promise<void> {
  const database = await testDatabase()
  await database.run(sql`
    insert into service_orders (system_client_id, id, branch_id, closed, rejected, document, survey_header,
      surveys, created_at, changed_at)
    values (${clientId}, ${id}, ${branchId}, false, false, '{}', '{}', '[]', now(), now())`)
}

/** Until another transaction waits for this one. The embedded engine runs one at a time: there nobody can. */
async function untilSomeoneWaits(db: Db): Promise<void> {
  if ((await testDatabase()).engine === 'embedded') return
  const deadline = Date.now() + 10_000
  const isWaiting = () =>
    db.row<{ yes: boolean }>(sql`
      select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as yes`)
  while (!(await isWaiting())?.yes) assert.ok(Date.now() < deadline, 'nobody came to wait')
}

describe('a branch', () => {
  test('has its dealer code for an id unless another is given (C1)', async () => {
    const { clientId } = await newClient()
    await asSystem((scope) => addSite(scope, { clientId, id: 'north' }))
    await add({ clientId, code: '100' })
    await add({
      clientId,
      code: '200',
      id: 'workshop',
      siteId: 'north',
      name: 'Workshop',
      releaseTypes: ['VC'],
    })
    assert.deepEqual(await list(clientId), [
      { id: '100', siteId: 'main', name: '100', codes: ['100'], isNew: false },
      {
        id: 'workshop',
        siteId: 'north',
        name: 'Workshop',
        codes: ['200'],
        releaseTypes: ['VC'],
        isNew: false,
      },
    ])
  })

  test('has names nobody else has: codes and ids are one space', async () => {
    const { clientId } = await newClient()
    await add({ clientId, code: '200', id: 'workshop' })
    const taken: NewBranch[] = [
      { clientId, code: '200' },
      { clientId, code: 'workshop' },
      { clientId, code: '300', id: '200' },
      { clientId, code: '300', id: 'workshop' },
    ]
    for (const args of taken) await assert.rejects(add(args), { kind: 'alreadyExists' })
    const other = await newClient()
    await add({ clientId: other.clientId, code: '200' })
  })

  test('needs a site of its client and release types that exist', async () => {
    const { clientId } = await newClient()
    await assert.rejects(add({ clientId, code: '1', siteId: 'nowhere' }), {
      kind: 'invalidArgument',
      errorInfo: /^siteId: "nowhere"/,
    })
    await assert.rejects(add({ clientId, code: '1', releaseTypes: ['x'] }), { kind: 'invalidArgument' })
    await assert.rejects(add({ clientId, code: '' }), { kind: 'invalidArgument' })
    await assert.rejects(add({ clientId: uniqueId('none'), code: '1' }), { kind: 'noSuchResource' })
    assert.deepEqual(await list(clientId), [])
  })

  test('is changed, and confirmed when it came by itself', async () => {
    const client = await newClient()
    const { clientId } = client
    await inClient(client, (scope) => bindBranch(scope, '4711'))
    assert.equal((await list(clientId))[0]?.isNew, true)
    const set = (changes: Parameters<typeof setBranch>[1]['changes']) =>
      asSystem((scope) => setBranch(scope, { clientId, id: '4711', changes }))
    await set({ name: 'Köln', releaseTypes: ['health', 'QC'] })
    assert.equal((await list(clientId))[0]?.isNew, true, 'a new name confirms nothing')
    await set({ confirm: true })
    assert.deepEqual(await list(clientId), [
      {
        id: '4711',
        siteId: 'main',
        name: 'Köln',
        codes: ['4711'],
        releaseTypes: ['health', 'QC'],
        isNew: false,
      },
    ])
    await set({ releaseTypes: null })
    assert.equal((await list(clientId))[0]?.releaseTypes, undefined)
    const database = await testDatabase()
    const count = () =>
      database.row<{ n: number }>(sql`
        select count(*)::int as n from events where system_client_id = ${clientId} and kind = 'branch.changed'`)
    assert.equal((await count())?.n, 3)
    await set({ releaseTypes: null, name: 'Köln' })
    assert.equal((await count())?.n, 3, 'no change, no event')
    await assert.rejects(set({ siteId: 'nowhere' }), { kind: 'invalidArgument' })
    await assert.rejects(
      asSystem((scope) => setBranch(scope, { clientId, id: 'none', changes: {} })),
      { kind: 'noSuchResource' },
    )
  })
})

describe('merging a branch into another', () => {
  test('moves its codes, orders, leads and template choices, and its names go on working', async () => {
    const database = await testDatabase()
    const client = await newClient()
    const { clientId } = client
    await add({ clientId, code: '100', id: 'old' })
    await add({ clientId, code: '200', id: 'new' })
    await insertOrder(clientId, 'of old', 'old')
    await insertOrder(clientId, 'of new', 'new')
    await database.run(sql`
      insert into leads (system_client_id, id, branch_id, closed, rejected, planned_start, document,
        survey_header, surveys, created_at, changed_at)
      values (${clientId}, 'lead', 'old', false, false, now(), '{}', '{}', '[]', now(), now())`)
    await database.run(sql`
      insert into template_choices (system_client_id, survey_type, branch_id, make, master_client_id, template_id)
      values (${clientId}, 'health', 'old', '', 'm', 'of old'), (${clientId}, 'health', 'new', '', 'm', 'of new'),
        (${clientId}, 'VC', 'old', '', 'm', 'of old')`)

    const moved = await asSystem((scope) => mergeBranch(scope, { clientId, from: 'old', into: 'new' }))
    assert.deepEqual(moved, { codes: 1, orders: 1, leads: 1 })
    const branches = await list(clientId)
    assert.deepEqual(
      branches.map(({ id, codes }) => ({ id, codes })),
      [{ id: 'new', codes: ['100', '200', 'old'] }],
    )
    for (const name of ['100', '200', 'old', 'new']) {
      assert.equal((await inClient(client, (scope) => bindBranch(scope, name))).branchId, 'new', name)
    }
    const rows = await database.rows<{ branchId: string }>(sql`
      select branch_id from service_orders where system_client_id = ${clientId}
      union all select branch_id from leads where system_client_id = ${clientId}`)
    assert.deepEqual(
      rows.map((row) => row.branchId),
      ['new', 'new', 'new'],
    )
    const choices = await database.rows(sql`
      select survey_type, branch_id, template_id from template_choices where system_client_id = ${clientId}
      order by survey_type`)
    assert.deepEqual(choices, [
      { surveyType: 'VC', branchId: 'new', templateId: 'of old' },
      { surveyType: 'health', branchId: 'new', templateId: 'of new' },
    ])
    const event = await database.row<{ payload: unknown }>(sql`
      select payload from events where system_client_id = ${clientId} and kind = 'branch.merged'
        and subject = 'branch/old'`)
    assert.deepEqual(event?.payload, { into: 'new', codes: 1, orders: 1, leads: 1 })
  })

  test('leaves other clients alone and refuses what makes no sense', async () => {
    const { clientId } = await newClient()
    const other = await newClient()
    for (const client of [clientId, other.clientId]) {
      await add({ clientId: client, code: '1' })
      await add({ clientId: client, code: '2' })
    }
    await insertOrder(other.clientId, 'theirs', '1')
    const merge = (from: string, into: string) =>
      asSystem((scope) => mergeBranch(scope, { clientId, from, into }))
    await assert.rejects(merge('1', '1'), { kind: 'invalidArgument' })
    await assert.rejects(merge('1', 'none'), { kind: 'noSuchResource' })
    await assert.rejects(merge('none', '1'), { kind: 'noSuchResource' })
    await merge('1', '2')
    assert.equal((await list(other.clientId)).length, 2)
  })

  test('is over before an order that comes meanwhile is bound, to the surviving branch', async () => {
    const client = await newClient()
    const { clientId } = client
    await add({ clientId, code: '1' })
    await add({ clientId, code: '2' })
    const bound = { branch: Promise.resolve() as Promise<unknown> }
    await asSystem(async (scope) => {
      await mergeBranch(scope, { clientId, from: '1', into: '2' })
      bound.branch = inClient(client, async (scope) => (await bindBranch(scope, '1')).branchId)
      await untilSomeoneWaits(scope.db)
    })
    assert.equal(await bound.branch, '2')
    assert.equal((await list(clientId)).length, 1)
  })

  test('waits for orders that are just being bound to it', async () => {
    const client = await newClient()
    const { clientId } = client
    await add({ clientId, code: '1' })
    await add({ clientId, code: '2' })
    const database = await testDatabase()
    const merging = { done: Promise.resolve() as Promise<unknown> }
    await inClient(client, async (scope) => {
      await bindBranch(scope, '1')
      merging.done = asSystem((scope) => mergeBranch(scope, { clientId, from: '1', into: '2' }))
      await untilSomeoneWaits(scope.db)
      await scope.db.run(sql`
        insert into service_orders (system_client_id, id, branch_id, closed, rejected, document, survey_header,
          surveys, created_at, changed_at)
        values (${clientId}, 'open', '1', false, false, '{}', '{}', '[]', now(), now())`)
    })
    await merging.done
    const order = await database.row<{ branchId: string }>(sql`
      select branch_id from service_orders where system_client_id = ${clientId} and id = 'open'`)
    assert.equal(order?.branchId, '2')
  })
})

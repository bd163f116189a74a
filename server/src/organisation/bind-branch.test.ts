import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asSystem, inClient, newClient } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { type Db, type Statement, sql } from '../db/sql.ts'
import { mergeBranch } from '../features/administration/merge-branch.ts'
import type { ClientSettings } from '../scope.ts'
import { bindBranch, findBranches, NEW_BRANCHES_PER_DAY } from './bind-branch.ts'
import { addBranch, listBranches, setBranch } from './branches.ts'
import { setClient } from './clients.ts'

const bind = (client: ClientSettings, code: string, now?: Date) =>
  inClient(client, (scope) => bindBranch(scope, code), now)
const list = ({ clientId }: ClientSettings) => asSystem((scope) => listBranches(scope, { clientId }))

function counting(db: Db): { db: Db; statements: Statement[] } {
  const statements: Statement[] = []
  const note = (statement: Statement) => {
    statements.push(statement)
    return statement
  }
  return {
    statements,
    db: {
      rows: (s) => db.rows(note(s)),
      row: (s) => db.row(note(s)),
      run: (s) => db.run(note(s)),
      send: (s) => db.send(note(s)),
    },
  }
}

describe('binding by a dealer code that is known', () => {
  test('takes one statement and says where it was bound', async () => {
    const client = await newClient({ defaultSiteName: 'Main house', releaseTypes: ['health', 'QC'] })
    const { clientId } = client
    await asSystem((scope) => addBranch(scope, { clientId, code: '100', id: 'workshop' }))
    await inClient(client, async (scope) => {
      const { db, statements } = counting(scope.db)
      assert.deepEqual(await bindBranch({ ...scope, db }, '100'), {
        branchId: 'workshop',
        siteId: 'main',
        siteName: 'Main house',
        code: '100',
        releaseTypes: ['health', 'QC'],
      })
      assert.equal(statements.length, 1)
    })
  })

  test("takes the branch's own release types before the client's, also when it has none", async () => {
    const client = await newClient()
    const { clientId } = client
    await asSystem((scope) => addBranch(scope, { clientId, code: '1', releaseTypes: ['VC'] }))
    await asSystem((scope) => addBranch(scope, { clientId, code: '2', releaseTypes: [] }))
    assert.deepEqual((await bind(client, '1')).releaseTypes, ['VC'])
    assert.deepEqual((await bind(client, '2')).releaseTypes, [])
  })

  test('accepts the id of a branch as well, in a strict client too', async () => {
    const client = await newClient({ strictBranches: true })
    const { clientId } = client
    await asSystem((scope) => addBranch(scope, { clientId, code: '100', id: 'workshop' }))
    for (const name of ['workshop', '100']) {
      const { branchId, code } = await bind(client, name)
      assert.deepEqual({ branchId, code }, { branchId: 'workshop', code: '100' })
    }
  })
})

describe('binding by a dealer code nobody entered', () => {
  test('registers it under the default site, marked as new, with an event', async () => {
    const client = await newClient({ defaultSiteId: 'house', defaultSiteName: 'The house' })
    assert.deepEqual(await bind(client, 'Köln/7'), {
      branchId: 'Köln/7',
      siteId: 'house',
      siteName: 'The house',
      code: 'Köln/7',
      releaseTypes: ['health'],
    })
    assert.deepEqual(await list(client), [
      { id: 'Köln/7', siteId: 'house', name: 'Köln/7', codes: ['Köln/7'], isNew: true },
    ])
    const database = await testDatabase()
    const events = await database.rows<{ kind: string; subject: string }>(sql`
      select kind, subject from events where system_client_id = ${client.clientId} and kind like 'branch.%'`)
    assert.deepEqual(events, [{ kind: 'branch.registered', subject: 'branch/Köln/7' }])
  })

  test('is refused at once by a strict client, and leaves nothing', async () => {
    const client = await newClient({ strictBranches: true })
    await assert.rejects(bind(client, 'X"1'), {
      kind: 'unknownBranch',
      status: 400,
      errorInfo: 'externalBranchId: "X\\"1" is not a dealer code of this system client',
    })
    assert.deepEqual(await list(client), [])
  })

  test('heeds an admin who turned strict a moment ago', async () => {
    const stale = await newClient()
    const { clientId } = stale
    await asSystem((scope) => setClient(scope, { clientId, changes: { strictBranches: true } }))
    await assert.rejects(bind(stale, '1'), { kind: 'unknownBranch' })
  })

  test('happens once, however many orders bring the code at the same time', async () => {
    const client = await newClient()
    const bindings = await Promise.all(Array.from({ length: 10 }, () => bind(client, '100')))
    assert.deepEqual(new Set(bindings.map(({ branchId }) => branchId)), new Set(['100']))
    assert.equal((await list(client)).length, 1)
  })

  test('happens at most 20 times a day, also with many at the same time', async () => {
    const client = await newClient()
    const tries = await Promise.allSettled(
      Array.from({ length: NEW_BRANCHES_PER_DAY + 5 }, (_, i) => bind(client, `code ${i}`)),
    )
    const refused = tries.filter((result) => result.status === 'rejected')
    assert.equal(refused.length, 5)
    for (const { reason } of refused) assert.equal(reason.kind, 'tooManyNewBranches')
    assert.equal((await list(client)).length, NEW_BRANCHES_PER_DAY)
    const known = tries.findIndex(({ status }) => status === 'fulfilled')
    assert.equal((await bind(client, `code ${known}`)).branchId, `code ${known}`)
    const other = await newClient()
    assert.equal((await bind(other, 'code 0')).branchId, 'code 0')
  })

  test('counts what was confirmed or merged meanwhile, and nothing an admin entered', async () => {
    const client = await newClient()
    const { clientId } = client
    for (let i = 0; i < 5; i++) await asSystem((scope) => addBranch(scope, { clientId, code: `own ${i}` }))
    for (let i = 0; i < NEW_BRANCHES_PER_DAY; i++) await bind(client, `new ${i}`)
    await asSystem((scope) => setBranch(scope, { clientId, id: 'new 0', changes: { confirm: true } }))
    await asSystem((scope) => mergeBranch(scope, { clientId, from: 'new 1', into: 'own 1' }))
    await assert.rejects(bind(client, 'one more'), { kind: 'tooManyNewBranches' })
    assert.equal((await bind(client, 'new 1')).branchId, 'own 1')
  })

  test("counts by the day of the client's time zone", async () => {
    const client = await newClient({ timeZone: 'Asia/Tokyo' })
    // Midnight in Tokyo is 15:00 UTC.
    const before = new Date('2026-05-04T14:59:00Z')
    const after = new Date('2026-05-04T15:01:00Z')
    for (let i = 0; i < NEW_BRANCHES_PER_DAY; i++) await bind(client, `${i}`, before)
    await assert.rejects(bind(client, 'next', before), { kind: 'tooManyNewBranches' })
    assert.equal((await bind(client, 'next', after)).branchId, 'next')
  })
})

test('branches for a filter are named by code or id, in any mix; unknown ones give nothing', async () => {
  const client = await newClient()
  const other = await newClient()
  const { clientId } = client
  await asSystem((scope) => addBranch(scope, { clientId, code: '100', id: 'a' }))
  await asSystem((scope) => addBranch(scope, { clientId, code: '200', id: 'b' }))
  await asSystem((scope) => addBranch(scope, { clientId: other.clientId, code: '300' }))
  const find = (...names: string[]) => inClient(client, (scope) => findBranches(scope, names))
  assert.deepEqual(await find('100', 'b', '200', '300', 'none'), ['a', 'b'])
  assert.deepEqual(await find('300'), [])
  assert.deepEqual(await find(), [])
  assert.deepEqual(await list(client).then((all) => all.length), 2)
})

// Clients take turns when figures are counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inClient, newClient } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { numberAll } from '../../../test/support/numbered.ts'
import { recordEvents } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { ClientSettings } from '../../scope.ts'
import { updateFigures } from './update-figures.ts'

const record = (client: ClientSettings, count: number) =>
  inClient(client, (scope) =>
    recordEvents(
      scope,
      Array.from({ length: count }, (_, index) => ({
        kind: 'inspection.begun' as const,
        subject: `order/${index}` as const,
      })),
    ),
  )

test('a client that changed very much does not keep another one waiting', async () => {
  const database = await testDatabase()
  const clients = [await newClient(), await newClient()]
  const ids = clients.map(({ clientId }) => clientId)
  const [greedy, modest] = clients.toSorted((one, other) => (one.clientId < other.clientId ? -1 : 1))
  assert.ok(greedy && modest)
  await record(greedy, 2_000)
  await record(modest, 1)
  await numberAll()
  const behind = async ({ clientId }: ClientSettings) => {
    const row = await database.row<{ left: number }>(sql`
      select h.position - coalesce(m.position, 0) as left from event_heads h
      left join figure_marks m on m.system_client_id = h.system_client_id
      where h.system_client_id = ${clientId}`)
    return row?.left
  }
  // A step each: whichever comes first.
  for (let run = 0; run < 2; run++) await updateFigures(database, ids, new Date(), { mostMs: 0 })
  assert.equal(await behind(modest), 0)
  assert.ok(((await behind(greedy)) ?? 0) > 1_000)
  await updateFigures(database, ids, new Date(), { mostMs: 60_000 })
  assert.equal(await behind(greedy), 0)
})

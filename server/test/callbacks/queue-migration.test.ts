// An installation from before the queue of callbacks: waiting callbacks still wait, finished ones stay finished, and
// all read as before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../src/db/migrate.ts'
import { sql } from '../../src/db/sql.ts'
import { openMemory } from '../support/in-memory.ts'

const BEFORE = 13

test('callbacks keep their state, their attempts and when they are due', async (t) => {
  const database = await openMemory('new')
  t.after(() => database.close())
  await migrate(database, { upTo: BEFORE })
  await database.script(`
    insert into system_clients (system_client_id, name, default_site_id) values ('acme', 'Acme', 'main');
    insert into callback_deliveries (system_client_id, id, output_type, body, url, lane, sealed_key, state, attempts, logged,
      due_at, failure, created_at, finished_at, fence)
    select 'acme', id, 'surveyResultsEmail', '{}', 'https://one.example/in', 'https://one.example', 'key', state, attempts,
      logged, '2026-03-01T12:20:00Z', failure, '2026-03-01T12:00:00Z', finished_at::timestamptz, 7
    from (values ('new', 'waiting', 0, 0, null, null), ('retried', 'waiting', 2, 2, 'answered 500, not 2XX', null),
      ('unopened', 'waiting', 0, 0, 'the key of the receiver cannot be opened', null),
      ('delivered', 'delivered', 1, 1, null, '2026-03-01T12:00:01Z'),
      ('replayed', 'delivered', 1, 6, null, '2026-03-01T14:00:01Z'),
      ('given up', 'givenUp', 5, 5, 'answered 500, not 2XX', '2026-03-01T12:40:01Z')
    ) as v(id, state, attempts, logged, failure, finished_at);
    insert into callback_attempts (system_client_id, delivery_id, number, started_at, total_ms, request, status, failure)
    select 'acme', d.id, n, coalesce(d.finished_at, '2026-03-01T12:10:00Z') - interval '250 milliseconds', 250, 'PUT',
      case when d.state = 'delivered' and n = d.logged then 204 else 500 end,
      case when d.state = 'delivered' and n = d.logged then null else 'answered 500, not 2XX' end
    from callback_deliveries d, generate_series(1, 6) n where n <= d.logged`)
  const before = await database.rows(sql`
    select id, state, attempts, failure, case when state = 'waiting' then due_at end as due_at, finished_at
    from callback_deliveries order by id`)
  assert.equal(before.length, 6)

  await migrate(database)
  const now = await database.rows(
    sql`select id, state, attempts, failure, due_at, finished_at from callback_states order by id`,
  )
  assert.deepEqual(now, before)
  assert.deepEqual(
    await database.rows(sql`select id, attempts, logged, fence, lane from callback_queue order by id`),
    [
      { id: 'new', attempts: 0, logged: 0, fence: 7, lane: 'https://one.example' },
      { id: 'retried', attempts: 2, logged: 2, fence: 7, lane: 'https://one.example' },
      { id: 'unopened', attempts: 0, logged: 0, fence: 7, lane: 'https://one.example' },
    ],
  )
})

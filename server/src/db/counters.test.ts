// What a server looks like after logical replication copied the rows, but not the counters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemory } from '../../test/support/in-memory.ts'
import { listLateCounters } from './counters.ts'
import { numberEvents } from './log/number-events.ts'

test('a counter behind its table is found, with both numbers; one that is not behind is no finding', async () => {
  const database = await openMemory('migrated')
  try {
    await database.script(
      `insert into system_clients (system_client_id, name, default_site_id) values ('acme', 'Acme', 's')`,
    )
    await database.script(`
      insert into event_inbox (system_client_id, kind, subject, actor) values ('acme', 'x', 'y', 'z')`)
    assert.deepEqual(await listLateCounters(database), [])
    const late = { table: 'event_inbox', column: 'sequence', sequence: 'event_inbox_sequence_seq', last: 1 }
    await database.script(`
      insert into event_inbox (system_client_id, sequence, kind, subject, actor) overriding system value
      values ('acme', 4711, 'x', 'y', 'z')`)
    assert.deepEqual(await listLateCounters(database), [{ ...late, highest: 4711 }])
    await numberEvents(database, async () => new Map())
    assert.deepEqual(
      await listLateCounters(database),
      [{ ...late, highest: 4711 }],
      'the log has its number too',
    )
    await database.script(`select setval('event_inbox_sequence_seq', 4711)`)
    assert.deepEqual(await listLateCounters(database), [])
  } finally {
    await database.close()
  }
})

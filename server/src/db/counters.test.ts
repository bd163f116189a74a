// What a server looks like after logical replication copied the rows, but not the counters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemory } from '../../test/support/in-memory.ts'
import { listLateCounters } from './counters.ts'

test('a counter behind its table is found, with both numbers; one that is not behind is no finding', async () => {
  const database = await openMemory('migrated')
  try {
    const insert = (sequence: number, transaction: string) =>
      database.script(`
        insert into events (system_client_id, sequence, transaction, at, kind, subject, actor) overriding system value
        values ('acme', ${sequence}, '${transaction}', now(), 'x', 'y', 'z')`)
    await database.script(
      `insert into system_clients (system_client_id, name, default_site_id) values ('acme', 'Acme', 's')`,
    )
    await database.script(`
      insert into events (system_client_id, at, kind, subject, actor) values ('acme', now(), 'x', 'y', 'z')`)
    assert.deepEqual(await listLateCounters(database), [])
    await insert(4711, '3')
    assert.deepEqual(await listLateCounters(database), [
      { table: 'events', column: 'sequence', sequence: 'events_sequence_seq', highest: 4711, last: 1 },
    ])
    await database.script(`select setval('events_sequence_seq', 4711)`)
    assert.deepEqual(await listLateCounters(database), [])
    await insert(4710, '8589934592')
    const [late, ...others] = await listLateCounters(database)
    assert.deepEqual(
      [late?.column, late?.sequence, late?.highest, others],
      ['transaction', null, 8_589_934_592, []],
    )
    await database.script(`update events set transaction = '3'`)
    assert.deepEqual(await listLateCounters(database), [])
  } finally {
    await database.close()
  }
})

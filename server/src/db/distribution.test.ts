// What Citus asks of tables, checked on the catalogue of a migrated database: nothing here runs on Citus itself.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openMemory } from '../../test/support/in-memory.ts'
import type { Database } from './database.ts'
import { distribution, distributionSql } from './distribution.ts'
import { sql } from './sql.ts'

describe('the places of tables on several servers', () => {
  let database: Database
  before(async () => {
    database = await openMemory('migrated')
  })
  after(() => database.close())

  const order = [...distribution.keys()]
  const isOfClients = (table: string) => distribution.get(table) === 'ofClients'

  test('are declared for every table of the schema and no other', async () => {
    const tables = await database.rows<{ name: string }>(sql`
      select relname::text as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`)
    assert.deepEqual(order.toSorted(), tables.map(({ name }) => name).toSorted())
  })

  test('by client: one type of the client, and the client in everything that is unique', async () => {
    const types = await database.rows<{ table: string; type: string }>(sql`
      select c.relname::text as table, format_type(a.atttypid, a.atttypmod) || ' ' || a.attcollation::regcollation as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'system_client_id'
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
    const ofClients = types.filter(({ table }) => isOfClients(table))
    assert.equal(ofClients.length, order.filter(isOfClients).length)
    assert.deepEqual([...new Set(ofClients.map(({ type }) => type))], ['text "default"'])
    const indexes = await database.rows<{
      table: string
      name: string
      columns: string[]
      isPrimary: boolean
    }>(sql`
      select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, i.indisprimary as is_primary, array(
        select a.attname::text from unnest(i.indkey[:i.indnkeyatts - 1]::int2[]) as k(at)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.at) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace and i.indisunique and not c.relispartition`)
    const unique = indexes.filter(({ table }) => isOfClients(table))
    assert.equal(unique.filter(({ isPrimary }) => isPrimary).length, ofClients.length)
    assert.deepEqual(
      unique.filter(({ columns }) => !columns.includes('system_client_id')),
      [],
    )
  })

  test('allow every foreign key, and what a table refers to is distributed before it', async () => {
    const keys = await database.rows<{ name: string; from: string; to: string; pairs: string[] }>(sql`
      select k.conname as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to, array(
        select a.attname::text || '=' || b.attname::text from unnest(k.conkey, k.confkey) as pair(own, other)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other) as pairs
      from pg_constraint k
      where k.connamespace = current_schema()::regnamespace and k.contype = 'f'`)
    assert.ok(keys.length > 40, `${keys.length}`)
    const refused = keys.filter(({ from, to, pairs }) => {
      if (order.indexOf(from) < order.indexOf(to) && distribution.get(from) !== 'everywhere') return true
      if (isOfClients(from) && isOfClients(to)) return !pairs.includes('system_client_id=system_client_id')
      return distribution.get(from) !== distribution.get(to) && distribution.get(to) !== 'everywhere'
    })
    assert.deepEqual(refused, [])
  })

  test('are printed as SQL that runs, with functions that only note what Citus would be asked for', async () => {
    await database.script(`
      create table asked (at serial, name text, place text, beside text);
      create function create_reference_table(name regclass) returns void language sql as
        $$ insert into asked (name, place) values (name::text, 'everywhere') $$;
      create function create_distributed_table(name regclass, by text, colocate_with text) returns void language sql as
        $$ insert into asked (name, place, beside) select attrelid::regclass::text, 'ofClients', colocate_with
          from pg_attribute where attrelid = name and attname = by $$;`)
    await database.script(distributionSql())
    const asked = await database.rows<{ name: string; place: string }>(
      sql`select name, place from asked order by at`,
    )
    assert.deepEqual(
      asked.map(({ name, place }) => [name, place]),
      [...distribution].filter(([, place]) => place !== 'onFirst'),
    )
    const beside = await database.rows(
      sql`select beside, count(*) as tables from asked where beside is not null group by 1 order by 2`,
    )
    assert.deepEqual(beside, [
      { beside: 'none', tables: 1 },
      { beside: 'sites', tables: order.filter(isOfClients).length - 1 },
    ])
  })
})

// Every statement of the service, read from its sources by PostgreSQL's own parser and prepared on a migrated database: each table in
// it is bound to a system client, nothing more is added that a distributed engine would refuse, and it gives the row that its caller
// claims. In a process of its own, because the embedded engine alone describes what a prepared statement gives.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { distribution, type Place } from '../src/db/distribution.ts'
import { listMigrations, textInTransaction } from '../src/db/migrations.ts'
import { propertyOf } from '../src/db/sql.ts'
import { type Reading, readStatement } from './support/bound-tables.ts'
import { claimedType, fieldsOf } from './support/row-types.ts'
import { listStatements, type SourceStatement } from './support/statements.ts'

/** How many statements of a room name a table without binding it to a client, and why they may. Fewer is better. */
const unbound: Record<string, [count: number, why: string]> = {
  db: [
    19,
    'follows the chains of audits whose entries wait; sends those of all clients on to sinks of the installation; asks at the start whether the clock went back and whether anybody was here; ends what a restore just wrote; finds whose events wait, whose are kept no longer, and counters behind their table',
  ],
  callbacks: [11, 'one queue of all clients is worked off in fair turns, counted, and swept of what is old'],
  edits: [1, 'sweeps what is old, over all clients'],
  messages: [
    4,
    'sweeps links that are over; the installation has one bot for all clients, and the invitation tells whose it is; finds which clients have bots',
  ],
  reminders: [1, 'takes the clients that are to be looked at, of the few that remind'],
  'single-sign-on': [
    3,
    'whoever types an address has not said where they work; sweeps what was not finished, over all clients',
  ],
  invitations: [1, 'sweeps what is old, over all clients'],
  'request-log': [1, 'writes what keys of several clients called in the last second'],
  surveys: [1, 'sweeps what is old, over all clients'],
  uploads: [1, 'sweeps what is old, over all clients'],
  identity: [
    20,
    'a key, a session or a login is known before the client is, and may work for several; whether it does decides what one of them may change, and whether its password opens any client',
  ],
  jobs: [3, 'one queue of all clients is worked off, and its lag told'],
  organisation: [
    4,
    'lists the clients, asks whether there is any, and whether any names another as its master',
  ],
}

/**
 * How many statements say what a distributed engine may refuse. A row and its event in one statement is worth a round trip and
 * touches one client, so an engine that shards by client accepts it. Before you add one, decide whether that is still true.
 */
const refused: Record<'recursive' | 'skipLocked' | 'modifying', Record<string, number>> = {
  recursive: { callbacks: 1, db: 2, jobs: 1, templates: 1 },
  skipLocked: { db: 2, jobs: 1, uploads: 1 },
  modifying: {
    assignment: 2,
    callbacks: 4,
    'car-notes': 1,
    damage: 2,
    db: 1,
    'follow-up': 1,
    invitations: 4,
    leads: 2,
    ledger: 6,
    'line-questions': 2,
    messages: 5,
    organisation: 1,
    origins: 10,
    'owner-links': 7,
    'owner-page': 3,
    packages: 4,
    parts: 3,
    photos: 6,
    quotes: 9,
    reminders: 3,
    surveys: 16,
    tablets: 7,
    uploads: 1,
    videos: 5,
    'work-plans': 1,
  },
}

/** What a survey shows beside its own row and that of its order or lead, whose versions are part of its revision. */
const shown = ['survey_answers', 'survey_variants', 'survey_quotes', 'photos']

/** How many statements change those without moving the revision of the survey, and why they may. */
const unrevised: Record<string, [count: number, why: string]> = {
  quotes: [4, 'automatic quotes, which no survey shows; quotes of a survey that is deleted with them'],
}

/**
 * Statements over several clients on tables that are distributed by client, in forms that Citus runs for one client alone. All belong
 * to work in the background. Before an installation is distributed, they need another form.
 */
const notDistributed: Record<string, number> = { db: 1, uploads: 1 }

/** Statements that write tables with copies on every server and tables by client at once. */
const writesCopies: Record<string, number> = { assignment: 1, organisation: 1, packages: 4 }

/** Statements that read tables by client together with those on the first server. None writes both. */
const readsAcross: Record<string, number> = { callbacks: 1, identity: 1 }

/** What a value of PostgreSQL arrives as. */
const kinds: Record<string, string[]> = {
  string: ['text', 'name', 'varchar'],
  number: ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric'],
  boolean: ['bool'],
  Date: ['timestamptz'],
  bytes: ['bytea'],
  'string[]': ['_text', '_name'],
  'number[]': ['_int2', '_int4', '_int8', '_float8'],
}

describe('the statements of the service', () => {
  // Those that make their text at run time copy whole tables for backup and restore; they ask the catalogue, never a client.
  const statements = listStatements()
  let engine: PGlite
  let columns: Map<string, Set<string>>
  let readings: { statement: SourceStatement; reading: Reading }[]

  before(async () => {
    engine = await PGlite.create()
    await engine.exec(`create table schema_migrations (version integer, name text, applied_at timestamptz,
      works_with integer, filled boolean, fill_position text[], filled_rows bigint)`)
    for (const migration of await listMigrations()) await engine.exec(textInTransaction(migration))
    const { rows } = await engine.query<{ table: string; columns: string[] }>(`
      select c.relname as table, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition group by 1`)
    columns = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]))
    readings = []
    for (const statement of statements) {
      const reading = await readStatement(statement.text, statement.values, { columns })
      readings.push({ statement, reading })
    }
  })
  after(() => engine.close())

  function countByRoom(isMeant: (reading: Reading) => boolean): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const { statement, reading } of readings)
      if (isMeant(reading)) counts[statement.room] = (counts[statement.room] ?? 0) + 1
    return counts
  }

  test('all of them are found', () => {
    assert.ok(statements.length > 300, `only ${statements.length}`)
  })

  test('bind every table to the system client by equality, except the listed ones', () => {
    const told = readings
      .filter(({ statement, reading }) => reading.unbound.length > 0 && !(statement.room in unbound))
      .map(({ statement, reading }) => `${statement.place} does not bind ${reading.unbound.join(', ')}`)
    assert.deepEqual(told, [])
    assert.deepEqual(
      countByRoom((reading) => reading.unbound.length > 0),
      Object.fromEntries(Object.entries(unbound).map(([room, [count]]) => [room, count])),
    )
  })

  test('move the revision of a survey when they change what it shows, except the listed ones', () => {
    const isChange = ({ writes }: Reading) =>
      shown.some((table) => writes.has(table)) && !writes.has('survey_changes')
    assert.deepEqual(
      countByRoom(isChange),
      Object.fromEntries(Object.entries(unrevised).map(([room, [count]]) => [room, count])),
    )
  })

  for (const kind of ['recursive', 'skipLocked', 'modifying'] as const)
    test(`say "${kind}", which a distributed engine may refuse, where it is listed and nowhere else`, () => {
      assert.deepEqual(
        countByRoom((reading) => reading.refused.has(kind)),
        refused[kind],
      )
    })

  test('stay within one client on tables that are distributed, except those over all clients', async () => {
    // Views count as distributed, like most of the tables they are made of.
    const schema = new Map(
      [...columns].filter(([name]) => (distribution.get(name) ?? 'ofClients') === 'ofClients'),
    )
    const across: Record<string, number> = {}
    const needsOtherForm: Record<string, number> = {}
    for (const { text, values, room } of statements) {
      const { unbound, refused } = await readStatement(text, values, { columns: schema, isOneClient: true })
      if (unbound.length === 0) continue
      across[room] = (across[room] ?? 0) + 1
      if (refused.has('recursive') || refused.has('skipLocked'))
        needsOtherForm[room] = (needsOtherForm[room] ?? 0) + 1
    }
    assert.deepEqual(
      Object.keys(across).filter((room) => !(room in unbound)),
      [],
      'templates, packages and the like, which a master runs for others, are on every server',
    )
    for (const [room, count] of Object.entries(across))
      assert.ok(count <= (unbound[room]?.[0] ?? 0), `${room}: ${count} statements over several clients`)
    assert.deepEqual(needsOtherForm, notDistributed)
  })

  test('write tables of two places at once where it is listed and nowhere else', () => {
    const placesOf = (names: Iterable<string>) =>
      new Set([...names].flatMap((name) => (columns.has(name) ? (distribution.get(name) ?? []) : [])))
    const has = (names: Iterable<string>, ...places: Place[]) =>
      places.every((place) => placesOf(names).has(place))
    assert.deepEqual(
      countByRoom(({ writes }) => has(writes, 'everywhere', 'ofClients')),
      writesCopies,
    )
    assert.deepEqual(
      countByRoom(({ writes }) => has(writes, 'onFirst', 'ofClients')),
      {},
    )
    assert.deepEqual(
      countByRoom(({ reads, writes }) => has([...reads, ...writes], 'onFirst', 'ofClients')),
      readsAcross,
    )
  })

  test('can be prepared, and give the rows that their callers claim', async () => {
    const { rows } = await engine.query<{ oid: number; name: string }>(
      'select oid::int, typname::text as name from pg_type',
    )
    const typeNames = new Map(rows.map(({ oid, name }) => [oid, name]))
    const told: string[] = []
    let compared = 0
    for (const { place, file, text, before } of statements) {
      const described = (await engine.describeQuery(text)).resultFields
      for (const { name } of described)
        if (!/^[a-z0-9_?]+$/.test(name))
          told.push(`${place} gives "${name}": columns are snake_case, rows camelCase`)
      const given = described.map((column) => ({ ...column, name: propertyOf(column.name) }))
      const claimed = claimedType(before)
      const fields = claimed === undefined ? undefined : fieldsOf(claimed, file)
      if (claimed === undefined) continue
      if (!fields) {
        told.push(`${place} claims ${claimed}, which this test cannot read`)
        continue
      }
      compared++
      const names = new Set(given.map(({ name }) => name))
      for (const [name, { isOptional }] of fields)
        if (!isOptional && !names.has(name)) told.push(`${place} does not give ${name}`)
      for (const { name, dataTypeID } of given) {
        const claim = fields.get(name)?.type
        const type = typeNames.get(dataTypeID) ?? ''
        if (claim === undefined) told.push(`${place} gives ${name}, which nobody asked for`)
        else if (claim !== 'unknown' && !kinds[claim]?.includes(type))
          told.push(`${place} gives ${name} as ${type}, claimed is ${claim}`)
      }
    }
    assert.deepEqual(told, [])
    assert.ok(compared > 150, `only ${compared} were compared`)
  })

  test('give the same columns when every table has one more, so that a newer version may add some', async () => {
    const describeAll = async () => {
      const all: string[] = []
      for (const { place, text } of statements) {
        const { resultFields } = await engine.describeQuery(text)
        all.push(`${place} gives ${resultFields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`)}`)
      }
      return all
    }
    const before = await describeAll()
    await engine.exec(`do $$ declare name text; begin
      for name in select relname from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition
      loop execute format('alter table %I add column one_more text', name); end loop; end $$`)
    assert.deepEqual(await describeAll(), before)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { asSystem, newClient, uniqueId } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { sql } from '../db/sql.ts'
import { changeClient } from '../features/administration/change-client.ts'
import type { ClientSettings } from '../scope.ts'
import { addBranch } from './branches.ts'
import { addClient, getClient, listClients, type NewClient, setClient } from './clients.ts'
import { addSite, listSites, setSite } from './sites.ts'

const eventsOf = async (clientId: string) =>
  (await testDatabase()).rows<{ kind: string; subject: string; actor: string; payload: unknown }>(sql`
    select kind, subject, actor, payload from events where system_client_id = ${clientId} order by sequence`)

describe('a system client', () => {
  test('is made with its default site and sensible settings', async () => {
    const id = uniqueId('client')
    const made = await asSystem((scope) => addClient(scope, { id }))
    assert.deepEqual(made, {
      clientId: id,
      name: id,
      timeZone: 'UTC',
      language: 'en',
      strictBranches: false,
      defaultSiteId: 'main',
      releaseTypes: ['health'],
      masters: ['open'],
      vinLookupsPerMinute: 60,
      vinLookupsPerDay: 600,
      hiddenUpsaleTypes: [],
      namedFigures: false,
      redWarningMinutes: 25,
    })
    assert.deepEqual(await asSystem((scope) => getClient(scope, id)), made)
    assert.deepEqual(await asSystem((scope) => listSites(scope, { clientId: id })), [
      { id: 'main', name: id },
    ])
    assert.deepEqual(await eventsOf(id), [
      { kind: 'client.created', subject: `client/${id}`, actor: 'system:test', payload: null },
    ])
  })

  test('takes every setting from the start', async () => {
    const master = await newClient()
    const args: NewClient = {
      id: uniqueId('client'),
      name: 'Autohaus Süd',
      timeZone: 'europe/berlin',
      language: 'de',
      currency: 'EUR',
      strictBranches: true,
      defaultSiteId: 'sued',
      defaultSiteName: 'Haus Süd',
      releaseTypes: ['health', 'QC'],
      masters: [master.clientId],
      vinLookupsPerMinute: 5,
      vinLookupsPerDay: 1_000_000,
      hiddenUpsaleTypes: ['promo', 'care'],
    }
    const made = await asSystem((scope) => addClient(scope, args))
    assert.equal(made.timeZone, 'Europe/Berlin', 'spelled as the database spells it')
    assert.equal(made.currency, 'EUR')
    assert.deepEqual(made.masters, [master.clientId])
    assert.equal(made.vinLookupsPerMinute, 5)
    assert.equal(made.vinLookupsPerDay, 1_000_000)
    assert.deepEqual(made.hiddenUpsaleTypes, ['promo', 'care'])
    const all = await asSystem((scope) => listClients(scope))
    assert.deepEqual(
      all.find(({ clientId }) => clientId === args.id),
      made,
    )
  })

  test('is made once', async () => {
    const { clientId } = await newClient()
    await assert.rejects(
      asSystem((scope) => addClient(scope, { id: clientId })),
      { kind: 'alreadyExists' },
    )
    const id = uniqueId('client')
    const tries = await Promise.allSettled([1, 2, 3].map(() => asSystem((scope) => addClient(scope, { id }))))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('that breaks a rule is not made', async () => {
    const wrong: [Partial<NewClient>, RegExp][] = [
      [{ id: 'a!b' }, /^id: "a!b" must be/],
      [{ name: ' ' }, /^name: /],
      [{ timeZone: 'Europe/Atlantis' }, /^timeZone: "Europe\/Atlantis"/],
      [{ language: 'it' }, /^language: "it" is not one of/],
      [{ currency: 'eur' }, /^currency: "eur"/],
      [{ defaultSiteId: '' }, /^defaultSiteId: /],
      [{ releaseTypes: ['XX'] }, /^releaseTypes: "XX" is not one of/],
      [{ vinLookupsPerMinute: 0 }, /^vinLookupsPerMinute: "0" is not a whole number from 1 to 1000000/],
      [{ vinLookupsPerDay: 1.5 }, /^vinLookupsPerDay: "1.5"/],
      [{ vinLookupsPerDay: 1_000_001 }, /^vinLookupsPerDay: "1000001"/],
      [{ hiddenUpsaleTypes: ['gifts'] }, /^hiddenUpsaleTypes: "gifts" is not one of scheduledMaintenance/],
      [{ hiddenUpsaleTypes: ['care', 'care'] }, /^hiddenUpsaleTypes: "care,care" names a package type twice/],
      [{ masters: ['no-such-master'] }, /^masters: "no-such-master" is not a system client/],
    ]
    for (const [args, words] of wrong) {
      const id = args.id ?? uniqueId('client')
      await assert.rejects(
        asSystem((scope) => addClient(scope, { ...args, id })),
        { kind: 'invalidArgument', errorInfo: words },
      )
      await assert.rejects(
        asSystem((scope) => getClient(scope, id)),
        { kind: 'noSuchResource' },
      )
    }
  })

  test('changes only what is named, and says what in its event', async () => {
    const before = await newClient({ currency: 'EUR', name: 'Before' })
    const { clientId } = before
    const change = (changes: Parameters<typeof setClient>[1]['changes']) =>
      asSystem((scope) => setClient(scope, { clientId, changes }))
    assert.deepEqual(await change({ name: 'After', strictBranches: true }), {
      ...before,
      name: 'After',
      strictBranches: true,
    })
    assert.deepEqual(
      await change({ vinLookupsPerMinute: 7, vinLookupsPerDay: 70, hiddenUpsaleTypes: ['promo'] }),
      await asSystem((scope) => getClient(scope, clientId)),
    )
    const { currency, ...rest } = await change({ currency: null })
    assert.equal(currency, undefined)
    assert.deepEqual(await change({}), rest)
    assert.deepEqual(await asSystem((scope) => getClient(scope, clientId)), rest)
    const changed = (await eventsOf(clientId)).filter(({ kind }) => kind === 'client.changed')
    assert.deepEqual(
      changed.map(({ payload }) => payload),
      [
        { name: 'After', strictBranches: true },
        { vinLookupsPerMinute: 7, vinLookupsPerDay: 70, hiddenUpsaleTypes: ['promo'] },
        { unset: ['currency'] },
      ],
    )
  })

  test('refuses changes that break a rule, and stays as it was', async () => {
    const before = await newClient()
    const { clientId } = before
    const wrong: [Parameters<typeof setClient>[1]['changes'], RegExp][] = [
      [{ defaultSiteId: 'nowhere' }, /^defaultSiteId: "nowhere" is not a site/],
      [{ masters: [clientId] }, /is the client itself/],
      [{ timeZone: '+02:00' }, /^timeZone/],
      [{ language: 'xx' }, /^language/],
      [{ currency: 'XXX' }, /^currency/],
      [{ vinLookupsPerMinute: -1 }, /^vinLookupsPerMinute/],
      [{ hiddenUpsaleTypes: ['Promo'] }, /^hiddenUpsaleTypes/],
    ]
    for (const [changes, words] of wrong) {
      await assert.rejects(
        asSystem((scope) => setClient(scope, { clientId, changes })),
        { kind: 'invalidArgument', errorInfo: words },
      )
    }
    assert.deepEqual(await asSystem((scope) => getClient(scope, clientId)), before)
    await assert.rejects(
      asSystem((scope) => setClient(scope, { clientId: uniqueId('none'), changes: { name: 'x' } })),
      { kind: 'noSuchResource' },
    )
  })
})

const starts = [
  { id: 'date', text: '2026-07-01', isLocal: true },
  { id: 'minutes', text: '2026-07-01T08:30', isLocal: true },
  { id: 'fraction', text: '2026-07-01T08:30:15,250', isLocal: true },
  { id: 'spring gap west', text: '2026-03-08T02:30', isLocal: true },
  { id: 'autumn twice west', text: '2026-11-01T01:30', isLocal: true },
  { id: 'utc', text: '2026-07-01T08:30:00Z', isLocal: false },
  { id: 'offset', text: '2026-07-01T08:30+05:00', isLocal: false },
]

async function insertStarts(client: ClientSettings): Promise<void> {
  const database = await testDatabase()
  await asSystem((scope) => addBranch(scope, { clientId: client.clientId, code: '100' }))
  for (const { id, text } of starts) {
    const document = JSON.stringify({ id, plannedStartTimestamp: text })
    const at = toInstant(text, client.timeZone)
    await database.run(sql`
      insert into service_orders (system_client_id, id, branch_id, closed, rejected, planned_start, document,
        survey_header, surveys, created_at, changed_at)
      values (${client.clientId}, ${id}, '100', false, false, ${at}, ${document}, '{}', '[]', now(), now())`)
    await database.run(sql`
      insert into leads (system_client_id, id, branch_id, closed, rejected, planned_start, document,
        survey_header, surveys, created_at, changed_at)
      values (${client.clientId}, ${id}, '100', false, false, ${at}, ${document}, '{}', '[]', now(), now())`)
  }
  await database.run(sql`
    insert into service_orders (system_client_id, id, branch_id, closed, rejected, document, survey_header,
      surveys, created_at, changed_at)
    values (${client.clientId}, 'unplanned', '100', false, false, '{}', '{}', '[]', now(), now())`)
}

test('when a client moves to another time zone, planned starts without an offset move with it (A8)', async () => {
  const database = await testDatabase()
  const moved = await newClient({ timeZone: 'Europe/Berlin' })
  const other = await newClient({ timeZone: 'Europe/Berlin' })
  await insertStarts(moved)
  await insertStarts(other)
  const { clientId } = moved
  const timeZone = 'America/New_York'
  await asSystem((scope) => changeClient(scope, { clientId, changes: { timeZone } }))
  const read = (clientId: string) =>
    database.rows<{ kind: string; id: string; at: Date | null }>(sql`
      select 'order' as kind, id, planned_start as at from service_orders where system_client_id = ${clientId}
      union all
      select 'lead', id, planned_start from leads where system_client_id = ${clientId}`)
  for (const [client, zone] of [
    [clientId, timeZone],
    [other.clientId, 'Europe/Berlin'],
  ] as const) {
    for (const { kind, id, at } of await read(client)) {
      const text = starts.find((start) => start.id === id)?.text
      assert.equal(at?.toISOString(), text && toInstant(text, zone).toISOString(), `${kind} ${id} in ${zone}`)
    }
  }
})

describe('a site', () => {
  test('is added, listed and renamed, each with its event', async () => {
    const { clientId } = await newClient({ name: 'House' })
    await asSystem((scope) => addSite(scope, { clientId, id: 'north', name: 'North' }))
    await asSystem((scope) => setSite(scope, { clientId, id: 'north', changes: { name: 'Far north' } }))
    assert.deepEqual(await asSystem((scope) => listSites(scope, { clientId })), [
      { id: 'main', name: 'House' },
      { id: 'north', name: 'Far north' },
    ])
    assert.deepEqual(
      (await eventsOf(clientId)).map(({ kind }) => kind),
      ['client.created', 'site.created', 'site.changed'],
    )
  })

  test('needs a free id, a name, and a client that exists', async () => {
    const { clientId } = await newClient()
    const add = (args: Partial<Parameters<typeof addSite>[1]>) =>
      asSystem((scope) => addSite(scope, { clientId, id: 'x', ...args }))
    await assert.rejects(add({ id: 'main' }), { kind: 'alreadyExists' })
    await assert.rejects(add({ id: ' ' }), { kind: 'invalidArgument' })
    await assert.rejects(add({ name: '' }), { kind: 'invalidArgument' })
    await assert.rejects(add({ clientId: uniqueId('none') }), { kind: 'noSuchResource' })
    await assert.rejects(
      asSystem((scope) => setSite(scope, { clientId, id: 'nowhere', changes: { name: 'x' } })),
      { kind: 'noSuchResource' },
    )
    await assert.rejects(
      asSystem((scope) => listSites(scope, { clientId: uniqueId('none') })),
      { kind: 'noSuchResource' },
    )
  })
})

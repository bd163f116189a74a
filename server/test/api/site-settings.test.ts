// What a site says itself about its days and its money, and what follows for its cars: a group spans countries.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Branch, Site } from '@walkaround/contract/app/places.ts'
import type { Session } from '@walkaround/contract/app/session.ts'
import type { VehiclePage } from '@walkaround/contract/app/vehicle-history.ts'
import type { Figures } from '@walkaround/contract/dms/figures.ts'
import { toWallClock } from '@walkaround/contract/rules/iso-dates.ts'
import { sql } from '../../src/db/sql.ts'
import { rebuildFigures } from '../../src/features/figures/rebuild-figures.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { settleFigures } from '../support/figures.ts'
import { numberAll } from '../support/numbered.ts'
import { decide, makeOwnerScene } from '../support/owner.ts'
import { deliver, openScene, putOff, remind, remindAgain, setOf } from '../support/reminders.ts'
import { putOrder, surveyIdOf } from '../support/scenes.ts'

interface Group {
  client: TestClient
  admin: AppPerson
}

const ok = async <T>(response: Promise<{ statusCode: number; body: string; json(): T }>): Promise<T> => {
  const { statusCode, body, json } = await response
  assert.ok(statusCode < 300, body)
  return body === '' ? (undefined as T) : json()
}

const setUp = (admin: AppPerson, site: string, more: object) =>
  ok<Site>(admin.put(`/sites/${site}`, { name: site, ...more }))
const move = (admin: AppPerson, branch: string, siteId: string) =>
  ok<Branch>(admin.put(`/branches/${branch}`, { siteId, name: branch, codes: [branch] }))

/** B1 at the default site in Berlin, B2 at a site of its own in Lisbon that takes another money. */
async function makeGroup(): Promise<Group> {
  const client = await makeClient({ timeZone: 'Europe/Berlin', currency: 'EUR', releaseTypes: ['VC'] })
  const admin = await person(client.id, 'admin')
  await setUp(admin, 'west', { timeZone: 'Europe/Lisbon', currency: 'CHF' })
  await move(admin, 'B1', 'main')
  await move(admin, 'B2', 'west')
  return { client, admin }
}

const startOf = async ({ client }: Pick<Group, 'client'>, id: string, table: 'order' | 'lead' = 'order') => {
  const { database } = await testApp()
  const row = await database.row<{ at: Date }>(
    table === 'order'
      ? sql`select planned_start as at from service_orders where system_client_id = ${client.id} and id = ${id}`
      : sql`select planned_start as at from leads where system_client_id = ${client.id} and id = ${id}`,
  )
  return row?.at.toISOString()
}

/** A zone in which it is now this hour. */
function zoneAt(hour: number): string {
  const now = Number(toWallClock(new Date(), 'UTC').slice(11, 13))
  const ahead = ((hour - now + 36) % 24) - 12
  // The signs of these names are the other way round.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

describe('time zone and currency of a site', () => {
  test('are its own, or else those of the client, which stand beside them', async () => {
    const { client, admin } = await makeGroup()
    const ofClient = { timeZone: 'Europe/Berlin', language: 'en', currency: 'EUR' }
    assert.deepEqual((await admin.get('/sites/west')).json(), {
      id: 'west',
      name: 'west',
      timeZone: 'Europe/Lisbon',
      currency: 'CHF',
      ofClient,
    })
    const put = await admin.put('/sites/west', { name: 'West', timeZone: 'europe/lisbon' })
    assert.deepEqual(put.json(), { id: 'west', name: 'West', timeZone: 'Europe/Lisbon', ofClient })
    assert.equal(put.headers.etag, (await admin.get('/sites/west')).headers.etag)
    assert.deepEqual(await setUp(admin, 'west', {}), { id: 'west', name: 'west', ofClient })
    assert.equal((await admin.get('/sites')).json<Site[]>().length, 2)
    assert.ok(client)
  })

  test('are refused by field, value and rule', async () => {
    const { admin } = await makeGroup()
    const refused = async (more: object) =>
      (await admin.put('/sites/west', { name: 'West', ...more })).json().errorInfo
    assert.equal(
      await refused({ timeZone: 'Mars/Olympus' }),
      'timeZone: "Mars/Olympus" is not an IANA time zone such as Europe/Berlin',
    )
    assert.match(await refused({ timeZone: '+02:00' }), /^timeZone: "\+02:00" is not an IANA/)
    assert.match(await refused({ currency: 'EURO' }), /^currency: "EURO" is not an ISO 4217 code/)
    assert.equal((await admin.get('/sites/west')).json().timeZone, 'Europe/Lisbon')
  })

  test('I8: a time without an offset is one of the site; it moves with the zone, and with the branch', async () => {
    const { client, admin } = await makeGroup()
    const put = (id: string, externalBranchId: string, text = '2026-03-02T09:00:00') =>
      putOrder(client, { externalBranchId, plannedStartTimestamp: text }, id)
    await put('here', 'B1')
    await put('there', 'B2')
    await put('said', 'B2', '2026-03-02T09:00:00+05:00')
    await client.put('/leads/1', { externalBranchId: 'B2', plannedStartTimestamp: '2026-03-02T09:00:00' })
    assert.equal(await startOf({ client }, 'here'), '2026-03-02T08:00:00.000Z')
    assert.equal(await startOf({ client }, 'there'), '2026-03-02T09:00:00.000Z')
    assert.equal(await startOf({ client }, '1', 'lead'), '2026-03-02T09:00:00.000Z')
    await setUp(admin, 'west', { timeZone: 'America/New_York' })
    assert.equal(await startOf({ client }, 'here'), '2026-03-02T08:00:00.000Z')
    assert.equal(await startOf({ client }, 'there'), '2026-03-02T14:00:00.000Z')
    assert.equal(await startOf({ client }, '1', 'lead'), '2026-03-02T14:00:00.000Z')
    assert.equal(await startOf({ client }, 'said'), '2026-03-02T04:00:00.000Z', 'it named its offset')
    await move(admin, 'B2', 'main')
    assert.equal(await startOf({ client }, 'there'), '2026-03-02T08:00:00.000Z')
    await move(admin, 'B2', 'west')
    await ok(admin.post('/branches/B2/merges/B1', {}))
    assert.equal(await startOf({ client }, 'there'), '2026-03-02T08:00:00.000Z', 'merged into B1')
    // A dealer code that registers itself belongs to the default site, whatever zone that has.
    await setUp(admin, 'main', { timeZone: 'Asia/Tokyo' })
    await put('new', 'B7')
    assert.equal(await startOf({ client }, 'new'), '2026-03-02T00:00:00.000Z')
    // A change of the client's zone leaves a site alone that has its own.
    const settings = (await admin.get('/settings')).json()
    await ok(admin.put('/settings', { ...settings, timeZone: 'America/Lima' }))
    assert.equal(await startOf({ client }, 'new'), '2026-03-02T00:00:00.000Z')
  })

  test('I8: what the DMS promises, and what is done at a device, is a time of the site of the car', async () => {
    const { client, admin } = await makeGroup()
    const nine = '2026-03-02T09:00:00'
    const inBerlin = '2026-03-02T08:00:00.000Z'
    const inLisbon = '2026-03-02T09:00:00.000Z'
    for (const [id, at] of [
      ['B1', inBerlin],
      ['B2', inLisbon],
    ] as const) {
      const surveyId = surveyIdOf(await putOrder(client, { externalBranchId: id }, id), 'VC')
      await ok(client.put(`/service-orders/${id}/work-plan`, { promisedTimestamp: nine }))
      const cards = (await admin.get('/board')).json<{ cards: { id: string; promisedAt?: string }[] }>().cards
      assert.equal(cards.find((card) => card.id === id)?.promisedAt, at)
      const notes = `/cards/order%2F${id}/notes`
      await ok(admin.put(`${notes}/note-${id}`, { text: 'Here', at: nine }))
      assert.deepEqual(
        (await admin.get(notes)).json<{ at: string }[]>().map((note) => note.at),
        [at],
      )
      const shapes = [{ kind: 'arrow', colour: 'red', x: 0.05, y: 0.1, toX: 0.4, toY: 0.1 }]
      const drawn = { version: `drawn-${id}`, shapes, at: nine }
      await ok(admin.put(`/surveys/${surveyId}/photos/photo-${id}/markup`, drawn))
      const { database } = await testApp()
      const saved = await database.row<{ at: Date }>(sql`
        select saved_at as at from photo_markups where system_client_id = ${client.id} and photo_id = ${`photo-${id}`}`)
      assert.equal(saved?.at.toISOString(), at)
    }
  })

  test('figures count a car on the day of its site, and the days follow when the zone changes', async () => {
    const { client, admin } = await makeGroup()
    for (const id of ['B1', 'B2'])
      await putOrder(client, { externalBranchId: id, plannedStartTimestamp: '2026-03-02T23:30:00Z' }, id)
    const countOn = async (day: string, by = 'branch') => {
      await settleFigures(client)
      const { groups } = (await client.get(`/figures?from=${day}&to=${day}&by=${by}`)).json<Figures>()
      return groups.flatMap(({ key, figures }) => {
        const count = figures.find(({ id }) => id === 'orders')?.value
        return count ? [`${key ?? 'all'}: ${count}`] : []
      })
    }
    assert.deepEqual(await countOn('2026-03-02'), ['B2: 1'], 'half past eleven in the evening in Lisbon')
    assert.deepEqual(await countOn('2026-03-03'), ['B1: 1'], 'half past midnight in Berlin')
    assert.deepEqual(await countOn('2026-03-03', 'none'), ['all: 1'], 'the group adds days of its sites')
    await setUp(admin, 'west', { timeZone: 'Asia/Tokyo' })
    await settleFigures(client)
    const { database } = await testApp()
    const planned = sql`select kind from jobs where system_client_id = ${client.id} and kind like '%.rebuild' order by kind`
    assert.deepEqual(
      (await database.rows<{ kind: string }>(planned)).map(({ kind }) => kind),
      ['figures.rebuild', 'ledger.rebuild'],
    )
    await rebuildFigures(database, client.id, new Date())
    assert.deepEqual(await countOn('2026-03-02'), [])
    assert.deepEqual(await countOn('2026-03-03'), ['B1: 1', 'B2: 1'])
  })

  test('the board shows what was closed since midnight at each branch', async () => {
    const { client, admin } = await makeGroup()
    await setUp(admin, 'main', { timeZone: zoneAt(23) })
    await setUp(admin, 'west', { timeZone: zoneAt(1) })
    for (const id of ['B1', 'B2']) {
      await putOrder(client, { externalBranchId: id }, id)
      await putOrder(client, { externalBranchId: id, closed: true }, id)
    }
    const { database } = await testApp()
    const before = new Date(Date.now() - 5 * 3_600_000)
    await database.run(
      sql`update service_orders set closed_at = ${before} where system_client_id = ${client.id}`,
    )
    const cards = (await admin.get('/board')).json<{ cards: { id: string }[] }>().cards
    assert.deepEqual(
      cards.map(({ id }) => id),
      ['B1'],
    )
  })

  test('a session has the zone and currency of the branches that are seen, if they are alike', async () => {
    const { client, admin } = await makeGroup()
    const told = async (me: AppPerson) => {
      const [one] = (await me.call('GET', '/app/session')).json<Session>().clients
      return [one?.timeZone, one?.currency, one?.branches.map(({ currency }) => currency)]
    }
    const west = await limitedPerson(client.id, 'technician', ['B2'])
    assert.deepEqual(await told(west), ['Europe/Lisbon', 'CHF', [undefined]])
    assert.deepEqual(await told(admin), ['Europe/Berlin', 'EUR', [undefined, 'CHF']])
  })

  test('a session names the zones of its branches only if they differ', async () => {
    const { client, admin } = await makeGroup()
    const zonesFor = async (me: AppPerson) => {
      const [one] = (await me.call('GET', '/app/session')).json<Session>().clients
      return [one?.timeZone, ...(one?.branches.map(({ timeZone }) => timeZone) ?? [])]
    }
    assert.deepEqual(await zonesFor(admin), ['Europe/Berlin', undefined, 'Europe/Lisbon'])
    const west = await limitedPerson(client.id, 'technician', ['B2'])
    assert.deepEqual(await zonesFor(west), ['Europe/Lisbon', undefined])
    await setUp(admin, 'west', { currency: 'CHF' })
    assert.deepEqual(await zonesFor(admin), ['Europe/Berlin', undefined, undefined])
  })

  test('a survey, the inbox and the page of a car name the branch whose clock counts, where sites have several', async () => {
    const { client, admin } = await makeGroup()
    const vehicle = { category: 'vehicle', vin: 'WAUZZZ8V0KA000001' }
    const surveyId = surveyIdOf(await putOrder(client, { externalBranchId: 'B2', vehicle }, 'west'), 'VC')
    const tech = await person(client.id, 'technician')
    await ok(tech.put('/cards/order%2Fwest/notes/n1', { text: 'Wipers too' }))
    const branches = async () => {
      await numberAll()
      const page = (await admin.get(`/surveys/${surveyId}`)).json<{ branchId?: string }>()
      const inbox = (await admin.get('/inbox')).json<{ kind: string; branchId?: string }[]>()
      const car = (await admin.get(`/vehicles/${vehicle.vin}/history`)).json<VehiclePage>()
      assert.deepEqual(
        car.visits.map((visit) => visit.surveyId),
        [surveyId],
      )
      return [page.branchId, inbox.map(({ kind, branchId }) => [kind, branchId]), car.branches]
    }
    assert.deepEqual(await branches(), ['B2', [['note', 'B2']], { [surveyId]: 'B2' }])
    const ofDms = (await client.get(`/vehicles/${vehicle.vin}/history`)).json<VehiclePage>()
    assert.equal(ofDms.branches, undefined)
    await setUp(admin, 'west', { currency: 'CHF' })
    assert.deepEqual(await branches(), [undefined, [['note', undefined]], undefined])
  })

  test('an inspection begun by hand is in the currency of its site, with a network or without one', async () => {
    const { client } = await makeGroup()
    const tech = await person(client.id, 'technician')
    for (const branchId of ['B1', 'B2'])
      await ok(
        tech.put(`/inspections/by-hand-${branchId}`, { branchId, surveyTypes: ['VC'], numberPlate: 'B-A 1' }),
      )
    const currencyOf = async (id: string) => (await client.get(`/service-orders/${id}`)).json().currency
    assert.deepEqual([await currencyOf('by-hand-B1'), await currencyOf('by-hand-B2')], ['EUR', 'CHF'])
    const blanks = (await tech.get('/blank-surveys')).json<{
      branches: { branchId: string; currency?: string }[]
    }>()
    assert.deepEqual(
      blanks.branches.map(({ branchId, currency }) => [branchId, currency]),
      [
        ['B1', undefined],
        ['B2', 'CHF'],
      ],
    )
  })

  test('money of a group is never added over currencies', async () => {
    const { client } = await makeGroup()
    for (const externalBranchId of ['B1', 'B2'])
      await putOrder(client, { externalBranchId, plannedStartTimestamp: '2026-03-02' }, externalBranchId)
    await settleFigures(client)
    const { groups } = (await client.get('/figures?from=2026-03-02&to=2026-03-02')).json<Figures>()
    const currencies = groups[0]?.figures.flatMap(({ currency }) => currency ?? [])
    assert.deepEqual([...new Set(currencies)].sort(), ['CHF', 'EUR'])
  })

  test('a day that an owner or the DMS names is one of the site', async () => {
    const scene = await makeOwnerScene()
    const admin = await person(scene.client.id, 'admin')
    await setUp(admin, 'main', { timeZone: 'America/New_York' })
    const { battery } = scene.ids
    const later = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    const done = await decide(scene, { [battery]: 'later' }, { [`date:${battery}`]: later })
    assert.equal(done.statusCode, 303, done.body)
    const path = `/surveys/${scene.surveyId}/quotes/${battery}`
    const quote = (await scene.client.get(path)).json()
    assert.match(quote.deferralDate, new RegExp(`^${later}T00:00:00-0[45]:00$`))
    const deferralDate = '2027-01-02T02:00:00Z'
    await ok(scene.client.put(path, { ...quote, approvalStatus: 'deferred', deferralDate }))
    const { database } = await testApp()
    const row = await database.row<{ day: string }>(sql`
      select deferred_to::text as day from survey_quotes
      where system_client_id = ${scene.client.id} and survey_id = ${scene.surveyId} and id = ${battery}`)
    assert.equal(row?.day, '2027-01-01')
  })

  test('what a message says is a day of the site', async () => {
    const { client, admin } = await makeGroup()
    const email = 'ada@example.org'
    const customer = { category: 'person', firstName: 'Ada', lastName: 'Example', email }
    const textAt = async (externalBranchId: string) => {
      const surveyId = surveyIdOf(
        await putOrder(client, { externalBranchId, customer }, externalBranchId),
        'VC',
      )
      const wanted = { recipient: 'customer', channel: 'email' }
      const preview = await ok<{ text: string }>(admin.post(`/surveys/${surveyId}/message-preview`, wanted))
      return preview.text
    }
    const name = 'One name'
    for (const site of ['main', 'west']) await setUp(admin, site, { name, timeZone: 'Pacific/Kiritimati' })
    assert.equal(await textAt('B1'), await textAt('B2'))
    // Always on another day.
    await setUp(admin, 'west', { name, timeZone: 'Pacific/Pago_Pago' })
    assert.notEqual(await textAt('B1'), await textAt('B2'))
  })

  test('reminders keep the quiet hours of the site', async () => {
    const scene = await openScene()
    const admin = await person(scene.client.id, 'admin')
    await setOf(scene, { quietFrom: '20:00', quietTo: '08:00', deferredDays: 12, catchUpDays: 5 })
    const approval = {
      approvalStatus: 'deferred',
      deferralDate: new Date(Date.now() + 864_000_000).toISOString(),
    }
    await setUp(admin, 'main', { timeZone: zoneAt(23) })
    await putOff(scene, 'RE 1', approval)
    assert.deepEqual(await remind(scene), [], 'they sleep there')
    await setUp(admin, 'main', { timeZone: zoneAt(12) })
    assert.equal((await remindAgain(scene)).length, 1)
    assert.deepEqual(await deliver(scene), [])
  })
})

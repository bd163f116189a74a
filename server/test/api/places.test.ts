// Sites, branches and settings of a client, set up on a page.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Branch, Site } from '@walkaround/contract/app/places.ts'
import sharp from 'sharp'
import { makeClient, request, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { putOrder } from '../support/scenes.ts'

async function makeOffice(): Promise<{ client: TestClient; admin: AppPerson }> {
  const client = await makeClient()
  return { client, admin: await person(client.id, 'admin') }
}

const infoOf = async (response: Promise<{ json(): { errorInfo: string } }>) =>
  (await response).json().errorInfo

const ofClient = { timeZone: 'UTC', language: 'en' }

const whole = {
  name: 'Autohaus Nord',
  address: ['Hauptstraße 1', '10115 Berlin'],
  telephone: '+49 30 123456',
  email: 'service@example.org',
  website: 'https://example.org',
  bookingLink: 'https://example.org/termin',
  mainColour: '#0b5768',
  secondColour: '#c04000',
  hours: ['mo-fr 08:00-18:00', 'sa 09:00-13:00'],
  hourlyRates: [{ labourType: 'mechanical', amountExVat: 118.5, currency: 'EUR' }],
  language: 'de',
  partsStep: true,
}

describe('putSite', () => {
  test('makes a site and changes all of it; what is left out is gone, the logo stays', async () => {
    const { admin } = await makeOffice()
    const made = await admin.put('/sites/nord', whole)
    assert.equal(made.statusCode, 200, made.body)
    assert.deepEqual(made.json<Site>(), { id: 'nord', ...whole, ofClient })
    const read = await admin.get('/sites/nord')
    assert.deepEqual([read.json(), read.headers.etag], [made.json(), made.headers.etag])
    const plain = await admin.put('/sites/nord', { name: 'Nord' })
    assert.deepEqual(plain.json<Site>(), { id: 'nord', name: 'Nord', ofClient })
    const sites = (await admin.get('/sites')).json<Site[]>()
    assert.deepEqual(
      sites.map(({ id, isDefault }) => [id, isDefault]),
      [
        ['main', true],
        ['nord', undefined],
      ],
    )
  })

  test('keeps the later of two admins from overwriting the earlier one', async () => {
    const { admin } = await makeOffice()
    const tag = { 'if-match': String((await admin.put('/sites/nord', whole)).headers.etag) }
    const first = await admin.call('PUT', '/sites/nord', { ...whole, telephone: '030 1' }, tag)
    assert.equal(first.statusCode, 200)
    assert.equal(
      (await admin.call('PUT', '/sites/nord', { ...whole, telephone: '030 2' }, tag)).statusCode,
      412,
    )
    const next = { 'if-match': String(first.headers.etag) }
    assert.equal((await admin.call('PUT', '/sites/nord', whole, next)).statusCode, 200)
    const twice = { 'if-none-match': '*' }
    assert.equal(
      (await admin.call('PUT', '/sites/nord', whole, twice)).statusCode,
      412,
      'a new one that exists',
    )
    const fresh = await admin.call('PUT', '/sites/sued', { name: 'Süd' }, twice)
    assert.equal(fresh.statusCode, 200, 'a new one that is new')
    assert.equal(fresh.json().name, 'Süd')
  })

  test('names the field, the value and the rule', async () => {
    const { admin } = await makeOffice()
    const put = (more: object) => infoOf(admin.put('/sites/nord', { name: 'Nord', ...more }))
    assert.match(await put({ telephone: 'call us' }), /^telephone: "call us" must be/)
    assert.match(await put({ mainColour: 'teal' }), /^mainColour: "teal" must be a colour/)
    assert.match(await put({ hours: ['always'] }), /^hours: "always" must be days and times/)
    assert.match(await put({ website: 'http://example.org' }), /^website: /)
    assert.match(await put({ language: 'xx' }), /^language: "xx" is not one of/)
    assert.match(
      await put({ hourlyRates: [{ amountExVat: 10.001, currency: 'EUR' }] }),
      /^hourlyRates: "=10.001 EUR" must be/,
    )
    assert.match(
      await put({ hourlyRates: [1, 2].map((amountExVat) => ({ amountExVat, currency: 'EUR' })) }),
      /^hourlyRates: "EUR" must be given once/,
    )
    assert.deepEqual((await admin.get('/sites')).json<Site[]>().length, 1, 'nothing was half done')
  })
})

describe('the logo of a site', () => {
  const picture = () =>
    sharp({ create: { width: 80, height: 40, channels: 3, background: '#0b5768' } })
      .png()
      .toBuffer()
  const put = (admin: AppPerson, bytes: Buffer) =>
    request({
      method: 'PUT',
      url: `/app/system-clients/${admin.session.clients[0]?.id}/sites/main/logo`,
      headers: {
        cookie: admin.cookie,
        'x-walkaround-csrf': admin.session.csrf,
        'content-type': 'application/octet-stream',
      },
      payload: bytes,
    })

  test('is taken in, shown and removed', async () => {
    const { admin } = await makeOffice()
    const set = await put(admin, await picture())
    assert.equal(set.statusCode, 200, set.body)
    assert.match(set.json<Site>().logo ?? '', /^[0-9a-f]{64}$/)
    const shown = await admin.get('/sites/main/logo')
    assert.equal(shown.statusCode, 302)
    await admin.put('/sites/main', { name: 'Main' })
    assert.equal(
      (await admin.get('/sites/main')).json().logo,
      set.json().logo,
      'a change of the site keeps it',
    )
    assert.equal((await admin.delete('/sites/main/logo')).statusCode, 204)
    assert.equal((await admin.get('/sites/main/logo')).statusCode, 404)
  })

  test('that is no picture, or too large, is refused in words', async () => {
    const { admin } = await makeOffice()
    assert.equal(
      (await put(admin, Buffer.from('%PDF-1.7 is no picture'))).json().error,
      'The photo is refused',
    )
    const large = await put(admin, Buffer.alloc(2 * 1024 * 1024 + 1))
    assert.match(large.json().errorInfo, /^file: a logo may have at most 2097152 bytes/)
  })
})

describe('putBranch', () => {
  const nord = { siteId: 'main', name: 'Nord', codes: ['N1'] }

  test('makes a branch by its dealer codes, to which orders come', async () => {
    const { client, admin } = await makeOffice()
    const made = await admin.put('/branches/nord', { ...nord, codes: ['N1', 'N2'], releaseTypes: ['VC'] })
    assert.equal(made.statusCode, 200, made.body)
    assert.deepEqual(made.json<Branch>(), {
      id: 'nord',
      siteId: 'main',
      name: 'Nord',
      codes: ['N1', 'N2'],
      releaseTypes: ['VC'],
    })
    assert.equal((await admin.get('/branches/nord')).headers.etag, made.headers.etag)
    await putOrder(client, { externalBranchId: 'N2' }, '1')
    assert.deepEqual(
      (await admin.get('/branches')).json<Branch[]>().map(({ id }) => id),
      ['nord'],
    )
  })

  test('takes a code away and gives it to another branch', async () => {
    const { admin } = await makeOffice()
    await admin.put('/branches/nord', { ...nord, codes: ['N1', 'N2'] })
    const taken = await admin.put('/branches/sued', { ...nord, name: 'Süd', codes: ['N2'] })
    assert.match(taken.json().errorInfo, /"N2" is already a dealer code or the id of branch "nord"/)
    await admin.put('/branches/nord', nord)
    assert.equal((await admin.put('/branches/sued', { ...nord, name: 'Süd', codes: ['N2'] })).statusCode, 200)
    assert.match(
      await infoOf(admin.put('/branches/nord', { ...nord, codes: ['N1', 'N1'] })),
      /^codes: "N1" is named twice/,
    )
    assert.match(await infoOf(admin.put('/branches/nord', { ...nord, codes: [] })), /^codes: /)
    assert.match(
      await infoOf(admin.put('/branches/nord', { ...nord, siteId: 'x' })),
      /^siteId: "x" is not a site/,
    )
  })

  test('confirms a branch that registered itself', async () => {
    const { client, admin } = await makeOffice()
    await putOrder(client, { externalBranchId: 'B77' }, '1')
    const found = (await admin.get('/branches/B77')).json<Branch>()
    assert.equal(found.isNew, true)
    const put = await admin.put('/branches/B77', { siteId: 'main', name: 'West', codes: found.codes })
    assert.equal(put.json<Branch>().isNew, undefined)
  })
})

describe('merging branches', () => {
  test('is previewed, and then moves what was announced', async () => {
    const { client, admin } = await makeOffice()
    for (const [id, branch] of [
      ['1', 'A'],
      ['2', 'B'],
      ['3', 'A'],
    ] as const)
      await putOrder(client, { externalBranchId: branch }, id)
    await limitedPerson(client.id, 'technician', ['A'])
    const preview = (await admin.get('/branches/A/merges/B')).json()
    assert.deepEqual(
      [preview.codes, preview.orders, preview.leads, preview.logins, preview.from.id, preview.into.id],
      [1, 2, 0, 1, 'A', 'B'],
    )
    assert.equal((await admin.get('/branches')).json().length, 2, 'looking changes nothing')
    const merged = (await admin.call('POST', '/branches/A/merges/B')).json()
    assert.deepEqual(merged, { codes: 1, orders: 2, leads: 0 })
    const [left] = (await admin.get('/branches')).json<Branch[]>()
    assert.deepEqual(left?.codes, ['A', 'B'])
    assert.match((await admin.get('/branches/B/merges/B')).json().errorInfo, /is the branch itself/)
    assert.equal((await admin.get('/branches/A/merges/B')).statusCode, 404)
  })
})

describe('the settings of a client', () => {
  test('are read and changed as a whole, each admin told of the other', async () => {
    const { admin } = await makeOffice()
    const read = await admin.get('/settings')
    const { masters, vinLookupsPerDay, vinLookupsPerMinute, ...own } = read.json()
    assert.equal(typeof own.ownerLinkDays, 'number')
    const tag = { 'if-match': String(read.headers.etag) }
    const change = {
      ...own,
      name: 'Group',
      currency: 'EUR',
      ownerLinkDays: 14,
      decisionCodeAbove: 499.9,
      namedFigures: true,
    }
    const put = await admin.call('PUT', '/settings', change, tag)
    assert.equal(put.statusCode, 200, put.body)
    assert.deepEqual(put.json(), { ...change, masters, vinLookupsPerDay, vinLookupsPerMinute })
    assert.equal((await admin.get('/settings')).headers.etag, put.headers.etag)
    assert.equal((await admin.call('PUT', '/settings', own, tag)).statusCode, 412)
    const { currency: _currency, decisionCodeAbove: _above, ...without } = change
    assert.equal((await admin.put('/settings', without)).json().currency, undefined)
  })

  test('name the field that is wrong, and change nothing then', async () => {
    const { admin } = await makeOffice()
    const own = (await admin.get('/settings')).json()
    const put = (more: object) => infoOf(admin.put('/settings', { ...own, name: 'Changed', ...more }))
    assert.match(await put({ timeZone: 'Mars/Olympus' }), /^timeZone: "Mars\/Olympus" is not an IANA/)
    assert.match(await put({ currency: 'eur' }), /^currency: "eur" is not an ISO 4217/)
    assert.match(await put({ defaultSiteId: 'x' }), /^defaultSiteId: "x" is not a site/)
    assert.match(await put({ ownerLinkDays: 0 }), /^ownerLinkDays: /)
    assert.deepEqual((await admin.get('/settings')).json(), own)
  })

  test('that touch other clients are for support', async () => {
    const { client, admin } = await makeOffice()
    const other = await makeClient()
    const own = (await admin.get('/settings')).json()
    const change = { ...own, masters: [other.id] }
    const refused = await admin.put('/settings', change)
    assert.deepEqual([refused.statusCode, refused.json().errorCode], [403, 40303])
    const support = await person(client.id, 'support')
    assert.deepEqual((await support.put('/settings', change)).json().masters, [other.id])
  })

  test('and places are for people who set up the whole client', async () => {
    const { client } = await makeOffice()
    await putOrder(client, { externalBranchId: 'B1' }, '1')
    const some = [await person(client.id, 'advisor'), await limitedPerson(client.id, 'manager')]
    for (const one of some)
      for (const path of ['/settings', '/sites', '/branches', '/sites/main', '/branches/B1'])
        assert.equal((await one.get(path)).statusCode, 403, path)
  })
})

// What the workshop app shows of a survey's files: photos in sizes, videos, posters and printed forms, for sessions and
// keys alike, without ever leaving the origin the page came from.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { makeClient, order, request, type TestClient } from '../support/api.ts'
import { putPackage, simplePackage } from '../support/packages.ts'
import { begun, fakeVideo, makePlace, type Place, patch } from '../support/uploads.ts'

const path = ({ client, surveyId }: Place, rest: string) =>
  `/app/system-clients/${client.id}/surveys/${surveyId}${rest === '' ? '' : `/${rest}`}`

const get = (place: Place, rest: string, as: TestClient = place.client) =>
  request({ method: 'GET', url: path(place, rest), headers: { 'x-api-key': as.key } })

async function follow(place: Place, rest: string) {
  const redirect = await get(place, rest)
  assert.equal(redirect.statusCode, 302, redirect.body)
  const location = String(redirect.headers.location)
  assert.doesNotMatch(location, /^(?:https?:|\/)/, 'relative')
  const target = new URL(location, `https://elsewhere.example/behind${path(place, rest)}`)
  assert.equal(target.origin, 'https://elsewhere.example')
  assert.match(target.pathname, /^\/behind\/media\//)
  return request({ method: 'GET', url: target.pathname.slice('/behind'.length) })
}

test('a photo in its sizes, and none in others', async () => {
  const place = await makePlace()
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const added = await request({
    method: 'PUT',
    url: path(place, 'photos/p1'),
    headers: { 'x-api-key': place.client.key, 'content-type': 'image/jpeg' },
    payload: photo,
  })
  assert.equal(added.statusCode, 201, added.body)
  const small = await follow(place, 'photos/p1/medium-square')
  assert.equal(small.statusCode, 200)
  const { width, height } = await sharp(small.rawPayload).metadata()
  assert.deepEqual([width, height], [160, 160])
  assert.equal((await get(place, 'photos/p1/enormous')).statusCode, 404)
  assert.equal((await get(place, 'photos/none/small')).statusCode, 404)
})

test('a video as it was recorded until it is converted, and no poster before', async () => {
  const place = await makePlace()
  const bytes = fakeVideo()
  const location = await begun(place, bytes.length, { kind: 'video', id: 'v1' })
  assert.equal((await patch(place, location, 0, bytes)).statusCode, 204)
  const shown = await follow(place, 'videos/v1')
  assert.deepEqual(shown.rawPayload, bytes)
  assert.equal((await get(place, 'videos/v1/poster')).statusCode, 404)
  assert.equal((await get(place, 'videos/none')).statusCode, 404)
})

test('the printed form the DMS reads, byte by byte', async () => {
  const place = await makePlace()
  const here = await get(place, 'pdf-forms/handover-act')
  assert.equal(here.statusCode, 200, here.body)
  assert.equal(here.headers['content-type'], 'application/pdf')
  const there = await place.client.get(`/surveys/${place.surveyId}/pdf-forms/handover-act`)
  assert.deepEqual(here.rawPayload, there.rawPayload)
  assert.equal((await get(place, 'pdf-forms/other')).statusCode, 404)
})

test('nothing of it for another client, nor without a key', async () => {
  const place = await makePlace()
  const stranger = await makeClient()
  for (const rest of ['photos/p/small', 'videos/v', 'videos/v/poster', 'pdf-forms/handover-act']) {
    assert.ok([403, 404].includes((await get(place, rest, stranger)).statusCode), rest)
    assert.equal((await request({ method: 'GET', url: path(place, rest) })).statusCode, 401, rest)
  }
})

test('why an automatic quote is due stands beside it on the page', async () => {
  const client = await makeClient()
  const interval = { customerSelectionAvailable: true, serviceIntervalMileage: 15_000 }
  await putPackage(client, 'wipers', simplePackage(interval))
  const vehicle = { vin: 'ZZZ1A2B35PX000001', recordedMileage: 40_000, mileageUnit: 'km' }
  await client.put('/service-orders/1', order({ currency: 'EUR', vehicle }))
  const [{ id }] = (await client.get('/service-orders/1')).json().surveys
  const [quote] = (await client.get(`/surveys/${id}/upsale-quotes`)).json()
  const { due } = (await get({ client, surveyId: id } as Place, '')).json()
  assert.deepEqual(due, [
    { quoteId: quote.id, since: 'new', by: ['mileage'], km: 40_000, intervalKm: 15_000 },
  ])
})

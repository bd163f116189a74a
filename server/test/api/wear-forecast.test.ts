// When a part that wears is due: what "Later" proposes on the owner's page, and what the app gets to propose it by itself.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Receipt } from '@walkaround/contract/owner-page.ts'
import { addDays, dateIn, daysBetween } from '@walkaround/contract/rules/days.ts'
import { sql } from '../../src/db/sql.ts'
import { selectVariant } from '../../src/features/quotes/select-variant.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { answer, send } from '../support/edits.ts'
import { decide, fieldsOf, makeLink, pathOf, read } from '../support/owner.ts'
import { putPackage, simplePackage } from '../support/packages.ts'
import { inClientOf, putOrder, questionsOf, surveyIdOf } from '../support/scenes.ts'

const vin = 'ZZZ1A2B35PX000001'
const ada = { id: 'C-1', category: 'person', lastName: 'Example' }
const today = () => dateIn(new Date(), 'Europe/Berlin')

interface Place {
  client: TestClient
  me: AppPerson
}

async function makePlace(releaseTypes: ('VC' | 'health')[] = ['VC']): Promise<Place> {
  const client = await makeClient({ releaseTypes, timeZone: 'Europe/Berlin' })
  return { client, me: await person(client.id, 'advisor') }
}

interface Visit {
  pads: Record<string, string>
  km?: number
  more?: Record<string, unknown>
}

const begin = async ({ client, me }: Place, id: string, { pads, km, more }: Visit) => {
  const vehicle = { vin, ...(km === undefined ? {} : { recordedMileage: km }) }
  const surveyId = surveyIdOf(await putOrder(client, { customer: ada, vehicle, ...more }, id), 'VC')
  const answers = Object.entries(pads).map(([wheel, value]) =>
    answer(`vc.pad${wheel}`, Number(value) < 3 ? 'bad' : Number(value) > 5 ? 'ok' : 'adv', { value }),
  )
  await send({ me, surveyId }, ...answers)
  return surveyId
}

/** A visit of so many days ago, whose order is closed. */
async function past(place: Place, id: string, daysAgo: number, visit: Visit): Promise<string> {
  const surveyId = await begin(place, id, visit)
  const { client } = place
  const vehicle = { vin, ...(visit.km === undefined ? {} : { recordedMileage: visit.km }) }
  await putOrder(client, { customer: ada, vehicle, ...visit.more, closed: true }, id)
  const { database } = await testApp()
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  await database.run(sql`
    update surveys set created_at = ${at}, closed_at = ${at}
    where system_client_id = ${client.id} and order_id = ${id}`)
  return surveyId
}

const putQuote = async (
  { client }: Place,
  surveyId: string,
  id: string,
  questionId: string,
  answerId = 'adv',
) => {
  const made = await client.put(`/surveys/${surveyId}/quotes/${id}`, {
    category: 'quote',
    description: 'Brakes',
    currency: 'EUR',
    questionId,
    answerId,
    contents: [{ itemCategory: 'labour', amountExVat: 100, amountIncVat: 119 }],
  })
  assert.equal(made.statusCode, 201, made.body)
}

const ownersPage = async ({ client }: Place, surveyId: string, language = 'en') => {
  const path = pathOf(await makeLink(client, surveyId))
  const { body } = await read(`${path}?lang=${language}`)
  return { path, body, fields: fieldsOf(body) }
}

const wearOf = async ({ me }: Place, surveyId: string) =>
  (await me.get(`/surveys/${surveyId}`)).json<SurveyPage>().basis?.wear

/** A millimetre in 182 days and 8,000 km, on the left; the right one is fine. */
async function makeHistory(place: Place, more: Record<string, unknown> = {}): Promise<void> {
  await past(place, 'first', 364, { pads: { FL: '6.4' }, km: 20_000, more })
  await past(place, 'second', 182, { pads: { FL: '5.4' }, km: 28_000, more })
}

describe('a forecast of wear', () => {
  it('is the date that Later proposes to the owner, with its sentence, and works without script', async () => {
    const place = await makePlace()
    await makeHistory(place)
    const surveyId = await begin(place, 'now', { pads: { FL: '4.4' }, km: 36_000 })
    await putQuote(place, surveyId, 'Q', 'vc.padFL')
    const { path, body, fields } = await ownersPage(place, surveyId)
    const left = daysBetween(today(), fields['date:Q'] ?? '')
    assert.ok(Math.abs(left - 255) < 3, `1.4 mm at 1 mm in 182 days: ${left}`)
    assert.match(body, /At your mileage, about \w+ \d{4}, between \w+( \d{4})? and \w+( \d{4})?\./)
    assert.match(
      (await read(`${path}?lang=ru`)).body,
      /При вашем пробеге ориентировочно: \p{L}+ \d{4} г\. \(/u,
    )
    assert.match(body, /If it goes on like this, it becomes urgent about \w+ \d{4}, between/)
    const done = await decide({ path } as never, { Q: 'later' })
    assert.equal(done.statusCode, 303, done.body)
    const quote = (await place.client.get(`/surveys/${surveyId}/quotes/Q`)).json()
    assert.equal(String(quote.deferralDate).slice(0, 10), fields['date:Q'])
    const receipt = await read(`${path}/${String(done.headers.location).split('?')[0]}.json`)
    const [line] = receipt.json<Receipt>().lines
    assert.deepEqual(
      [line?.until, line?.finding?.scales[0]?.urgentFrom?.date],
      [fields['date:Q'], fields['date:Q']],
    )
  })

  it('may be changed by the owner', async () => {
    const place = await makePlace()
    await makeHistory(place)
    const surveyId = await begin(place, 'now', { pads: { FL: '4.4' }, km: 36_000 })
    await putQuote(place, surveyId, 'Q', 'vc.padFL')
    const { path } = await ownersPage(place, surveyId)
    const own = addDays(today(), 20)
    await decide({ path } as never, { Q: 'later' }, { 'date:Q': own })
    const quote = (await place.client.get(`/surveys/${surveyId}/quotes/Q`)).json()
    assert.equal(String(quote.deferralDate).slice(0, 10), own)
  })

  it('is refused where readings are thin: the usual days stay', async () => {
    const place = await makePlace()
    await past(place, 'near', 30, { pads: { FL: '5.4' }, km: 34_000 })
    await past(place, 'unknown', 20, { pads: { FR: '7' } })
    const surveyId = await begin(place, 'now', { pads: { FL: '4.4', FR: '4.4' }, km: 36_000 })
    await putQuote(place, surveyId, 'near', 'vc.padFL')
    await putQuote(place, surveyId, 'unknown', 'vc.padFR')
    const { body, fields } = await ownersPage(place, surveyId)
    assert.equal(fields['date:near'], addDays(today(), 90))
    assert.equal(fields['date:unknown'], addDays(today(), 90))
    assert.doesNotMatch(body, /At your mileage/)
  })

  it('never lets urgent work wait longer than a week', async () => {
    const place = await makePlace()
    await makeHistory(place)
    const surveyId = await begin(place, 'now', { pads: { FL: '2.9' }, km: 36_000 })
    await putQuote(place, surveyId, 'Q', 'vc.padFL', 'bad')
    const { body, fields } = await ownersPage(place, surveyId)
    assert.equal(fields['date:Q'], addDays(today(), 7))
    assert.doesNotMatch(body, /At your mileage|If it goes on/)
  })

  it('of work for both wheels of an axle is that of the first that is due', async () => {
    const place = await makePlace()
    const { client } = place
    await putPackage(client, 'brakes', simplePackage({ description: 'Front brakes' }))
    const bound = ['vc.padFL', 'vc.padFR'].map((questionId) => ({
      questionId,
      answerId: 'adv',
      packageIds: ['brakes'],
    }))
    await client.put('/survey-templates/open!vc/package-assignment', bound)
    await past(place, 'first', 364, { pads: { FL: '6.4', FR: '8.4' }, km: 20_000 })
    await past(place, 'second', 182, { pads: { FL: '5.4', FR: '6.4' }, km: 28_000 })
    const surveyId = await begin(place, 'now', { pads: { FL: '4.4', FR: '4.4' }, km: 36_000 })
    const quoteId = await inClientOf(client, (scope) =>
      selectVariant(scope, surveyId, {
        questionId: 'vc.padFL',
        answerId: 'adv',
        packageId: 'brakes',
        variantId: 'v',
      }),
    )
    const { fields } = await ownersPage(place, surveyId)
    const left = daysBetween(today(), fields[`date:${quoteId}`] ?? '')
    assert.ok(Math.abs(left - 127) < 3, `the right one loses 2 mm in 182 days: ${left}`)
  })

  it('shown to an owner knows nothing of what was measured for another customer; staff see all', async () => {
    const place = await makePlace()
    await makeHistory(place, { customer: { ...ada, id: 'C-2', lastName: 'Former' } })
    const surveyId = await begin(place, 'now', { pads: { FL: '4.4' }, km: 36_000 })
    await putQuote(place, surveyId, 'Q', 'vc.padFL')
    const { body, fields } = await ownersPage(place, surveyId)
    assert.equal(fields['date:Q'], addDays(today(), 90))
    assert.doesNotMatch(body, /At your mileage/)
    assert.equal((await wearOf(place, surveyId))?.readings.length, 2)
  })

  it('has the mileage that was read at the car in another survey of the visit, in kilometres', async () => {
    const place = await makePlace(['VC', 'health'])
    const { client, me } = place
    const miles = { vin, recordedMileage: 10_000, mileageUnit: 'mi' }
    const order = await putOrder(client, { customer: ada, vehicle: miles }, 'former')
    const [health, check] = [surveyIdOf(order), surveyIdOf(order, 'VC')]
    await send({ me, surveyId: check }, answer('vc.padFL', 'ok', { value: '8' }))
    const vehicle = { vin, recordedMileage: 24_000 }
    await putOrder(client, { customer: ada, vehicle: miles, closed: true }, 'former')
    const now = await putOrder(client, { customer: ada, vehicle }, 'now')
    const basis = await wearOf(place, surveyIdOf(now, 'VC'))
    assert.deepEqual(
      basis?.readings.map(({ questionId, value, km }) => [questionId, value, km]),
      [['vc.padFL', 8, 16_093]],
    )
    assert.equal(basis?.km, 24_000, 'as the order has it')
    await send({ me, surveyId: surveyIdOf(now) }, answer('h.mileage', 'value', { value: '24310' }))
    assert.equal((await wearOf(place, surveyIdOf(now, 'VC')))?.km, 24_310, 'as it was read')
    assert.equal(await wearOf(place, health), undefined, 'nothing there can wear')
  })

  it('leaves out what is no number that anybody measured', async () => {
    const place = await makePlace()
    const former = await begin(place, 'former', { pads: { FL: '6' }, km: 20_000 })
    for (const value of ['9'.repeat(400), '1e400', 'worn'])
      assert.equal(
        (await place.client.post(`/surveys/${former}/questions/vc.padFR/answers`, { value })).statusCode,
        201,
      )
    await putOrder(place.client, { customer: ada, vehicle: { vin }, closed: true }, 'former')
    const surveyId = await begin(place, 'now', { pads: { FL: '4.4' }, km: 36_000 })
    const { readings } = (await wearOf(place, surveyId)) ?? {}
    assert.deepEqual(
      readings?.map(({ questionId, value }) => [questionId, value]),
      [['vc.padFL', 6]],
    )
  })

  it('has only readings of the own client and of branches within reach', async () => {
    const place = await makePlace()
    const other = await makePlace()
    await makeHistory(other)
    await past(place, 'south', 200, { pads: { FL: '6' }, km: 20_000, more: { externalBranchId: 'south' } })
    const surveyId = await begin(place, 'now', {
      pads: { FL: '4.4' },
      km: 36_000,
      more: { externalBranchId: 'north' },
    })
    assert.equal((await wearOf(place, surveyId))?.readings.length, 1)
    const ofNorth = await limitedPerson(place.client.id, 'technician', ['north'])
    const page = (await ofNorth.get(`/surveys/${surveyId}`)).json<SurveyPage>()
    assert.deepEqual(page.basis?.wear?.readings, [])
    assert.ok(questionsOf(page.survey).length > 0)
  })
})

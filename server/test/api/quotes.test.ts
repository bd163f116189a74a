// Spec heading "Quotes of a survey", with the packages offered and selected on its answers (E2, E3, E7, E8, E9).
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inTransaction } from '../../src/db/transaction.ts'
import { deselectVariant, selectVariant, type VariantRef } from '../../src/features/quotes/select-variant.ts'
import { completeSurvey } from '../../src/features/surveys/complete-survey.ts'
import { getClient } from '../../src/organisation/clients.ts'
import type { Scope } from '../../src/scope.ts'
import { makeClient, order, type TestClient, testApp } from '../support/api.ts'
import { begun } from '../support/uploads.ts'

const item = (id: string, amountExVat: number, more: object = {}) => ({
  id,
  itemCategory: 'labour',
  description: `Item ${id}`,
  quantity: 1,
  unitOfMeasure: 'hour',
  amountExVat,
  amountIncVat: amountExVat,
  ...more,
})

const pads = (more: object = {}) => ({
  description: 'Front pads',
  currency: 'EUR',
  variants: [
    {
      id: 'petrol',
      fuelTypeApplicabilityList: ['petrol'],
      contents: [item('1', 0.1), item('2', 0.2, { itemCategory: 'part', unitOfMeasure: 'pc' })],
    },
    { id: 'diesel', fuelTypeApplicabilityList: ['diesel'], contents: [item('1', 50)] },
    { id: 'any', contents: [item('1', 100, { discountAmountExVat: 80, discountAmountIncVat: 90 })] },
  ],
  ...more,
})

const at = (variantId: string, packageId = 'pads'): VariantRef => ({
  questionId: 'vc.padFL',
  answerId: 'bad',
  packageId,
  variantId,
})

const quote = (more: object = {}) => ({
  category: 'quote',
  currency: 'EUR',
  questionId: 'vc.padFL',
  answerId: 'bad',
  description: 'Pads, original parts',
  contents: [item('1', 77.7)],
  ...more,
})

interface Place {
  client: TestClient
  surveyId: string
}

/** A petrol car with a VC survey on whose red front pad the package `pads` is offered. */
async function makePlace(vehicle: object = { fuelType: 'petrol' }): Promise<Place> {
  const client = await makeClient()
  assert.equal((await client.put('/packages/pads', pads())).statusCode, 201)
  const instruction = [{ questionId: 'vc.padFL', answerId: 'bad', packageIds: ['pads'] }]
  assert.equal(
    (await client.put('/survey-templates/open!vc/package-assignment', instruction)).statusCode,
    204,
  )
  const body = order({
    technicianSurveyRelease: true,
    defaultSurveyReleaseDisabled: true,
    currency: 'EUR',
    vehicle,
  })
  assert.equal((await client.put('/service-orders/1', body)).statusCode, 201)
  const [survey] = (await client.get('/service-orders/1')).json().surveys
  return { client, surveyId: survey.id }
}

async function inScope<T>({ client }: Place, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { database } = await testApp()
  return inTransaction(database, async (db) => {
    const system = { db, actor: { kind: 'system' as const, id: 'test' }, now: new Date() }
    return work({ ...system, clientId: client.id, client: await getClient(system, client.id) })
  })
}

const select = (place: Place, ref: VariantRef) =>
  inScope(place, (scope) => selectVariant(scope, place.surveyId, ref))
const quotesOf = async ({ client, surveyId }: Place) =>
  (await client.get(`/surveys/${surveyId}/quotes`)).json()
const path = ({ surveyId }: Place, id: string) => `/surveys/${surveyId}/quotes/${encodeURIComponent(id)}`
const codeOf = (answer: { json(): { errorCode: number } }) => answer.json().errorCode

interface Entry {
  id: string
  currency: string
  variants: Record<string, unknown>[]
}

/** The packages on the red front pad. */
async function entriesOn({ client, surveyId }: Place): Promise<Entry[]> {
  const survey = (await client.get(`/surveys/${surveyId}`)).json()
  const questions = survey.contents.flatMap((section: { contents: unknown[] }) => section.contents)
  const question = questions.find((one: { id: string }) => one.id === 'vc.padFL')
  const answer = question.answers.find((one: { id: string }) => one.id === 'bad')
  return answer.packages ?? []
}

const padEntries = async (place: Place) => (await entriesOn(place)).filter(({ id }) => id === 'pads')

const offered = async (place: Place) => new Map((await entriesOn(place)).map((one) => [one.id, one]))

const variant = async (place: Place, id: string) =>
  (await offered(place)).get('pads')?.variants.find((one) => one.id === id)

describe('Packages offered in a survey', () => {
  it('E1: shows the variants that fit the vehicle, with prices summed without float dust (E3)', async () => {
    const place = await makePlace()
    const variants = (await offered(place)).get('pads')?.variants ?? []
    assert.deepEqual(
      variants.map(({ id, selected }) => [id, selected]),
      [
        ['petrol', false],
        ['any', false],
      ],
    )
    assert.equal(variants[0]?.priceExVat, 0.3)
    assert.equal(variants[0]?.labourPriceExVat, 0.1)
    assert.equal(variants[0]?.partsPriceExVat, 0.2)
    assert.equal(variants[1]?.partsPriceExVat, 0)
  })

  it('E1: an attribute that is absent does not filter', async () => {
    const place = await makePlace({})
    assert.equal((await offered(place)).get('pads')?.variants.length, 3)
  })

  it('E2: a new price shows at once on what is offered, and never on what was selected', async () => {
    const place = await makePlace()
    await select(place, at('petrol'))
    const prices = {
      currency: 'EUR',
      variants: ['petrol', 'any'].map((id) => ({
        id,
        contents: [{ id: '1', amountExVat: 7, amountIncVat: 8 }],
      })),
    }
    assert.equal((await place.client.put('/packages/pads/prices', prices)).statusCode, 204)
    assert.equal((await variant(place, 'any'))?.priceExVat, 7)
    assert.equal((await variant(place, 'petrol'))?.priceExVat, 0.3)
    assert.equal((await variant(place, 'petrol'))?.selected, true)
  })

  it('E2: what was selected stays when its package is taken off the answer', async () => {
    const place = await makePlace()
    await select(place, at('petrol'))
    const none = [{ questionId: 'vc.padFL', answerId: 'bad', packageIds: [] }]
    await place.client.put('/survey-templates/open!vc/package-assignment', none)
    const variants = (await offered(place)).get('pads')?.variants
    assert.deepEqual(
      variants?.map(({ id, selected }) => [id, selected]),
      [['petrol', true]],
    )
  })

  it('E2: a variant that does not fit, is not assigned or has no price cannot be selected', async () => {
    const place = await makePlace()
    await assert.rejects(select(place, at('diesel')), { errorCode: 40048 })
    await assert.rejects(select(place, { ...at('petrol'), answerId: 'adv' }), { errorCode: 40048 })
    await assert.rejects(select(place, at('no such')), { errorCode: 40048 })
    assert.deepEqual(await quotesOf(place), [])
  })

  it('E2: a variant that is selected and no longer offered cannot be selected again, and stays as it was', async () => {
    const place = await makePlace()
    const id = await select(place, at('petrol'))
    const [before] = await quotesOf(place)
    const none = [{ questionId: 'vc.padFL', answerId: 'bad', packageIds: [] }]
    await place.client.put('/survey-templates/open!vc/package-assignment', none)
    await assert.rejects(select(place, at('petrol')), { errorCode: 40048 })
    assert.deepEqual(await quotesOf(place), [before])
    await inScope(place, (scope) => deselectVariant(scope, place.surveyId, at('petrol')))
    assert.equal((await place.client.get(path(place, id))).statusCode, 404)
    assert.equal((await offered(place)).has('pads'), false)
  })

  it('E2: after a change of currency a package with a selected variant stands on its answer once per currency', async () => {
    const place = await makePlace()
    const id = await select(place, at('petrol'))
    const prices = {
      currency: 'SEK',
      variants: [
        { id: 'petrol', contents: ['1', '2'].map((one) => ({ id: one, amountExVat: 50, amountIncVat: 60 })) },
        { id: 'any', contents: [{ id: '1', amountExVat: 900, amountIncVat: 1000 }] },
      ],
    }
    assert.equal((await place.client.put('/packages/pads/prices', prices)).statusCode, 204)
    assert.deepEqual(
      (await padEntries(place)).map(({ id: packageId, currency, variants }) => [
        packageId,
        currency,
        variants.map((one) => [one.id, one.selected, one.priceExVat]),
      ]),
      [
        ['pads', 'SEK', [['any', false, 900]]],
        ['pads', 'EUR', [['petrol', true, 0.3]]],
      ],
    )
    assert.equal((await quotesOf(place))[0].currency, 'EUR')
    // Selected again, it gets the present price, and the entry of the old currency is gone.
    await inScope(place, (scope) => deselectVariant(scope, place.surveyId, at('petrol')))
    assert.equal(await select(place, at('petrol')), id)
    assert.deepEqual(
      (await padEntries(place)).map(({ currency, variants }) => [currency, variants.length]),
      [['SEK', 2]],
    )
  })

  it('D5: completing keeps what was offered at which price; selecting goes on until the survey is closed', async () => {
    const place = await makePlace()
    const survey = (await place.client.get(`/surveys/${place.surveyId}`)).json()
    const questions = survey.contents.flatMap((section: { contents: unknown[] }) => section.contents)
    for (const question of questions.filter((one: { category: string }) => one.category === 'question')) {
      await place.client.post(`/surveys/${place.surveyId}/questions/${question.id}/answers`, {
        value: 'x',
        status: 'green',
      })
    }
    // A video counts from when its upload has begun.
    await begun(place, 1000, { kind: 'video', id: 'film', question_id: 'vc.video' })
    await inScope(place, (scope) => completeSurvey(scope, place.surveyId))
    const prices = {
      currency: 'EUR',
      variants: [{ id: 'any', contents: [{ id: '1', amountExVat: 999, amountIncVat: 999 }] }],
    }
    await place.client.put('/packages/pads/prices', prices)
    assert.equal((await variant(place, 'any'))?.priceExVat, 100)
    await select(place, at('any'))
    assert.equal((await variant(place, 'any'))?.selected, true)
    await place.client.put('/service-orders/1', order({ closed: true }))
    await assert.rejects(select(place, at('petrol')), { errorCode: 40041 })
  })
})

describe('GET …/surveys/{id}/quotes', () => {
  it('E7: lists every selected package variant under a stable id, and nothing once it is deselected', async () => {
    const place = await makePlace()
    const id = await select(place, at('petrol'))
    const [first] = await quotesOf(place)
    assert.deepEqual(first, {
      id,
      category: 'package',
      description: 'Front pads',
      currency: 'EUR',
      questionId: 'vc.padFL',
      answerId: 'bad',
      packageId: 'pads',
      variantId: 'petrol',
      contents: [
        { ...item('1', 0.1) },
        { ...item('2', 0.2), itemCategory: 'material', unitOfMeasure: 'ea' },
      ].map(({ ...one }) => one),
    })
    await inScope(place, (scope) => deselectVariant(scope, place.surveyId, at('petrol')))
    assert.deepEqual(await quotesOf(place), [])
    assert.equal(await select(place, at('petrol')), id)
  })

  it('E3: a vehicle out of warranty is quoted with the discount amounts where there are any', async () => {
    const inside = await makePlace({ fuelType: 'petrol', warrantyOn: true, warrantyEndDate: '2001-01-01' })
    await select(inside, at('any'))
    assert.equal((await quotesOf(inside))[0].contents[0].amountExVat, 100)
    const outside = await makePlace({ fuelType: 'petrol', warrantyEndDate: '2001-01-01' })
    await select(outside, at('any'))
    const [discounted] = await quotesOf(outside)
    assert.equal(discounted.contents[0].amountExVat, 80)
    assert.equal('discountAmountExVat' in discounted.contents[0], false)
  })

  it('E3: the lines of a fixed price add up to it: labour and parts on their first lines, 0 on the others', async () => {
    const prices = {
      priceExVat: 150.3,
      priceIncVat: 178.86,
      labourPriceExVat: 90.1,
      labourPriceIncVat: 107.22,
      partsPriceExVat: 60.2,
      partsPriceIncVat: 71.64,
      discountPriceExVat: 120,
      discountPriceIncVat: 142.8,
      discountLabourPriceExVat: 70,
      discountLabourPriceIncVat: 83.3,
      discountPartsPriceExVat: 50,
      discountPartsPriceIncVat: 59.5,
    }
    const fixed = {
      id: 'any',
      variantPricingCategory: 'fixedVariantPrice',
      ...prices,
      contents: [item('1', 5, { itemCategory: 'part' }), item('2', 5), item('3', 5)],
    }
    for (const [warrantyOn, lines] of [
      // biome-ignore format: a table
      [true, [['1', 60.2, 71.64], ['2', 90.1, 107.22], ['3', 0, 0]]],
      // biome-ignore format: a table
      [false, [['1', 50, 59.5], ['2', 70, 83.3], ['3', 0, 0]]],
    ] as const) {
      const place = await makePlace({ warrantyOn })
      await place.client.put('/packages/pads', pads({ variants: [fixed] }))
      const id = await select(place, at('any'))
      const [shown] = await quotesOf(place)
      const amounts = (one: Record<string, unknown>) => [one.id, one.amountExVat, one.amountIncVat]
      assert.deepEqual(shown.contents.map(amounts), lines)
      assert.deepEqual((await place.client.get(path(place, id))).json(), shown)
      // What was read can be sent as a quote of one's own, because every line has its amounts.
      const own = { ...shown, id: 'own', category: 'quote' }
      assert.equal((await place.client.put(path(place, 'own'), own)).statusCode, 201)
    }
  })

  it('404 for a survey that is not there', async () => {
    const client = await makeClient()
    assert.equal((await client.get('/surveys/none/quotes')).statusCode, 404)
  })
})

describe('PUT …/surveys/{id}/quotes/{quote_id}', () => {
  it('B1: 201 with Location when new, 204 when changed; GET gives it back; a repeat writes nothing', async () => {
    const place = await makePlace()
    const made = await place.client.put(path(place, 'q/1'), quote({ approvalStatus: null }))
    assert.equal(made.statusCode, 201)
    assert.match(String(made.headers.location), /quotes\/q%2F1$/)
    const body = (await place.client.get(path(place, 'q/1'))).json()
    assert.equal(body.id, 'q/1')
    assert.equal(body.contents[0].amountExVat, 77.7)
    assert.equal((await place.client.put(path(place, 'q/1'), body)).statusCode, 204)
  })

  it('E7: a quote with packageId and variantId replaces the variant, and taking them off makes it current again', async () => {
    const place = await makePlace()
    const packageQuote = await select(place, at('petrol'))
    const replacing = quote({ packageId: 'pads', variantId: 'petrol' })
    assert.equal((await place.client.put(path(place, 'q1'), replacing)).statusCode, 201)
    assert.deepEqual(
      (await quotesOf(place)).map((one: { id: string }) => one.id),
      ['q1'],
    )
    assert.equal((await place.client.get(path(place, packageQuote))).statusCode, 404)
    assert.equal((await variant(place, 'petrol'))?.selected, false)
    assert.equal((await place.client.put(path(place, 'q1'), quote())).statusCode, 204)
    assert.equal((await place.client.get(path(place, packageQuote))).statusCode, 200)
    assert.equal((await variant(place, 'petrol'))?.selected, true)
  })

  it('E7: a variant is replaced by one quote at most, selected or not, and only where it is offered', async () => {
    const place = await makePlace()
    const replacing = quote({ packageId: 'pads', variantId: 'any' })
    assert.equal((await place.client.put(path(place, 'q1'), replacing)).statusCode, 201)
    assert.equal(codeOf(await place.client.put(path(place, 'q2'), replacing)), 40049)
    assert.equal(
      codeOf(await place.client.put(path(place, 'q2'), quote({ packageId: 'pads', variantId: 'diesel' }))),
      40048,
    )
    assert.equal(codeOf(await place.client.put(path(place, 'q2'), { ...replacing, answerId: 'adv' })), 40048)
    assert.equal((await place.client.get(path(place, 'q2'))).statusCode, 404)
  })

  it('E7: names the field that is wrong', async () => {
    const place = await makePlace()
    const refused = async (more: object) => (await place.client.put(path(place, 'q1'), quote(more))).json()
    assert.deepEqual((await refused({ packageId: 'pads' })).errorCode, 40010)
    assert.match(
      (await refused({ contents: [{ id: '1', itemCategory: 'labour' }] })).errorInfo,
      /^contents\[0\]\.amountExVat/,
    )
    assert.equal((await refused({ questionId: 'upSale' })).errorCode, 40043)
    assert.match((await refused({ questionId: 'nope' })).errorInfo, /^questionId: "nope"/)
    assert.match((await refused({ answerId: 'nope' })).errorInfo, /^answerId: "nope"/)
    assert.equal((await refused({ currency: 'eur' })).errorCode, 40012)
    assert.equal((await refused({ approvalStatus: 'maybe' })).errorCode, 40012)
    assert.equal((await refused({ id: 'other' })).errorCode, 40017)
    assert.equal((await refused({ category: 'package' })).errorCode, 40046)
    assert.equal((await refused({ category: 'upsaleQuote' })).errorCode, 40047)
    assert.deepEqual(await quotesOf(place), [])
  })

  it('E7: a package quote cannot be changed', async () => {
    const place = await makePlace()
    const id = await select(place, at('petrol'))
    const answer = await place.client.put(path(place, id), quote())
    assert.deepEqual([answer.statusCode, codeOf(answer)], [400, 40046])
  })

  it('D5: on a closed survey only the decision moves', async () => {
    const place = await makePlace()
    await place.client.put(path(place, 'q1'), quote())
    await place.client.put('/service-orders/1', order({ closed: true }))
    const decided = quote({ approvalStatus: 'deferred', deferralDate: '2027-01-01', approvalMedium: 'phone' })
    assert.equal((await place.client.put(path(place, 'q1'), decided)).statusCode, 204)
    assert.equal((await place.client.get(path(place, 'q1'))).json().approvalStatus, 'deferred')
    assert.equal(
      codeOf(await place.client.put(path(place, 'q1'), { ...decided, description: 'other' })),
      40041,
    )
    assert.equal(codeOf(await place.client.put(path(place, 'q2'), quote())), 40041)
  })

  it('B7: If-Match of another state is 412', async () => {
    const place = await makePlace()
    await place.client.put(path(place, 'q1'), quote())
    const { etag } = (await place.client.get(path(place, 'q1'))).headers
    assert.equal(
      (await place.client.put(path(place, 'q1'), quote({ description: 'a' }), { 'if-match': String(etag) }))
        .statusCode,
      204,
    )
    assert.equal(
      (await place.client.put(path(place, 'q1'), quote({ description: 'b' }), { 'if-match': String(etag) }))
        .statusCode,
      412,
    )
  })

  it('32 quotes for one variant at once: one replaces it', async () => {
    const place = await makePlace()
    const body = quote({ packageId: 'pads', variantId: 'any' })
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => place.client.put(path(place, `r${index}`), body)),
    )
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [
      201,
      ...Array.from({ length: 31 }, () => 400),
    ])
    assert.equal((await quotesOf(place)).length, 1)
  })
})

describe('DELETE …/surveys/{id}/quotes/{quote_id}', () => {
  it('E9: removes a quote and makes its variant current again; not a package quote, not on a closed survey', async () => {
    const place = await makePlace()
    const packageQuote = await select(place, at('petrol'))
    assert.equal(codeOf(await place.client.delete(path(place, packageQuote))), 40046)
    await place.client.put(path(place, 'q1'), quote({ packageId: 'pads', variantId: 'petrol' }))
    assert.equal((await place.client.delete(path(place, 'q1'))).statusCode, 204)
    assert.equal((await place.client.delete(path(place, 'q1'))).statusCode, 404)
    assert.equal((await place.client.get(path(place, packageQuote))).statusCode, 200)
    await place.client.put(path(place, 'q2'), quote())
    await place.client.put('/service-orders/1', order({ rejected: true }))
    assert.equal(codeOf(await place.client.delete(path(place, 'q2'))), 40041)
  })
})

describe('Automatic quotes', () => {
  const service = (more: object = {}) => ({
    ...pads(),
    description: 'Oil service',
    packageType: 'scheduledMaintenance',
    customerSelectionAvailable: true,
    serviceIntervalMileage: 15_000,
    serviceIntervalAge: 12,
    ...more,
  })
  const orderOf = (vehicle: object, more: object = {}) =>
    order({ currency: 'EUR', vehicle: { vin: 'ZZZ1A2B35PX000001', fuelType: 'petrol', ...vehicle }, ...more })

  async function upsale(client: TestClient, orderId: string) {
    const [survey] = (await client.get(`/service-orders/${orderId}`)).json().surveys
    return {
      surveyId: survey.id as string,
      quotes: (await client.get(`/surveys/${survey.id}/upsale-quotes`)).json(),
    }
  }

  it('E8: due at 90 % of the mileage, miles converted, and not a kilometre before', async () => {
    const client = await makeClient()
    await client.put('/packages/oil', service({ serviceIntervalAge: null }))
    await client.put('/service-orders/1', orderOf({ recordedMileage: 13_499, mileageUnit: 'km' }))
    assert.deepEqual((await upsale(client, '1')).quotes, [])
    await client.put(
      '/service-orders/2',
      orderOf({ vin: 'ZZZ1A2B35PX000002', recordedMileage: 13_500, mileageUnit: 'km' }),
    )
    const [quote] = (await upsale(client, '2')).quotes
    assert.equal(quote.category, 'upsaleQuote')
    assert.deepEqual(
      [quote.questionId, quote.answerId, quote.packageId, quote.variantId, quote.visible],
      ['upSale', 'upSale', 'oil', 'petrol', true],
    )
    await client.put(
      '/service-orders/3',
      orderOf({ vin: 'ZZZ1A2B35PX000003', recordedMileage: 8_389, mileageUnit: 'mi' }),
    )
    assert.equal((await upsale(client, '3')).quotes.length, 1)
  })

  it('E8: is made again when the mileage changes, until somebody touches it', async () => {
    const client = await makeClient()
    await client.put('/packages/oil', service({ serviceIntervalAge: null }))
    await client.put('/service-orders/1', orderOf({ recordedMileage: 1, mileageUnit: 'km' }))
    await client.put('/service-orders/1', orderOf({ recordedMileage: 20_000, mileageUnit: 'km' }))
    const { surveyId, quotes } = await upsale(client, '1')
    assert.equal(quotes.length, 1)
    const put = await client.put(`/surveys/${surveyId}/quotes/${quotes[0].id}`, {
      approvalStatus: 'rejected',
      rejectionReasonCode: 'price',
      category: 7,
      contents: 'x',
    })
    assert.equal(put.statusCode, 204)
    await client.put('/service-orders/1', orderOf({ recordedMileage: 2, mileageUnit: 'km' }))
    const after = (await client.get(`/surveys/${surveyId}/quotes`)).json()
    assert.equal(after.length, 1)
    assert.deepEqual(
      [after[0].approvalStatus, after[0].rejectionReasonCode, after[0].packageId],
      ['rejected', 'price', 'oil'],
    )
  })

  it('E8: a sale on this vehicle begins the interval again', async () => {
    const client = await makeClient()
    await client.put('/packages/oil', service({ serviceIntervalAge: null }))
    const sold = { contents: [{ id: '1', itemCategory: 'labour', soldQuantity: 1, healthPackageId: 'oil' }] }
    await client.put('/service-orders/1', orderOf({ recordedMileage: 20_000, mileageUnit: 'km' }, sold))
    await client.put('/service-orders/2', orderOf({ recordedMileage: 30_000, mileageUnit: 'km' }))
    assert.deepEqual((await upsale(client, '2')).quotes, [])
    await client.put('/service-orders/3', orderOf({ recordedMileage: 33_500, mileageUnit: 'km' }))
    assert.equal((await upsale(client, '3')).quotes.length, 1)
  })

  it('E9: withdrawn, it is gone from every list and does not come back', async () => {
    const client = await makeClient()
    await client.put('/packages/oil', service())
    await client.put('/service-orders/1', orderOf({ warrantyStartDate: '2015-01-01' }))
    const { surveyId, quotes } = await upsale(client, '1')
    assert.equal((await client.delete(`/surveys/${surveyId}/quotes/${quotes[0].id}`)).statusCode, 204)
    await client.put('/service-orders/1', orderOf({ warrantyStartDate: '2014-01-01' }))
    assert.deepEqual((await upsale(client, '1')).quotes, [])
    assert.equal((await client.get(`/surveys/${surveyId}/upsale-quotes/${quotes[0].id}`)).statusCode, 404)
  })
})

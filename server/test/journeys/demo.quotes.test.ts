import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Package } from '@walkaround/contract/dms/packages.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { isRecorded } from '@walkaround/contract/rules/recorded-decision.ts'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import type { DueReason } from '../../src/features/quotes/due.ts'
import { listRecordedDecisions } from '../../src/features/quotes/recorded-decisions.ts'
import { listStandardReasons } from '../../src/features/words/rejection-reasons.ts'
import type { ClientSettings } from '../../src/scope.ts'
import { callerWith } from '../support/api.ts'
import { inClient } from '../support/clients.ts'
import {
  type Element,
  getOrder,
  getSurvey,
  listIds,
  listOrders,
  listQuestions,
  NOW,
  theDemo,
} from '../support/demo.ts'

describe('Packages and quotes of the demo, over the interface', () => {
  let database: Database
  let client: ClientSettings
  let caller: ReturnType<typeof callerWith>
  const quotes = new Map<string, Quote[]>()
  const upsale = new Map<string, Quote[]>()

  before(async () => {
    const demo = await theDemo()
    ;({ database, client } = demo)
    caller = callerWith(client.clientId, demo.access.key)
    // The caller checks every reply against the published description.
    for (const id of await listIds('surveys')) {
      quotes.set(id, await read(`/surveys/${id}/quotes`))
      upsale.set(id, await read(`/surveys/${id}/upsale-quotes`))
    }
  })

  async function read<T>(path: string): Promise<T> {
    const answer = await caller.get(path)
    assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`)
    return answer.json()
  }

  const idOf = async (orderId: string, type: string) => (await getSurvey(orderId, type)).id as string
  const quotesOf = async (orderId: string, type: string) => quotes.get(await idOf(orderId, type)) ?? []
  const upsaleOf = async (orderId: string, type: string) => upsale.get(await idOf(orderId, type)) ?? []
  const find = (list: readonly Quote[], packageId: string) => {
    const quote = list.find((one) => one.packageId === packageId)
    assert.ok(quote, packageId)
    return quote
  }

  test('every survey, with its quotes one by one, and every package can be read', async () => {
    for (const orderId of ['SO-1001', 'SO-1005', 'SO-1012', 'SO-1015', 'SO-1016']) {
      for (const { id } of (await getOrder(orderId)).surveys ?? []) {
        await read(`/surveys/${id}`)
        for (const quote of quotes.get(id) ?? []) {
          assert.deepEqual(await read(`/surveys/${id}/quotes/${quote.id}`), quote)
        }
        for (const quote of upsale.get(id) ?? []) {
          assert.deepEqual(await read(`/surveys/${id}/upsale-quotes/${quote.id}`), quote)
        }
      }
    }
    const packages = await read<{ id: string; masterClient: string }[]>('/packages')
    for (const { id } of packages) {
      const path = `/packages/${encodeURIComponent(id)}`
      await read(`${path}/master`)
      const { variants = [], currency } = await read<Package>(path)
      assert.equal(currency, 'EUR')
      assert.ok(variants.length > 0)
      for (const { id: variantId, priceExVat, priceIncVat } of variants) {
        assert.ok(priceExVat && priceIncVat, `${id} ${variantId} has a price`)
        assert.ok(Math.abs(priceExVat * 1.19 - priceIncVat) < 0.05, `${id} ${variantId}: ${priceIncVat}`)
      }
    }
    const own = packages.filter(({ masterClient }) => masterClient === client.clientId)
    assert.equal(own.length, 6)
    assert.ok(packages.filter(({ masterClient }) => masterClient === 'open').length > 30)
  })

  test('one own package is offered at one site only, one at one branch only', async () => {
    const assignment = await read<{ packageIds: string[]; siteId?: string; branchId?: string }[]>(
      '/survey-templates/open!health/package-assignment',
    )
    const placesOf = (packageId: string) => [
      ...new Set(
        assignment
          .filter(({ packageIds }) => packageIds.includes(packageId))
          .map(({ siteId, branchId }) => `${siteId}/${branchId}`),
      ),
    ]
    assert.deepEqual(placesOf('dents-south'), ['south/undefined'])
    assert.deepEqual(placesOf('load-space'), ['north/DE1002'])
    assert.deepEqual(placesOf('chip-fixed'), ['undefined/undefined'])
    const offered = async (orderId: string) => JSON.stringify(await getSurvey(orderId, 'health'))
    assert.match(await offered('SO-1005'), /"dents-south"/)
    assert.doesNotMatch(await offered('SO-1001'), /"dents-south"|"load-space"/)
    assert.match(await offered('SO-1012'), /"load-space"/)
  })

  test('quotes of a DMS: open, approved by phone, rejected with a reason, put off to a date', async () => {
    const [open] = await quotesOf('SO-1001', 'VC')
    assert.deepEqual([open?.id, open?.category, open?.approvalStatus], ['Q-1001-1', 'quote', undefined])
    const [byPhone] = await quotesOf('SO-1005', 'VC')
    assert.deepEqual(
      [byPhone?.id, byPhone?.category, byPhone?.approvalStatus, byPhone?.approvalMedium],
      ['Q-1005-2', 'quote', 'approved', 'phone'],
    )
    const [rejected] = await quotesOf('SO-1005', 'health')
    assert.equal(rejected?.category, 'quote')
    assert.deepEqual([rejected?.approvalStatus, rejected?.rejectionReasonCode], ['rejected', 'byMyself'])
    const [putOff] = await quotesOf('SO-1015', 'health')
    assert.equal(putOff?.category, 'quote')
    assert.equal(putOff?.approvalStatus, 'deferred')
    assert.ok(Date.parse(putOff?.deferralDate ?? '') > NOW.getTime())
  })

  test('what was told by phone names who told it and who wrote it down', async () => {
    const surveyId = await idOf('SO-1005', 'VC')
    const recorded = await inClient(client, (scope) => listRecordedDecisions(scope, surveyId))
    assert.equal(recorded.length, 3)
    const quotesOfSurvey = await quotesOf('SO-1005', 'VC')
    for (const one of recorded) {
      assert.deepEqual([one.spokeWith, one.recordedBy], ['Νίκος Παπαδάκης', 'Tomás Oliveira'])
      assert.ok(quotesOfSurvey.some((quote) => quote.id === one.quoteId && isRecorded(quote, one)))
    }
  })

  test('every no has a reason that the lists know in words', () => {
    const known = listStandardReasons().map(({ code }) => code)
    const given = [...quotes.values(), ...upsale.values()]
      .flat()
      .flatMap(({ rejectionReasonCode }) => rejectionReasonCode ?? [])
    assert.ok(new Set(given).size >= 5, given.join())
    for (const code of given) assert.ok(known.includes(code), code)
  })

  test('a quote of a DMS has taken the place of a selected variant, which is not current any more', async () => {
    const surveyId = await idOf('SO-1005', 'VC')
    const list = await quotesOf('SO-1005', 'VC')
    assert.deepEqual(
      list.filter(({ packageId }) => packageId === 'open!bearing').map(({ category }) => category),
      ['quote'],
    )
    const question = listQuestions((await getSurvey('SO-1005', 'VC')).contents as Element[]).find(
      ({ id }) => id === 'vc.bearings',
    )
    const answer = question?.answers?.find(({ id }) => id === 'bad')
    const bearing = answer?.packages?.find(({ id }) => id === 'open!bearing')
    assert.equal(bearing?.variants?.[0]?.selected, false)
    const row = await database.row<{ quoteId: string }>(sql`
      select quote_id from survey_variants
      where system_client_id = ${client.clientId} and survey_id = ${surveyId} and package_id = 'open!bearing'`)
    assert.ok(row, 'it was selected')
    assert.equal((await caller.get(`/surveys/${surveyId}/quotes/${row.quoteId}`)).statusCode, 404)
  })

  test('selected packages: undecided, approved, put off and rejected', async () => {
    const workshop = await quotesOf('SO-1005', 'VC')
    assert.equal(find(workshop, 'open!align-4').approvalStatus, 'approved')
    const tyres = find(workshop, 'open!tyre-2')
    assert.equal(tyres.approvalStatus, 'deferred')
    assert.ok(tyres.deferralDate)
    assert.equal(find(workshop, 'open!bat-12').rejectionReasonCode, 'notConvinced')
    const brakes = find(await quotesOf('SO-1001', 'VC'), 'front-brakes')
    assert.equal(brakes.approvalStatus, undefined)
    for (const quote of [tyres, brakes]) assert.equal(quote.category, 'package')
  })

  test('a car out of warranty is quoted with the discount, labour without one', async () => {
    assert.equal((await getOrder('SO-1001')).vehicle?.warrantyOn, false)
    const { contents = [] } = find(await quotesOf('SO-1001', 'VC'), 'front-brakes')
    const brakes = await read<Package>('/packages/front-brakes')
    const items = brakes.variants?.find(({ id }) => id === 'fjell')?.contents ?? []
    assert.deepEqual(
      contents.map(({ amountExVat }) => amountExVat),
      items.map((item) => item.discountAmountExVat ?? item.amountExVat),
    )
    assert.ok(items.some((item) => item.discountAmountExVat !== undefined))
  })

  test('a fixed price stands on the variant, and the lines of its quote add up to it', async () => {
    const quote = find(await quotesOf('SO-1002', 'health'), 'chip-fixed')
    const sum = (quote.contents ?? []).reduce((all, { amountExVat }) => all + (amountExVat ?? Number.NaN), 0)
    assert.equal(sum, 75)
    const [variant] = (await read<Package>('/packages/chip-fixed')).variants ?? []
    assert.deepEqual([variant?.priceExVat, variant?.priceIncVat], [75, 89.25])
  })

  test('automatic quotes: due by mileage, by age, since new and since the last time, with the reason kept', async () => {
    const surveyId = await idOf('SO-1001', 'health')
    const rows = await database.rows<{ packageId: string; reason: string; withdrawn: boolean }>(sql`
      select package_id, reason::text as reason, withdrawn from survey_quotes
      where system_client_id = ${client.clientId} and survey_id = ${surveyId} and category = 'upsaleQuote'`)
    const reasonOf = (packageId: string) => {
      const row = rows.find((one) => one.packageId === packageId)
      assert.ok(row, packageId)
      return JSON.parse(row.reason) as DueReason
    }
    const gearbox = reasonOf('open!gbx-oil')
    assert.deepEqual([gearbox.since, gearbox.by], ['new', ['mileage']])
    assert.deepEqual([gearbox.km, gearbox.intervalKm], [61_240, 60_000])
    const brakeFluid = reasonOf('open!brk-fluid')
    assert.deepEqual([brakeFluid.since, brakeFluid.by], ['new', ['age']])
    const exhaustFluid = reasonOf('exhaust-fluid')
    assert.deepEqual([exhaustFluid.since, exhaustFluid.by], ['last', ['mileage']])
    assert.ok((exhaustFluid.km ?? 0) > 5_400 && (exhaustFluid.km ?? 0) < 8_000)
    assert.ok(
      rows.some(({ packageId, withdrawn }) => packageId === 'open!svc-major' && withdrawn),
      'withdrawn',
    )
    assert.ok(!(await upsaleOf('SO-1001', 'health')).some(({ packageId }) => packageId === 'open!svc-major'))
  })

  test('automatic quotes: rejected, approved and put off by the customer; some for the advisor only', async () => {
    const [first, second] = [await upsaleOf('SO-1001', 'health'), await upsaleOf('SO-1005', 'health')]
    const gearbox = find(first, 'open!gbx-oil')
    assert.deepEqual([gearbox.approvalStatus, gearbox.rejectionReasonCode], ['rejected', 'tooExpensive'])
    assert.equal(find(second, 'open!ev-check').approvalStatus, 'approved')
    assert.equal(find(second, 'open!brk-fluid').approvalStatus, 'deferred')
    const hidden = find(first, 'open!ac-service')
    assert.equal(hidden.visible, false)
    assert.ok(!(await quotesOf('SO-1001', 'health')).some(({ id }) => id === hidden.id))
    assert.ok((await upsaleOf('SO-1007', 'VC')).length > 5, 'without a reception they are on the VC survey')
  })

  test('what was sold in the last weeks is not proposed again', async () => {
    const sold = await database.rows<{ vehicleKey: string; packageId: string }>(sql`
      select distinct vehicle_key, package_id from vehicle_services where system_client_id = ${client.clientId}
        and vehicle_key like 'vin/%' and package_id = 'open!svc-oil'`)
    assert.ok(sold.length > 5)
    const vins = new Set(sold.map(({ vehicleKey }) => vehicleKey.slice('vin/'.length)))
    const again = (await listOrders()).filter(
      ({ id = '', vehicle }) => id >= 'SO-1001' && vins.has(vehicle?.vin ?? ''),
    )
    assert.ok(again.length > 0)
    for (const { surveys = [] } of again) {
      for (const { id } of surveys) {
        assert.ok(!(upsale.get(id) ?? []).some(({ packageId }) => packageId === 'open!svc-oil'), id)
      }
    }
  })

  test('closed orders of the past have lines of sold packages with all four origins', async () => {
    const past = (await listOrders()).filter(({ id = '' }) => id < 'SO-1001')
    const lines = past.flatMap(({ contents = [] }) => contents)
    const traced = lines.filter((line) => line.healthPackageId && line.healthSurveyId && line.soldQuantity)
    assert.ok(traced.length > 50, `${traced.length} lines`)
    const known = new Set(await listIds('surveys'))
    for (const line of traced) {
      assert.ok(known.has(line.healthSurveyId ?? ''))
      assert.ok(line.healthAnswerId && line.healthPackageVariantId)
    }
    assert.ok(traced.some(({ healthAnswerId }) => healthAnswerId === 'upSale'))
    assert.ok(lines.some((line) => line.healthPackageId && line.deferralDateTime))
  })
})

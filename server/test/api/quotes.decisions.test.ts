// What customers decide about package quotes (D5, E7, E8): a use case of the app, as the interface shows it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditOf } from '@walkaround/contract/app/edits.ts'
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { decideVariant } from '../../src/features/quotes/decide-variant.ts'
import { deselectVariant, selectVariant } from '../../src/features/quotes/select-variant.ts'
import { getClient } from '../../src/organisation/clients.ts'
import type { Scope } from '../../src/scope.ts'
import { makeClient, order, type TestClient, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { type NewEdit, send, states } from '../support/edits.ts'
import { putPackage, simplePackage } from '../support/packages.ts'

type Decision = Omit<EditOf<'decision'>, 'id' | 'kind' | 'quoteId'>

const variant = { questionId: 'h.wipers', answerId: 'adv', packageId: 'wipers', variantId: 'v' }
const vehicle = { vin: 'ZZZ1A2B35PX000001', recordedMileage: 50_000, mileageUnit: 'km' }
const approval: QuoteApproval = {
  approvalStatus: 'approved',
  approvalMedium: 'phone',
  approvalDate: '2026-03-02T10:15:00+01:00',
}

interface Place {
  client: TestClient
  surveyId: string
  quoteId: string
}

async function inScope<T>({ client }: Pick<Place, 'client'>, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { database } = await testApp()
  return inTransaction(database, async (db) => {
    const system = { db, actor: { kind: 'system' as const, id: 'test' }, now: new Date() }
    return work({ ...system, clientId: client.id, client: await getClient(system, client.id) })
  })
}

/** Wipers, due every 20,000 km, selected on a survey of a car that has run 50,000. */
async function makePlace(): Promise<Place> {
  const client = await makeClient()
  const interval = { serviceIntervalMileage: 20_000, customerSelectionAvailable: true }
  await putPackage(client, 'wipers', simplePackage(interval))
  const instruction = { questionId: 'h.wipers', answerId: 'adv', packageIds: ['wipers'] }
  await client.put('/survey-templates/open!health/package-assignment', [instruction])
  await client.put('/service-orders/1', order({ vehicle }))
  const surveyId = await surveyOf(client, '1')
  const quoteId = await inScope({ client }, (scope) => selectVariant(scope, surveyId, variant))
  return { client, surveyId, quoteId }
}

async function surveyOf(client: TestClient, orderId: string): Promise<string> {
  return (await client.get(`/service-orders/${orderId}`)).json().surveys[0].id
}

const decide = (place: Place, what: QuoteApproval) =>
  inScope(place, (scope) => decideVariant(scope, place.surveyId, place.quoteId, what))

const readQuote = async ({ client, surveyId, quoteId }: Place) =>
  (await client.get(`/surveys/${surveyId}/quotes/${quoteId}`)).json()

async function readVariant({ client, surveyId }: Place) {
  const { contents } = (await client.get(`/surveys/${surveyId}`)).json()
  const questions = contents.flatMap((section: { contents: unknown[] }) => section.contents)
  const { answers } = questions.find(({ id }: { id: string }) => id === 'h.wipers')
  const { packages } = answers.find(({ id }: { id: string }) => id === 'adv')
  return packages.find(({ id }: { id: string }) => id === 'wipers').variants[0]
}

/** Whether the wipers are proposed when the same car comes again. */
async function isDueAgain({ client }: Place, orderId: string): Promise<boolean> {
  await client.put(`/service-orders/${orderId}`, order({ vehicle }))
  return (await client.get(`/surveys/${await surveyOf(client, orderId)}/upsale-quotes`)).json().length > 0
}

describe('The decision on a package quote', () => {
  it('shows on the quote and on the variant, and is replaced whole', async () => {
    const place = await makePlace()
    assert.equal((await readQuote(place)).approvalStatus, undefined)
    await decide(place, approval)
    const { approvalStatus, approvalMedium, approvalDate } = await readQuote(place)
    assert.deepEqual({ approvalStatus, approvalMedium, approvalDate }, approval)
    assert.equal((await readVariant(place)).customerApproved, 'approved')
    await decide(place, { approvalStatus: 'deferred', deferralDate: '2026-05-01' })
    const later = await readQuote(place)
    assert.deepEqual(
      [later.approvalStatus, later.deferralDate, later.approvalMedium, later.approvalDate],
      ['deferred', '2026-05-01', undefined, undefined],
    )
    const shown = await readVariant(place)
    assert.deepEqual([shown.customerApproved, shown.deferralDate], ['deferred', '2026-05-01'])
    await decide(place, { approvalStatus: 'rejected', rejectionReasonCode: 'price' })
    assert.equal((await readVariant(place)).rejectionReasonCode, 'price')
  })

  it('is recorded once: the same decision again writes no event', async () => {
    const place = await makePlace()
    const { database } = await testApp()
    const count = async () =>
      (
        await database.rows(sql`
          select from events where system_client_id = ${place.client.id} and kind = 'quote.changed'`)
      ).length
    await decide(place, approval)
    await decide(place, approval)
    assert.equal(await count(), 1)
  })

  it('E8: begins the interval again when approved, and no longer when taken back or deselected', async () => {
    const place = await makePlace()
    assert.equal(await isDueAgain(place, '2'), true)
    await decide(place, approval)
    assert.equal(await isDueAgain(place, '3'), false)
    await decide(place, { approvalStatus: 'rejected' })
    assert.equal(await isDueAgain(place, '4'), true)
    await decide(place, approval)
    assert.equal(await isDueAgain(place, '5'), false)
    await inScope(place, (scope) => deselectVariant(scope, place.surveyId, variant))
    assert.equal(await isDueAgain(place, '6'), true)
  })

  it('D5: still moves on a closed survey', async () => {
    const place = await makePlace()
    await place.client.put('/service-orders/1', order({ vehicle, closed: true }))
    await decide(place, approval)
    assert.equal((await readQuote(place)).approvalStatus, 'approved')
  })

  it('E7: is refused for what is not there: never selected, or replaced by a quote', async () => {
    const place = await makePlace()
    await assert.rejects(decide({ ...place, quoteId: 'pkg-none' }, approval), { status: 404 })
    const { packageId, variantId, ...at } = variant
    const quote = { category: 'quote', currency: 'EUR', ...at, packageId, variantId }
    assert.equal((await place.client.put(`/surveys/${place.surveyId}/quotes/q1`, quote)).statusCode, 201)
    await assert.rejects(decide(place, approval), { status: 404 })
  })
})

describe('A decision the owner took online', () => {
  const online = { approvalMedium: 'internet', approvalDate: '2026-11-15T18:54:00.000Z' } as const

  async function makeDecided(decision: QuoteApproval) {
    const place = await makePlace()
    await decide(place, { ...online, ...decision })
    const me = await person(place.client.id, 'advisor')
    const record = async (fields: Decision) => {
      const edit: NewEdit = { kind: 'decision', quoteId: place.quoteId, approvalMedium: 'direct', ...fields }
      return states(await send({ me, surveyId: place.surveyId }, edit))
    }
    const read = async () => {
      const { approvalStatus, approvalMedium, approvalDate } = await readQuote(place)
      return [approvalStatus, approvalMedium, approvalDate]
    }
    return { place, record, read }
  }

  it('stays as it is when staff record the same', async () => {
    const { record, read } = await makeDecided({ approvalStatus: 'approved' })
    assert.deepEqual(await record({ approvalStatus: 'approved' }), ['applied'])
    assert.deepEqual(await read(), ['approved', online.approvalMedium, online.approvalDate])
    const later = await makeDecided({ approvalStatus: 'deferred', deferralDate: '2027-02-13T00:00:00+00:00' })
    const put = (deferralDate: string) => later.record({ approvalStatus: 'deferred', deferralDate })
    assert.deepEqual(await put('2027-02-13'), ['applied'])
    assert.equal((await later.read())[1], 'internet')
    assert.deepEqual(await put('2027-02-14'), [40064])
    const no = await makeDecided({ approvalStatus: 'rejected', rejectionReasonCode: 'other' })
    assert.deepEqual(await no.record({ approvalStatus: 'rejected', rejectionReasonCode: 'other' }), [
      'applied',
    ])
    assert.equal((await no.read())[1], 'internet')
    assert.deepEqual(await no.record({ approvalStatus: 'rejected' }), [40064])
  })

  it('is replaced only by who was shown it', async () => {
    const { place, record, read } = await makeDecided({ approvalStatus: 'approved' })
    assert.deepEqual(await record({ approvalStatus: 'rejected' }), [40064])
    // Shown an earlier one: the owner has decided again since.
    const stale = { approvalStatus: 'rejected', replaces: '2026-11-14T08:00:00.000Z' } as const
    assert.deepEqual(await record(stale), [40064])
    assert.deepEqual(await read(), ['approved', online.approvalMedium, online.approvalDate])
    assert.deepEqual(await record({ approvalStatus: 'rejected', replaces: online.approvalDate }), ['applied'])
    assert.deepEqual((await read()).slice(0, 2), ['rejected', 'direct'])
    // Staff may correct what staff recorded.
    assert.deepEqual(await record({ approvalStatus: 'approved', approvalMedium: 'phone' }), ['applied'])
    // One that came without its date can be named too.
    await decide(place, { approvalStatus: 'rejected', approvalMedium: 'internet' })
    assert.deepEqual(await record({ approvalStatus: 'approved' }), [40064])
    assert.deepEqual(await record({ approvalStatus: 'approved', replaces: '' }), ['applied'])
  })
})

describe('A decision that staff recorded', () => {
  const online = { approvalMedium: 'internet', approvalDate: '2026-11-15T18:54:00.000Z' } as const

  async function makeRecorder() {
    const place = await makePlace()
    const me = await person(place.client.id, 'advisor', 'Jo Sample')
    const { quoteId } = place
    const edit = async (
      ...[kind, fields]: ['decision', Decision] | ['removeDecision', { reason: string }?]
    ) => {
      const one = { kind, quoteId, ...fields } as NewEdit
      return states(await send({ me, surveyId: place.surveyId }, one))
    }
    const page = async () => (await me.get(`/surveys/${place.surveyId}`)).json() as SurveyPage
    return { place, me, edit, page }
  }

  const decisionOf = (quote: QuoteApproval) => [
    quote.approvalStatus,
    quote.approvalMedium,
    quote.approvalDate,
  ]

  it('says with whom and by whom, and the DMS reads nothing of that', async () => {
    const { place, edit, page } = await makeRecorder()
    const told = { approvalStatus: 'approved', approvalMedium: 'phone', spokeWith: ' Ada Example ' } as const
    assert.deepEqual(await edit('decision', told), ['applied'])
    const quote = await readQuote(place)
    const [recorded, ...others] = (await page()).recordedDecisions ?? []
    assert.deepEqual(others, [])
    assert.deepEqual(recorded, {
      quoteId: place.quoteId,
      approvalMedium: 'phone',
      approvalDate: quote.approvalDate,
      recordedBy: 'Jo Sample',
      spokeWith: 'Ada Example',
    })
    assert.doesNotMatch(JSON.stringify(quote), /Ada|Jo/)
  })

  it('is taken back whole: the DMS reads the quote undecided, and an event says who and what', async () => {
    const { place, edit, page } = await makeRecorder()
    const undecided = await readQuote(place)
    const told = { spokeWith: 'Ada Example', toldBy: 'driver', note: 'Call before fitting' } as const
    await edit('decision', { approvalStatus: 'approved', approvalMedium: 'phone', ...told })
    const { approvalDate } = await readQuote(place)
    const [kept] = (await page()).recordedDecisions ?? []
    assert.deepEqual(
      [kept?.toldBy, kept?.note, kept?.takenBack],
      ['driver', 'Call before fitting', undefined],
    )
    assert.equal(await isDueAgain(place, '2'), false)
    assert.deepEqual(await edit('removeDecision', { reason: ' Wrong line ' }), ['applied'])
    assert.deepEqual(await readQuote(place), undecided)
    assert.equal((await readVariant(place)).customerApproved, undefined)
    const [back] = (await page()).recordedDecisions ?? []
    assert.deepEqual([back?.takenBack?.reason, back?.takenBack?.by], ['Wrong line', 'Jo Sample'])
    assert.equal(await isDueAgain(place, '3'), true)
    const { database } = await testApp()
    const events = await database.rows<{ name: string; payload: unknown }>(sql`
      select w.name, e.payload from events e join logins w on e.actor = 'login:' || w.id
      where e.system_client_id = ${place.client.id} and e.kind = 'decision.takenBack'`)
    const before = { approvalStatus: 'approved', approvalMedium: 'phone', approvalDate }
    assert.deepEqual(events, [
      {
        name: 'Jo Sample',
        payload: { quoteId: place.quoteId, approvalStatus: 'approved', reason: 'Wrong line', before },
      },
    ])
    // A quote that is undecided already needs no change.
    assert.deepEqual(await edit('removeDecision'), ['applied'])
    await edit('decision', { approvalStatus: 'deferred', deferralDate: '2027-01-11' })
    const [again] = (await page()).recordedDecisions ?? []
    assert.deepEqual([again?.takenBack, again?.note], [undefined, undefined], 'a new decision begins anew')
  })

  it('is taken back of a quote of the DMS and of an automatic one, also when the survey is closed (D5)', async () => {
    const { place, me } = await makeRecorder()
    const { client, surveyId } = place
    const { packageId: _, variantId: __, ...at } = variant
    await client.put(`/surveys/${surveyId}/quotes/own`, { category: 'quote', currency: 'EUR', ...at })
    const [due] = (await client.get(`/surveys/${surveyId}/upsale-quotes`)).json()
    const read = async (id: string) => (await client.get(`/surveys/${surveyId}/quotes/${id}`)).json()
    for (const id of ['own', due.id]) {
      const before = await read(id)
      const decision: NewEdit = { kind: 'decision', quoteId: id, approvalStatus: 'rejected' }
      assert.deepEqual(states(await send({ me, surveyId }, decision)), ['applied'])
      assert.equal((await read(id)).approvalStatus, 'rejected')
      await client.put('/service-orders/1', order({ vehicle, closed: true }))
      assert.deepEqual(states(await send({ me, surveyId }, { kind: 'removeDecision', quoteId: id })), [
        'applied',
      ])
      assert.deepEqual(await read(id), before)
    }
  })

  it("gives back what the owner had decided online; the owner's own and the DMS's are not taken back", async () => {
    const { place, edit } = await makeRecorder()
    await decide(place, { approvalStatus: 'approved', ...online })
    assert.deepEqual(await edit('removeDecision'), [40081])
    const replaces = online.approvalDate
    await edit('decision', { approvalStatus: 'rejected', approvalMedium: 'phone', replaces })
    await edit('decision', { approvalStatus: 'deferred', deferralDate: '2027-02-13' })
    assert.deepEqual(await edit('removeDecision'), ['applied'])
    const quote = await readQuote(place)
    assert.deepEqual(decisionOf(quote), ['approved', 'internet', online.approvalDate])
    assert.equal(quote.deferralDate, undefined)
    // Recorded, and then decided by somebody else.
    await edit('decision', { approvalStatus: 'rejected', approvalMedium: 'phone', replaces })
    await decide(place, approval)
    assert.deepEqual(await edit('removeDecision'), [40081])
    assert.deepEqual(decisionOf(await readQuote(place)), decisionOf(approval))
  })
})

// Work that was put off or declined, over HTTP: the list, who may see it, what people do with it, and the next visit.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { FollowUp, PutOffList, PutOffWork } from '@walkaround/contract/app/put-off-work.ts'
import type { ProblemKind } from '@walkaround/contract/problems.ts'
import { addDays, dateIn } from '@walkaround/contract/rules/days.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { setSite } from '../../src/organisation/sites.ts'
import { makeClient, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { uniqueId } from '../support/clients.ts'
import { testDatabase } from '../support/database.ts'
import { answer, send, states } from '../support/edits.ts'
import { item, putPackage, simplePackage, variant } from '../support/packages.ts'
import { putQuote } from '../support/reminders.ts'
import { putOrder, refusal, surveyIdOf } from '../support/scenes.ts'

const ada = {
  category: 'person' as const,
  id: 'ada',
  firstName: 'Ada',
  lastName: 'Example',
  mobilePhone: '+49 170 000001',
}
const car = (numberPlate: string) => ({ numberPlate, make: 'Fjell', model: 'One' })
const inDays = (days: number) => addDays(dateIn(new Date(), 'Europe/Berlin'), days)
const later = { approvalStatus: 'deferred', deferralDate: '2020-03-01T00:00:00Z' }
const noThanks = { approvalStatus: 'rejected' }

interface Dealership {
  client: TestClient
  me: AppPerson
}

async function open(): Promise<Dealership> {
  const client = await makeClient()
  return { client, me: await person(client.id, 'advisor') }
}

const visit = async ({ client }: Dealership, plate: string, more: Record<string, unknown> = {}) => {
  const id = uniqueId('order')
  return {
    id,
    surveyId: await surveyIdOf(await putOrder(client, { customer: ada, vehicle: car(plate), ...more }, id)),
  }
}

/** Amber wipers, offered, and what the customer said. */
async function found(place: Dealership, plate: string, approval: Record<string, unknown>, more = {}) {
  const made = await visit(place, plate, more)
  const sent = await send({ me: place.me, surveyId: made.surveyId }, answer('h.wipers', 'adv'))
  assert.deepEqual(states(sent), ['applied'])
  await putQuote(place, made.surveyId, 'q', approval)
  return made
}

const listed = async (me: AppPerson, query: Record<string, string> = {}): Promise<PutOffList> => {
  const reply = await me.get(`/put-off-work?${new URLSearchParams(query)}`)
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json()
}

const actPath = (surveyId: string, quoteId: string, actId: string) =>
  `/surveys/${surveyId}/put-off-work/${quoteId}/acts/${actId}`

async function act(
  me: AppPerson,
  surveyId: string,
  body: object,
  actId = uniqueId('act'),
): Promise<FollowUp> {
  const reply = await me.put(actPath(surveyId, 'q', actId), body)
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json()
}

const only = ({ work }: PutOffList): PutOffWork => {
  assert.equal(work.length, 1, JSON.stringify(work))
  return work[0] as PutOffWork
}

describe('the list of put-off work', () => {
  test('has what the DMS put off on the order, until it is sold there', async () => {
    const place = await open()
    const { id, surveyId } = await found(place, 'PD 1', { approvalStatus: 'approved' })
    const line = {
      id: '1',
      itemCategory: 'labour',
      quantity: 1,
      amountExVat: 100.1,
      amountIncVat: 119.12,
      healthSurveyId: surveyId,
      healthAnswerId: 'adv',
    }
    const put = (more: object) =>
      putOrder(
        place.client,
        { customer: ada, vehicle: car('PD 1'), currency: 'EUR', contents: [{ ...line, ...more }] },
        id,
      )
    await put({})
    assert.deepEqual((await listed(place.me)).work, [])
    await put({ deferredQuantity: 1, deferralDateTime: '2020-04-01T08:00:00+02:00' })
    const { decision, until } = only(await listed(place.me))
    assert.deepEqual([decision, until], ['deferred', '2020-04-01'])
    await put({ soldQuantity: 1, soldAmountExVat: 100.1, soldAmountIncVat: 119.12 })
    assert.deepEqual((await listed(place.me)).work, [])
  })

  test('says who, what, why, how much, and how late, what is due first at the top', async () => {
    const place = await open()
    const first = await found(place, 'PO 1', later)
    const second = await found(place, 'PO 2', { ...noThanks, rejectionReasonCode: 'tooExpensive' })
    await found(place, 'PO 3', { approvalStatus: 'approved' })
    await visit(place, 'PO 4')
    const { work, totals, next } = await listed(place.me)
    assert.deepEqual(
      work.map(({ surveyId, decision }) => [surveyId, decision]),
      [
        [first.surveyId, 'deferred'],
        [second.surveyId, 'rejected'],
      ],
    )
    assert.equal(next, undefined)
    assert.deepEqual(totals, [{ works: 2, currency: 'EUR', exVat: 200.2, incVat: 238.24 }])
    const [one, other] = work as [PutOffWork, PutOffWork]
    assert.equal(one.text, 'Renew the wipers')
    assert.equal(one.customer, 'Ada Example')
    assert.equal(one.telephone, '+49 170 000001')
    assert.equal(one.numberPlate, 'PO 1')
    assert.equal(one.vehicle, 'Fjell One')
    assert.equal(one.until, '2020-03-01')
    assert.ok((one.overdueDays ?? 0) > 2_000)
    assert.deepEqual([one.currency, one.amountExVat, one.amountIncVat], ['EUR', 100.1, 119.12])
    assert.equal(one.today, undefined, 'an own line has no price of today')
    assert.deepEqual(
      one.findings.map(({ questionId, grade }) => [questionId, grade]),
      [['h.wipers', 'amber']],
    )
    assert.deepEqual(one.followUp, { revision: 0, calls: 0 })
    assert.equal(other.reasonCode, 'tooExpensive')
    assert.ok(other.reason)
    assert.equal(other.overdueDays, undefined)
    assert.deepEqual(
      (await listed(place.me, { overdue: 'true' })).work.map(({ surveyId }) => surveyId),
      [first.surveyId],
    )
    assert.deepEqual(
      (await listed(place.me, { decision: 'rejected' })).work.map(({ surveyId }) => surveyId),
      [second.surveyId],
    )
  })

  test('has today’s price of the same variant of a package; rejected orders stay apart', async () => {
    const place = await open()
    const blades = (price: number) =>
      putPackage(
        place.client,
        'blades',
        simplePackage({ description: 'Wiper blades', variants: [variant('v', [item('1', price)])] }),
      )
    await blades(40)
    await place.client.put('/survey-templates/open!health/package-assignment', [
      { questionId: 'h.wipers', answerId: 'adv', packageIds: ['blades'] },
    ])
    const { id } = await found(place, 'PO 5', { ...later, packageId: 'blades', variantId: 'v' })
    await blades(55.5)
    const one = only(await listed(place.me))
    assert.equal(one.amountExVat, 100.1)
    assert.equal(one.today?.amountExVat, 55.5)
    await putOrder(place.client, { customer: ada, vehicle: car('PO 5'), rejected: true }, id)
    assert.deepEqual((await listed(place.me)).work, [])
  })

  test('is read page by page; a place that is none is refused', async () => {
    const place = await open()
    const made: string[] = []
    for (const day of ['04', '02', '05', '01', '03'])
      made.push(
        (await found(place, `PG ${day}`, { ...later, deferralDate: `2021-01-${day}T12:00:00Z` })).surveyId,
      )
    const seen: (string | undefined)[] = []
    let after: string | undefined
    do {
      const page = await listed(place.me, { limit: '2', ...(after ? { after } : {}) })
      seen.push(...page.work.map(({ until }) => until))
      assert.equal(page.totals === undefined, after !== undefined)
      after = page.next
    } while (after)
    assert.deepEqual(seen, ['2021-01-01', '2021-01-02', '2021-01-03', '2021-01-04', '2021-01-05'])
    const wrong = await place.me.get('/put-off-work?after=nonsense')
    refusal(wrong, 'invalidCursor')
    const nowhere = await place.me.get('/put-off-work?branch=nowhere')
    refusal(nowhere, 'unknownPlace')
  })

  test('is for people who may advise, of their branches, and of their client alone', async () => {
    const place = await open()
    const { client } = place
    const { surveyId } = await found(place, 'PR 1', later, { externalBranchId: 'one-branch' })
    const { branchId = '' } = only(await listed(place.me))
    const elsewhere = await found(place, 'PR 2', later, { externalBranchId: 'other-branch' })
    const rows: [Role, string[] | undefined, number, number][] = [
      ['technician', undefined, 403, 0],
      ['technician', [branchId], 403, 0],
      ['advisor', undefined, 200, 2],
      ['advisor', [branchId], 200, 1],
      ['manager', undefined, 200, 2],
      ['manager', [branchId], 200, 1],
      ['admin', undefined, 200, 2],
    ]
    for (const [role, branches, status, count] of rows) {
      const who = branches ? await limitedPerson(client.id, role, branches) : await person(client.id, role)
      const reply = await who.get('/put-off-work')
      assert.equal(reply.statusCode, status, `${role} ${branches}`)
      if (status === 200) assert.equal(reply.json().work.length, count, `${role} ${branches}`)
      const acted = await who.put(actPath(elsewhere.surveyId, 'q', uniqueId('act')), {
        act: 'claim',
        revision: 99,
      })
      assert.equal(acted.statusCode, status === 403 ? 403 : branches ? 404 : 412, `${role} ${branches}`)
    }
    const stranger = await open()
    assert.deepEqual((await listed(stranger.me)).work, [])
    const foreign = await stranger.me.put(actPath(surveyId, 'q', 'a'), { act: 'claim', revision: 0 })
    assert.equal(foreign.statusCode, 404, foreign.body)
  })
})

test('the list of a group of many branches is read in another way, and is the same', async () => {
  const place = await open()
  const [first, moved, taken, stopped] = [
    await found(place, 'PM 1', later),
    await found(place, 'PM 2', later),
    await found(place, 'PM 3', noThanks),
    await found(place, 'PM 4', noThanks),
  ]
  await found(place, 'PM 5', noThanks)
  await act(place.me, moved.surveyId, { act: 'putOff', revision: 0, on: inDays(250) })
  await act(place.me, taken.surveyId, { act: 'claim', revision: 0 })
  await act(place.me, stopped.surveyId, { act: 'stop', revision: 0, reason: 'carSold' })
  const queries: Record<string, string>[] = [
    {},
    { limit: '2' },
    { decision: 'deferred' },
    { decision: 'rejected' },
    { overdue: 'true' },
    { claimed: 'me' },
    { claimed: 'nobody' },
  ]
  const readAll = () => Promise.all(queries.map((query) => listed(place.me, query)))
  const few = await readAll()
  assert.deepEqual(
    few.map(({ totals }) => totals?.[0]?.works),
    [4, 4, 2, 2, 1, 1, 3],
  )
  assert.equal(only(few[4] as PutOffList).surveyId, first.surveyId)
  const database = await testDatabase()
  await database.run(sql`
    insert into branches (system_client_id, id, site_id, name)
    select ${place.client.id}, 'more' || n, 'main', 'More ' || n from generate_series(1, 60) n`)
  assert.deepEqual(await readAll(), few)
})

describe('following up', () => {
  let place: Dealership
  before(async () => {
    place = await open()
  })
  const find = async (surveyId: string, query = {}) =>
    (await listed(place.me, query)).work.find((one) => one.surveyId === surveyId)

  test('somebody takes it, calls, books; sent again, nothing changes; the later of two is told', async () => {
    const { surveyId } = await found(place, 'FU 1', later)
    const other = await person(place.client.id, 'advisor')
    const claimed = await act(place.me, surveyId, { act: 'claim', revision: 0 }, 'first')
    assert.deepEqual([claimed.revision, claimed.isMine], [1, true])
    assert.deepEqual(await act(place.me, surveyId, { act: 'claim', revision: 0 }, 'first'), claimed)
    const late = await other.put(actPath(surveyId, 'q', 'late'), { act: 'claim', revision: 0 })
    refusal(late, 'preconditionFailed')
    assert.match(late.json().errorInfo, /it is 1 now: .+ changed the work \(claim\)/)
    assert.equal((await listed(other, { claimed: 'me' })).work.length, 0)
    assert.equal((await listed(other, { claimed: 'nobody' })).work.length, 0)
    assert.equal((await listed(place.me, { claimed: 'me' })).work.length, 1)
    await act(place.me, surveyId, { act: 'call', outcome: 'notReached', revision: 1 })
    const called = await act(place.me, surveyId, {
      act: 'call',
      outcome: 'callAgain',
      on: inDays(70),
      revision: 2,
    })
    assert.deepEqual([called.calls, called.lastCall, called.dueOn], [2, 'callAgain', inDays(70)])
    const moved = await find(surveyId)
    assert.deepEqual([moved?.until, moved?.overdueDays], [inDays(70), undefined])
    const booked = await act(place.me, surveyId, { act: 'book', on: inDays(50), revision: 3 })
    assert.deepEqual([booked.bookedFor, booked.dueOn], [inDays(50), inDays(50)])
    const putOff = await act(place.me, surveyId, { act: 'putOff', on: inDays(100), revision: 4 })
    assert.deepEqual([putOff.bookedAt, putOff.bookedFor, putOff.dueOn], [undefined, undefined, inDays(100)])
    const released = await act(other, surveyId, { act: 'release', revision: 5 })
    assert.equal(released.claimedBy, undefined)
    assert.equal(released.revision, 6)
  })

  test('stopping closes the finding by hand, and undo opens it again', async () => {
    const { surveyId } = await found(place, 'FU 2', later)
    const stopped = await act(place.me, surveyId, { act: 'stop', reason: 'carSold', revision: 0 })
    assert.deepEqual([stopped.ended, stopped.endedReason], ['stopped', 'carSold'])
    assert.equal(await find(surveyId), undefined)
    const stateOf = async () =>
      (
        await (
          await testDatabase()
        ).row<{ closedAs: string | null }>(sql`
          select closed_as from findings where system_client_id = ${place.client.id} and survey_id = ${surveyId}`)
      )?.closedAs
    assert.equal(await stateOf(), 'byHand')
    const again = await place.me.put(actPath(surveyId, 'q', 'x'), { act: 'claim', revision: 1 })
    refusal(again, 'preconditionFailed')
    await act(place.me, surveyId, { act: 'undo', revision: 1 })
    assert.equal(await stateOf(), null)
    assert.equal((await find(surveyId))?.followUp.revision, 2)
  })

  test('done takes work without a finding out of the list, too', async () => {
    const { surveyId } = await visit(place, 'FU 3')
    await putQuote(place, surveyId, 'q', later)
    assert.deepEqual((await find(surveyId))?.findings, [])
    await act(place.me, surveyId, { act: 'done', reason: 'doneElsewhere', revision: 0 })
    assert.equal(await find(surveyId), undefined)
    await act(place.me, surveyId, { act: 'undo', revision: 1 })
    assert.ok(await find(surveyId))
  })

  const wrong: [body: object, kind: ProblemKind][] = [
    [{ act: 'call', revision: 0 }, 'missingField'],
    [{ act: 'call', outcome: 'callAgain', revision: 0 }, 'missingField'],
    [{ act: 'putOff', revision: 0 }, 'missingField'],
    [{ act: 'putOff', on: '2020-01-01', revision: 0 }, 'invalidDate'],
    [{ act: 'putOff', on: '2027-02-30', revision: 0 }, 'invalidDate'],
    [{ act: 'putOff', on: '2099-01-01', revision: 0 }, 'invalidDate'],
    [{ act: 'claim', on: '2027-01-01', revision: 0 }, 'invalidArgument'],
    [{ act: 'stop', revision: 0 }, 'missingField'],
    [{ act: 'stop', reason: 'doneHere', revision: 0 }, 'invalidArgument'],
    [{ act: 'undo', revision: 0 }, 'preconditionFailed'],
  ]
  test('what makes no sense is refused with its field, and nothing is kept', async () => {
    const { surveyId } = await found(place, 'FU 4', noThanks)
    for (const [body, kind] of wrong) {
      const reply = await place.me.put(actPath(surveyId, 'q', uniqueId('act')), body)
      refusal(reply, kind)
    }
    assert.equal((await find(surveyId))?.followUp.revision, 0)
    const none = await place.me.put(actPath(surveyId, 'none', 'a'), { act: 'claim', revision: 0 })
    refusal(none, 'noSuchResource')
  })

  test('a sale takes it out of the list, and nobody takes care of it any more', async () => {
    await putPackage(
      place.client,
      'blades',
      simplePackage({ description: 'Wiper blades', variants: [variant('v', [item('1', 40)])] }),
    )
    await place.client.put('/survey-templates/open!health/package-assignment', [
      { questionId: 'h.wipers', answerId: 'adv', packageIds: ['blades'] },
    ])
    const { id, surveyId } = await found(place, 'FU 5', { ...later, packageId: 'blades', variantId: 'v' })
    await act(place.me, surveyId, { act: 'claim', revision: 0 })
    const isMine = async () =>
      (await listed(place.me, { claimed: 'me' })).work.some((one) => one.surveyId === surveyId)
    assert.equal(await isMine(), true)
    const contents = [
      {
        id: '1',
        itemCategory: 'labour',
        soldQuantity: 1,
        healthSurveyId: surveyId,
        healthPackageId: 'blades',
      },
    ]
    await putOrder(place.client, { customer: ada, vehicle: car('FU 5'), contents }, id)
    assert.equal(await isMine(), false)
    const late = await place.me.put(actPath(surveyId, 'q', 'late'), { act: 'release', revision: 1 })
    refusal(late, 'preconditionFailed', /it was sold/)
    const other = await found(place, 'FU 51', later)
    await act(place.me, other.surveyId, { act: 'claim', revision: 0 })
    const row = await (await testDatabase()).row<{ claimedBy: string | null }>(sql`
      select claimed_by from work_follow_ups where system_client_id = ${place.client.id} and survey_id = ${surveyId}`)
    assert.equal(row?.claimedBy, null, 'the next act tidies up')
  })

  test('the booking link of the site stands beside the work; only https is taken', async () => {
    const { surveyId } = await found(place, 'FU 6', later)
    const set = (bookingLink: string) =>
      testDatabase().then((database) =>
        inTransaction(database, (db) =>
          setSite(
            { db, actor: { kind: 'system', id: 'test' }, now: new Date() },
            { clientId: place.client.id, id: 'main', changes: { bookingLink } },
          ),
        ),
      )
    await set('https://example.com/book')
    assert.equal((await find(surveyId))?.bookingLink, 'https://example.com/book')
    await assert.rejects(set('http://example.com'), { errorInfo: /^bookingLink: / })
  })
})

describe('at the next visit', () => {
  test('what was found before stands at the top, whether it was offered or not, until it is green', async () => {
    const place = await open()
    const former = await found(place, 'NV 1', later)
    await send({ me: place.me, surveyId: former.surveyId }, answer('h.horn', 'adv'))
    await putOrder(place.client, { customer: ada, vehicle: car('NV 1'), closed: true }, former.id)
    const { surveyId } = await visit(place, 'NV 1')
    const technician = await person(place.client.id, 'technician')
    const openOf = async () => {
      const reply = await technician.get(`/surveys/${surveyId}`)
      assert.equal(reply.statusCode, 200, reply.body)
      return (reply.json() as SurveyPage).reception?.open ?? []
    }
    const left = await openOf()
    const wipers = left.find(({ questionId }) => questionId === 'h.wipers')
    assert.deepEqual(
      [wipers?.grade, wipers?.decision, wipers?.until, wipers?.isOffered, wipers?.surveyId],
      ['amber', 'deferred', '2020-03-01', true, former.surveyId],
    )
    assert.ok(wipers?.title)
    await send({ me: technician, surveyId }, answer('h.wipers', 'ok'))
    assert.equal(
      (await openOf()).some(({ questionId }) => questionId === 'h.wipers'),
      false,
    )
  })
})

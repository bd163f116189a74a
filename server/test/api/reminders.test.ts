// Reminders of put-off work that the service sends by itself: what is due, to whom, how often, and never twice.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { planRemindersJob } from '../../src/features/reminders/plan-reminders.ts'
import { setSite } from '../../src/organisation/sites.ts'
import { BASE_URL, testApp, testBox } from '../support/api.ts'
import { uniqueId } from '../support/clients.ts'
import { messagesOf } from '../support/post.ts'
import {
  ada,
  deferred,
  deliver,
  openScene,
  putOff,
  putQuote,
  remind,
  remindAgain,
  setOf,
} from '../support/reminders.ts'
import { inClientOf, putOrder } from '../support/scenes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('by itself', () => {
  test('one message for a car: what is open, then and today, how to book, and the way out', async () => {
    const scene = await openScene()
    await inClientOf(scene.client, (scope) =>
      setSite(scope, {
        clientId: scene.client.id,
        id: 'main',
        changes: { bookingLink: 'https://example.com/book', telephone: '+49 30 23125 000' },
      }),
    )
    const { surveyId } = await putOff(scene, 'RE 1', deferred(10))
    await putQuote(scene, surveyId, 'q2', { ...deferred(300), description: 'Balance the wheels' })
    const [one, ...more] = await remind(scene)
    assert.equal(more.length, 0)
    assert.ok(one)
    assert.equal(one.address, 'Ada@example.org')
    assert.match(one.text, /• Renew the wipers – offered at €119\.12/)
    assert.match(one.text, /• Balance the wheels/)
    assert.match(one.text, /Book an appointment: https:\/\/example\.com\/book/)
    assert.match(one.text, /\+49 30 23125 000/)
    assert.ok(one.text.includes(`${BASE_URL}/o/`))
    assert.ok(one.unsubscribe?.startsWith(`${BASE_URL}/r/`))
    assert.ok(one.text.includes(`No more reminders by e-mail: ${one.unsubscribe}`))
    assert.ok(one.html?.includes(`<a href="${one.unsubscribe}"`))
    assert.ok(one.html?.includes('<a href="https://example.com/book"'))
    assert.doesNotMatch(`${one.text}${one.html}`, /[\uFFFB\uFFFC]|undefined|null/)
    const [result, reminder] = await messagesOf(scene.me, surveyId)
    assert.deepEqual([result?.type, reminder?.type], ['surveyResultsEmail', 'workReminder'])
    assert.ok(!reminder?.text.includes('/r/'), 'the stored text has no way out')
    assert.deepEqual(await remindAgain(scene), [])
  })

  test('nothing of a client that has not turned it on, and nobody without leave', async () => {
    const off = await openScene({ consent: 'customer', quietFrom: '00:00', quietTo: '00:00' })
    await putOff(off, 'RE 2', deferred(10))
    assert.deepEqual(await remind(off), [])
    await assert.rejects(setOf(off, { deferred: true, consent: null }), { errorInfo: /^consent: / })
    const scene = await openScene()
    await putOff(scene, 'RE 3', deferred(10), { isSent: false })
    assert.deepEqual(await remind(scene), [], 'the result never went to this address')
    await setOf(scene, { consent: 'h.wipers=adv' })
    assert.equal((await remindAgain(scene)).length, 1, 'the answer that is named was given')
    const other = await openScene()
    await setOf(other, { consent: 'h.wipers=bad' })
    await putOff(other, 'RE 4', deferred(10))
    assert.deepEqual(await remind(other), [])
  })

  test('each kind in its time: before the day, or so long after it was declined', async () => {
    const scene = await openScene({ deferredDays: 7, catchUpDays: 3, declinedDays: 5 })
    await setOf(scene, {
      deferred: true,
      declined: true,
      consent: 'customer',
      quietFrom: '00:00',
      quietTo: '00:00',
    })
    const declined = (days: number) => ({
      approvalStatus: 'rejected',
      approvalDate: new Date(Date.now() - days * DAY_MS).toISOString(),
    })
    for (const [index, approval] of [
      deferred(8),
      deferred(7),
      deferred(4),
      deferred(3),
      declined(4),
      declined(5),
      declined(9),
    ].entries())
      await putOff(scene, `EK ${index}`, approval, {
        customer: { ...ada, id: `a${index}`, email: `a${index}@example.org` },
      })
    assert.deepEqual((await remind(scene)).map(({ address }) => address).sort(), [
      'a1@example.org',
      'a2@example.org',
      'a5@example.org',
    ])
  })

  test('a person is reminded so often a year, and so many days apart, whatever the car', async () => {
    const scene = await openScene()
    await putOff(scene, 'OF 1', deferred(10))
    await putOff(scene, 'OF 2', deferred(11))
    assert.equal((await remind(scene)).length, 1)
    await setOf(scene, { pauseDays: 1 })
    const { database } = await testApp()
    const age = (days: number) =>
      database.run(sql`
        update reminders set created_at = created_at - make_interval(days => ${days}::int)
        where system_client_id = ${scene.client.id}`)
    assert.equal((await remindAgain(scene)).length, 0)
    await age(2)
    assert.equal((await remindAgain(scene)).length, 1)
    await age(2)
    await putOff(scene, 'OF 3', deferred(12))
    assert.equal((await remindAgain(scene)).length, 0, 'two in a year')
    await age(365)
    assert.equal((await remindAgain(scene)).length, 1)
  })

  test('not of what was sold, settled, stopped, taken by somebody or booked; of another day, once more', async () => {
    const scene = await openScene({ pauseDays: 1, mostPerYear: 12 })
    await setOf(scene, { deferred: true, consent: 'customer', quietFrom: '00:00', quietTo: '00:00' })
    const work = async (name: string) =>
      putOff(scene, `NO ${name}`, deferred(10), {
        customer: { ...ada, id: name, email: `${name}@example.org` },
      })
    const act = async (surveyId: string, body: object) => {
      const reply = await scene.me.put(`/surveys/${surveyId}/put-off-work/q/acts/${uniqueId('a')}`, {
        revision: 0,
        ...body,
      })
      assert.equal(reply.statusCode, 200, reply.body)
    }
    await act((await work('stopped')).surveyId, { act: 'stop', reason: 'notWanted' })
    await act((await work('claimed')).surveyId, { act: 'claim' })
    await act((await work('booked')).surveyId, { act: 'book' })
    const moved = await work('moved')
    const approved = await work('approved')
    await putQuote(scene, approved.surveyId, 'q', { approvalStatus: 'approved' })
    const rejected = await work('cancelled')
    await putOrder(
      scene.client,
      { customer: ada, vehicle: { numberPlate: 'NO cancelled' }, rejected: true },
      rejected.id,
    )
    assert.deepEqual(
      (await remind(scene)).map(({ address }) => address),
      ['moved@example.org'],
    )
    const { database } = await testApp()
    await database.run(sql`
      update reminders set created_at = created_at - interval '40 days' where system_client_id = ${scene.client.id}`)
    const on = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10)
    await act(moved.surveyId, { act: 'putOff', on })
    assert.equal((await remindAgain(scene)).length, 1, 'staff moved it to another day')
    assert.equal((await remindAgain(scene)).length, 0)
  })

  test('only of work that was offered to this person: the car may have had another customer', async () => {
    const scene = await openScene()
    await putOff(scene, 'AP 1', deferred(9), { customer: { ...ada, id: 'bea', email: 'bea@example.org' } })
    const mine = await putOff(scene, 'AP 1', deferred(10))
    await putQuote(scene, mine.surveyId, 'mine', { ...deferred(10), description: 'Mine alone' })
    const sent = await remind(scene)
    for (const { address, text } of sent) if (address !== ada.email) assert.doesNotMatch(text, /Mine alone/)
    assert.ok(sent.length >= 1)
  })

  test('nothing in the quiet hours, also of what was written before them', async () => {
    const scene = await openScene()
    await putOff(scene, 'QU 1', deferred(10))
    const clock = (inHours: number) => new Date(Date.now() + inHours * HOUR_MS).toISOString().slice(11, 16)
    await setOf(scene, { quietFrom: clock(-2), quietTo: clock(3) })
    assert.deepEqual(await remind(scene), [], 'not planned')
    await setOf(scene, { quietFrom: '00:00', quietTo: '00:00' })
    await write(scene.client.id)
    await setOf(scene, { quietFrom: clock(-2), quietTo: clock(3) })
    assert.deepEqual(await deliver(scene), [], 'held back')
    assert.deepEqual(await deliver(scene, HOUR_MS), [], 'still')
    assert.equal((await deliver(scene, 3 * HOUR_MS + 60_000)).length, 1)
    assert.deepEqual(await deliver(scene, 4 * HOUR_MS), [])
  })

  test('written once, however often the job runs, also at once and after a crash in the middle', async () => {
    const scene = await openScene({ pauseDays: 1, mostPerYear: 12 })
    await setOf(scene, { deferred: true, consent: 'customer', quietFrom: '00:00', quietTo: '00:00' })
    for (const name of ['c1', 'c2', 'c3'])
      await putOff(scene, `CR ${name}`, deferred(10), {
        customer: { ...ada, id: name, email: `${name}@example.org` },
      })
    await Promise.all([write(scene.client.id), write(scene.client.id, 1), write(scene.client.id)])
    await write(scene.client.id)
    assert.deepEqual((await deliver(scene)).map(({ address }) => address).sort(), [
      'c1@example.org',
      'c2@example.org',
      'c3@example.org',
    ])
    const { database } = await testApp()
    const row = await database.row<{ reminders: number; lines: number; messages: number }>(sql`
      select (select count(*) from reminders where system_client_id = ${scene.client.id})::int as reminders,
        (select count(*) from reminder_lines where system_client_id = ${scene.client.id})::int as lines,
        (select count(*) from messages where system_client_id = ${scene.client.id} and type = 'workReminder')::int as messages`)
    assert.deepEqual(row, { reminders: 3, lines: 3, messages: 3 })
  })
})

/** The planning job alone; with `most`, it dies after so many cars. */
async function write(clientId: string, most?: number): Promise<void> {
  const { database } = await testApp()
  const dying = new AbortController()
  let reads = 0
  const clock = () => {
    // Once for the step, then once for each car.
    if (most !== undefined && reads++ > most) dying.abort()
    return new Date()
  }
  const job = planRemindersJob({ database, box: testBox, clock, baseUrl: () => BASE_URL })
  const running = job.work({
    clientId,
    id: 'plan',
    kind: 'reminders.plan',
    payload: {},
    attempt: 1,
    signal: dying.signal,
  })
  if (most === undefined) await running
  else await assert.rejects(running, { name: 'AbortError' })
}

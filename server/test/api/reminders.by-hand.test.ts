// Reminders that staff send from the list of put-off work, who may, and what became of all of them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReminderFigures } from '@walkaround/contract/app/reminders.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { sql } from '../../src/db/sql.ts'
import { testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { findPathOfLink, openLink } from '../support/reminder-links.ts'
import {
  ada,
  deferred,
  deliver,
  inDays,
  openScene,
  putOff,
  putQuote,
  type Scene,
  today,
} from '../support/reminders.ts'
import { putOrder, refusal } from '../support/scenes.ts'

const figuresOf = async ({ me }: Pick<Scene, 'me'>, query = ''): Promise<ReminderFigures> => {
  const reply = await me.get(`/put-off-work/reminder-figures${query}`)
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json()
}

describe('by hand', () => {
  test('with a preview, whatever kinds are on; once under its id; the list says who did it', async () => {
    const scene = await openScene(undefined)
    const { surveyId } = await putOff(scene, 'BH 1', deferred(200), { isSent: false })
    const preview = await scene.me.post(`/surveys/${surveyId}/reminder-preview`, {})
    assert.equal(preview.statusCode, 200, preview.body)
    const shown = preview.json()
    assert.deepEqual(
      [shown.works, shown.isStopped, shown.preview.destination.address],
      [1, undefined, ada.email],
    )
    assert.match(shown.preview.text, /Renew the wipers/)
    assert.match(shown.preview.text, /\/o\/…[\s\S]+\/r\/…/)
    assert.deepEqual((await scene.me.get(`/put-off-work/reminder-marks?survey=${surveyId}`)).json(), [])
    const path = `/surveys/${surveyId}/reminders/first`
    const made = await scene.me.put(path, {})
    assert.equal(made.statusCode, 200, made.body)
    assert.deepEqual((await scene.me.put(path, {})).json(), made.json())
    const [sent, ...more] = await deliver(scene)
    assert.equal(more.length, 0)
    assert.ok(sent?.unsubscribe)
    refusal(await scene.me.put(`/surveys/${surveyId}/reminders/second`, {}), 'preconditionFailed', /today/)
    const late = await scene.me.put(`/surveys/${surveyId}/put-off-work/q/acts/late`, {
      act: 'claim',
      revision: 0,
    })
    refusal(late, 'preconditionFailed', /\(remind\)/)
    const marks = (
      await scene.me.get(`/put-off-work/reminder-marks?survey=${surveyId}&survey=nothing`)
    ).json()
    assert.equal(marks.length, 1)
    assert.equal(marks[0].surveyId, surveyId)
  })

  test('by SMS: the names of the works, the way out, and how many SMS it is', async () => {
    const scene = await openScene(undefined)
    const customer = { ...ada, mobilePhone: '+49 170 1234567' }
    const { surveyId } = await putOff(scene, 'BH 2', deferred(200), { customer, isSent: false })
    const preview = (await scene.me.post(`/surveys/${surveyId}/reminder-preview`, { channel: 'sms' })).json()
    assert.match(preview.preview.text, /Renew the wipers/)
    assert.doesNotMatch(preview.preview.text, /119/)
    assert.ok(preview.preview.segments >= 2)
    const made = await scene.me.put(`/surveys/${surveyId}/reminders/sms`, { channel: 'sms' })
    assert.equal(made.statusCode, 200, made.body)
    const [sent] = await deliver(scene)
    assert.match(sent?.text ?? '', /No more SMS: https:\/\/walkaround\.test\/r\//)
  })

  test('bad input is refused with the field and the reason', async () => {
    const scene = await openScene(undefined)
    const { id, surveyId } = await putOff(scene, 'BH 3', deferred(200), { isSent: false })
    const path = `/surveys/${surveyId}/reminders`
    refusal(await scene.me.put(`${path}/a%20b`, {}), 'invalidArgument', /reminder_id/)
    refusal(await scene.me.put(`${path}/a`, { channel: 'telegram' }), 'notInList')
    refusal(await scene.me.put(`${path}/a`, { channel: 'sms' }), 'addressMissing', /channel/)
    refusal(await scene.me.put('/surveys/none/reminders/a', {}), 'noSuchResource')
    refusal(await scene.me.get('/put-off-work/reminder-figures?from=2026-02-30'), 'invalidDate', /from/)
    refusal(
      await scene.me.get('/put-off-work/reminder-figures?from=2026-05-02&to=2026-05-01'),
      'invalidDate',
      /to/,
    )
    const other = await putOff(scene, 'BH 4', deferred(200), { isSent: false })
    assert.equal((await scene.me.put(`${path}/taken`, {})).statusCode, 200)
    refusal(await scene.me.put(`/surveys/${other.surveyId}/reminders/taken`, {}), 'idTaken')
    await putOrder(scene.client, { customer: ada, vehicle: { numberPlate: 'BH 3' }, rejected: true }, id)
    refusal(await scene.me.put(`${path}/b`, {}), 'noSuchResource', /no open work/)
  })

  test('is for people who may advise, of their branches and their client', async () => {
    const scene = await openScene(undefined)
    const { client } = scene
    const here = await putOff(scene, 'BH 5', deferred(200), { isSent: false, externalBranchId: 'one' })
    const there = await putOff(scene, 'BH 6', deferred(200), {
      isSent: false,
      externalBranchId: 'two',
      customer: { ...ada, id: 'b', email: 'b@example.org' },
    })
    const rows: [Role, boolean, number, number][] = [
      ['technician', false, 403, 403],
      ['advisor', false, 200, 200],
      ['advisor', true, 200, 404],
      ['manager', true, 200, 404],
      ['admin', false, 200, 200],
    ]
    for (const [index, [role, isLimited, own, foreign]] of rows.entries()) {
      const who = isLimited ? await limitedPerson(client.id, role, ['one']) : await person(client.id, role)
      for (const [made, status] of [
        [here, own],
        [there, foreign],
      ] as const) {
        const preview = await who.post(`/surveys/${made.surveyId}/reminder-preview`, {})
        assert.equal(preview.statusCode, status, `${role} ${index} ${preview.body}`)
        const sent = await who.put(`/surveys/${made.surveyId}/reminders/r${index}${made === here}`, {})
        // The second one of a day is refused for what it is.
        assert.ok([status, status === 200 ? 412 : status].includes(sent.statusCode), `${role} ${sent.body}`)
      }
      const marks = await who.get(
        `/put-off-work/reminder-marks?survey=${here.surveyId}&survey=${there.surveyId}`,
      )
      assert.equal(marks.statusCode, own, role)
      if (own === 200) assert.equal(marks.json().length, isLimited ? 1 : 2, role)
    }
    await deliver(scene)
    assert.equal((await figuresOf(scene)).sent, 2)
    const limited = await limitedPerson(client.id, 'advisor', ['one'])
    assert.equal((await figuresOf({ me: limited })).sent, 1)
    const stranger = await openScene(undefined)
    assert.equal((await stranger.me.post(`/surveys/${here.surveyId}/reminder-preview`, {})).statusCode, 404)
    assert.deepEqual(
      (await stranger.me.get(`/put-off-work/reminder-marks?survey=${here.surveyId}`)).json(),
      [],
    )
    assert.equal((await figuresOf(stranger)).sent, 0)
  })
})

test('what became of reminders: sent, opened, returned, sold, by their definitions', async () => {
  const scene = await openScene(undefined)
  const works = []
  for (const name of ['a', 'b', 'c']) {
    const customer = { ...ada, id: name, email: `${name}@example.org` }
    const made = await putOff(scene, `FI ${name}`, deferred(200), { customer, isSent: false })
    assert.equal((await scene.me.put(`/surveys/${made.surveyId}/reminders/f${name}`, {})).statusCode, 200)
    works.push({ ...made, customer, name })
  }
  const [first, second] = works
  assert.ok(first && second)
  const before = await figuresOf(scene)
  assert.deepEqual([before.sent, before.opened, before.returned, before.sold, before.money], [0, 0, 0, 0, []])
  const sent = await deliver(scene)
  assert.equal((await figuresOf(scene)).sent, 3)
  const mail = sent.find(({ address }) => address === 'a@example.org')
  await openLink(findPathOfLink(mail?.text ?? ''))
  const next = await putOff(
    scene,
    'FI a',
    { approvalStatus: 'approved' },
    { customer: first.customer, isSent: false },
  )
  const contents = [
    {
      id: '1',
      itemCategory: 'labour',
      description: 'Renew the wipers',
      soldQuantity: 1,
      soldAmountExVat: 80.4,
      soldAmountIncVat: 95.68,
      healthSurveyId: next.surveyId,
      healthAnswerId: 'adv',
    },
  ]
  await putOrder(
    scene.client,
    { customer: first.customer, vehicle: { numberPlate: 'FI a' }, currency: 'EUR', contents },
    next.id,
  )
  await putQuote(scene, second.surveyId, 'q', { approvalStatus: 'approved' })
  const after = await figuresOf(scene)
  assert.deepEqual([after.sent, after.opened, after.returned, after.sold], [3, 1, 1, 1])
  assert.deepEqual(after.money, [{ currency: 'EUR', exVat: 80.4, incVat: 95.68 }])
  const past = await figuresOf(scene, `?from=${inDays(-9)}&to=${inDays(-1)}`)
  assert.deepEqual([past.sent, past.sold], [0, 0])
  assert.equal((await figuresOf(scene, `?from=${today()}&to=${today()}`)).sent, 3)
  const { database } = await testApp()
  const events = await database.rows<{ payload: { isByHand?: boolean } }>(sql`
    select payload from events where system_client_id = ${scene.client.id} and kind = 'reminder.made'`)
  assert.deepEqual(
    events.map(({ payload }) => payload.isByHand),
    [true, true, true],
  )
})

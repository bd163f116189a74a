// The inbox: what owners did and what waits, for people who may advise and reach the branch; read by each for himself.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import { withdrawOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { getInbox } from '../../src/features/workshop/read-inbox.ts'
import { SendFailure } from '../../src/outside/channel.ts'
import { makeClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { numberAll } from '../support/numbered.ts'
import { decide, makeOwnerScene, type OwnerScene, read, submit } from '../support/owner.ts'
import { sendTo, startPost } from '../support/post.ts'
import { inClientOf, putOrder, refusal } from '../support/scenes.ts'

/** Events have their place in the log a moment after they were written. */
async function inboxOf(me: AppPerson): Promise<InboxEntry[]> {
  await numberAll()
  const response = await me.get('/inbox')
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const kindsOf = async (me: AppPerson) => (await inboxOf(me)).map(({ kind }) => kind)

const markRead = async (me: AppPerson, entries: readonly InboxEntry[]) =>
  assert.equal((await me.put('/inbox/read', { ids: entries.map(({ id }) => id) })).statusCode, 204)

async function decideAll(scene: OwnerScene): Promise<void> {
  const { pads, battery } = scene.ids
  const answer = await decide(scene, { [pads]: 'approve', [battery]: 'later' })
  assert.ok(answer.statusCode < 400, answer.body)
}

describe('the inbox', () => {
  test('says what an owner decided, to each advisor of the branch until he has read it', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId } = scene
    const advisor = await person(client.id, 'advisor', 'Jo Sample <b>"\'&</b>')
    const colleague = await person(client.id, 'manager')
    const technician = await person(client.id, 'technician')
    await putOrder(client, { externalBranchId: 'B2', closed: true }, 'second')
    const elsewhere = await limitedPerson(client.id, 'advisor', ['B2'])
    const foreign = await person((await makeClient()).id, 'manager')
    await decideAll(scene)
    const [entry, ...others] = await inboxOf(advisor)
    assert.deepEqual(others, [])
    const { id, at, vehicle, ...shown } = entry as InboxEntry
    assert.ok(Date.parse(at) <= Date.now() && vehicle?.startsWith('Make'))
    assert.deepEqual(shown, {
      kind: 'decided',
      card: 'order/1',
      surveyId,
      currency: 'EUR',
      approved: 156,
      deferred: 142.8,
      numberPlate: 'WA 100',
      customer: 'Ada Secretname',
      isMine: true,
    })
    assert.equal((await inboxOf(colleague))[0]?.isMine, undefined)
    for (const nobody of [technician, elsewhere, foreign]) assert.deepEqual(await inboxOf(nobody), [])
    await markRead(advisor, [entry as InboxEntry])
    await markRead(advisor, [entry as InboxEntry])
    assert.deepEqual(
      (await inboxOf(advisor)).map((one) => [one.id, one.isRead]),
      [[id, true]],
    )
    assert.deepEqual(
      (await inboxOf(colleague)).map((one) => one.isRead),
      [undefined],
    )
  })

  test('tells of an owner who opened the page and has not decided for a day, until he has', async () => {
    const scene = await makeOwnerScene()
    await submit(`${scene.path}/opened`, {})
    const me = await person(scene.client.id, 'advisor')
    assert.deepEqual(await kindsOf(me), [])
    const viewer = { login: me.login, loginId: 'l', name: 'Jo', role: 'advisor' as const }
    const later = async () =>
      (
        await inClientOf(scene.client, (scope) =>
          getInbox({ ...scope, now: new Date(scope.now.getTime() + 25 * 3_600_000) }, viewer, {
            undecidedMs: 24 * 3_600_000,
          }),
        )
      ).map(({ kind }) => kind)
    assert.deepEqual(await later(), ['undecided'])
    await decideAll(scene)
    assert.deepEqual(await kindsOf(me), ['decided'])
    assert.deepEqual(await later(), ['decided'])
  })

  test('tells of stars, of messages that failed, and of links that are asked for', async () => {
    const scene = await makeOwnerScene()
    const me = await person(scene.client.id, 'advisor')
    await decideAll(scene)
    const [, form = ''] = /name="form" value="([^"]+)"/.exec((await read(`${scene.path}?lang=en`)).body) ?? []
    assert.equal((await submit(`${scene.path}/feedback?lang=en`, { form, stars: '4' })).statusCode, 200)
    await sendTo(me, scene.surveyId)
    const send = async () => {
      throw new SendFailure('refused', { isPermanent: true, code: 'refused' })
    }
    const post = await startPost(scene.client, { email: { via: 'smtp', send } })
    await post.drain()
    await post.stop()
    const entries = await inboxOf(me)
    assert.deepEqual(entries.map(({ kind }) => kind).toSorted(), ['decided', 'feedback', 'messageFailed'])
    assert.equal(entries.find(({ kind }) => kind === 'feedback')?.stars, 4)
    const failed = entries.find(({ kind }) => kind === 'messageFailed')
    assert.deepEqual([failed?.messageType, failed?.surveyId], ['vcApproval', scene.surveyId])
    const over = await makeOwnerScene()
    await inClientOf(over.client, (scope) => withdrawOwnerLinks(scope, over.surveyId))
    await submit(`${over.path}/ask`, {})
    assert.deepEqual(await kindsOf(await person(over.client.id, 'advisor')), ['linkAsked'])
  })

  test('tells of orders made by hand that may be of the same car, until they are joined', async () => {
    const client = await makeClient({ releaseTypes: ['health'] })
    await putOrder(client, { closed: true }, 'first')
    const me = await person(client.id, 'advisor')
    const begun = { branchId: 'B1', surveyTypes: ['health'], numberPlate: 'B WA 1', vin: 'ZZZ1A2B35PX000001' }
    assert.equal((await me.put('/inspections/m1', begun)).statusCode, 200)
    assert.deepEqual(await kindsOf(me), [])
    await putOrder(client, { vehicle: { numberPlate: 'B WA 1', vin: 'ZZZ1A2B35PX000002' } }, 'd1')
    const [entry] = await inboxOf(me)
    assert.deepEqual([entry?.kind, entry?.card, entry?.numberPlate], ['unmatched', 'order/m1', 'B WA 1'])
    assert.equal((await me.post('/inspections/m1/match', { orderId: 'd1' })).statusCode, 204)
    assert.deepEqual(await kindsOf(me), [])
  })

  test('has the notes for a person: for a technician those on the cars he works on', async () => {
    const client = await makeClient({ releaseTypes: ['health'] })
    await putOrder(client)
    await putOrder(client, {}, '2')
    const [advisor, technician] = [
      await person(client.id, 'advisor', 'Ann Advisor'),
      await person(client.id, 'technician'),
    ]
    const plan = { technician: { id: technician.login } }
    assert.equal((await advisor.put('/cards/order%2F1/work-plan', plan)).statusCode, 204)
    for (const [id, card] of [
      ['n1', '1'],
      ['n2', '2'],
    ])
      await advisor.put(`/cards/order%2F${card}/notes/${id}`, { text: `Car ${card}`, for: 'technician' })
    await technician.put('/cards/order%2F1/notes/n3', { text: 'Needs a belt', for: 'parts' })
    const [own, ...none] = await inboxOf(technician)
    assert.deepEqual(none, [])
    assert.deepEqual([own?.kind, own?.text, own?.by, own?.isMine], ['note', 'Car 1', 'Ann Advisor', true])
    assert.deepEqual(
      (await inboxOf(advisor)).map(({ text }) => text),
      ['Needs a belt'],
    )
    // Who has read the notes of the car has read them here.
    const until = new Date().toISOString()
    await technician.put('/cards/order%2F1/notes-read', { until })
    assert.equal((await inboxOf(technician))[0]?.isRead, true)
  })

  test('asks the database as often for many orders made by hand as for one', async () => {
    const client = await makeClient({ releaseTypes: ['health'] })
    await putOrder(client, { closed: true }, 'first')
    const me = await person(client.id, 'advisor')
    const viewer = { login: me.login, loginId: 'l', name: 'Jo', role: 'advisor' as const }
    /** Each is one car in the workshop and one order of the DMS, with VINs that contradict: somebody has to say. */
    const begin = async (n: number) => {
      const car = (vin: string) => ({ numberPlate: `B WA ${n}`, vin })
      await putOrder(client, { vehicle: car(`ZZZ1A2B35PX0000${n}1`) }, `dms-${n}`)
      const body = { branchId: 'B1', surveyTypes: ['health'], ...car(`ZZZ1A2B35PX0000${n}2`) }
      const made = await me.put(`/inspections/by-hand-${n}`, body)
      assert.ok(made.statusCode < 300, made.body)
    }
    const asked = () =>
      inClientOf(client, async (scope) => {
        let count = 0
        const counting = <T extends (...given: never[]) => unknown>(send: T): T =>
          ((...given: never[]) => {
            count++
            return send(...given)
          }) as T
        const { rows, row, run, send } = scope.db
        const db = { rows: counting(rows), row: counting(row), run: counting(run), send: counting(send) }
        const entries = await getInbox({ ...scope, db: db as typeof scope.db }, viewer, { undecidedMs: 1 })
        return { count, unmatched: entries.filter(({ kind }) => kind === 'unmatched').length }
      })
    await begin(1)
    const one = await asked()
    for (const n of [2, 3, 4]) await begin(n)
    const many = await asked()
    assert.deepEqual([one.unmatched, many.unmatched], [1, 4])
    assert.equal(many.count, one.count)
  })

  test('refuses marks that name nothing, or far too much', async () => {
    const me = await person((await makeClient()).id, 'technician')
    for (const ids of [[], ['x'.repeat(401)], Array.from({ length: 201 }, String)])
      assert.equal((await me.put('/inbox/read', { ids })).statusCode, 400)
    refusal(await me.put('/inbox/read', {}), 'missingField', /ids/)
  })
})

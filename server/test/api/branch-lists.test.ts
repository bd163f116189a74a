// What people limited to a branch see where nothing is named: board, search, lists, the stream; and where they may put
// something.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Board, BoardCard, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Message } from '@walkaround/contract/app/messages.ts'
import type { Session } from '@walkaround/contract/app/session.ts'
import { sql } from '../../src/db/sql.ts'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { giveAnswers } from '../../src/features/surveys/give-answers.ts'
import { order, testApp } from '../support/api.ts'
import type { AppPerson } from '../support/app.ts'
import { FOREIGN, limit, limitedKey, limitedPerson, makeBranches, OWN } from '../support/branches.ts'
import { asSystem } from '../support/clients.ts'
import { type Listener, listen } from '../support/event-stream.ts'
import { startPost } from '../support/post.ts'
import { inClientOf, putOrder, refusal, surveyIdOf } from '../support/scenes.ts'
import { putMark } from '../support/survey-media.ts'
import { until } from '../support/until.ts'
import { metadataText } from '../support/uploads.ts'

const open: Listener[] = []
after(async () => {
  for (const listener of open) listener.close()
  await (await testApp()).app.close()
})

async function cardsOf(me: AppPerson, query = ''): Promise<string[]> {
  const response = await me.get(`/board${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response
    .json<Board>()
    .cards.map(({ kind, id }: BoardCard) => `${kind}/${id}`)
    .sort()
}

const pageOf = async (me: AppPerson, surveyId: string): Promise<SurveyPage> =>
  (await me.get(`/surveys/${surveyId}`)).json()

describe('lists', () => {
  test('board and search hold the cars of the own branches, under whatever filter', async () => {
    const { me, colleague } = await makeBranches()
    const all = ['lead/foreign', 'lead/own', 'order/foreign', 'order/own']
    assert.deepEqual(await cardsOf(me), ['lead/own', 'order/own'])
    assert.deepEqual(await cardsOf(colleague), all)
    assert.deepEqual(await cardsOf(me, '?search=BAB123'), ['lead/own', 'order/own'])
    assert.deepEqual(await cardsOf(colleague, '?search=BAB123'), all)
    assert.deepEqual(await cardsOf(me, `?branch=${OWN}`), ['lead/own', 'order/own'])
    for (const query of ['', '&search=BAB123']) {
      assert.deepEqual(await cardsOf(me, `?branch=${FOREIGN}${query}`), [])
      assert.deepEqual(await cardsOf(me, `?branch=nowhere${query}`), [])
    }
  })

  test('a vehicle without an order stands at its branch, one without a branch at none', async () => {
    const { client, me, colleague } = await makeBranches()
    for (const [id, branchId] of [
      ['v-own', OWN],
      ['v-foreign', FOREIGN],
      ['v-none', OWN],
    ]) {
      const body = { branchId, surveyTypes: ['VR'], numberPlate: `ZZ ${id}`, customerName: id }
      const response = await colleague.put(`/inspections/${id}`, body)
      assert.equal(response.statusCode, 200, response.body)
    }
    const { database } = await testApp()
    const none = await database.row<{ id: string }>(sql`
      update surveys set branch_id = null where system_client_id = ${client.id}
        and id = (select survey_id from inspections where system_client_id = ${client.id} and id = 'v-none')
      returning id`)
    const found = (await cardsOf(me, '?search=ZZV')).length
    assert.equal(found, 1)
    refusal(await me.get(`/surveys/${none?.id}`), 'noSuchResource')
    assert.equal((await colleague.get(`/surveys/${none?.id}`)).statusCode, 200)
  })

  test('the session names the own branches and says that there are others', async () => {
    const { me, colleague } = await makeBranches()
    const clientOf = async (one: AppPerson) => (await one.get('/app/session')).json<Session>().clients[0]
    const mine = await clientOf(me)
    assert.deepEqual(
      mine?.branches.map(({ id }) => id),
      [OWN],
    )
    assert.equal(mine?.isLimited, true)
    const theirs = await clientOf(colleague)
    assert.deepEqual(
      theirs?.branches.map(({ id }) => id),
      [OWN, FOREIGN],
    )
    assert.equal(theirs?.isLimited, undefined)
  })

  test('leads by key are those of the own branches, in pages too', async () => {
    const { client } = await makeBranches()
    const key = await limitedKey(client.id)
    const idsOf = async (query: string) =>
      (await key.get(`/leads${query}`)).json<{ id: string }[]>().map(({ id }) => id)
    assert.deepEqual(await idsOf(''), ['own'])
    assert.deepEqual(await idsOf('?limit=10'), ['own'])
    assert.deepEqual(await idsOf(`?branch=${FOREIGN}`), [])
    assert.deepEqual(await idsOf(`?branch=${FOREIGN}&branch=${OWN}`), ['own'])
    assert.equal((await client.get('/leads')).json().length, 2, 'a DMS reads all of its client')
  })

  test('the outbox holds messages about the own cars', async () => {
    const { client, me, colleague, own, foreign } = await makeBranches()
    for (const surveyId of [own, foreign]) {
      const body = { recipient: 'customer', channel: 'email' }
      const response = await colleague.put(`/surveys/${surveyId}/messages/m-${surveyId}`, body)
      assert.equal(response.statusCode, 200, response.body)
    }
    const post = await startPost(client)
    await post.drain()
    await post.stop()
    const outboxOf = async (one: AppPerson) =>
      (await one.get('/outbox'))
        .json<Message[]>()
        .map(({ surveyId }) => surveyId)
        .sort()
    assert.deepEqual(await outboxOf(me), [own])
    assert.deepEqual(await outboxOf(colleague), [own, foreign].sort())
    // A message is found below its own survey only.
    refusal(
      await me.post(`/surveys/${own}/messages/m-${foreign}/resend`, { newMessageId: 'new' }),
      'noSuchResource',
    )
    refusal(await me.delete(`/surveys/${own}/messages/m-${foreign}/link`), 'noSuchResource')
  })

  test("the last visit and earlier damage are those of the own branches' visits", async () => {
    const { client, me, colleague, foreign } = await makeBranches()
    await inClientOf(client, (scope) =>
      giveAnswers(scope, foreign, { lastName: 'Other' }, [
        { questionId: 'h.warningLamps', answerId: 'ok', comment: 'seen elsewhere' },
      ]),
    )
    assert.equal((await putMark(client, foreign, 'm1')).statusCode, 201)
    await client.put('/service-orders/foreign', {
      ...order({ externalBranchId: FOREIGN, closed: true }),
      vehicle: { vin: 'ZZZ1A2B35PX000001', numberPlate: 'B-AB 123' },
    })
    const vehicle = { vin: 'ZZZ1A2B35PX000001', numberPlate: 'B-AB 123' }
    const now = surveyIdOf(await putOrder(client, { externalBranchId: OWN, vehicle }, 'again'), 'health')
    const mine = await pageOf(me, now)
    assert.deepEqual([mine.lastVisit, mine.damage.earlier ?? []], [[], []])
    const theirs = await pageOf(colleague, now)
    assert.equal(theirs.lastVisit[0]?.comment, 'seen elsewhere')
    assert.equal(theirs.damage.earlier?.length, 1)
  })
})

describe('the stream', () => {
  const pathOf = (id: string) => `/app/system-clients/${id}/events`
  const follow = async (clientId: string, me: AppPerson) => {
    const listener = await listen(pathOf(clientId), { cookie: me.cookie })
    open.push(listener)
    return listener
  }
  const subjectsOf = (listener: Listener) => [...new Set(listener.events().map(({ subject }) => subject))]

  test('tells of the own branches, and of what left them', async () => {
    const { client, me, colleague, own, foreign } = await makeBranches()
    const mine = await follow(client.id, me)
    const theirs = await follow(client.id, colleague)
    await putMark(client, foreign, 'm1')
    await putMark(client, own, 'm1')
    await putOrder(client, { externalBranchId: FOREIGN, description: 'changed' }, 'foreign')
    await putOrder(client, { externalBranchId: OWN, description: 'changed' }, 'own')
    await putOrder(client, { externalBranchId: FOREIGN }, 'elsewhere')
    await client.put('/leads/own', { externalBranchId: FOREIGN })
    await putOrder(client, { externalBranchId: OWN }, 'last')
    for (const listener of [mine, theirs]) {
      await until('the last order', () => subjectsOf(listener).includes('order/last'))
    }
    // A transaction that is open elsewhere holds events back: what happened before may come as well.
    for (const subject of [`survey/${own}`, 'order/own', `branch/${OWN}`, 'order/last']) {
      assert.ok(subjectsOf(mine).includes(subject), subject)
    }
    for (const subject of [
      `survey/${foreign}`,
      `branch/${FOREIGN}`,
      'order/foreign',
      'order/elsewhere',
      'lead/foreign',
    ]) {
      assert.ok(!subjectsOf(mine).includes(subject), subject)
    }
    for (const subject of [`survey/${foreign}`, 'order/foreign', 'order/elsewhere', 'lead/own']) {
      assert.ok(subjectsOf(theirs).includes(subject), subject)
    }
  })

  test('ends when the branches of the listener become others', async () => {
    const { client, me } = await makeBranches()
    const mine = await follow(client.id, me)
    await limit(client.id, me.login, 'manager', [OWN, FOREIGN])
    await until('the end', () => mine.isEnded())
    const again = await follow(client.id, me)
    await putOrder(client, { externalBranchId: FOREIGN, description: 'changed' }, 'foreign')
    await until('the other branch', () => subjectsOf(again).includes('order/foreign'))
  })
})

describe('putting something', () => {
  test('an inspection begins at an own branch, for an own order', async () => {
    const { me } = await makeBranches()
    const begin = (id: string, more: Record<string, unknown>) =>
      me.put(`/inspections/${id}`, { surveyTypes: ['health'], numberPlate: 'A 1', branchId: OWN, ...more })
    refusal(await begin('i1', { branchId: FOREIGN }), 'unknownPlace', /"B2" is not a branch/)
    refusal(await begin('i1', { branchId: 'nowhere' }), 'unknownPlace', /"nowhere" is not a branch/)
    const review = (orderId: string) => begin('i2', { surveyTypes: ['VR'], orderId, numberPlate: undefined })
    const words = refusal(await review('foreign'), 'noSuchResource')
    assert.equal(refusal(await review('unheard'), 'noSuchResource'), words.replace('foreign', 'unheard'))
    assert.equal((await review('own')).statusCode, 200)
    assert.equal((await begin('i3', {})).statusCode, 200)
    const match = (orderId: string) => me.post('/inspections/i3/match', { orderId })
    const matchWords = refusal(await match('foreign'), 'noSuchResource')
    assert.equal(refusal(await match('unheard'), 'noSuchResource'), matchWords.replace('foreign', 'unheard'))
  })

  test('an order made by hand is where the order is that it turned out to be', async () => {
    const { client, me, colleague } = await makeBranches()
    const body = { branchId: OWN, surveyTypes: ['QC'], numberPlate: 'A 1' }
    assert.equal((await me.put('/inspections/hand', body)).statusCode, 200)
    assert.ok((await cardsOf(me)).includes('order/hand'))
    const matched = await colleague.post('/inspections/hand/match', { orderId: 'foreign' })
    assert.equal(matched.statusCode, 204, matched.body)
    assert.ok(!(await cardsOf(me)).includes('order/hand'))
    const key = await limitedKey(client.id)
    refusal(await key.get('/service-orders/hand'), 'noSuchResource')
    refusal(await me.put('/inspections/hand', body), 'noSuchResource')
  })

  test('an upload begins for an own survey', async () => {
    const { me, own, foreign } = await makeBranches()
    const begin = (surveyId: string) =>
      me.call('POST', '/uploads', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': metadataText({ kind: 'photo', survey_id: surveyId, id: 'p1' }),
      })
    const words = refusal(await begin(foreign), 'noSuchResource')
    assert.equal(refusal(await begin('unheard'), 'noSuchResource'), words.replace(foreign, 'unheard'))
    assert.equal((await begin(own)).statusCode, 201)
  })

  test('orders and leads by key stay at the own branches, and no dealer code comes into being', async () => {
    const { client } = await makeBranches()
    const key = await limitedKey(client.id)
    for (const path of ['/service-orders', '/leads']) {
      assert.equal((await key.put(`${path}/new`, order({ externalBranchId: OWN }))).statusCode, 201)
      for (const code of [FOREIGN, 'unheard']) {
        refusal(
          await key.put(`${path}/other`, order({ externalBranchId: code })),
          'unknownBranch',
          /not a dealer code of your branches/,
        )
        refusal(
          await key.put(`${path}/new`, order({ externalBranchId: code })),
          'unknownBranch',
          /not a dealer code of your branches/,
        )
      }
      refusal(await key.put(`${path}/foreign`, order({ externalBranchId: OWN })), 'noSuchResource')
    }
    const { database } = await testApp()
    const codes = await database.rows(sql`select 1 from branches where system_client_id = ${client.id}`)
    assert.equal(codes.length, 2)
  })
})

describe('a limit', () => {
  test('follows its branch into another one', async () => {
    const { client } = await makeBranches()
    await putOrder(client, { externalBranchId: 'B3' }, 'third')
    const me = await limitedPerson(client.id, 'advisor', [OWN, FOREIGN])
    await asSystem((scope) => mergeBranch(scope, { clientId: client.id, from: OWN, into: FOREIGN }))
    const session = (await me.get('/app/session')).json<Session>()
    assert.deepEqual(
      session.clients[0]?.branches.map(({ id }) => id),
      [FOREIGN],
    )
    assert.deepEqual(await cardsOf(me), ['lead/foreign', 'lead/own', 'order/foreign', 'order/own'])
  })

  test('ends with a role for all branches', async () => {
    const { client, me } = await makeBranches()
    await limit(client.id, me.login, 'manager', null)
    assert.equal((await cardsOf(me)).length, 4)
  })
})

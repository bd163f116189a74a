// Notes on a car: who sees them, the mark on the card until they are read, and where they go when orders are joined.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import type { CarNote } from '@walkaround/contract/app/notes.ts'
import { sql } from '../../src/db/sql.ts'
import { forgetContacts } from '../../src/features/administration/forget-contacts.ts'
import type { WhoseContacts } from '../../src/features/origins/rows.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { inClientOf, putOrder, refusal } from '../support/scenes.ts'

interface Scene {
  client: TestClient
  advisor: AppPerson
  technician: AppPerson
}

async function makeScene(): Promise<Scene> {
  const client = await makeClient({ releaseTypes: ['health'] })
  await putOrder(client)
  const [advisor, technician] = await Promise.all([
    person(client.id, 'advisor', 'Ann Advisor'),
    person(client.id, 'technician', 'Tom Fixer'),
  ])
  return { client, advisor, technician }
}

const at = (card: string, rest = '/notes') => `/cards/${encodeURIComponent(card)}${rest}`

async function write(me: AppPerson, id: string, text: string, more: object = {}, card = 'order/1') {
  const response = await me.put(at(card, `/notes/${id}`), { text, ...more })
  assert.equal(response.statusCode, 204, response.body)
}

const notesOf = async (me: AppPerson, card = 'order/1') => (await me.get(at(card))).json<CarNote[]>()

async function unreadOf(me: AppPerson, id = '1'): Promise<number | undefined> {
  const { cards } = (await me.get('/board')).json<{ cards: BoardCard[] }>()
  const card = cards.find((one) => one.id === id)
  assert.ok(card)
  return card.unreadNotes
}

async function read(me: AppPerson, card = 'order/1'): Promise<void> {
  const until = (await notesOf(me, card)).at(-1)?.arrivedAt
  assert.equal((await me.put(at(card, '/notes-read'), { until })).statusCode, 204)
}

describe('a note', () => {
  test('marks the card of those it is for until each of them has read it', async () => {
    const { client, advisor, technician } = await makeScene()
    const [colleague, other] = [await person(client.id, 'advisor'), await person(client.id, 'technician')]
    await write(advisor, 'n1', '  Customer waits  ', { for: 'technician' })
    await write(advisor, 'n2', 'Pads ordered', { for: 'parts' })
    const [first, second] = await notesOf(technician)
    assert.deepEqual(
      [first?.text, first?.by, first?.for, first?.isUnread],
      ['Customer waits', 'Ann Advisor', 'technician', true],
    )
    assert.deepEqual([second?.text, second?.isUnread], ['Pads ordered', undefined])
    assert.deepEqual(
      [await unreadOf(technician), await unreadOf(other), await unreadOf(colleague), await unreadOf(advisor)],
      [1, 1, 1, undefined],
    )
    await read(technician)
    assert.deepEqual([await unreadOf(technician), await unreadOf(other)], [undefined, 1])
    // An earlier time does not take it back.
    await technician.put(at('order/1', '/notes-read'), { until: '2020-01-01T00:00:00Z' })
    assert.equal(await unreadOf(technician), undefined)
    // A clock that is ahead does not read what is still to come.
    await technician.put(at('order/1', '/notes-read'), { until: '2999-01-01T00:00:00Z' })
    await write(colleague, 'n3', 'And the belt')
    assert.equal(await unreadOf(technician), 1)
    assert.deepEqual(
      (await notesOf(colleague)).map(({ isMine }) => isMine),
      [undefined, undefined, true],
    )
  })

  test('is there once however often it is sent, and its id is nobody else’s', async () => {
    const { client, advisor, technician } = await makeScene()
    const written = { at: '2026-11-17T08:00:00Z' }
    await write(technician, 'n1', 'Needs a belt', written)
    await write(technician, 'n1', 'Needs a belt', written)
    const notes = await notesOf(advisor)
    assert.deepEqual(
      notes.map((note) => note.at),
      ['2026-11-17T08:00:00.000Z'],
    )
    refusal(await advisor.put(at('order/1', '/notes/n1'), { text: 'Needs a belt' }), 'idTaken', /n1/)
    refusal(await technician.put(at('order/1', '/notes/n1'), { text: 'Else' }), 'idTaken', /n1/)
    const { database } = await testApp()
    const events = await database.rows<{ payload: unknown }>(sql`
      select payload from events where system_client_id = ${client.id} and kind = 'note.written'`)
    assert.deepEqual(events, [{ payload: { noteId: 'n1', for: 'everybody' } }])
  })

  test('is refused without words, beyond 1000 characters, and on cars that are not there', async () => {
    const { client, advisor } = await makeScene()
    for (const text of ['', '  \n', 'x'.repeat(1001)]) {
      const response = await advisor.put(at('order/1', '/notes/n1'), { text })
      assert.equal(response.statusCode, 400, response.body)
      assert.match(response.json().errorInfo, /text/)
    }
    const foreign = await person((await makeClient()).id, 'advisor')
    await putOrder(client, { externalBranchId: 'B2', closed: true }, 'second')
    const there = await limitedPerson(client.id, 'advisor', ['B2'])
    for (const [me, card] of [
      [advisor, 'order/none'],
      [foreign, 'order/1'],
      [there, 'order/1'],
    ] as const) {
      refusal(await me.get(at(card)), 'noSuchResource')
      refusal(await me.put(at(card, '/notes/n1'), { text: 'x' }), 'noSuchResource')
      refusal(await me.put(at(card, '/notes-read'), { until: '2026-01-01' }), 'noSuchResource')
    }
  })

  test('goes along when an inspection becomes an order of the DMS, and back when they are separated', async () => {
    const { client, advisor, technician } = await makeScene()
    const vin = 'ZZZ1A2B35PX000001'
    const begun = { branchId: 'B1', surveyTypes: ['health'], vin }
    assert.equal((await advisor.put('/inspections/m1', begun)).statusCode, 200)
    await write(advisor, 'n1', 'Seen', {}, 'order/m1')
    await read(technician, 'order/m1')
    await putOrder(client, { vehicle: { vin } }, 'd1')
    assert.deepEqual(
      (await notesOf(technician, 'order/d1')).map(({ id, isUnread }) => [id, isUnread]),
      [['n1', undefined]],
    )
    // A tablet that does not know of it yet.
    await write(advisor, 'n2', 'Unseen', {}, 'order/m1')
    assert.equal(await unreadOf(technician, 'd1'), 1)
    assert.equal((await advisor.delete('/inspections/m1/match')).statusCode, 204)
    const idsOf = async (card: string) => (await notesOf(advisor, card)).map(({ id }) => id)
    assert.deepEqual([await idsOf('order/m1'), await idsOf('order/d1')], [['n1'], ['n2']])
  })

  test('is erased with the contacts of its order, or by a number it contains', async () => {
    const { client, advisor } = await makeScene()
    await putOrder(client, {}, '2')
    await write(advisor, 'n1', 'Call +49 30 555 0100', {}, 'order/2')
    await write(advisor, 'n2', 'Ready', {}, 'order/2')
    await write(advisor, 'n3', 'Ready')
    const forget = (whose: WhoseContacts) => inClientOf(client, (scope) => forgetContacts(scope, whose))
    assert.deepEqual(await forget({ value: '+49305550100' }), {
      changes: 0,
      notes: 1,
      questions: 0,
      parts: 0,
    })
    assert.deepEqual(await forget({ orderId: '2' }), { changes: 0, notes: 1, questions: 0, parts: 0 })
    assert.deepEqual(await notesOf(advisor, 'order/2'), [])
    assert.equal((await notesOf(advisor)).length, 1)
  })
})

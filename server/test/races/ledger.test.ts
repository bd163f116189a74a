// Everybody at once on two cars: taps, quotes, invoices, another VIN, and the ledger written again meanwhile. At the end it is what a
// rebuild says. On the embedded database one follows the other; on PostgreSQL they overlap.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rebuildLedger } from '../../src/features/ledger/rebuild.ts'
import { newId } from '../../src/lib/ids.ts'
import { makeClient, order, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { answer } from '../support/edits.ts'
import { listMissed } from '../support/rebuilt-ledger.ts'
import { putOrder, smallQuestion, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 6)
const questions = ['q.padFL', 'q.padFR', 'q.glass']
const vins = ['ZZZ1A2B35PX000001', 'ZZZ1A2B35PX000002']

test('the ledger after changes that overlap is the one that is written again', async () => {
  const { database } = await testApp()
  const client = await makeClient({ releaseTypes: ['VC'] })
  const answers = (['green', 'amber', 'red'] as const).map((status) => ({
    id: status,
    value: status,
    status,
  }))
  await useOwnTemplate(client, {
    surveyType: 'VC',
    contents: questions.map((id) => ({ ...smallQuestion, id, answers })),
  })
  const people = [await person(client.id, 'advisor'), await person(client.id, 'advisor')]
  const orders = ['1', '2', '3']
  const surveys = new Map<string, string>()
  for (const id of orders)
    surveys.set(
      id,
      surveyIdOf(await putOrder(client, { currency: 'EUR', vehicle: { vin: vins[0] } }, id), 'VC'),
    )

  const tap = (round: number, id: string, turn: number) =>
    people[turn % 2]?.post(`/surveys/${surveys.get(id)}/edits`, {
      edits: questions.map((question, at) => ({
        id: newId(),
        ...answer(question, ['green', 'amber', 'red'][(round + turn + at) % 3] as string),
      })),
    })
  const put = (round: number, id: string, turn: number) =>
    client.put(
      `/service-orders/${id}`,
      order({
        currency: 'EUR',
        vehicle: { vin: vins[(round + turn) % 2] },
        rejected: (round + turn) % 5 === 0,
        contents: [
          {
            id: 'l',
            itemCategory: 'labour',
            soldQuantity: 1,
            soldAmountExVat: round + turn,
            healthSurveyId: surveys.get(orders[(round + turn) % 3] as string),
            healthAnswerId: 'red',
          },
        ],
      }),
    )
  const quote = (round: number, id: string) =>
    client.put(`/surveys/${surveys.get(id)}/quotes/own`, {
      category: 'quote',
      currency: 'EUR',
      questionId: questions[round % 3],
      answerId: 'red',
      contents: [{ itemCategory: 'labour', amountExVat: 50, amountIncVat: 60 }],
      ...(round % 2 === 0 ? { approvalStatus: 'deferred', deferralDate: '2027-01-01T00:00:00Z' } : {}),
    })
  for (let round = 0; round < ROUNDS; round++) {
    const replies = await Promise.all([
      ...orders.flatMap((id, turn) => [tap(round, id, turn), put(round, id, turn), tap(round, id, turn + 1)]),
      ...orders.map((id) => quote(round, id)),
      rebuildLedger(database, client.id).then(() => undefined),
    ])
    for (const reply of replies)
      assert.ok(reply === undefined || reply.statusCode < 500, `${reply?.statusCode} ${reply?.body}`)
    assert.deepEqual(await listMissed(database, client.id), [], `round ${round}`)
  }
})

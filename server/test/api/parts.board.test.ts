// How far the parts of a car are, on its card: only at a site with the parts step, and while its survey is open.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Board } from '@walkaround/contract/app/board.ts'
import { makeClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { uniqueId } from '../support/clients.ts'
import { answer, send, states } from '../support/edits.ts'
import { usePartsStep } from '../support/parts.ts'
import { putOrder, smallQuestion, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'

const question = (id: string) => ({
  ...smallQuestion,
  id,
  answers: [
    { id: 'bad', value: 'Broken', status: 'red' as const },
    { id: 'fine', value: 'Fine', status: 'green' as const },
  ],
})

async function partsOf(me: AppPerson, surveyId: string) {
  const { cards } = (await me.get('/board')).json<Board>()
  return cards.flatMap(({ surveys }) => surveys).find(({ id }) => id === surveyId)?.parts
}

test('what waits for a reply comes first, then a price, then what cannot be had', async () => {
  const client = await makeClient({ releaseTypes: ['health'] })
  await useOwnTemplate(client, { contents: ['pads', 'glass'].map(question) })
  await usePartsStep(client)
  const [me, desk] = [await person(client.id, 'advisor', 'Ann'), await person(client.id, 'parts', 'Pat')]
  const id = uniqueId('order')
  const surveyId = surveyIdOf(await putOrder(client, { externalId: id }, id))
  const at = (questionId: string) => `/surveys/${surveyId}/part-requests/${questionId}`
  for (const questionId of ['pads', 'glass'])
    assert.deepEqual(states(await send({ me, surveyId }, answer(questionId, 'bad'))), ['applied'])
  assert.equal(await partsOf(me, surveyId), undefined)
  for (const questionId of ['pads', 'glass']) await me.put(at(questionId), { tap: uniqueId('tap') })
  assert.equal(await partsOf(me, surveyId), 'requested')
  const reply = (questionId: string, body: object) =>
    desk.put(`${at(questionId)}/reply`, { revision: 1, ...body })
  await reply('pads', { outcome: 'unavailable' })
  assert.equal(await partsOf(me, surveyId), 'requested')
  const lines = [{ description: 'Glass', quantity: 1, amountExVat: 90 }]
  await reply('glass', { outcome: 'priced', currency: 'EUR', lines })
  assert.equal(await partsOf(me, surveyId), 'priced')
  await send({ me, surveyId }, answer('glass', 'fine'))
  assert.equal(await partsOf(me, surveyId), 'unavailable', 'nobody needs parts for what is fine')
  await send({ me, surveyId }, answer('glass', 'bad'))
  assert.equal(await partsOf(me, surveyId), 'priced')
  await me.call('DELETE', at('glass'))
  assert.equal(await partsOf(me, surveyId), 'unavailable')
  await usePartsStep(client, false)
  assert.equal(await partsOf(me, surveyId), undefined)
})

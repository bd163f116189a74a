// What one survey can collect: beyond the limit a caller is refused, and existing things stay unchanged.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quotesPerSurvey } from '@walkaround/contract/dms/quotes.ts'
import { answersPerQuestion } from '@walkaround/contract/rules/given-answers.ts'
import { makeClient } from '../support/api.ts'
import { person } from '../support/app.ts'
import { answer, send } from '../support/edits.ts'
import { putOrder, refusal, surveyIdOf } from '../support/scenes.ts'

describe('a survey takes so much and no more', () => {
  test('custom answers of a question, by the interface and by the app', async () => {
    const client = await makeClient()
    const surveyId = surveyIdOf(await putOrder(client), 'health')
    const path = `/surveys/${surveyId}/questions/h.wipers/answers`
    for (let n = 0; n < answersPerQuestion; n++) {
      assert.equal((await client.post(path, { value: `${n}` })).statusCode, 201)
    }
    refusal(await client.post(path, { value: 'one more' }), 'tooLong', /h\.wipers.*100/)
    const me = await person(client.id, 'advisor')
    const more = await send({ me, surveyId }, answer('h.wipers', 'mine', { custom: true, value: 'x' }))
    assert.match(JSON.stringify(more), /40014|at most 100/)
    assert.equal((await client.post(path.replace('h.wipers', 'h.glass'), { value: 'x' })).statusCode, 201)
  })

  test('quotes', async () => {
    const client = await makeClient()
    const surveyId = surveyIdOf(await putOrder(client), 'health')
    const posted = await client.post(`/surveys/${surveyId}/questions/h.wipers/answers`, { value: 'x' })
    const quote = {
      category: 'quote',
      currency: 'EUR',
      questionId: 'h.wipers',
      answerId: String(posted.headers.location).split('/').at(-1),
      contents: [{ itemCategory: 'labour', amountExVat: 1 }],
    }
    const put = (id: string | number) => client.put(`/surveys/${surveyId}/quotes/${id}`, quote)
    for (let n = 0; n < quotesPerSurvey; n++) assert.equal((await put(n)).statusCode, 201)
    refusal(await put('more'), 'tooLong', /300 quotes/)
    assert.equal((await put(0)).statusCode, 204)
  })
})

// What happened to a result, as the app tells it: in order, line by line, and only to people who reach the car.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Timeline } from '@walkaround/contract/app/timeline.ts'
import { sql } from '../../src/db/sql.ts'
import { makeClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { makeBranches } from '../support/branches.ts'
import { decide, makeOwnerScene, submit } from '../support/owner.ts'
import { sendTo } from '../support/post.ts'
import { refusal } from '../support/scenes.ts'

async function timelineOf(me: AppPerson, surveyId: string): Promise<Timeline> {
  const response = await me.get(`/surveys/${surveyId}/timeline`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

describe('the timeline of a result', () => {
  test('tells what was sent, opened, decided and recorded, the newest first', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId, ids } = scene
    const me = await person(client.id, 'advisor', 'Jo Sample')
    assert.equal((await sendTo(me, surveyId, { language: 'de' })).status, 200)
    assert.equal((await sendTo(me, surveyId, { language: 'de' })).status, 200)
    assert.equal((await submit(`${scene.path}/opened`, {})).statusCode, 204)
    await decide(scene, { [ids.pads]: 'approve', [ids.battery]: 'later' })
    const { database } = await testApp()
    const [message] = await database.rows<{ id: string }>(sql`
      select id from messages where system_client_id = ${client.id} and survey_id = ${surveyId} order by output_id limit 1`)
    await database.run(sql`
      insert into callback_attempts (system_client_id, delivery_id, number, started_at, total_ms, request, status)
      values (${client.id}, ${message?.id ?? ''}, 1, now(), 1, '', 500), (${client.id}, ${message?.id ?? ''}, 2, now(), 1, '', 204)`)

    const { entries, language } = await timelineOf(me, surveyId)
    assert.equal(language, 'de', 'that of the last message to the customer')
    assert.deepEqual(
      entries.map(({ at }) => at),
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const kinds = entries.map(({ kind }) => kind)
    assert.ok(kinds.indexOf('decided') < kinds.indexOf('opened'))
    const results = entries.filter(({ messageType }) => messageType === 'vcApproval')
    const sent = results.filter(({ kind }) => kind === 'message')
    assert.deepEqual(
      sent.map(({ isAgain, to, channel }) => [isAgain, to, channel]),
      [
        [true, 'Ada Secretname', 'email'],
        [undefined, 'Ada Secretname', 'email'],
      ],
    )
    const told = entries.find(({ kind }) => kind === 'dmsTold')
    assert.deepEqual([told?.attempts, told?.id], [2, message?.id])
    const decided = entries.find(({ kind }) => kind === 'decided')
    const lines = decided?.lines?.map(({ quoteId, status, amountIncVat, currency }) => [
      quoteId,
      status,
      amountIncVat,
      currency,
    ])
    assert.deepEqual(lines, [
      [ids.pads, 'approved', lines?.[0]?.[2], 'EUR'],
      [ids.battery, 'deferred', 142.8, 'EUR'],
    ])
    assert.ok(typeof lines?.[0]?.[2] === 'number')
    assert.match(decided?.lines?.[1]?.until ?? '', /^\d{4}-\d\d-\d\d$/)
    assert.equal(decided?.lines?.[1]?.title, 'Battery')
  })

  test('a technician reads it without recipients; nobody of another client or branch does', async () => {
    const { client, surveyId } = await makeOwnerScene()
    const advisor = await person(client.id, 'advisor')
    await sendTo(advisor, surveyId)
    const technician = await person(client.id, 'technician')
    const { entries } = await timelineOf(technician, surveyId)
    assert.equal(entries.filter(({ kind }) => kind === 'message').length, 1)
    assert.ok(entries.every(({ to }) => to === undefined))
    const stranger = await person((await makeClient()).id, 'manager')
    refusal(await stranger.get(`/surveys/${surveyId}/timeline`), 'noSuchResource')
    refusal(await advisor.get('/surveys/none/timeline'), 'noSuchResource')
    const { me, colleague, foreign } = await makeBranches()
    refusal(await me.get(`/surveys/${foreign}/timeline`), 'noSuchResource')
    assert.deepEqual((await timelineOf(colleague, foreign)).entries, [])
  })
})

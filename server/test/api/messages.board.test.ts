// How far the owner is, as the board shows it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard, SurveyPage } from '@walkaround/contract/app/board.ts'
import { sql } from '../../src/db/sql.ts'
import { withdrawOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { SendFailure } from '../../src/outside/channel.ts'
import { testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { makePlace, type Place } from '../support/edits.ts'
import { batteryQuote, decide, makeLink, makeOwnerScene, submit } from '../support/owner.ts'
import { sendTo, startPost } from '../support/post.ts'
import { inClientOf } from '../support/scenes.ts'
import { until } from '../support/until.ts'

async function run(place: Pick<Place, 'client'>, isPermanent?: boolean): Promise<void> {
  const send = async () => {
    if (isPermanent) throw new SendFailure('refused', { isPermanent, code: 'refused' })
  }
  const post = await startPost(place.client, { email: { via: 'smtp', send } })
  await post.drain()
  await post.stop()
}

const cardOf = async ({ me }: Pick<Place, 'me'>): Promise<BoardCard> =>
  (await me.get('/board')).json().cards[0]
const ownerState = async (place: Pick<Place, 'me'>) => (await cardOf(place)).ownerState

async function makeDecider() {
  const scene = await makeOwnerScene()
  const me = await person(scene.client.id, 'advisor')
  const sendAgain = async () => {
    await sendTo(me, scene.surveyId)
    const before = await ownerState({ me })
    await run(scene)
    return [before, await ownerState({ me })]
  }
  return { scene, me, sendAgain, state: () => ownerState({ me }) }
}

describe("the owner's state on the board", () => {
  test('follows the last result that was sent', async () => {
    const place = await makePlace()
    const { database } = await testApp()
    assert.equal(await ownerState(place), undefined)
    await sendTo(place.me, place.surveyId)
    assert.equal(await ownerState(place), 'waiting')
    await run(place)
    assert.equal(await ownerState(place), 'sent')
    await database.run(
      sql`update owner_links set opened_at = now() where system_client_id = ${place.client.id}`,
    )
    assert.equal(await ownerState(place), 'opened')
    await database.run(sql`
      insert into owner_decisions (system_client_id, id, survey_id, link_id, form_id, at, receipt, hash)
      select system_client_id, 'd', survey_id, id, 'f', now(), '{}', 'x' from owner_links
      where system_client_id = ${place.client.id}`)
    assert.equal(await ownerState(place), 'decided')
    await database.run(
      sql`update owner_links set asked_at = now() where system_client_id = ${place.client.id}`,
    )
    assert.equal(await ownerState(place), 'linkAsked')
    await sendTo(place.me, place.types.VC as string)
    await run(place, true)
    assert.equal(await ownerState(place), 'failed')
  })
})

describe('a result that is sent again', () => {
  test('leaves decided what is decided, also where the owner left something open', async () => {
    const { scene, sendAgain, state } = await makeDecider()
    assert.deepEqual(await sendAgain(), ['waiting', 'sent'])
    assert.equal((await decide(scene, { [scene.ids.pads]: 'approve' })).statusCode, 303)
    assert.equal(await state(), 'decided')
    assert.deepEqual(await sendAgain(), ['decided', 'decided'])
    const { database } = await testApp()
    await database.run(
      sql`update owner_links set opened_at = now() where system_client_id = ${scene.client.id}`,
    )
    assert.equal(await state(), 'decided', 'looked at once more')
  })

  test('is waited for again when it offers something the owner has not decided on', async () => {
    const { scene, me, sendAgain, state } = await makeDecider()
    const { client, surveyId } = scene
    const put = (more = {}) => client.put(`/surveys/${surveyId}/quotes/Q-2`, batteryQuote(more))
    await sendAgain()
    await decide(scene, { [scene.ids.pads]: 'approve' })
    await put()
    assert.equal(await state(), 'decided', 'nobody was told of it yet')
    assert.deepEqual(await sendAgain(), ['waiting', 'sent'])
    await decide(scene, { 'Q-2': 'no' })
    assert.equal(await state(), 'decided')
    assert.deepEqual(await sendAgain(), ['decided', 'decided'])
    // At another price it has to be decided again.
    await put({ description: 'Battery, cheaper' })
    assert.deepEqual(await sendAgain(), ['waiting', 'sent'])
    await decide(scene, { 'Q-2': 'approve' })
    assert.equal(await state(), 'decided')
    await sendTo(me, surveyId)
    await run(scene, true)
    assert.equal(await state(), 'failed', 'somebody has to look after it')
  })
})

describe('a link that no message brought', () => {
  test('shows what its owner did, and that a new one is asked for', async () => {
    const { scene, state } = await makeDecider()
    assert.equal(await state(), undefined)
    await decide(scene, { [scene.ids.pads]: 'approve' })
    assert.equal(await state(), 'decided')
    await inClientOf(scene.client, (scope) => withdrawOwnerLinks(scope, scene.surveyId))
    assert.equal((await submit(`${scene.path}/ask`, {})).statusCode, 200)
    assert.equal(await state(), 'linkAsked')
    await makeLink(scene.client, scene.surveyId)
    assert.equal(await state(), 'decided', 'another link is the answer')
  })
})

describe('what the owner said', () => {
  test('stars are on the board, words and receipts with the survey', async () => {
    const { scene, me } = await makeDecider()
    const page = async () => (await me.get(`/surveys/${scene.surveyId}`)).json() as SurveyPage
    const before = await page()
    assert.deepEqual([before.receipts, before.feedback], [[], undefined])
    assert.equal((await cardOf({ me })).ownerStars, undefined)
    await decide(scene, { [scene.ids.pads]: 'approve' })
    await decide(scene, { [scene.ids.battery]: 'no' })
    const form = 'f'.repeat(20)
    const said = await submit(`${scene.path}/feedback`, { form, stars: '4', text: 'Quick <b>work' })
    assert.equal(said.statusCode, 200, said.body)
    assert.equal((await cardOf({ me })).ownerStars, 4)
    const { receipts, feedback } = await page()
    assert.deepEqual([feedback?.stars, feedback?.text], [4, 'Quick <b>work'])
    assert.ok(Math.abs(Date.parse(feedback?.at ?? '') - Date.now()) < 3_600_000)
    assert.equal(receipts.length, 2)
    const times = receipts.map(({ at }) => at)
    assert.deepEqual(times, times.toSorted().reverse(), 'the newest first')
    for (const { id } of receipts)
      assert.equal((await me.get(`/surveys/${scene.surveyId}/receipts/${id}`)).statusCode, 200)
    // A transaction elsewhere holds events back until it has ended.
    await until(
      'devices that show it are told',
      async () => BigInt((await page()).sequence) > BigInt(before.sequence),
    )
  })
})

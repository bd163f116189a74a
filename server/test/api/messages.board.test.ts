// How far the owner is, as the board shows it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { SendFailure } from '../../src/outside/channel.ts'
import { testApp } from '../support/api.ts'
import { makePlace, type Place } from '../support/edits.ts'
import { sendTo, startPost } from '../support/post.ts'

async function run(place: Place, isPermanent?: boolean): Promise<void> {
  const send = async () => {
    if (isPermanent) throw new SendFailure('refused', { isPermanent, code: 'refused' })
  }
  const post = await startPost(place.client, { email: { via: 'smtp', send } })
  await post.drain()
  await post.stop()
}

const ownerState = async ({ me }: Place) => (await me.get('/board')).json().cards[0].ownerState

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

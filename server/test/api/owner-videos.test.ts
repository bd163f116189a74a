// What is known of videos on the owner's page: that one was played, once per link, by the person it was sent to.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Timeline } from '@walkaround/contract/app/timeline.ts'
import { findViewingUrl, withdrawOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { BASE_URL, testBox } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { makeLink, makeOwnerScene, type OwnerScene, pathOf, read, submit } from '../support/owner.ts'
import { sendTo } from '../support/post.ts'
import { eventsDuring, inClientOf } from '../support/scenes.ts'
import { begun, fakeVideo, patch } from '../support/uploads.ts'

describe("A video on the owner's page", () => {
  let scene: OwnerScene
  let me: AppPerson
  before(async () => {
    scene = await makeOwnerScene()
    me = await person(scene.client.id, 'advisor', 'Jo Sample')
    const video = fakeVideo()
    const location = await begun(scene, video.length, { kind: 'video', id: 'v 1' })
    assert.equal((await patch(scene, location, 0, video)).statusCode, 204)
  })

  const watch = (path = scene.path, id = 'v%201') => submit(`${path}/videos/${id}/watched`, {})
  const told = async (act: () => Promise<unknown>) =>
    (await eventsDuring(scene.client, act)).filter((kind) => kind === 'owner.videoWatched')
  const cardOf = async () => {
    const board = (await me.get('/board')).json<{
      cards: { surveys: { id: string }[]; ownerState?: string; ownerWatched?: boolean }[]
    }>()
    const card = board.cards.find(({ surveys }) => surveys.some(({ id }) => id === scene.surveyId))
    return [card?.ownerState, card?.ownerWatched]
  }

  it('is unknown to have been played by a viewing link, a link that ended, or a video that is not there', async () => {
    const online = { box: testBox, baseUrl: BASE_URL }
    const viewing = await inClientOf(scene.client, (scope) => findViewingUrl(scope, scene.surveyId, online))
    const ended = pathOf(await makeLink(scene.client, scene.surveyId))
    await inClientOf(scene.client, (scope) => withdrawOwnerLinks(scope, scene.surveyId))
    scene.path = pathOf(await makeLink(scene.client, scene.surveyId))
    assert.deepEqual(
      await told(async () => {
        assert.equal((await watch(ended)).statusCode, 204)
        assert.equal((await watch(scene.path, 'none')).statusCode, 404)
        assert.equal((await watch(`${scene.path}x`)).statusCode, 404)
        if (viewing) await watch(viewing.slice(BASE_URL.length))
        for (const path of ['', '/videos/v%201', '/videos/v%201/watched']) await read(scene.path + path)
      }),
      [],
    )
  })

  it('is told of once, to the advisor too', async () => {
    const { body } = await read(scene.path)
    assert.match(body, /<video [^>]*data-watched="[^"]+\/videos\/v%201\/watched"/)
    const { message } = await sendTo(me, scene.surveyId)
    await submit(`${scene.path}/opened`, {})
    assert.deepEqual(await cardOf(), ['opened', undefined])
    assert.deepEqual(await told(() => watch()), ['owner.videoWatched'])
    assert.deepEqual(await told(() => watch()), [], 'once per link')
    assert.deepEqual(await cardOf(), ['opened', true])
    const timeline = (await me.get(`/surveys/${scene.surveyId}/timeline`)).json<Timeline>()
    assert.equal(timeline.entries.filter(({ kind }) => kind === 'watched').length, 1)
    const messages = (await me.get(`/surveys/${scene.surveyId}/messages`)).json()
    const shown = messages.messages?.find(({ id }: { id: string }) => id === message.id)
    assert.equal(shown?.watchedAt, undefined, 'it was played by another link than that of the message')
  })

  it('is not told of by staff who look at the preview', async () => {
    const preview = await me.get(`/surveys/${scene.surveyId}/owner-preview`)
    assert.match(preview.body, /<video /)
    assert.doesNotMatch(preview.body, /data-watched/)
  })
})

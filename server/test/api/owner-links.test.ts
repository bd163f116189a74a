// The links themselves say who waits for a new one: a link that no message brought counts like any other.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listLinkRequests, withdrawOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { testApp } from '../support/api.ts'
import { makeLink, makeOwnerScene, type OwnerScene, pathOf, submit } from '../support/owner.ts'
import { inClientOf } from '../support/scenes.ts'

const requestOf = ({ client, surveyId }: OwnerScene) =>
  inClientOf(client, async (scope) => (await listLinkRequests(scope, [surveyId, 'none'])).get(surveyId))
const withdraw = ({ client, surveyId }: OwnerScene, id?: string) =>
  inClientOf(client, (scope) => withdrawOwnerLinks(scope, surveyId, id))
const ask = async (path: string) => assert.equal((await submit(`${path}/ask`, {})).statusCode, 200)

describe('A new link that is asked for', () => {
  it('is known by the link it was asked with, until a link is made', async () => {
    const { setNow } = await testApp()
    const scene = await makeOwnerScene()
    assert.equal(await requestOf(scene), undefined)
    await withdraw(scene)
    assert.equal(await requestOf(scene), undefined, 'withdrawn, and nobody asked')
    const asked = new Date()
    setNow(asked)
    try {
      await ask(scene.path)
      const request = { surveyId: scene.surveyId, linkId: scene.link.id, at: asked }
      assert.deepEqual(await requestOf(scene), request)
      const next = await makeLink(scene.client, scene.surveyId)
      assert.equal(await requestOf(scene), undefined, 'answered')
      await withdraw(scene, next.id)
      assert.deepEqual(await requestOf(scene), request, 'the answer was taken back')
      setNow(new Date(asked.getTime() + 2000))
      await ask(pathOf(next))
      assert.equal((await requestOf(scene))?.linkId, next.id, 'the last one counts')
    } finally {
      setNow(undefined)
    }
  })
})

// Links, waiting messages and codes when the installation's key is changed: what is out goes on working, or ends when asked to.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { resealCallbacks } from '../../src/features/callbacks/reseal.ts'
import { linkSecretOf, renewLinkSecret } from '../../src/features/media/link-secret.ts'
import { failLinksThatWait, resealLinks } from '../../src/features/messages/reseal-links.ts'
import { linkPurpose } from '../../src/features/messages/send-message.ts'
import { endAllLinks, keepViewingLinks } from '../../src/features/owner-links/change-key.ts'
import { findViewingUrl } from '../../src/features/owner-links/owner-links.ts'
import { openSecretBox } from '../../src/outside/secret-box.ts'
import { BASE_URL, testBox } from '../support/api.ts'
import { person } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { makeOwnerScene, type OwnerScene, read } from '../support/owner.ts'
import { sendTo, setReceiver } from '../support/post.ts'
import { inClientOf } from '../support/scenes.ts'

/** The key of testBox, and two that come after it. */
const OLD = Buffer.alloc(32, 7).toString('base64')
const [NEXT, LAST] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const withKeys = (...keys: string[]) => openSecretBox({ dataDir: '', secretKey: keys.join(' ') })

const viewingUrl = (scene: OwnerScene, box: typeof testBox) =>
  inClientOf(scene.client, (scope) => findViewingUrl(scope, scene.surveyId, { box, baseUrl: BASE_URL }))

async function sealedScene(): Promise<{ scene: OwnerScene; messageId: string }> {
  const scene = await makeOwnerScene()
  await setReceiver(scene.client)
  const advisor = await person(scene.client.id, 'advisor')
  const { message } = await sendTo(advisor, scene.surveyId)
  return { scene, messageId: message.id }
}

const reseal = (scene: OwnerScene, ...keys: string[]) =>
  inClientOf(scene.client, async (scope) => {
    const box = await withKeys(...keys).unlock()
    return [
      await resealCallbacks(scope, box),
      await resealLinks(scope, box),
      await keepViewingLinks(scope, box),
    ]
  })

const linkIn = async (scene: OwnerScene, messageId: string) => {
  const db = await testDatabase()
  const row = await db.row<{ sealed: Uint8Array | null; state: string; code: string | null }>(sql`
    select sealed_link as sealed, state, failure_code as code from messages
    where system_client_id = ${scene.client.id} and id = ${messageId}`)
  assert.ok(row)
  return row
}

describe('when the key is changed', () => {
  test('printed addresses stay the same, by the new key alone, and after the next change too', async () => {
    const { scene } = await sealedScene()
    const before = await viewingUrl(scene, testBox)
    assert.ok(before)
    assert.equal(await viewingUrl(scene, withKeys(NEXT)), undefined, 'nobody but the key can tell it')
    assert.equal(await viewingUrl(scene, withKeys(NEXT, OLD)), before)
    const [, , viewing] = await reseal(scene, NEXT, OLD)
    assert.ok((viewing?.resealed ?? 0) >= 1)
    assert.equal(await viewingUrl(scene, withKeys(NEXT)), before)
    const [, ...again] = await reseal(scene, NEXT, OLD)
    assert.deepEqual(again, [
      { resealed: 0, unopened: 0 },
      { resealed: 0, unopened: 0 },
    ])
    await reseal(scene, LAST, NEXT)
    assert.equal(await viewingUrl(scene, withKeys(LAST)), before)
    assert.equal(
      await viewingUrl(scene, withKeys(OLD)),
      before,
      'who had the key knows it: such links are ended',
    )
    const page = await read(`${before.slice(BASE_URL.length)}?lang=en`)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /This link shows the result and cannot decide\./)
  })

  test('a message that waits opens with the new key, and no longer with the former one', async () => {
    const { scene, messageId } = await sealedScene()
    const purpose = linkPurpose(scene.client.id, messageId)
    const before = (await linkIn(scene, messageId)).sealed as Uint8Array
    const url = await testBox.open(before, purpose)
    const [, messages] = await reseal(scene, NEXT, OLD)
    assert.deepEqual(messages, { resealed: 1, unopened: 0 })
    const after = (await linkIn(scene, messageId)).sealed as Uint8Array
    assert.equal(await withKeys(NEXT).open(after, purpose), url)
    await assert.rejects(withKeys(OLD).open(after, purpose), /another key/)
  })

  test('what neither key opens is counted and left as it is', async () => {
    const { scene, messageId } = await sealedScene()
    const before = (await linkIn(scene, messageId)).sealed
    const [callbacks, messages, viewing] = await reseal(scene, NEXT, LAST)
    assert.deepEqual([callbacks?.unopened, messages?.unopened], [1, 1])
    assert.ok((viewing?.unopened ?? 0) >= 1)
    assert.deepEqual((await linkIn(scene, messageId)).sealed, before)
  })

  test('all links can be ended, and what waits with one does not go out', async () => {
    const { scene, messageId } = await sealedScene()
    const viewing = (await viewingUrl(scene, testBox)) as string
    const { ended, unsent } = await inClientOf(scene.client, async (scope) => ({
      ended: await endAllLinks(scope),
      unsent: await failLinksThatWait(scope),
    }))
    assert.ok(ended >= 2)
    assert.equal(unsent, 1)
    for (const path of [scene.path, viewing.slice(BASE_URL.length)]) {
      const page = await read(`${path}?lang=en`)
      assert.notEqual(page.statusCode, 200, path)
      assert.doesNotMatch(page.body, /WA 100/)
    }
    assert.deepEqual(await linkIn(scene, messageId), { sealed: null, state: 'failed', code: 'linkExpired' })
    assert.equal(await inClientOf(scene.client, endAllLinks), 0)
  })

  test('what signs links to photos is another one within seconds, in every process', async () => {
    const db = await testDatabase()
    let now = 1_000_000
    const secret = linkSecretOf(db, () => now)
    const before = await secret()
    await renewLinkSecret(db)
    assert.deepEqual(await secret(), before)
    now += 2_000
    const since = await secret()
    assert.notDeepEqual(since, before)
    assert.deepEqual(await linkSecretOf(db)(), since)
  })
})

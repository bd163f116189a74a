// What one link sets off (I9): one feedback an hour, twenty decisions a day, and one notice to the advisor in five minutes, which
// sums up what came since.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Message } from '@walkaround/contract/app/messages.ts'
import { testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { decide, makeOwnerScene, type OwnerScene, submit } from '../support/owner.ts'
import { messagesOf, startPost } from '../support/post.ts'
import { putOrder } from '../support/scenes.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function makeScene(): Promise<OwnerScene> {
  const scene = await makeOwnerScene()
  await putOrder(scene.client, {
    serviceAdvisor: { id: 'SA-1', firstName: 'Jo', lastName: 'Sample', email: 'jo@example.com' },
  })
  return scene
}

const noticesOf = async (scene: OwnerScene): Promise<Message[]> => {
  const advisor = await person(scene.client.id, 'advisor')
  return (await messagesOf(advisor, scene.surveyId)).filter(({ type }) => /^customer/.test(type))
}

/** Everything that is due by then is done. */
async function passTo(scene: OwnerScene, at: number): Promise<void> {
  ;(await testApp()).setNow(new Date(at))
  const post = await startPost(scene.client)
  await post.drain(at - Date.now())
  await post.stop()
}

const feedback = (scene: OwnerScene, stars: string, form: string) =>
  submit(`${scene.path}/feedback?lang=en`, { form: form.padEnd(20, '0'), stars, text: `text ${form}` })

describe('what an owner sets off', () => {
  test('is one notice at once, and one that sums up what came within five minutes', async () => {
    const scene = await makeScene()
    const start = Date.now()
    try {
      for (const word of ['approve', 'no', 'approve']) {
        assert.equal((await decide(scene, { [scene.ids.pads]: word })).statusCode, 303)
      }
      assert.equal((await decide(scene, { [scene.ids.battery]: 'no' })).statusCode, 303)
      assert.equal((await feedback(scene, '4', 'one')).statusCode, 200)
      assert.equal((await noticesOf(scene)).length, 1)
      await passTo(scene, start + 6 * MINUTE)
      const [, second, ...none] = await noticesOf(scene)
      assert.equal(none.length, 0)
      assert.equal(second?.type, 'customerDecisionNotification')
      assert.match(second?.text ?? '', /Front pads(.|\n)*Front pads(.|\n)*Battery/, 'nothing is lost')
      await passTo(scene, start + 12 * MINUTE)
      const [, , third, ...more] = await noticesOf(scene)
      assert.deepEqual([third?.type, more.length], ['customerFeedbackNotification', 0])
      assert.match(third?.text ?? '', /★★★★☆\ntext one/)
      await passTo(scene, start + 60 * MINUTE)
      assert.equal((await noticesOf(scene)).length, 3)
    } finally {
      ;(await testApp()).setNow(undefined)
    }
  })

  test('is one feedback an hour, and the page says so', async () => {
    const scene = await makeScene()
    const { setNow } = await testApp()
    try {
      assert.equal((await feedback(scene, '5', 'a')).statusCode, 200)
      assert.equal((await feedback(scene, '5', 'a')).statusCode, 200, 'the same form is the same feedback')
      const soon = await feedback(scene, '1', 'b')
      assert.equal(soon.statusCode, 429)
      assert.match(soon.body, /We have your feedback already/)
      setNow(new Date(Date.now() + HOUR + MINUTE))
      assert.equal((await feedback(scene, '1', 'b')).statusCode, 200)
    } finally {
      setNow(undefined)
    }
  })

  test('is twenty decisions a day, and what was decided before stands', async () => {
    const scene = await makeScene()
    const { setNow } = await testApp()
    try {
      for (let count = 0; count < 20; count++) {
        const word = count % 2 === 0 ? 'approve' : 'no'
        assert.equal((await decide(scene, { [scene.ids.pads]: word })).statusCode, 303, `${count}`)
      }
      const refused = await decide(scene, { [scene.ids.pads]: 'approve' })
      assert.equal(refused.statusCode, 429)
      assert.match(refused.body, /Too many decisions for one day/)
      const quotes = (await scene.client.get(`/surveys/${scene.surveyId}/quotes`)).json<
        { id: string; approvalStatus?: string }[]
      >()
      assert.equal(quotes.find(({ id }) => id === scene.ids.pads)?.approvalStatus, 'rejected')
      setNow(new Date(Date.now() + 25 * HOUR))
      assert.equal((await decide(scene, { [scene.ids.pads]: 'approve' })).statusCode, 303)
    } finally {
      setNow(undefined)
    }
  })
})

// The mail to the advisor after an owner's decision: what was decided, until when and why, and the way to the offers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setClient } from '../../src/organisation/clients.ts'
import { createMail } from '../../src/outside/mail.ts'
import { BASE_URL, order } from '../support/api.ts'
import { readMail, startMailServer } from '../support/mail-server.ts'
import { decide, makeOwnerScene, type OwnerScene } from '../support/owner.ts'
import { startPost } from '../support/post.ts'
import { inClientOf } from '../support/scenes.ts'

const serviceAdvisor = { id: 'SA-1', firstName: 'Jo', lastName: 'Sample', email: 'jo@example.com' }

async function mailTo({ client }: OwnerScene): Promise<string> {
  const server = await startMailServer()
  const email = createMail({ url: server.url, from: { address: 'service@example.com' } })
  const post = await startPost(client, { email })
  await post.drain()
  await post.stop()
  await server.close()
  assert.equal(server.taken.length, 1)
  return readMail(server.taken[0]?.raw ?? '').bodies[0] ?? ''
}

describe("The mail about an owner's decision", () => {
  for (const [language, later, no] of [
    ['en', 'Later, 9 March 2027', 'Declined (Will do it themselves)'],
    ['de', 'Später, 9. März 2027', 'Abgelehnt (Macht es selbst)'],
    ['ru', 'Позже, 9 марта 2027 г.', 'Отклонено (Сделает сам)'],
  ] as const) {
    it(`tells date and reason in its own language, ${language}, and leads to the offers`, async () => {
      const scene = await makeOwnerScene()
      await inClientOf(scene.client, (scope) =>
        setClient(scope, { clientId: scene.client.id, changes: { language } }),
      )
      const put = await scene.client.put('/service-orders/1', order({ serviceAdvisor }))
      assert.equal(put.statusCode, 204, put.body)
      const { pads, battery } = scene.ids
      // The page is in English, whatever the dealership speaks.
      const done = await decide(
        scene,
        { [pads]: 'no', [battery]: 'later' },
        { [`reason:${pads}`]: 'byMyself', [`date:${battery}`]: '2027-03-09' },
      )
      assert.equal(done.statusCode, 303, done.body)
      const text = await mailTo(scene)
      assert.ok(text.includes(`: ${no}`), text)
      assert.ok(text.includes(`Battery: ${later}`), text)
      assert.ok(text.includes(`${BASE_URL}/workshop/surveys/${scene.surveyId}/quotes\n`), text)
    })
  }
})

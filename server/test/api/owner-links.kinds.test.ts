// Links of two kinds (I3): what decides goes to its person and to nobody else; what is printed and shown in the house shows the
// same page and decides nothing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Message } from '@walkaround/contract/app/messages.ts'
import { findViewingUrl } from '../../src/features/owner-links/owner-links.ts'
import { createMail } from '../../src/outside/mail.ts'
import { BASE_URL, request, testBox } from '../support/api.ts'
import { person } from '../support/app.ts'
import { readMail, startMailServer } from '../support/mail-server.ts'
import {
  choose,
  everything,
  fieldsOf,
  makeOwnerScene,
  type OwnerScene,
  read,
  submit,
} from '../support/owner.ts'
import { callbacksOf, sendTo, setReceiver, startPost } from '../support/post.ts'
import { inClientOf } from '../support/scenes.ts'

async function sendResult(scene: OwnerScene): Promise<{ message: Message; url: string }> {
  await setReceiver(scene.client)
  const advisor = await person(scene.client.id, 'advisor')
  const { message } = await sendTo(advisor, scene.surveyId)
  const post = await startPost(scene.client)
  await post.drain()
  await post.stop()
  const url = (await callbacksOf(scene.client))[0]?.linkUrl ?? ''
  assert.ok(url.startsWith(`${BASE_URL}/o/`))
  return { message, url }
}

const viewingPath = async (scene: OwnerScene): Promise<string> => {
  const online = { box: testBox, baseUrl: BASE_URL }
  const url = await inClientOf(scene.client, (scope) => findViewingUrl(scope, scene.surveyId, online))
  assert.ok(url)
  return url.slice(BASE_URL.length)
}

describe('a link that shows', () => {
  test('shows the page as the other one does, without everything that can be sent', async () => {
    const scene = await makeOwnerScene()
    const { url } = await sendResult(scene)
    const deciding = await read(`${url.slice(BASE_URL.length)}?lang=en`)
    const page = await read(`${await viewingPath(scene)}?lang=en`)
    assert.equal(page.statusCode, 200)
    for (const words of ['Battery', 'Front pads', 'WA 100', 'Oil service']) {
      assert.ok(deciding.body.includes(words) && page.body.includes(words), words)
    }
    assert.match(deciding.body, /<form/)
    assert.doesNotMatch(page.body, /<form|<input|<button|<fieldset/)
    assert.match(page.body, /This link shows the result and cannot decide\./)
  })

  test('refuses every post in plain words, and nothing moves', async () => {
    const scene = await makeOwnerScene()
    await sendResult(scene)
    const path = await viewingPath(scene)
    const chosen = await choose(scene, { [scene.ids.pads]: 'approve' })
    const review = fieldsOf((await submit(`${scene.path}/review?lang=en`, chosen)).body)
    const before = await everything()
    for (const [act, fields] of [
      ['review', chosen],
      ['edit', chosen],
      ['decide', review],
      ['feedback', { form: 'f'.repeat(24), stars: '5' }],
    ] as const) {
      for (const [language, words] of [
        ['en', 'This link only shows the result'],
        ['de', 'Dieser Link zeigt nur das Ergebnis'],
        ['ru', 'Эта ссылка только показывает результат'],
      ] as const) {
        const refused = await submit(`${path}/${act}?lang=${language}`, fields)
        assert.equal(refused.statusCode, 403, act)
        assert.ok(refused.body.includes(words), `${act} ${language}`)
        assert.doesNotMatch(refused.body, /WA 100|Secretname/)
      }
    }
    for (const act of ['opened', 'videos/v/watched'])
      assert.equal((await submit(`${path}/${act}`, {})).statusCode, 204)
    assert.deepEqual(await everything(), before)
  })

  test('ends with the other one', async () => {
    const scene = await makeOwnerScene()
    const { message } = await sendResult(scene)
    const path = await viewingPath(scene)
    const advisor = await person(scene.client.id, 'advisor')
    const gone = await advisor.delete(`/surveys/${scene.surveyId}/messages/${message.id}/link`)
    assert.equal(gone.statusCode, 204)
    assert.equal((await read(path)).statusCode, 410)
  })
})

describe('a link that decides', () => {
  test('reaches its person and the DMS, and nobody reads it anywhere in the house', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId } = scene
    const { message, url } = await sendResult(scene)
    const token = url.split('.').at(-1) ?? ''
    assert.equal(token.length, 32)
    const forms = ['survey-report', 'damage-report', 'handover-pack'].map((form) => `pdf-forms/${form}`)
    for (const role of ['technician', 'advisor', 'admin'] as const) {
      const one = await person(client.id, role)
      const bodies = await Promise.all(
        [
          '/board',
          '/outbox',
          `/surveys/${surveyId}`,
          `/surveys/${surveyId}/messages`,
          `/surveys/${surveyId}/owner-preview`,
          `/surveys/${surveyId}/receipts`,
          '/callbacks',
          `/callbacks/${message.id}`,
          '/received-callbacks',
          ...forms.map((form) => `/surveys/${surveyId}/${form}`),
        ].map(async (path) => [path, (await one.get(path)).rawPayload] as const),
      )
      for (const [path, body] of bodies) assert.ok(!body.includes(token), `${role} ${path}`)
    }
    for (const path of [`/surveys/${surveyId}`, ...forms.map((form) => `/surveys/${surveyId}/${form}`)]) {
      assert.ok(!(await client.get(path)).rawPayload.includes(token), path)
    }
    const admin = await person(client.id, 'admin')
    const { body } = (await admin.get(`/callbacks/${message.id}`)).json()
    assert.equal(
      JSON.parse(body).linkUrl,
      BASE_URL + (await viewingPath(scene)),
      'the log has the viewing kind',
    )
  })

  test('is in the mail to the stored address', async () => {
    const scene = await makeOwnerScene()
    const server = await startMailServer()
    const advisor = await person(scene.client.id, 'advisor')
    await sendTo(advisor, scene.surveyId)
    const mail = createMail({ url: server.url, from: { address: 'us@example.com' } })
    const post = await startPost(scene.client, { email: mail })
    await post.drain()
    await post.stop()
    const [sent] = server.taken
    assert.deepEqual(sent?.to, ['ada@example.org'])
    const [text = ''] = readMail(sent?.raw ?? '').bodies
    const path = new RegExp(`${BASE_URL}(/o/\\S+)`).exec(text)?.[1] ?? ''
    assert.match((await read(path)).body, /<form/)
    await server.close()
    const answer = await request({ method: 'POST', url: `${path}/opened` })
    assert.equal(answer.statusCode, 204)
  })
})

// Printed forms on the owner's page: which there are, who gets them, and that nothing else can be reached by them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { forms } from '@walkaround/contract/dms/media.ts'
import { findViewingUrl, withdrawOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { BASE_URL, testApp, testBox } from '../support/api.ts'
import { person } from '../support/app.ts'
import { everything, makeOwnerScene, type OwnerScene, read } from '../support/owner.ts'
import { sendTo } from '../support/post.ts'
import { readPdf, wordsOfPdf } from '../support/read-pdf.ts'
import { inClientOf } from '../support/scenes.ts'
import { putMark, putSignature } from '../support/survey-media.ts'

const formAt = ({ path }: Pick<OwnerScene, 'path'>, form: string, lang = 'en') =>
  read(`${path}/forms/${form}.pdf?lang=${lang}`)

const linksOn = (body: string) =>
  [...body.matchAll(/href="[^"]*\/forms\/([\w-]+)\.pdf\?/g)].map(([, form]) => form)

describe("printed forms on the owner's page", () => {
  test('are those that say something: the act once it is signed, the drawing once there is damage', async () => {
    const scene = await makeOwnerScene()
    assert.deepEqual(linksOn((await read(`${scene.path}?lang=en`)).body), ['survey-summary'])
    for (const form of [
      'handover-act',
      'handover-pack',
      'damage-report',
      'owner-receipt',
      '..',
      '%2e%2e%2fphotos',
    ])
      assert.equal((await formAt(scene, form)).statusCode, 404, form)
    const { client, surveyId } = scene
    assert.ok((await putMark(client, surveyId, 'M-1')).statusCode < 300)
    assert.ok((await putSignature(client, surveyId, 'S-1')).statusCode < 300)
    assert.deepEqual(linksOn((await read(`${scene.path}?lang=en`)).body), [
      'survey-summary',
      'handover-act',
      'damage-report',
    ])
    const before = await everything()
    for (const form of ['survey-summary', 'handover-act', 'damage-report']) {
      const reply = await formAt(scene, form)
      assert.equal(reply.statusCode, 200, form)
      assert.equal(reply.headers['content-type'], 'application/pdf')
      assert.equal(reply.headers['cache-control'], 'no-store')
      assert.match(
        String(reply.headers['content-disposition']),
        new RegExp(`^attachment; filename="${form}_[\\w-]+\\.pdf"`),
      )
      assert.ok(wordsOfPdf(readPdf(reply.rawPayload)).includes('WA 100'), form)
    }
    assert.deepEqual(await everything(), before, 'reading changes nothing')
    const russian = wordsOfPdf(readPdf((await formAt(scene, 'survey-summary', 'ru')).rawPayload))
    assert.match(russian, /Отчёт об осмотре автомобиля/)
    assert.doesNotMatch(russian, /INTERNAL-COMMENT/)
  })

  test('a wrong, withdrawn, expired or viewing link gives none', async () => {
    const scene = await makeOwnerScene()
    const other = await makeOwnerScene()
    const wrong = { path: `${scene.path.slice(0, -4)}AAAA` }
    const sent = await sendTo(await person(other.client.id, 'advisor'), other.surveyId)
    assert.equal(sent.status, 200, sent.body)
    const viewing = await inClientOf(other.client, (scope) =>
      findViewingUrl(scope, other.surveyId, { box: testBox, baseUrl: BASE_URL }),
    )
    assert.ok(viewing)
    const shown = { path: viewing.slice(BASE_URL.length) }
    assert.equal((await read(`${shown.path}?lang=en`)).statusCode, 200)
    assert.deepEqual(linksOn((await read(`${shown.path}?lang=en`)).body), [], 'it has no names and contacts')
    await inClientOf(scene.client, (scope) => withdrawOwnerLinks(scope, scene.surveyId))
    const { setNow } = await testApp()
    for (const form of forms) {
      assert.equal((await formAt(wrong, form)).statusCode, 404, 'wrong')
      assert.equal((await formAt(scene, form)).statusCode, 410, 'withdrawn')
      assert.equal((await formAt(shown, form)).statusCode, 403, 'viewing')
    }
    setNow(new Date(other.link.validUntil.getTime() + 1))
    try {
      assert.equal((await formAt(other, 'survey-summary')).statusCode, 410, 'expired')
    } finally {
      setNow(undefined)
    }
  })
})

// The owner's page before it is sent: the same page, which decides nothing, marks nothing and needs no link.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { makeClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { makeOwnerScene, type OwnerScene, read } from '../support/owner.ts'
import { eventsDuring, refusal } from '../support/scenes.ts'

const previewOf = (me: AppPerson, { surveyId }: Pick<OwnerScene, 'surveyId'>, lang = 'en') =>
  me.get(`/surveys/${surveyId}/owner-preview?lang=${lang}`)

/** Without what a page that is only looked at does not have: forms, scripts, and the way to its own files. */
const words = (page: string) =>
  page
    .replaceAll(/<(script|head)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe("The preview of the owner's page", () => {
  it('says what the page says, in the language asked for', async () => {
    const scene = await makeOwnerScene()
    const me = await person(scene.client.id, 'advisor')
    for (const lang of languages) {
      const [shown, real] = [await previewOf(me, scene, lang), await read(`${scene.path}?lang=${lang}`)]
      assert.equal(shown.statusCode, 200, shown.body)
      assert.equal(shown.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(words(shown.body), words(real.body))
    }
  })

  it('lets nobody decide, and marks nothing as opened', async () => {
    const scene = await makeOwnerScene()
    const me = await person(scene.client.id, 'advisor')
    const events = await eventsDuring(scene.client, async () => {
      const { body, headers } = await previewOf(me, scene)
      assert.doesNotMatch(body, /<script|<form[^>]+action|data-opened|formaction|name="form"/)
      // Every control is inside the disabled part.
      const [before = '', inside = '', after = ''] = body.split(/<fieldset class="still" disabled>|<\/form>/)
      assert.match(inside, /<input type="radio"/)
      assert.doesNotMatch(before + after, /<(input|button|select|textarea)/)
      const policy = String(headers['content-security-policy'])
      for (const rule of ["form-action 'none'", "frame-ancestors 'self'", "default-src 'none'"])
        assert.ok(policy.includes(rule), policy)
      assert.doesNotMatch(policy, /script-src/)
      assert.equal(headers['cache-control'], 'no-store')
    })
    assert.deepEqual(events, [])
  })

  it('leads to files of the app and to our own styles', async () => {
    const scene = await makeOwnerScene()
    const me = await person(scene.client.id, 'technician')
    const { body } = await previewOf(me, scene)
    const at = `https://w.example/base/app/system-clients/${scene.client.id}/surveys/${scene.surveyId}/owner-preview`
    const style = /<link rel="stylesheet" href="([^"]+)"/.exec(body)?.[1] ?? ''
    assert.match(new URL(style, at).pathname, /^\/base\/assets\/owner\./)
    const photo = /<img src="([^"]+)"/.exec(body)?.[1] ?? ''
    const path = new URL(photo, at).pathname.split(`/system-clients/${scene.client.id}`)[1] ?? ''
    assert.equal((await me.get(path)).statusCode, 302, path)
  })

  it('is for those who may read the survey', async () => {
    const scene = await makeOwnerScene()
    const other = await makeClient()
    const stranger = await person(other.id, 'advisor')
    assert.equal((await previewOf(stranger, scene)).statusCode, 404)
    const me = await person(scene.client.id, 'advisor')
    assert.equal((await me.get(`/surveys/nothing/owner-preview`)).statusCode, 404)
    refusal(await previewOf(me, scene, 'xx'), 'notInList', /lang/)
  })
})

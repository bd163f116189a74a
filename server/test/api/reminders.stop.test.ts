// The way out of reminders: looking changes nothing, one tap or one request of a mail program stops them, for this person and way.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { forgetContacts } from '../../src/features/administration/forget-contacts.ts'
import { resealReminderKey } from '../../src/features/reminders/person.ts'
import { openSecretBox } from '../../src/outside/secret-box.ts'
import { BASE_URL, makeClient, request, testApp, testBox } from '../support/api.ts'
import { ada, deferred, deliver, openScene, putOff, remindAgain, type Scene } from '../support/reminders.ts'
import { inClientOf, refusal } from '../support/scenes.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const get = (url: string, headers: Record<string, string> = {}) => request({ method: 'GET', url, headers })
const post = (url: string, payload: string, headers: Record<string, string> = form) =>
  request({ method: 'POST', url, payload, headers })

/** Somebody who was reminded, and the path of the way out. */
async function reminded(
  scene: Scene,
  plate: string,
  customer = ada,
): Promise<{ surveyId: string; path: string }> {
  const { surveyId } = await putOff(scene, plate, deferred(10), { customer })
  const [sent] = await remindAgain(scene)
  assert.ok(sent?.unsubscribe)
  return { surveyId, path: sent.unsubscribe.slice(BASE_URL.length) }
}

const stoppedAt = async (scene: Scene) => {
  const { database } = await testApp()
  const rows = await database.rows<{ stoppedAt: Date | null }>(sql`
    select stopped_at from reminder_people where system_client_id = ${scene.client.id}`)
  return rows.map((row) => row.stoppedAt !== null)
}

describe('the way out', () => {
  let scene: Scene
  let path: string
  let surveyId: string
  before(async () => {
    scene = await openScene({
      deferred: true,
      consent: 'customer',
      quietFrom: '00:00',
      quietTo: '00:00',
      pauseDays: 1,
      mostPerYear: 12,
    })
    ;({ path, surveyId } = await reminded(scene, 'WO 1'))
  })

  test('shows what is so and one button; reading it changes nothing, however often and by whatever means', async () => {
    for (const headers of [{}, { 'accept-language': 'en' }, { 'user-agent': 'scanner' }] as Record<
      string,
      string
    >[]) {
      const shown = await get(path, headers)
      assert.equal(shown.statusCode, 200)
      assert.match(shown.body, /<button type="submit" name="act" value="stop"/)
      assert.doesNotMatch(shown.body, /ada@|Example|WO 1/i)
      assert.equal(shown.headers['cache-control'], 'no-store')
    }
    assert.equal((await request({ method: 'HEAD', url: path })).statusCode, 200)
    assert.match((await get(`${path}?lang=pl`)).body, /Nie wysyłaj mi więcej przypomnień/)
    assert.deepEqual(await stoppedAt(scene), [false])
  })

  test('one tap stops them, also for the next order of the same person however the address is written; and back', async () => {
    const stopped = await post(path, 'act=stop')
    assert.equal(stopped.statusCode, 200)
    assert.match(stopped.body, /You get no more reminders/)
    assert.match(stopped.body, /value="resume"/)
    await putOff(scene, 'WO 2', deferred(9), {
      customer: { ...ada, id: 'other', email: ' aDA@EXAMPLE.org ' },
    })
    assert.deepEqual(await remindAgain(scene), [])
    const marks = await scene.me.get(`/put-off-work/reminder-marks?survey=${surveyId}`)
    assert.equal(marks.statusCode, 200, marks.body)
    assert.deepEqual(marks.json()[0].stopped, ['email'])
    assert.ok(marks.json()[0].remindedAt)
    const byHand = await scene.me.put(`/surveys/${surveyId}/reminders/one`, {})
    refusal(byHand, 'preconditionFailed', /wants no reminders by email/)
    const preview = await scene.me.post(`/surveys/${surveyId}/reminder-preview`, {})
    assert.equal(preview.json().isStopped, true, preview.body)
    await inClientOf(scene.client, (scope) => forgetContacts(scope, { value: ada.email }))
    assert.deepEqual(await stoppedAt(scene), [true], 'an objection outlives the address')
    const again = await post(path, 'act=resume')
    assert.match(again.body, /You get reminders again/)
    const { database } = await testApp()
    await database.run(sql`
      update reminders set created_at = created_at - interval '40 days' where system_client_id = ${scene.client.id}`)
    assert.equal((await remindAgain(scene)).length, 1)
  })

  test('a mail program posts without a person, by form or in parts, and that always stops', async () => {
    const one = await post(path, 'List-Unsubscribe=One-Click')
    assert.equal(one.statusCode, 200)
    assert.deepEqual(await stoppedAt(scene), [true])
    await post(path, 'act=resume')
    const parts =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const two = await post(path, parts, { 'content-type': 'multipart/form-data; boundary=x' })
    assert.equal(two.statusCode, 200, two.body)
    assert.deepEqual(await stoppedAt(scene), [true])
    await post(path, 'act=resume')
  })

  test('a foreign page, a wrong word and another client change nothing, and are told nothing', async () => {
    const foreign = await post(path, 'act=stop', {
      ...form,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    assert.equal(foreign.statusCode, 403)
    const [, client = '', token = ''] = /^\/r\/([^.]+)\.(.+)$/.exec(path) ?? []
    const other = await makeClient()
    const wrong = [
      `/r/${client}.${'A'.repeat(32)}`,
      `/r/${Buffer.from(other.id).toString('base64url')}.${token}`,
      `/r/${Buffer.from('nobody').toString('base64url')}.${token}`,
      `/r/${token}`,
      `/o/${client}.${token}`,
    ]
    const bodies = new Set<string>()
    for (const one of wrong) {
      const shown = await get(one)
      assert.equal(shown.statusCode, 404, one)
      if (one.startsWith('/r/')) bodies.add(shown.body.replaceAll(/href="[^"]*"/g, ''))
      assert.equal((await post(one, 'act=stop')).statusCode, 404, one)
    }
    assert.equal(bodies.size, 1, 'the same for every client, existing or not')
    assert.deepEqual(await stoppedAt(scene), [false])
    for (const method of ['PUT', 'DELETE'] as const)
      assert.ok([404, 405].includes((await request({ method, url: path })).statusCode), method)
  })

  test('a message that waits does not go to somebody who has said no meanwhile', async () => {
    const late = await openScene()
    const { path: way } = await reminded(late, 'WO 4')
    const { surveyId: next } = await putOff(late, 'WO 5', deferred(8))
    const made = await late.me.put(`/surveys/${next}/reminders/r1`, {})
    assert.equal(made.statusCode, 200, made.body)
    await post(way, 'act=stop')
    assert.deepEqual(await deliver(late), [])
    const messages = (await late.me.get(`/surveys/${next}/messages`)).json()
    assert.deepEqual([messages.at(-1).state, messages.at(-1).failureCode], ['failed', 'recipientStopped'])
  })

  test('the database has neither address nor word of the way out, and a changed key of the installation changes neither', async () => {
    const { database } = await testApp()
    const kept = await database.rows(sql`
      select p::text as row from reminder_people p where system_client_id = ${scene.client.id}
      union all select r::text from reminders r where system_client_id = ${scene.client.id}
      union all select s::text from reminder_settings s where system_client_id = ${scene.client.id}`)
    const text = JSON.stringify(kept)
    assert.doesNotMatch(text, /example\.org/i)
    const token = path.split('.').at(-1) ?? ''
    assert.ok(!text.includes(token) && !text.includes(Buffer.from(token, 'base64url').toString('hex')))
    const former = Buffer.alloc(32, 7).toString('base64')
    const next = Buffer.alloc(32, 8).toString('base64')
    const both = await openSecretBox({ dataDir: '', secretKey: `${next} ${former}` }).unlock()
    const client = { db: database, clientId: scene.client.id }
    assert.deepEqual(await resealReminderKey(client, both), { resealed: 1, unopened: 0 })
    assert.deepEqual(await resealReminderKey(client, both), { resealed: 0, unopened: 0 })
    assert.deepEqual(await resealReminderKey(client, await testBox.unlock()), { resealed: 0, unopened: 1 })
    const back = await openSecretBox({ dataDir: '', secretKey: `${former} ${next}` }).unlock()
    assert.deepEqual(await resealReminderKey(client, back), { resealed: 1, unopened: 0 })
    assert.equal((await get(path)).statusCode, 200)
  })
})

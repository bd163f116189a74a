// Above a sum that the client sets, an owner confirms a decision with a code (I3); and every receipt says how the link came.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Receipt } from '@walkaround/contract/owner-page.ts'
import { sql } from '../../src/db/sql.ts'
import { setClient } from '../../src/organisation/clients.ts'
import { testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { choose, decide, fieldsOf, makeOwnerScene, type OwnerScene, read, submit } from '../support/owner.ts'
import { callbacksOf, messagesOf, sendTo, setReceiver, startPost } from '../support/post.ts'
import { inClientOf } from '../support/scenes.ts'

const MINUTE = 60_000

interface Sent {
  address: string
  text: string
}

/** A scene whose owner got the link by mail; what else they get is collected. */
async function makeScene(
  above?: number,
): Promise<{ scene: OwnerScene; sent: Sent[]; deliver(): Promise<void> }> {
  const made = await makeOwnerScene()
  const { client, surveyId } = made
  await setReceiver(client)
  if (above !== undefined) {
    await inClientOf(client, (scope) =>
      setClient(scope, { clientId: client.id, changes: { decisionCodeAbove: above } }),
    )
  }
  const sent: Sent[] = []
  const deliver = async () => {
    const post = await startPost(client, {
      email: {
        via: 'smtp',
        send: async ({ address, text }) => void sent.push({ address, text }),
      },
    })
    await post.drain()
    await post.stop()
  }
  await sendTo(await person(client.id, 'advisor'), surveyId)
  await deliver()
  const url = (await callbacksOf(client))[0]?.linkUrl ?? ''
  return { scene: { ...made, path: new URL(url).pathname }, sent, deliver }
}

const codeIn = ({ text }: Sent) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
const other = (code: string) => (code === '000000' ? '000001' : '000000')

async function confirm(
  scene: OwnerScene,
): Promise<{ form: Record<string, string>; body: string; status: number }> {
  const answer = await decide(scene, { [scene.ids.pads]: 'approve' })
  return { form: fieldsOf(answer.body), body: answer.body, status: answer.statusCode }
}

const post = (scene: OwnerScene, form: Record<string, string>) => submit(`${scene.path}/decide?lang=en`, form)

const isApproved = async ({ client, surveyId, ids }: OwnerScene) => {
  const quotes = (await client.get(`/surveys/${surveyId}/quotes`)).json<
    { id: string; approvalStatus?: string }[]
  >()
  return quotes.find(({ id }) => id === ids.pads)?.approvalStatus === 'approved'
}

const receiptOf = async (
  scene: OwnerScene,
  location: string | undefined,
): Promise<{ page: string; file: Receipt }> => {
  const id = /receipt\/([^?]+)/.exec(location ?? '')?.[1]
  const page = await read(`${scene.path}/receipt/${id}?lang=en`)
  const file = await read(`${scene.path}/receipt/${id}.json`)
  const pdf = await read(`${scene.path}/receipt/${id}.pdf`)
  assert.deepEqual([page.statusCode, file.statusCode, pdf.statusCode], [200, 200, 200])
  return { page: page.body, file: file.json() }
}

describe('a receipt', () => {
  test('says by which link and way the decision came, the address masked', async () => {
    const { scene, sent } = await makeScene()
    const answer = await decide(scene, { [scene.ids.pads]: 'approve' })
    assert.equal(answer.statusCode, 303, answer.body)
    const { page, file } = await receiptOf(scene, answer.headers.location)
    assert.deepEqual(file.way, { link: { channel: 'email', address: 'a•••@example.org' } })
    assert.match(page, /Online, by the link sent by e-mail to a•••@example\.org\./)
    assert.doesNotMatch(page, /ada@example/)
    assert.equal(sent.length, 1, 'no code without the setting')
  })
})

describe('a decision above the sum', () => {
  test('is made with the code that was sent to the stored address, and its receipt says so', async () => {
    const { scene, sent, deliver } = await makeScene(100)
    const asked = await confirm(scene)
    assert.equal(asked.status, 200)
    assert.match(asked.body, /by e-mail to a•••@example\.org/)
    const [, first] = /<button type="submit"[^>]*>([^<]*)/.exec(asked.body) ?? []
    assert.equal(first, 'Confirm', 'what Enter presses')
    assert.equal(await isApproved(scene), false)
    await deliver()
    const [, letter] = sent
    assert.equal(letter?.address, 'ada@example.org')
    const code = codeIn(letter as Sent)
    assert.equal(code.length, 6)
    const wrong = await post(scene, { ...asked.form, code: other(code) })
    assert.equal(wrong.statusCode, 409)
    assert.match(wrong.body, /This code is not right/)
    assert.equal(await isApproved(scene), false)
    const right = await post(scene, { ...fieldsOf(wrong.body), code: `${code.slice(0, 3)} ${code.slice(3)}` })
    assert.equal(right.statusCode, 303, right.body)
    assert.equal(await isApproved(scene), true)
    const { page, file } = await receiptOf(scene, right.headers.location)
    assert.deepEqual(file.way?.code, { channel: 'email', address: 'a•••@example.org' })
    assert.match(page, /Confirmed with a code sent by e-mail/)
    // The code cannot be read anywhere.
    const { database } = await testApp()
    const rows = await database.rows<{ text: string }>(sql`
      select t::text as text from messages t where system_client_id = ${scene.client.id}
      union all select t::text from owner_codes t where system_client_id = ${scene.client.id}
      union all select t::text from events t where system_client_id = ${scene.client.id}`)
    assert.ok(rows.every(({ text }) => !text.includes(code)))
    const advisor = await person(scene.client.id, 'advisor')
    assert.ok(!JSON.stringify(await messagesOf(advisor, scene.surveyId)).includes(code))
    const told = await callbacksOf(scene.client)
    assert.ok(
      told.every(({ outputType }) => outputType !== ('decisionCode' as string)),
      'the DMS knows no such message',
    )
  })

  test('takes five tries and then no more, not even the right one, until another code is sent', async () => {
    const { scene, sent, deliver } = await makeScene(100)
    const asked = await confirm(scene)
    await deliver()
    const code = codeIn(sent[1] as Sent)
    for (let tries = 0; tries < 5; tries++) await post(scene, { ...asked.form, code: other(code) })
    const late = await post(scene, { ...asked.form, code })
    assert.match(late.body, /no longer valid/)
    assert.equal(await isApproved(scene), false)
    const again = await post(scene, { ...asked.form, anotherCode: 'yes' })
    assert.equal(again.statusCode, 200, again.body)
    await deliver()
    assert.equal(sent.length, 3)
    assert.equal((await post(scene, { ...asked.form, code: codeIn(sent[2] as Sent) })).statusCode, 303)
  })

  test('takes its code once, and none that was sent for another decision', async () => {
    const { scene, sent, deliver } = await makeScene(100)
    const first = await confirm(scene)
    await deliver()
    const code = codeIn(sent[1] as Sent)
    assert.equal((await post(scene, { ...first.form, code })).statusCode, 303)
    const asked = await decide(scene, { [scene.ids.battery]: 'approve' })
    assert.equal(asked.statusCode, 200, asked.body)
    await deliver()
    assert.notEqual(codeIn(sent[2] as Sent), code, 'one in a million')
    const reused = await post(scene, { ...fieldsOf(asked.body), code })
    assert.equal(reused.statusCode, 409, reused.body)
    const quotes = (await scene.client.get(`/surveys/${scene.surveyId}/quotes`)).json<
      { id: string; approvalStatus?: string }[]
    >()
    assert.notEqual(quotes.find(({ id }) => id === scene.ids.battery)?.approvalStatus, 'approved')
  })

  test('is refused after ten minutes; and no more than three codes are sent within the hour', async () => {
    const { scene, sent, deliver } = await makeScene(100)
    const { setNow } = await testApp()
    const start = Date.now()
    try {
      const asked = await confirm(scene)
      await deliver()
      // The same form again, as by a reload, sends nothing.
      await post(scene, asked.form)
      await deliver()
      assert.equal(sent.length, 2)
      setNow(new Date(start + 11 * MINUTE))
      assert.match(
        (await post(scene, { ...asked.form, code: codeIn(sent[1] as Sent) })).body,
        /no longer valid/,
      )
      for (const minute of [12, 13]) {
        setNow(new Date(start + minute * MINUTE))
        assert.equal((await post(scene, { ...asked.form, anotherCode: 'yes' })).statusCode, 200)
      }
      const fourth = await post(scene, { ...asked.form, anotherCode: 'yes' })
      assert.match(fourth.body, /Too many codes/)
      assert.doesNotMatch(fourth.body, /name="code"/)
      setNow(new Date(start + 75 * MINUTE))
      assert.equal((await post(scene, { ...asked.form, anotherCode: 'yes' })).statusCode, 200)
      assert.equal(await isApproved(scene), false)
    } finally {
      setNow(undefined)
    }
  })

  test('asks in every language, and nothing is asked for a no', async () => {
    const { scene } = await makeScene(100)
    const no = await decide(scene, { [scene.ids.pads]: 'no' })
    assert.equal(no.statusCode, 303, no.body)
    const fields = await choose(scene, { [scene.ids.pads]: 'approve' })
    for (const [language, words] of [
      ['en', 'Confirm with a code'],
      ['de', 'Mit einem Code bestätigen'],
      ['ru', 'Подтвердите кодом'],
    ] as const) {
      const asked = await submit(`${scene.path}/decide?lang=${language}`, fields)
      assert.ok(asked.body.includes(words), language)
    }
  })
})

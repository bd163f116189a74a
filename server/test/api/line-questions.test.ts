// Questions of owners about a line: asked on the page, told to the advisor, answered by staff, read on the page and in a message.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import type { QuestionThread } from '@walkaround/contract/app/line-questions.ts'
import type { Timeline } from '@walkaround/contract/app/timeline.ts'
import { questionLimits } from '@walkaround/contract/rules/line-questions.ts'
import { sql } from '../../src/db/sql.ts'
import { forgetContacts } from '../../src/features/administration/forget-contacts.ts'
import { createViewingLink } from '../../src/features/owner-links/owner-links.ts'
import type { Outgoing } from '../../src/outside/channel.ts'
import { BASE_URL, makeClient, order, testApp, testBox } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { numberAll } from '../support/numbered.ts'
import {
  choose,
  decide,
  everything,
  fieldsOf,
  makeLink,
  makeOwnerScene,
  type OwnerScene,
  pathOf,
  read,
  submit,
} from '../support/owner.ts'
import { messagesOf, sendTo, startPost } from '../support/post.ts'
import { eventsOf, inClientOf, putOrder, refusal } from '../support/scenes.ts'

const aboutQuote = (id: string) => `quote:${id}`

async function ask(scene: Pick<OwnerScene, 'path'>, about: string, text: string, more: object = {}) {
  const page = await read(`${scene.path}?lang=en`)
  const fields = { ...fieldsOf(page.body), ask: about, [`question:${about}`]: text, ...more }
  return submit(`${scene.path}/question?lang=en`, fields)
}

const threadsOf = async (me: AppPerson, { surveyId }: OwnerScene) =>
  (await me.get(`/surveys/${surveyId}/questions`)).json<QuestionThread[]>()

const questionOf = async (me: AppPerson, scene: OwnerScene): Promise<string> => {
  const [thread] = await threadsOf(me, scene)
  const id = thread?.entries.findLast(({ by }) => by === 'owner')?.id
  assert.ok(id !== undefined)
  return id
}

const at = ({ surveyId }: OwnerScene, questionId: string, rest: string) =>
  `/surveys/${surveyId}/questions/${questionId}/${rest}`

async function openQuestions(me: AppPerson): Promise<number | undefined> {
  const { cards } = (await me.get('/board')).json<{ cards: BoardCard[] }>()
  return cards[0]?.surveys.find(({ openQuestions }) => openQuestions)?.openQuestions
}

/** Events have their place in the log a moment after they were written. */
async function inboxOf(me: AppPerson): Promise<InboxEntry[]> {
  await numberAll()
  return (await me.get('/inbox')).json<InboxEntry[]>().filter(({ kind }) => kind === 'question')
}

describe('A question about a line', () => {
  test('reaches the advisor’s inbox, board, mail and timeline, and its answer the page', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId, ids } = scene
    const serviceAdvisor = { id: 'SA-1', firstName: 'Jo', lastName: 'Sample', email: 'jo@example.com' }
    await client.put('/service-orders/1', order({ serviceAdvisor }))
    const [advisor, technician] = await Promise.all([
      person(client.id, 'advisor', 'Ann Advisor'),
      person(client.id, 'technician'),
    ])
    const asked = await ask(scene, aboutQuote(ids.battery), '  Is it <b>urgent</b>?\r\nWinter comes ')
    assert.equal(asked.statusCode, 303, asked.body)
    assert.match(String(asked.headers.location), /\?lang=en$/)
    const page = (await read(`${scene.path}?lang=en`)).body
    assert.match(page, /Is it &lt;b&gt;urgent&lt;\/b&gt;\?\nWinter comes/)
    assert.match(page, /Sent\. Your advisor answers here and by e-mail\./)
    // Told to staff.
    const [entry] = await inboxOf(advisor)
    assert.deepEqual(
      [entry?.line, entry?.text, entry?.surveyId, entry?.isAnswered],
      ['Battery', 'Is it <b>urgent</b>?\nWinter comes', surveyId, undefined],
    )
    assert.deepEqual(await inboxOf(technician), [])
    assert.deepEqual([await openQuestions(advisor), await openQuestions(technician)], [1, undefined])
    const [notice] = (await messagesOf(advisor, surveyId)).filter(
      ({ type }) => type === 'questionNotification',
    )
    assert.match(notice?.text ?? '', /Battery:\nIs it/)
    // Answered.
    const questionId = await questionOf(advisor, scene)
    refusal(await technician.put(at(scene, questionId, 'answers/a1'), { text: 'x' }), 'forbidden')
    const body = { text: ' No, until spring. ', seen: questionId }
    const answered = await advisor.put(at(scene, questionId, 'answers/a1'), body)
    assert.equal(answered.statusCode, 204, answered.body)
    assert.equal((await advisor.put(at(scene, questionId, 'answers/a1'), body)).statusCode, 204)
    const [thread, ...others] = await threadsOf(advisor, scene)
    assert.deepEqual(others, [])
    assert.deepEqual(
      thread?.entries.map(({ by, text, name, isMine }) => [by, text, name, isMine]),
      [
        ['owner', 'Is it <b>urgent</b>?\nWinter comes', undefined, undefined],
        ['staff', 'No, until spring.', 'Ann Advisor', true],
      ],
    )
    assert.deepEqual([thread?.isWaiting, await openQuestions(advisor)], [undefined, undefined])
    assert.equal((await inboxOf(advisor))[0]?.isAnswered, true)
    const read2 = (await read(`${scene.path}?lang=de`)).body
    assert.match(read2, /Ann Advisor<\/strong>[\s\S]*No, until spring\.[\s\S]*Beantwortet\./)
    const { entries } = (await advisor.get(`/surveys/${surveyId}/timeline`)).json<Timeline>()
    assert.deepEqual(
      entries.flatMap(({ kind, line, by }) =>
        kind === 'asked' || kind === 'answered' ? [[kind, line, by]] : [],
      ),
      [
        ['answered', 'Battery', 'Ann Advisor'],
        ['asked', 'Battery', undefined],
      ],
    )
    // The log has no words of theirs.
    const said = (await eventsOf(client)).filter(({ kind }) => /^owner[.](asked|answered)$/.test(kind))
    assert.equal(said.length, 2)
    assert.doesNotMatch(JSON.stringify(said), /urgent|spring/)
  })

  test('keeps choices that were made, changes no decision, and is asked once however often the form is sent', async () => {
    const scene = await makeOwnerScene()
    const { pads, battery } = scene.ids
    const advisor = await person(scene.client.id, 'advisor')
    const about = aboutQuote(battery)
    const fields = {
      ...(await choose(scene, { [pads]: 'approve' })),
      ask: about,
      [`question:${about}`]: 'How long does it take?',
      [`question:${aboutQuote(pads)}`]: 'Half a thought',
    }
    for (const _ of [1, 2]) {
      const { statusCode, body } = await submit(`${scene.path}/question?lang=en`, fields)
      assert.equal(statusCode, 200)
      assert.equal(fieldsOf(body)[`choice:${pads}`], 'approve')
      assert.match(body, />Half a thought<\/textarea>/)
      assert.match(body, /How long does it take\?/)
    }
    const [thread, ...others] = await threadsOf(advisor, scene)
    assert.deepEqual([thread?.entries.length, others.length], [1, 0])
    const quote = (await scene.client.get(`/surveys/${scene.surveyId}/quotes/${pads}`)).json()
    assert.equal(quote.approvalStatus, undefined)
    // The same form with other words, after going back, is another question.
    await submit(`${scene.path}/question`, { ...fields, [`question:${about}`]: 'And what does it cost?' })
    assert.equal((await threadsOf(advisor, scene))[0]?.entries.length, 2)
    assert.equal((await decide(scene, { [battery]: 'no' })).statusCode, 303)
    assert.equal((await ask(scene, about, 'Was that right?')).statusCode, 303)
  })

  test('is refused in words: without any, too long, about nothing, by a viewing link, on a closed order, too often', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId } = scene
    const about = aboutQuote(scene.ids.battery)
    const refused = async (words: string, key: string, status: number, said: RegExp, path = scene.path) => {
      const before = await everything()
      const page = (await read(`${scene.path}?lang=en`)).body
      const form = { ...fieldsOf(page), ask: key, [`question:${key}`]: words }
      const { statusCode, body } = await submit(`${path}/question?lang=en`, form)
      assert.equal(statusCode, status, body)
      assert.match(body, said)
      assert.deepEqual(await everything(), before)
    }
    await refused(' \r\n ', about, 400, /write your question first/)
    await refused('x'.repeat(501), about, 400, /more than 500 characters[\s\S]*x{501}<\/textarea>/)
    await refused('Why?', 'quote:none', 400, /no longer on the page/)
    await refused('Why?', 'nonsense', 400, /did not arrive complete/)
    const viewing = await inClientOf(client, (scope) =>
      createViewingLink(scope, surveyId, { baseUrl: BASE_URL, box: testBox }),
    )
    await refused('Why?', about, 403, /only shows the result/, pathOf(viewing))
    assert.equal((await read(`${scene.path}/question`)).statusCode, 303)
    const page = (await read(`${scene.path}?lang=en`)).body
    const form = { ...fieldsOf(page), ask: about, [`question:${about}`]: 'Why?' }
    const foreign = await submit(`${scene.path}/question`, form, { origin: 'https://elsewhere.example' })
    assert.equal(foreign.statusCode, 403)
    for (let n = 1; n <= questionLimits.perDay; n++)
      assert.equal((await ask(scene, about, `Question ${n}`)).statusCode, 303)
    await refused('One more', about, 429, /asked 20 questions within a day/)
    await putOrder(client, { closed: true })
    await refused('Why?', about, 409, /order is closed/)
    assert.match((await read(`${scene.path}?lang=en`)).body, /call us if you have a question/)
    assert.doesNotMatch((await read(pathOf(viewing))).body, /Question 1/)
  })

  test('is answered by the way the link went, with a link that opens the thread', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId } = scene
    const [advisor, colleague] = [
      await person(client.id, 'advisor', 'Ann Advisor'),
      await person(client.id, 'advisor', 'Bob Booker'),
    ]
    const letters: Outgoing[] = []
    const sms = { via: 'gateway' as const, send: async (letter: Outgoing) => void letters.push(letter) }
    const post = await startPost(client, { sms })
    await sendTo(advisor, surveyId, { channel: 'sms', mobilePhone: '+49 171 5550100', language: 'de' })
    await post.drain()
    const linkIn = (text = '') => new URL(/https:\S+/.exec(text)?.[0] ?? '').pathname
    const path = linkIn(letters[0]?.text)
    assert.equal((await ask({ path }, 'finding:vc.battery', 'x')).statusCode, 303)
    const asked = await read(`${path}?lang=en`)
    assert.match(asked.body, /here and by SMS/)
    const questionId = await questionOf(advisor, scene)
    const [thread] = await threadsOf(advisor, scene)
    assert.deepEqual([thread?.channel, thread?.to], ['sms', '•••100'])
    const words = 'y'.repeat(400)
    const preview = await advisor.post(at(scene, questionId, 'preview'), { text: words })
    assert.equal(preview.statusCode, 200, preview.body)
    assert.match(preview.json().text, /Antwort auf Ihre Frage:\ny{297}\.\.\./)
    assert.ok(preview.json().segments >= 3)
    const answer = (me: AppPerson, id: string, seen?: string) =>
      me.put(at(scene, questionId, `answers/${id}`), { text: words, seen })
    assert.equal((await answer(advisor, 'a1', questionId)).statusCode, 204)
    refusal(await answer(colleague, 'a2', questionId), 'answeredMeanwhile', /Ann Advisor/)
    assert.equal((await answer(colleague, 'a2', 'a1')).statusCode, 204)
    refusal(await answer(advisor, 'a2', 'a1'), 'idTaken', /a2/)
    await post.drain()
    await post.stop()
    assert.equal(letters.length, 3)
    assert.equal(letters[1]?.address, '+49 171 5550100')
    const answerPage = (await read(`${linkIn(letters[1]?.text)}?lang=en`)).body
    assert.match(answerPage, /y{400}/)
    const [after] = await threadsOf(advisor, scene)
    assert.deepEqual(
      after?.entries.map(({ state, channel }) => [state, channel]),
      [
        [undefined, undefined],
        ['sent', 'sms'],
        ['sent', 'sms'],
      ],
    )
    // Somebody else's link does not show what this person asked, and no callback tells of an answer.
    assert.doesNotMatch((await read(scene.path)).body, /y{400}/)
    const answers = (await messagesOf(advisor, surveyId)).filter(({ type }) => type === 'questionAnswer')
    assert.deepEqual([answers.length, answers[0]?.language], [2, 'de'])
    const again = { newMessageId: 'm9' }
    refusal(
      await advisor.post(`/surveys/${surveyId}/messages/${answers[0]?.id}/resend`, again),
      'messageNotRepeatable',
    )
  })

  test('belongs to its system client and its survey, and is erased with the contacts of its order', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId } = scene
    const advisor = await person(client.id, 'advisor')
    await ask(scene, aboutQuote(scene.ids.battery), 'Call me: +49 171 555')
    await ask(scene, aboutQuote(scene.ids.pads), 'When is it done?')
    const questionId = await questionOf(advisor, scene)
    const foreign = await person((await makeClient()).id, 'advisor')
    refusal(await foreign.get(`/surveys/${surveyId}/questions`), 'noSuchResource')
    refusal(await foreign.put(at(scene, questionId, 'answers/a1'), { text: 'x' }), 'noSuchResource')
    refusal(await advisor.put(at(scene, 'none', 'answers/a1'), { text: 'x' }), 'noSuchResource')
    const empty = await advisor.put(at(scene, questionId, 'answers/a1'), { text: ' ' })
    assert.equal(empty.statusCode, 400)
    const made = await advisor.put(at(scene, questionId, 'answers/a1'), { text: 'Soon', seen: questionId })
    assert.equal(made.statusCode, 204, made.body)
    const other = { surveyId, path: pathOf(await makeLink(client, surveyId)) }
    assert.doesNotMatch((await read(other.path)).body, /When is it done/)
    const forget = (whose: { value?: string; orderId?: string }) =>
      inClientOf(client, (scope) => forgetContacts(scope, whose))
    assert.equal((await forget({ value: '+49171555' })).questions, 1)
    assert.equal((await threadsOf(advisor, scene)).length, 1)
    assert.equal((await forget({ orderId: '1' })).questions, 2)
    assert.deepEqual(await threadsOf(advisor, scene), [])
    assert.deepEqual(await inboxOf(advisor), [])
    const { database } = await testApp()
    const kept = await database.rows(sql`
      select 1 from messages where system_client_id = ${client.id} and strpos(text, 'Soon') > 0 and state <> 'waiting'`)
    assert.deepEqual(kept, [])
  })
})

// The language of the customer over HTTP: a field of people and companies, and everything that is written to them.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Blanks } from '@walkaround/contract/app/blanks.ts'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Timeline } from '@walkaround/contract/app/timeline.ts'
import { actTextOf } from '../../../web/src/workshop/store/act.ts'
import { sql } from '../../src/db/sql.ts'
import { createOwnerLink } from '../../src/features/owner-links/owner-links.ts'
import { setSite } from '../../src/organisation/sites.ts'
import { BASE_URL, makeClient, type TestClient, testApp, testBox } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { send, states } from '../support/edits.ts'
import { everything, makeLink, pathOf, read } from '../support/owner.ts'
import { callbacksOf, sendTo, setReceiver, startPost } from '../support/post.ts'
import {
  complete,
  eventsOf,
  inClientOf,
  putOrder,
  readSurvey,
  refusal,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'
import { onApp, putSignature } from '../support/survey-media.ts'

const ada = { category: 'person' as const, id: 'ada', lastName: 'Example', email: 'ada@example.org' }
const fleet = {
  category: 'legalEntity' as const,
  id: 'fleet',
  name: 'Example Fleet',
  email: 'fleet@example.org',
  language: 'de-AT',
  contactPersons: [{ id: 'k', lastName: 'Kowalska', email: 'k@example.org', language: 'pl' }],
}
const driver = { id: 'd', lastName: 'Durand', email: 'd@example.org', language: 'fr-CA' }

const pageOf = async (client: TestClient, surveyId: string) =>
  (await onApp(client, 'GET', `/surveys/${surveyId}`)).json<SurveyPage>()

const langOfPdf = (bytes: Buffer) => /\/Lang \(([\w-]+)/.exec(bytes.toString('latin1'))?.[1]
const formOf = async (client: TestClient, surveyId: string, form: string) =>
  langOfPdf((await client.get(`/surveys/${surveyId}/pdf-forms/${form}`)).rawPayload)
const langOfPage = (body: string) => /<html lang="([\w-]+)"/.exec(body)?.[1]

describe('the field `language`', () => {
  let client: TestClient
  before(async () => {
    client = await makeClient()
  })

  test('comes back as it was sent, in orders, surveys and leads, also without texts in it', async () => {
    const people = { customer: fleet, vehicle: { owner: { ...ada, language: 'nl-BE' }, driver } }
    const order = await putOrder(client, people)
    assert.deepEqual(order.customer, fleet)
    assert.deepEqual([order.vehicle?.owner?.language, order.vehicle?.driver?.language], ['nl-BE', 'fr-CA'])
    const survey = await readSurvey<SurveyPage['survey']>(client, surveyIdOf(order))
    assert.deepEqual(survey.customer, fleet)
    assert.equal(survey.surveyObject?.driver?.language, 'fr-CA')
    const lead = { externalBranchId: 'B1', customer: { ...ada, language: 'zh-Hant' } }
    assert.equal((await client.put('/leads/1', lead)).statusCode, 201)
    assert.equal((await client.get('/leads/1')).json().customer.language, 'zh-Hant')
  })

  test('null is absent, a PUT without it unsets it, and nobody reads it who never sent it', async () => {
    await putOrder(client, { customer: { ...ada, language: 'pl' } }, 'u')
    for (const customer of [{ ...ada, language: null }, ada]) {
      const order = await putOrder(client, { customer }, 'u')
      assert.deepEqual(order.customer, ada)
      assert.deepEqual((await readSurvey(client, surveyIdOf(order))).customer, ada)
    }
  })

  test('is refused by name if it is no language tag', async () => {
    for (const wrong of ['german', 'de_AT', '']) {
      const body = { externalBranchId: 'B1', customer: { ...fleet, contactPersons: [{ language: wrong }] } }
      const where = new RegExp(
        `^customer\\.contactPersons\\[0\\]\\.language: "${wrong}" is not a language tag`,
      )
      refusal(await client.put('/service-orders/w', body), 'invalidLanguage', where)
    }
    const number = { externalBranchId: 'B1', customer: { ...ada, language: 7 } }
    refusal(await client.put('/service-orders/w', number), 'wrongType', /^customer\.language/)
  })
})

describe('what a customer reads', () => {
  let client: TestClient
  let me: AppPerson
  let surveyId: string
  before(async () => {
    client = await makeClient({ language: 'ru' })
    me = await person(client.id, 'advisor')
    await useOwnTemplate(client)
    await setReceiver(client)
    surveyId = surveyIdOf(await putOrder(client, { customer: fleet, vehicle: { driver } }))
  })
  const messageTo = async (recipient: string, more: Record<string, unknown> = {}) => {
    const { status, message, body } = await sendTo(me, surveyId, { recipient, ...more })
    assert.equal(status, 200, body)
    return message.language
  }

  test('a message is in the language of its recipient, and the callback tells it', async () => {
    assert.equal(await messageTo('driver'), 'fr')
    assert.equal(await messageTo('customer'), 'de')
    assert.equal(await messageTo('customer', { contactId: 'k' }), 'pl')
    assert.equal(await messageTo('customer', { language: 'en' }), 'en', 'unless one is named')
    const post = await startPost(client)
    await post.drain()
    await post.stop()
    const [told] = await callbacksOf(client)
    assert.deepEqual([told?.driver?.language, told?.customer?.language], ['fr-CA', 'de-AT'])
  })

  test('forms and the act are in that of the driver, who signs', async () => {
    for (const form of ['survey-summary', 'handover-act', 'handover-pack', 'damage-report'])
      assert.equal(await formOf(client, surveyId, form), 'fr', form)
    assert.equal((await pageOf(client, surveyId)).act?.language, 'fr')
    assert.equal((await me.get(`/surveys/${surveyId}/timeline`)).json<Timeline>().language, 'fr')
    const asked = await client.get(`/surveys/${surveyId}/pdf-forms/damage-report?lang=de`)
    assert.equal(langOfPdf(asked.rawPayload), 'de', 'the DMS may name another')
    refusal(await client.get(`/surveys/${surveyId}/pdf-forms/damage-report?lang=nl`), 'notInList', /^lang/)
    const named = await onApp(client, 'GET', `/surveys/${surveyId}/pdf-forms/survey-summary?lang=pl`)
    assert.equal(langOfPdf(named.rawPayload), 'pl', 'staff may name another')
    assert.equal(langOfPage((await me.get(`/surveys/${surveyId}/owner-preview`)).body), 'fr')
  })

  test("the owner's page begins in it; the owner's and the browser's choice win, and reading changes nothing", async () => {
    const { message } = await sendTo(me, surveyId, { recipient: 'customer', contactId: 'k' })
    const validUntil = new Date(Date.now() + 3_600_000)
    const made = { baseUrl: BASE_URL, box: testBox, messageId: message.id, validUntil }
    const path = pathOf(await inClientOf(client, (scope) => createOwnerLink(scope, surveyId, made)))
    const other = pathOf(await makeLink(client, surveyId))
    const before = await everything()
    assert.equal(langOfPage((await read(path)).body), 'pl', 'of the recipient')
    assert.equal(langOfPage((await read(path, { 'accept-language': 'nl, *;q=0.1' })).body), 'pl')
    assert.equal(langOfPage((await read(path, { 'accept-language': 'de-CH' })).body), 'de')
    assert.equal(langOfPage((await read(`${path}?lang=ru`, { 'accept-language': 'de' })).body), 'ru')
    assert.equal(langOfPage((await read(other)).body), 'fr', 'without a message, of who signs')
    assert.deepEqual(await everything(), before)
  })

  test('one choice on the tablet serves for all of it; the signed act keeps its language', async () => {
    const signed = await putSignature(client, surveyId, 's', { role: 'driver', name: 'Durand' })
    assert.equal(signed.statusCode, 201, signed.body)
    const text = actTextOf(await pageOf(client, surveyId))
    await putOrder(client, { customer: fleet, vehicle: { driver: { ...driver, language: 'en' } } })
    assert.equal(actTextOf(await pageOf(client, surveyId)), text, 'what was signed stays')
    assert.equal(await formOf(client, surveyId, 'damage-report'), 'en')
    await complete(client, surveyId)
    const chosen = await send({ me, surveyId }, { kind: 'actLanguage', language: 'pl' })
    assert.deepEqual(states(chosen), ['applied'], 'also of a completed inspection')
    assert.equal(await messageTo('driver'), 'pl')
    assert.equal(await messageTo('customer'), 'pl')
    assert.equal(await formOf(client, surveyId, 'survey-summary'), 'pl')
    assert.equal(await formOf(client, surveyId, 'handover-act'), 'fr', 'completed in it')
    const page = await pageOf(client, surveyId)
    assert.deepEqual(page.basis?.languages, {
      chosen: 'pl',
      last: 'pl',
      completed: 'fr',
      client: 'ru',
    })
    const kinds = (await eventsOf(client)).filter(({ kind }) => kind === 'survey.actLanguage')
    assert.equal(kinds.length, 1)
  })

  test('a survey completed before languages were kept apart keeps that of its act', async () => {
    const id = surveyIdOf(await putOrder(client, { customer: ada }, 'old'))
    await complete(client, id)
    const { database } = await testApp()
    await database.run(sql`
      update surveys set frozen = (frozen::jsonb - 'actLanguage')::json
      where system_client_id = ${client.id} and id = ${id}`)
    await send({ me, surveyId: id }, { kind: 'actLanguage', language: 'de' })
    assert.equal((await pageOf(client, id)).act?.language, 'ru')
    assert.equal(await formOf(client, id, 'damage-report'), 'de')
    await putOrder(client, { customer: ada, closed: true }, 'old')
    const late = await send({ me, surveyId: id }, { kind: 'actLanguage', language: 'fr' })
    assert.equal(late[0]?.state, 'refused', 'closed')
  })
})

test('without a language of the customer, the site decides, then the client', async () => {
  const client = await makeClient({ language: 'de' })
  const me = await person(client.id, 'advisor')
  const order = await putOrder(client, { customer: { ...ada, language: 'nl' } })
  const surveyId = surveyIdOf(order)
  const written = async () => (await sendTo(me, surveyId)).message.language
  const preview = async () => langOfPage((await me.get(`/surveys/${surveyId}/owner-preview`)).body)
  assert.equal(await preview(), 'de')
  const change = (language: string | null) =>
    inClientOf(client, (scope) =>
      setSite(scope, { clientId: client.id, id: order.siteId, changes: { language } }),
    )
  await change('fr')
  assert.equal(await preview(), 'fr')
  const { branches } = (await me.get('/blank-surveys')).json<Blanks>()
  assert.equal(branches[0]?.language, 'fr')
  assert.equal(await written(), 'fr')
  await change(null)
  assert.equal(await written(), 'fr', 'as they were last written to')
  await assert.rejects(change('nl'), { kind: 'invalidArgument', errorInfo: /^language: "nl" is not one of/ })
})

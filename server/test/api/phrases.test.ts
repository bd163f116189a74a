// Phrases for comments of a client: set up on a page, and read by tablets with a survey.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Phrases } from '@walkaround/contract/app/phrases.ts'
import { makeClient, order, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { refusal, surveyIdOf } from '../support/scenes.ts'

const path = '/phrases'

async function makeOffice(): Promise<{ client: TestClient; admin: AppPerson }> {
  const client = await makeClient({ releaseTypes: ['VC'] })
  return { client, admin: await person(client.id, 'admin') }
}

const cracked = {
  id: 'cracked',
  questions: ['vc.discF', 'vc.discR'],
  status: 'red' as const,
  words: [
    { language: 'en' as const, text: 'Cracked to the hub' },
    { language: 'de' as const, text: 'Bis zur Nabe gerissen' },
  ],
}
const general = { words: [{ language: 'en' as const, text: 'Seen with the customer' }] }

describe('putPhrases', () => {
  test('sets all phrases in their order, gives new ones an id, and is read as it was set', async () => {
    const { admin } = await makeOffice()
    const before = (await admin.get(path)).json<Phrases>()
    assert.deepEqual(before.phrases, [])
    assert.ok(before.questions.some(({ id, text }) => id === 'vc.discF' && text !== ''))
    const set = await admin.put(path, { phrases: [cracked, general] })
    assert.equal(set.statusCode, 200, set.body)
    const read = await admin.get(path)
    assert.deepEqual([read.json(), read.headers.etag], [set.json(), set.headers.etag])
    const { phrases } = read.json<Phrases>()
    assert.deepEqual(phrases[0], cracked)
    assert.match(phrases[1]?.id ?? '', /^[\w-]{10,}$/)
    assert.deepEqual({ words: phrases[1]?.words }, general)
    await admin.put(path, { phrases: [phrases[1]] })
    assert.deepEqual((await admin.get(path)).json<Phrases>().phrases, [phrases[1]])
  })

  test('reads questions in the language of whoever asks, and is set by the tag of that language', async () => {
    const { admin } = await makeOffice()
    const textIn = async (query: string) => {
      const { questions } = (await admin.get(`${path}${query}`)).json<Phrases>()
      return questions.find(({ id }) => id === 'vc.discF')?.text
    }
    const [own, english, german] = [await textIn(''), await textIn('?lang=en'), await textIn('?lang=de')]
    assert.equal(own, english)
    assert.match(german ?? '', /^Bremsscheiben/)
    refusal(await admin.get(`${path}?lang=xx`), 'notInList')
    const tag = { 'if-match': String((await admin.get(`${path}?lang=de`)).headers.etag) }
    const set = await admin.call('PUT', `${path}?lang=de`, { phrases: [cracked] }, tag)
    assert.equal(set.statusCode, 200, set.body)
    const read = await admin.get(`${path}?lang=de`)
    assert.deepEqual([read.json(), read.headers.etag], [set.json(), set.headers.etag])
    refusal(await admin.call('PUT', `${path}?lang=de`, { phrases: [] }, tag), 'preconditionFailed')
  })

  test('names the phrase, the field and the rule', async () => {
    const { admin } = await makeOffice()
    const put = async (phrases: unknown) => refusal(await admin.put(path, { phrases }), 'invalidArgument')
    assert.match(
      await put([general, { ...cracked, questions: ['vc.nothing'] }]),
      /^phrases\[1\]\.questions: "vc\.nothing" is asked by no template/,
    )
    assert.match(
      await put([{ ...cracked, words: cracked.words.slice(1) }]),
      /^phrases\[0\]\.words: needs a text/,
    )
    assert.match(
      await put([cracked, { ...cracked, id: 'other' }]),
      /^phrases\[1\]\.words: .* is there already/,
    )
    refusal(await admin.put(path, { phrases: [{ ...cracked, status: 'blue' }] }), 'notInList')
    assert.deepEqual((await admin.get(path)).json<Phrases>().phrases, [], 'all or nothing')
  })

  test('keeps the later of two admins from overwriting the earlier one', async () => {
    const { admin } = await makeOffice()
    const tag = { 'if-match': String((await admin.get(path)).headers.etag) }
    assert.equal((await admin.call('PUT', path, { phrases: [cracked] }, tag)).statusCode, 200)
    refusal(await admin.call('PUT', path, { phrases: [general] }, tag), 'preconditionFailed')
  })

  test('is for those who set up their own client', async () => {
    const { client, admin } = await makeOffice()
    const [technician, stranger] = [await person(client.id, 'technician'), await makeOffice()]
    refusal(await technician.get(path), 'forbidden')
    refusal(await technician.put(path, { phrases: [] }), 'forbidden')
    refusal(await stranger.admin.put(`/app/system-clients/${client.id}${path}`, { phrases: [] }), 'forbidden')
    await stranger.admin.put(path, { phrases: [cracked] })
    assert.deepEqual((await admin.get(path)).json<Phrases>().phrases, [])
  })

  test('takes a thousand, and leaves an entry in the audit', async () => {
    const { admin } = await makeOffice()
    const many = Array.from({ length: 1000 }, (_, at) => ({
      ...general,
      words: [{ language: 'en', text: `Phrase ${at}` }],
    }))
    const set = await admin.put(path, { phrases: many })
    assert.equal(set.statusCode, 200, set.body.slice(0, 300))
    refusal(await admin.put(path, { phrases: [...many, cracked] }), 'tooLong')
    const { entries } = (await admin.get('/audit?area=settings')).json<{ entries: { kind: string }[] }>()
    assert.ok(entries.some(({ kind }) => kind === 'phrases.changed'))
  })
})

describe('a tablet', () => {
  test('reads with a survey the phrases of its questions, in every language', async () => {
    const { client, admin } = await makeOffice()
    await client.put('/service-orders/1', order())
    const surveyId = surveyIdOf((await client.get('/service-orders/1')).json(), 'VC')
    const technician = await person(client.id, 'technician')
    const read = async () => (await technician.get(`/surveys/${surveyId}`)).json<SurveyPage>().phrases
    assert.equal(await read(), undefined)
    const health = { id: 'h', questions: ['h.glass'], words: [{ language: 'en', text: 'Of another check' }] }
    const set = await admin.put(path, { phrases: [cracked, health, general] })
    assert.equal(set.statusCode, 200, set.body)
    const words = {
      en: 'Cracked to the hub',
      de: 'Bis zur Nabe gerissen',
      fr: 'Cracked to the hub',
      pl: 'Cracked to the hub',
      ru: 'Cracked to the hub',
    }
    const phrases = await read()
    assert.deepEqual(phrases?.[0], { words, questions: cracked.questions, status: 'red' })
    assert.deepEqual(
      phrases?.map((one) => one.words.en),
      ['Cracked to the hub', 'Seen with the customer'],
    )
  })
})

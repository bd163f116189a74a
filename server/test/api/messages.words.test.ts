// The words of a message as they arrive: what the advisor adds, a video that is or is not there, days; and what a letter
// begins with.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MessageOptions, MessagePreview } from '@walkaround/contract/app/messages.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import { getMessageOptions } from '../../src/features/messages/message-options.ts'
import { importMessageTemplates } from '../../src/features/messages/message-templates.ts'
import { setOwnerLinkDays } from '../../src/features/owner-links/owner-links.ts'
import { openPost } from '../../src/process/open-post.ts'
import { makeClient, order, type TestClient, testBox } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { addVideo, messageOf, sendTo } from '../support/post.ts'
import { inClientOf, refusal, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'

interface Desk {
  client: TestClient
  me: AppPerson
  ids: { health: string; VC: string }
}

async function makeDesk(): Promise<Desk> {
  const client = await makeClient({ releaseTypes: ['health', 'VC'] })
  await client.put(
    '/service-orders/1',
    order({
      customer: { lastName: 'Test', email: 'test@example.org', mobilePhone: '+49 151 000000' },
      vehicle: { make: 'Ford', model: 'Focus' },
    }),
  )
  const shown = (await client.get('/service-orders/1')).json()
  const ids = { health: surveyIdOf(shown), VC: surveyIdOf(shown, 'VC') }
  return { client, me: await person(client.id, 'advisor'), ids }
}

async function preview(me: AppPerson, surveyId: string, more: object = {}): Promise<MessagePreview> {
  const response = await me.post(`/surveys/${surveyId}/message-preview`, messageOf({ ...more }))
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function optionsOf(me: AppPerson, surveyId: string): Promise<MessageOptions> {
  const response = await me.get(`/surveys/${surveyId}/message-options`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const daysUntil = (iso: string) => Math.round((Date.parse(iso) - Date.now()) / 86_400_000)

describe('a letter begins', () => {
  test("with the client's days of a link, which count when nothing else is said", async () => {
    const { client, me, ids } = await makeDesk()
    assert.equal((await optionsOf(me, ids.health)).validDays, 30)
    await inClientOf(client, (scope) => setOwnerLinkDays(scope, 14))
    assert.equal((await optionsOf(me, ids.health)).validDays, 14)
    assert.equal(daysUntil((await preview(me, ids.health)).linkValidUntil), 14)
    assert.equal(daysUntil((await preview(me, ids.health, { validDays: 3 })).linkValidUntil), 3)
    refusal(await me.get('/surveys/nothing/message-options'), 'noSuchResource')
  })

  test('with Telegram only where there is a bot', async () => {
    const { client, me, ids } = await makeDesk()
    assert.deepEqual((await optionsOf(me, ids.health)).channels, ['email', 'sms'])
    const withBot = await inClientOf(client, (scope) =>
      getMessageOptions(scope, ids.health, {
        hasBot: async () => true,
        isKept: async () => false,
      }),
    )
    assert.deepEqual(withBot.channels, ['email', 'sms', 'telegram'])
    assert.deepEqual(withBot.kept, [])
  })

  test('with what will go out to nobody, of this client', async () => {
    const { client, me, ids } = await makeDesk()
    assert.deepEqual((await optionsOf(me, ids.health)).kept, ['email', 'sms'])
    const mail = { url: 'smtp://localhost', from: { address: 'a@example.com' } }
    const { channels } = openPost({ mail, messageAllow: [] }, testBox)
    await inClientOf(client, async (scope) => {
      const withMail = await getMessageOptions(scope, ids.health, channels)
      assert.deepEqual(withMail.kept, ['sms'])
      const demo = { ...scope, client: { ...scope.client, isDemo: true as const } }
      assert.ok(await channels.isKept(demo, 'email'), 'a demo writes to nobody')
    })
  })

  test('with how far the video is, where the words speak of one', async () => {
    const { client, me, ids } = await makeDesk()
    assert.equal((await optionsOf(me, ids.health)).video, undefined)
    const seen = [(await optionsOf(me, ids.VC)).video]
    for (const state of ['failed', 'waiting', 'original']) {
      await addVideo(client, ids.VC, state)
      seen.push((await optionsOf(me, ids.VC)).video)
    }
    assert.deepEqual(seen, ['missing', 'missing', 'waiting', 'ready'])
  })
})

describe('words of the advisor', () => {
  const note = 'See you tomorrow'

  test('arrive by every channel', async () => {
    const { client, me, ids } = await makeDesk()
    for (const language of languages) {
      for (const surveyId of [ids.health, ids.VC]) {
        for (const channel of ['email', 'sms']) {
          const shown = await preview(me, surveyId, { channel, language, note })
          assert.match(shown.text, /\nSee you tomorrow(\n|$)/, `${channel} ${language}`)
          assert.equal(shown.noteLeftOut, undefined)
          assert.doesNotMatch((await preview(me, surveyId, { channel, language })).text, /\n$|\n\n\n/)
        }
      }
    }
    const { message } = await sendTo(me, ids.health, { channel: 'sms', note })
    assert.match(message.text, /\nSee you tomorrow$/)
    await addVideo(client, ids.VC, 'ready')
    assert.match(
      (await preview(me, ids.VC, { channel: 'sms', note })).text,
      /video[\s\S]*\nSee you tomorrow$/,
    )
  })

  test('of an SMS are few, and it is told how many SMS they make', async () => {
    const { me, ids } = await makeDesk()
    const sms = (more: object) => preview(me, ids.health, { channel: 'sms', ...more })
    const short = (await sms({})).segments ?? 0
    const long = (await sms({ note: 'x'.repeat(300) })).segments ?? 0
    assert.ok(short >= 1 && long > short && long <= 4, `${short} and ${long}`)
    assert.equal((await preview(me, ids.health)).segments, undefined)
    const tooLong = messageOf({ channel: 'sms', note: 'x'.repeat(301) })
    refusal(await me.post(`/surveys/${ids.health}/message-preview`, tooLong), 'invalidArgument', /301.*300/)
    refusal(await me.put(`/surveys/${ids.health}/messages/m1`, tooLong), 'invalidArgument', /^note: /)
    assert.equal((await preview(me, ids.health, { note: 'x'.repeat(301) })).noteLeftOut, undefined)
  })

  test("are said to be left out where the client's own words have no place for them", async () => {
    const { client, me, ids } = await makeDesk()
    const own = { en: { surveyResultsEmail: { sms: { text: ['Ready:', '{link}'] } } } }
    await inClientOf(client, (scope) => importMessageTemplates(scope, own))
    const shown = await preview(me, ids.health, { channel: 'sms', note })
    assert.deepEqual([shown.noteLeftOut, shown.text.includes(note)], [true, false])
    assert.equal((await preview(me, ids.health, { channel: 'sms' })).noteLeftOut, undefined)
    assert.equal((await preview(me, ids.health, { note })).noteLeftOut, undefined)
  })
})

describe('a video', () => {
  const spoken = /vid[eé]o|wideo|видео/i

  test('is spoken of where the owner finds one, and not where there is none', async () => {
    const { client, me, ids } = await makeDesk()
    const texts = async () =>
      Promise.all(
        languages.flatMap((language) =>
          ['email', 'sms'].map(async (channel) => {
            const { text, subject = '', html = '', type } = await preview(me, ids.VC, { language, channel })
            assert.equal(type, 'vcApproval', 'whatever its words are')
            return spoken.test(`${subject} ${text} ${html}`)
          }),
        ),
      )
    assert.deepEqual([...new Set(await texts())], [false])
    await addVideo(client, ids.VC, 'failed')
    assert.deepEqual([...new Set(await texts())], [false])
    // Shown as it was recorded, until it is converted.
    await addVideo(client, ids.VC, 'waiting')
    assert.deepEqual([...new Set(await texts())], [true])
  })

  test('of a review that an advisor sends before there is one is not promised either', async () => {
    const client = await makeClient()
    await useOwnTemplate(client, { surveyType: 'CVR' })
    const customer = { lastName: 'Buyer', email: 'buyer@example.org' }
    await client.put('/leads/L1', { externalBranchId: 'B1', reviewSurveyRelease: true, customer })
    const surveyId = surveyIdOf((await client.get('/leads/L1')).json(), 'CVR')
    const me = await person(client.id, 'advisor')
    const without = await preview(me, surveyId, { note: 'Soon' })
    assert.doesNotMatch(without.text, spoken)
    assert.match(without.text, /\nSoon\n/)
    await addVideo(client, surveyId, 'ready')
    const withOne = await preview(me, surveyId, { note: 'Soon' })
    assert.match(withOne.text, spoken)
    assert.match(withOne.text, /\nSoon\n/)
  })
})

test("days are written as the owner's page writes them, with one full stop", async () => {
  const { me, ids } = await makeDesk()
  const forms: Partial<Record<Language, RegExp>> = {
    en: /until \d{1,2} [A-Z]\w+ 20\d\d\./,
    de: /bis \d{1,2}\. \S+ 20\d\d\./,
    ru: /до \d{1,2} \S+ 20\d\d г\. [А-Я]/,
  }
  for (const language of languages) {
    const { text, html = '' } = await preview(me, ids.health, { language })
    assert.match(text, forms[language] ?? /\d{1,2} \S+ 20\d\d/)
    assert.doesNotMatch(text + html, /[^.]\.\.(?!\.)/)
  }
})

// The words of messages, set up on a page: read, previewed, changed and brought back one by one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MessageText, MessageTextPreview } from '@walkaround/contract/app/message-texts.ts'
import type { MessagePreview } from '@walkaround/contract/app/messages.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { exportMessageTemplates } from '../../src/features/messages/message-templates.ts'
import { addSite, setSite } from '../../src/organisation/sites.ts'
import { makeClient, order, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { messageOf } from '../support/post.ts'
import { eventsOf, inClientOf, refusal, surveyIdOf } from '../support/scenes.ts'

async function makeOffice(): Promise<{ client: TestClient; admin: AppPerson }> {
  const client = await makeClient()
  return { client, admin: await person(client.id, 'admin') }
}

const path = '/message-texts/de/surveyResultsEmail/sms'
const own = 'Hallo {name}, fertig:\n{link}'

const readText = async (admin: AppPerson, at = path) => (await admin.get(at)).json<MessageText>()

describe('putMessageText', () => {
  test('sets the words that the next message has, and deleting brings the delivered ones back', async () => {
    const { client, admin } = await makeOffice()
    const before = await readText(admin)
    assert.equal(before.isOwn, undefined)
    const set = await admin.put(path, { text: own })
    assert.equal(set.statusCode, 200, set.body)
    const read = await admin.get(path)
    assert.deepEqual([read.json(), read.headers.etag], [set.json(), set.headers.etag])
    assert.deepEqual(set.json(), {
      language: 'de',
      message: 'surveyResultsEmail',
      channel: 'sms',
      text: own,
      isOwn: true,
      deliveredText: before.text,
    })
    await client.put(
      '/service-orders/1',
      order({ customer: { lastName: 'Test', mobilePhone: '+49 151 000000' } }),
    )
    const surveyId = surveyIdOf((await client.get('/service-orders/1')).json())
    const wanted = messageOf({ channel: 'sms', language: 'de' })
    const written = await admin.post(`/surveys/${surveyId}/message-preview`, wanted)
    assert.match(written.json<MessagePreview>().text, /^Hallo Test, fertig:\nhttps:/)

    assert.equal((await admin.delete(path)).statusCode, 204)
    assert.deepEqual(await readText(admin), before)
    refusal(await admin.delete(path), 'noSuchResource')
    const kinds = (await eventsOf(client)).map(({ kind }) => kind)
    assert.equal(kinds.filter((kind) => kind === 'messageText.changed').length, 2)
  })

  test('keeps no words that equal the delivered ones', async () => {
    const { client, admin } = await makeOffice()
    await admin.put(path, { text: own })
    const { deliveredText } = await readText(admin)
    const same = await admin.put(path, { text: deliveredText })
    assert.equal(same.json<MessageText>().isOwn, undefined)
    assert.deepEqual(
      await inClientOf(client, (scope) => exportMessageTemplates(scope, { isOwnOnly: true })),
      {},
    )
  })

  test('keeps the later of two admins from overwriting the earlier one', async () => {
    const { admin } = await makeOffice()
    const tag = { 'if-match': String((await admin.get(path)).headers.etag) }
    const first = await admin.call('PUT', path, { text: own }, tag)
    assert.equal(first.statusCode, 200, first.body)
    refusal(await admin.call('PUT', path, { text: '{link}' }, tag), 'preconditionFailed')
    refusal(await admin.call('DELETE', path, undefined, tag), 'preconditionFailed')
    const next = { 'if-match': String(first.headers.etag) }
    assert.equal((await admin.call('PUT', path, { text: '{link}' }, next)).statusCode, 200)
  })

  test('names the text, the line and the rule', async () => {
    const { admin } = await makeOffice()
    const put = async (body: object, at = path) => refusal(await admin.put(at, body), 'invalidArgument')
    assert.match(
      await put({ text: 'Hi {name}\n{nmae}\n{link}' }),
      /^text: line 2: \{nmae\} is not one of \{greeting\}/,
    )
    assert.match(await put({ text: 'without' }), /\{link\} is not on a line of its own/)
    const mail = '/message-texts/de/surveyResultsEmail/email'
    assert.match(await put({ subject: 'See {link}', text: own }, mail), /^subject: contains \{link\}/)
    assert.match(await put({ subject: 'For {who}', text: own }, mail), /^subject: \{who\} is not one of/)
    assert.match(
      await put({ text: 'Code\n{link}' }, '/message-texts/de/decisionCode/sms'),
      /this message has no \{link\}/,
    )
    for (const wrong of ['xx/surveyResultsEmail/sms', 'de/nothing/sms', 'de/surveyResultsEmail/fax'])
      refusal(await admin.put(`/message-texts/${wrong}`, { text: own }), 'noSuchResource')
    refusal(
      await admin.put('/message-texts/de/customerDecisionNotification/sms', { text: own }),
      'noSuchResource',
      /never sent by "sms"/,
    )
  })

  test('is for those who set up their own client', async () => {
    const { client, admin } = await makeOffice()
    const [advisor, stranger] = [await person(client.id, 'advisor'), await makeOffice()]
    refusal(await advisor.get('/message-texts'), 'forbidden')
    refusal(await advisor.put(path, { text: own }), 'forbidden')
    refusal(await stranger.admin.put(`/app/system-clients/${client.id}${path}`, { text: own }), 'forbidden')
    await stranger.admin.put(path, { text: own })
    assert.equal((await readText(admin)).isOwn, undefined)
  })
})

describe('listMessageTexts', () => {
  test('has every text once, and only those that are asked for', async () => {
    const { admin } = await makeOffice()
    await admin.put(path, { text: own })
    const all = (await admin.get('/message-texts')).json<MessageText[]>()
    assert.equal(new Set(all.map((one) => `${one.language}/${one.message}/${one.channel}`)).size, all.length)
    assert.deepEqual(new Set(all.map(({ language }) => language)), new Set(languages))
    assert.deepEqual(
      all.filter(({ isOwn }) => isOwn).map(({ text }) => text),
      [own],
    )
    const some = (await admin.get('/message-texts?language=de&channel=sms')).json<MessageText[]>()
    assert.deepEqual(
      some,
      all.filter((one) => one.language === 'de' && one.channel === 'sms'),
    )
    refusal(await admin.get('/message-texts?language=xx'), 'notInList')
  })
})

describe('previewMessageTexts', () => {
  const preview = async (admin: AppPerson, body: object) => {
    const response = await admin.post('/message-texts/preview', body)
    assert.equal(response.statusCode, 200, response.body)
    return response.json<MessageTextPreview[]>()
  }

  test('shows drafts in each language and channel, counts SMS, and keeps nothing', async () => {
    const { admin } = await makeOffice()
    const drafts = languages.flatMap((language) => [
      { language, message: 'surveyResultsEmail', channel: 'sms', text: own },
      { language, message: 'surveyResultsEmail', channel: 'email', subject: 'For {name}', text: own },
    ])
    const shown = await preview(admin, { message: 'surveyResultsEmail', drafts })
    assert.equal(shown.length, languages.length * 3, 'Telegram too, as it is in force')
    for (const one of shown) {
      assert.equal(one.isOwn, one.channel !== 'telegram')
      assert.doesNotMatch(one.text, /\{\w+\}/)
      assert.equal(typeof one.segments, one.channel === 'sms' ? 'number' : 'undefined')
      if (one.channel !== 'email') continue
      assert.equal(one.subject, 'For Ada Sample')
      assert.match(one.html ?? '', /^<!doctype html>/)
      assert.equal(one.site, 'main')
    }
    assert.equal((await readText(admin)).isOwn, undefined)
  })

  test("shows the client's own words where there is no draft", async () => {
    const { admin } = await makeOffice()
    await admin.put(path, { text: own })
    const wanted = { language: 'de', message: 'surveyResultsEmail', channel: 'sms' }
    const [shown] = await preview(admin, wanted)
    assert.match(shown?.text ?? '', /^Hallo Ada Sample, fertig:/)
    const long = { ...wanted, text: `${'ж'.repeat(71)}\n{link}` }
    const [draft] = await preview(admin, { ...wanted, drafts: [long] })
    assert.ok((draft?.segments ?? 0) > 1, 'Cyrillic letters make several SMS')
    assert.deepEqual([shown?.alphabet, shown?.characters], ['GSM-7', shown?.text.length])
    assert.deepEqual([draft?.alphabet, draft?.characters], ['UCS-2', draft?.text.length])
  })

  test('shows mails with the colours and the foot of the default site', async () => {
    const { client, admin } = await makeOffice()
    const [site] = (await admin.get('/sites')).json<{ id: string }[]>()
    await admin.put(`/sites/${site?.id}`, {
      name: 'North & Co',
      telephone: '+49 30 1',
      mainColour: '#7a1f3d',
    })
    assert.ok(client.id)
    const [mail] = await preview(admin, { language: 'de', message: 'surveyResultsEmail', channel: 'email' })
    assert.equal(mail?.site, site?.id)
    assert.match(mail?.html ?? '', /#7a1f3d/)
    assert.match(mail?.html ?? '', /North &amp; Co<\/strong><br>\+49 30 1/)
  })

  test('shows the look and the sender of the site that is asked for', async () => {
    const { client, admin } = await makeOffice()
    await inClientOf(client, (scope) => addSite(scope, { clientId: client.id, id: 'south', name: 'South' }))
    const changes = { mainColour: '#1f7a3d', mailFrom: 'south@example.com', smsFrom: 'SOUTH' }
    await inClientOf(client, (scope) => setSite(scope, { clientId: client.id, id: 'south', changes }))
    const of = (channel: string, more: object = {}) =>
      preview(admin, { language: 'de', message: 'surveyResultsEmail', channel, ...more })
    const south = { siteId: 'south' }
    const [mail] = await of('email', south)
    assert.equal(mail?.site, 'south')
    assert.match(mail?.html ?? '', /#1f7a3d/)
    assert.equal(mail?.sender, 'South', "the operator's server names no other address")
    assert.equal((await of('sms', south))[0]?.sender, undefined)
    const set = await admin.put('/message-channels/email', {
      email: {
        host: 'mail.example.com',
        security: 'starttls',
        from: 'all@example.com',
        fromName: 'All of us',
      },
    })
    assert.equal(set.statusCode, 200, set.body)
    assert.equal((await of('email', south))[0]?.sender, 'All of us <south@example.com>')
    assert.equal((await of('email'))[0]?.sender, 'All of us <all@example.com>')
    assert.match(
      refusal(await admin.post('/message-texts/preview', { siteId: 'nowhere' }), 'invalidArgument'),
      /^siteId: "nowhere" is not a site of the client/,
    )
  })

  test('refuses what could not be set', async () => {
    const { admin } = await makeOffice()
    const draft = { language: 'de', message: 'surveyResultsEmail', channel: 'sms', text: '{nothing}\n{link}' }
    refusal(
      await admin.post('/message-texts/preview', { drafts: [draft] }),
      'invalidArgument',
      /line 1: \{nothing\}/,
    )
  })
})

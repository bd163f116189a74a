// Results sent to owners and what becomes of them: through the operations of the app, the real queue and a real SMTP server.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SentMessage } from '@walkaround/contract/app/messages.ts'
import { sql } from '../../src/db/sql.ts'
import { forgetOldLinks } from '../../src/features/messages/forget-links.ts'
import { newId } from '../../src/lib/ids.ts'
import type { Channel } from '../../src/outside/channel.ts'
import { createMail } from '../../src/outside/mail.ts'
import { BASE_URL, makeClient, order, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { customer, makePlace, type Place, readSurvey } from '../support/edits.ts'
import { type MailServer, readMail, startMailServer } from '../support/mail-server.ts'
import { callbacksOf, messageOf, messagesOf, sendTo, setReceiver, startPost } from '../support/post.ts'
import { eventsOf, refusal } from '../support/scenes.ts'

const LINK = new RegExp(`${BASE_URL.replaceAll('.', '\\.')}/o/[\\w-]+\\.[\\w-]{32}`)
const HOUR = 3_600_000

describe('messages', () => {
  let server: MailServer
  before(async () => {
    server = await startMailServer()
  })
  after(() => server.close())
  const mail = () => createMail({ url: server.url, from: { address: 'service@example.com' } })

  /** Runs the queue until it is empty and stops it again. */
  async function deliver(
    place: Place,
    { inMs = 0, ...channels }: { email?: Channel; sms?: Channel; inMs?: number } = {},
  ) {
    const post = await startPost(place.client, { email: mail(), ...channels })
    await post.drain(inMs)
    await post.stop()
  }
  const mailsTo = (address: string) => server.taken.filter(({ to }) => to.includes(address))

  async function makeSender(): Promise<Place & { address: string }> {
    const place = await makePlace()
    await setReceiver(place.client)
    const address = `${newId()}@example.org`
    await place.client.put(
      '/service-orders/1',
      order({
        externalId: 'A-77',
        customer: { ...customer, email: address },
        vehicle: {
          vin: 'ZZZ1A2B35PX000001',
          make: 'Ford',
          model: 'Focus',
          numberPlate: 'B-AB 123',
          owner: {
            category: 'legalEntity',
            name: 'Fleet Ltd',
            email: `owner-${address}`,
            contactPersons: [
              { id: 'C-1', firstName: 'Cora', email: `cora-${address}` },
              { firstName: 'Karl', lastName: 'Ohne', email: `karl-${address}` },
            ],
          },
          driver: { lastName: 'Driver', mobilePhone: '+49 151 000000' },
        },
        serviceAdvisor: { id: 'SA-3', firstName: 'Jo', lastName: 'Sample', email: `jo-${address}` },
      }),
    )
    return { ...place, address }
  }

  test('go out by mail, tell the DMS, and leave no link behind', async () => {
    const place = await makeSender()
    const { status, message, body } = await sendTo(place.me, place.surveyId, { note: 'See you <soon>' })
    assert.equal(status, 200, body)
    assert.deepEqual(
      [message.state, message.type, message.category, message.outputId],
      ['waiting', 'surveyResultsEmail', 'email', '1'],
    )
    assert.deepEqual(await callbacksOf(place.client), [], 'nothing was sent yet')
    await deliver(place)

    const [taken, ...more] = mailsTo(place.address)
    assert.ok(taken)
    assert.equal(more.length, 0)
    const { bodies } = readMail(taken.raw)
    const [text = '', html = ''] = bodies
    const link = LINK.exec(text)?.[0]
    assert.ok(link)
    assert.ok(text.split(/\r?\n/).includes(link), 'on a line of its own')
    assert.match(text, /Ford Focus, B-AB 123/)
    assert.match(text, /See you <soon>/)
    assert.match(html, /See you &lt;soon&gt;/)
    assert.ok(html.includes(`href="${link}"`))

    const [sent] = await messagesOf(place.me, place.surveyId)
    assert.deepEqual([sent?.state, sent?.attempts, sent?.failure], ['sent', 1, undefined])
    assert.doesNotMatch(JSON.stringify(sent), LINK)

    const [told, ...others] = await callbacksOf(place.client)
    assert.equal(others.length, 0)
    assert.deepEqual(
      { ...told, outputTimestamp: '', linkValidUntil: '', customer: '', owner: '', driver: '' },
      {
        id: message.id,
        systemClientId: place.client.id,
        referenceObjectCategory: 'serviceOrder',
        referenceObjectId: '1',
        surveyId: place.surveyId,
        outputId: '1',
        outputCategory: 'email',
        outputType: 'surveyResultsEmail',
        outputTimestamp: '',
        destinations: [{ id: '1', address: place.address, name: 'Ada Test', sourcePartnerType: 'customer' }],
        linkUrl: link,
        linkValidUntil: '',
        vin: 'ZZZ1A2B35PX000001',
        customer: '',
        owner: '',
        driver: '',
      },
    )
    assert.equal(told?.owner && 'name' in told.owner && told.owner.name, 'Fleet Ltd')
    const days = (Date.parse(told?.linkValidUntil ?? '') - Date.now()) / 86_400_000
    assert.ok(Math.abs(days - 30) < 0.1)

    const { database } = await testApp()
    const rows = await database.rows<{ row: string }>(sql`
      select m::text as row from messages m where system_client_id = ${place.client.id}
      union all select j::text from jobs j where system_client_id = ${place.client.id}
      union all select e::text from events e where system_client_id = ${place.client.id}`)
    const token = link.split('.').at(-1) as string
    assert.deepEqual(
      rows.filter(({ row }) => row.includes(token)),
      [],
    )
    assert.deepEqual(
      (await eventsOf(place.client)).map(({ kind }) => kind).filter((kind) => kind.startsWith('message.')),
      ['message.created', 'message.sent'],
    )
  })

  test('a repeat under the same id sends nothing more, and another survey cannot take it', async () => {
    const place = await makeSender()
    const id = newId()
    await sendTo(place.me, place.surveyId, {}, id)
    const again = await sendTo(place.me, place.surveyId, {}, id)
    assert.equal(again.message.id, id)
    await deliver(place)
    await sendTo(place.me, place.surveyId, {}, id)
    await deliver(place)
    assert.equal(mailsTo(place.address).length, 1)
    refusal(await place.me.put(`/surveys/${place.types.VC}/messages/${id}`, messageOf()), 'idTaken')
    refusal(
      await place.me.put(`/surveys/${place.surveyId}/messages/a%2Fb`, messageOf()),
      'invalidArgument',
      /letters/,
    )
  })

  test('several at once get a number each, and the same one is one', async () => {
    const place = await makeSender()
    const ids = [newId(), newId(), newId(), newId()]
    const all = await Promise.all([...ids, ...ids].map((id) => sendTo(place.me, place.surveyId, {}, id)))
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [200])
    const messages = await messagesOf(place.me, place.surveyId)
    assert.deepEqual(
      messages.map(({ outputId }) => outputId),
      ['1', '2', '3', '4'],
    )
    await deliver(place)
    assert.equal(mailsTo(place.address).length, 4)
    assert.equal((await callbacksOf(place.client)).length, 4)
    const { database } = await testApp()
    const links = await database.rows(
      sql`select 1 from owner_links where system_client_id = ${place.client.id}`,
    )
    assert.equal(links.length, 4, 'and no link too many')
  })

  test('what the server puts off is tried again, what it refuses is not', async () => {
    const place = await makeSender()
    server.refuseNext(451, 421)
    const { message } = await sendTo(place.me, place.surveyId)
    await deliver(place)
    const [off] = await messagesOf(place.me, place.surveyId)
    assert.deepEqual([off?.state, off?.attempts, off?.failureCode], ['waiting', 1, 'putOff'])
    assert.match(off?.failure ?? '', /put it off: 451 try again later/)
    assert.deepEqual(await callbacksOf(place.client), [])
    await deliver(place, { inMs: HOUR })
    await deliver(place, { inMs: 2 * HOUR })
    const [on] = await messagesOf(place.me, place.surveyId)
    assert.deepEqual(
      [on?.state, on?.attempts, on?.failure, on?.failureCode],
      ['sent', 3, undefined, undefined],
    )
    assert.equal(mailsTo(place.address).length, 1)
    assert.deepEqual(
      (await callbacksOf(place.client)).map(({ id }) => id),
      [message.id],
    )

    server.refuseNext(550)
    const second = await sendTo(place.me, place.surveyId)
    await deliver(place)
    await deliver(place, { inMs: 9 * HOUR })
    const refused = (await messagesOf(place.me, place.surveyId)).find(({ id }) => id === second.message.id)
    assert.deepEqual(
      [refused?.state, refused?.attempts, refused?.failureCode],
      ['failed', 1, 'addressRefused'],
    )
    assert.match(refused?.failure ?? '', /refused it: 550 no such user here/)
    assert.equal((await callbacksOf(place.client)).length, 1, 'a failed message tells the DMS nothing')
    assert.equal(mailsTo(place.address).length, 1)

    // The advisor sends it again, and it is the same message with the same link.
    const again = await place.me.post(`/surveys/${place.surveyId}/messages/${refused?.id}/resend`, {
      newMessageId: newId(),
    })
    assert.deepEqual([again.json().id, again.json().state], [refused?.id, 'waiting'])
    await deliver(place)
    assert.equal(mailsTo(place.address).length, 2)
    assert.equal((await callbacksOf(place.client)).length, 2)
  })

  test('what became of all messages is read page by page, by state and channel, without their texts', async () => {
    const place = await makeSender()
    server.refuseNext(550)
    const { message: refused } = await sendTo(place.me, place.surveyId)
    await deliver(place)
    const sent: string[] = []
    for (let n = 0; n < 3; n++) {
      sent.unshift((await sendTo(place.me, place.surveyId)).message.id)
      await deliver(place)
    }
    const { message: waiting } = await sendTo(place.me, place.surveyId)
    const admin = await person(place.client.id, 'admin')
    const page = async (query: string) => {
      const response = await admin.get(`/messages?${query}`)
      assert.equal(response.statusCode, 200, response.body)
      return response.json<{ messages: SentMessage[]; next?: string }>()
    }
    assert.deepEqual(await page(''), await page('state=failed'))
    const [failed] = (await page('state=failed')).messages
    assert.deepEqual([failed?.id, failed?.surveyId, failed?.attempts], [refused.id, place.surveyId, 1])
    assert.match(failed?.failure ?? '', /550 no such user here/)
    assert.equal(failed?.destinations[0]?.address, place.address)
    assert.ok(!('text' in (failed as object)) && !('html' in (failed as object)))
    const idsOf = ({ messages }: { messages: SentMessage[] }) => messages.map(({ id }) => id)
    assert.deepEqual(idsOf(await page('state=waiting')), [waiting.id])
    const first = await page('state=sent&limit=2')
    assert.deepEqual([...idsOf(first), first.next], [...sent.slice(0, 2), sent[1]])
    const second = await page(`state=sent&limit=2&after=${first.next}`)
    assert.deepEqual([idsOf(second), second.next], [sent.slice(2), undefined])
    assert.deepEqual(idsOf(await page('state=sent&channel=email')), sent)
    assert.deepEqual(await page('state=sent&channel=sms'), { messages: [] })
    refusal(await admin.get('/messages?state=sent&after=nothing'), 'invalidCursor')
    refusal(await admin.get('/messages?state=lost'), 'notInList')
    assert.equal(
      (await place.me.get('/messages?state=sent')).statusCode,
      403,
      'advisors see those of a survey',
    )
    const foreign = await person((await makeClient()).id, 'admin')
    assert.deepEqual((await foreign.get('/messages?state=sent')).json(), { messages: [] })
    refusal(await foreign.get(`/messages?state=sent&after=${refused.id}`), 'invalidCursor')
  })

  test('what was refused goes to the corrected address when it is sent again', async () => {
    const place = await makeSender()
    server.refuseNext(550, 550)
    const { message: wrong } = await sendTo(place.me, place.surveyId)
    await deliver(place)
    const corrected = `right-${place.address}`
    const { message: other } = await sendTo(place.me, place.surveyId, { email: corrected })
    await deliver(place)
    const resend = (id: string, newMessageId: string) =>
      place.me.post(`/surveys/${place.surveyId}/messages/${id}/resend`, { newMessageId })
    const id = newId()
    const again = (await resend(wrong.id, id)).json()
    assert.deepEqual([again.id, again.state, again.destinations[0].address], [id, 'waiting', corrected])
    // Nothing has changed for this one: it stays the same message.
    assert.equal((await resend(other.id, newId())).json().id, other.id)
    await deliver(place)
    assert.deepEqual([mailsTo(place.address).length, mailsTo(corrected).length], [0, 2])
    const first = (await messagesOf(place.me, place.surveyId)).find((one) => one.id === wrong.id)
    assert.equal(first?.state, 'failed', 'what became of the first stays to be seen')
  })

  test('a message that cannot be delivered for hours fails in words', async () => {
    const place = await makeSender()
    const { SendFailure } = await import('../../src/outside/channel.ts')
    let attempts = 0
    const email: Channel = {
      via: 'smtp',
      send: async () => {
        attempts++
        throw new SendFailure('the mail server could not be reached', {
          isPermanent: false,
          code: 'notReached',
        })
      },
    }
    await sendTo(place.me, place.surveyId)
    for (let hour = 0; hour <= 24; hour++) await deliver(place, { email, inMs: hour * HOUR })
    const [message] = await messagesOf(place.me, place.surveyId)
    assert.deepEqual([message?.state, attempts], ['failed', 18])
    assert.match(message?.failure ?? '', /given up after 18 attempts: the mail server could not be reached/)
    assert.equal(message?.failureCode, 'notReached')
    assert.deepEqual(await callbacksOf(place.client), [])
  })

  test('a crash between sending and writing it down sends once more and tells the DMS once', async () => {
    const place = await makeSender()
    const { database } = await testApp()
    const { message } = await sendTo(place.me, place.surveyId)
    // A worker of a process that dies as soon as the server has the mail: it writes nothing, and neither does its end.
    const died = Promise.withResolvers<void>()
    const dying: Channel = {
      via: 'smtp',
      async send(outgoing, signal) {
        await mail().send(outgoing, signal)
        died.resolve()
        await new Promise(() => {})
      },
    }
    await startPost(place.client, { email: dying })
    await died.promise
    assert.deepEqual(await callbacksOf(place.client), [])
    // Its lease is over.
    await database.run(sql`
      update jobs set leased_until = now() - interval '1 second' where system_client_id = ${place.client.id}`)
    await deliver(place)
    const mails = mailsTo(place.address)
    assert.equal(mails.length, 2)
    const ids = mails.map(({ raw }) => readMail(raw).headers.get('message-id')?.[0])
    assert.deepEqual(ids, [`<${message.id}@example.com>`, `<${message.id}@example.com>`])
    assert.equal((await callbacksOf(place.client)).length, 1)
    assert.equal((await messagesOf(place.me, place.surveyId))[0]?.state, 'sent')
  })

  test('a database that is away after sending makes nobody get a message twice', async () => {
    const place = await makeSender()
    const { database } = await testApp()
    await sendTo(place.me, place.surveyId)
    let isAway = true
    const flaky = {
      ...database,
      engine: database.engine,
      rows: database.rows.bind(database),
      row: database.row.bind(database),
      run: database.run.bind(database),
      transaction: ((work: never) => {
        if (isAway && mailsTo(place.address).length > 0) {
          return Promise.reject(Object.assign(new Error('away'), { code: '57P01' }))
        }
        return database.transaction(work)
      }) as typeof database.transaction,
    } as typeof database
    const post = await startPost(place.client, { email: mail() }, { database: flaky })
    await post.drain()
    assert.equal((await messagesOf(place.me, place.surveyId))[0]?.state, 'waiting')
    isAway = false
    await post.drain(HOUR)
    await post.stop()
    assert.equal((await messagesOf(place.me, place.surveyId))[0]?.state, 'sent')
    assert.equal(mailsTo(place.address).length, 1)
    assert.equal((await callbacksOf(place.client)).length, 1)
  })

  test('go to customer, driver, owner, or a contact of a company', async () => {
    const place = await makeSender()
    const { me, surveyId, address } = place
    const destination = async (more: Record<string, unknown>) =>
      (await sendTo(me, surveyId, more)).message.destinations
    assert.deepEqual(await destination({ recipient: 'owner' }), [
      { id: '1', address: `owner-${address}`, name: 'Fleet Ltd', sourcePartnerType: 'owner' },
    ])
    assert.deepEqual(await destination({ recipient: 'owner', contactId: 'C-1' }), [
      {
        id: '1',
        address: `cora-${address}`,
        name: 'Cora',
        sourcePartnerType: 'owner',
        sourcePartnerId: 'C-1',
      },
    ])
    assert.deepEqual(await destination({ recipient: 'owner', contactId: 'Karl Ohne' }), [
      { id: '1', address: `karl-${address}`, name: 'Karl Ohne', sourcePartnerType: 'owner' },
    ])
    assert.deepEqual(await destination({ recipient: 'driver', channel: 'sms' }), [
      { id: '1', address: '+49 151 000000', name: 'Driver', sourcePartnerType: 'driver' },
    ])
    const put = (more: Record<string, unknown>, of = surveyId) =>
      me.put(`/surveys/${of}/messages/${newId()}`, messageOf(more))
    refusal(await put({ recipient: 'driver' }), 'addressMissing', /driver has no e-mail/)
    refusal(await put({ channel: 'sms' }), 'addressMissing', /customer has no mobile/)
    refusal(await put({ channel: 'telegram' }), 'botNotStarted', /has not started the bot/)
    refusal(await put({ recipient: 'owner', contactId: 'nobody' }), 'recipientMissing', /no contact person/)
    refusal(
      await put({ recipient: 'owner', contactId: 'nobody', email: 'a@b.c' }),
      'recipientMissing',
      /no contact person/,
    )
    refusal(await put({}, place.types.QC), 'resultNotSent', /quality check/)
    refusal(await put({}, 'nothing'), 'noSuchResource')
    refusal(await put({ recipient: 'everybody' }), 'notInList')
    await deliver(place)
  })

  test('a correction is kept as modified, and used', async () => {
    const place = await makeSender()
    const corrected = `new-${place.address}`
    const { message } = await sendTo(place.me, place.surveyId, { email: ` ${corrected} ` })
    assert.equal(message.destinations[0]?.address, corrected)
    const survey = await readSurvey(place)
    assert.deepEqual([survey.customer.email, survey.customer.modifiedEmail], [place.address, corrected])
    await deliver(place)
    assert.equal(mailsTo(corrected).length, 1)
    const [told] = await callbacksOf(place.client)
    assert.equal(told?.customer?.modifiedEmail, corrected)
    refusal(
      await place.me.put(
        `/surveys/${place.surveyId}/messages/${newId()}`,
        messageOf({ email: 'a\r\nBcc: x@y.z' }),
      ),
      'invalidText',
    )
  })

  test('a correction of a contact person is kept with that person, and used', async () => {
    const place = await makeSender()
    const corrected = `new-${place.address}`
    for (const [contactId, at] of [
      ['C-1', 0],
      ['Karl Ohne', 1],
    ] as const) {
      const wanted = { recipient: 'owner', contactId, email: `${at}${corrected}` }
      const preview = await place.me.post(`/surveys/${place.surveyId}/message-preview`, messageOf(wanted))
      assert.equal(preview.json().destination.address, `${at}${corrected}`, preview.body)
      const { message } = await sendTo(place.me, place.surveyId, wanted)
      assert.equal(message.destinations[0]?.address, `${at}${corrected}`)
      const { owner } = (await readSurvey(place)).surveyObject
      assert.equal(owner.contactPersons[at].modifiedEmail, `${at}${corrected}`)
      assert.deepEqual([owner.email, owner.modifiedEmail], [`owner-${place.address}`, undefined])
    }
    await deliver(place)
    assert.equal(mailsTo(`0${corrected}`).length, 1)
    const told = (await callbacksOf(place.client)).at(-1)?.owner
    assert.ok(told && 'contactPersons' in told)
    assert.deepEqual(
      told.contactPersons?.map(({ modifiedEmail }) => modifiedEmail),
      [`0${corrected}`, `1${corrected}`],
    )
  })

  test('a preview shows what would arrive and keeps nothing', async () => {
    const place = await makeSender()
    const before = (await eventsOf(place.client)).length
    const preview = async (more: Record<string, unknown>) => {
      const response = await place.me.post(`/surveys/${place.surveyId}/message-preview`, messageOf(more))
      assert.equal(response.statusCode, 200, response.body)
      return response.json()
    }
    const german = await preview({ language: 'de', note: 'Bis bald', email: 'other@example.org' })
    assert.equal(german.destination.address, 'other@example.org')
    assert.match(german.subject, /Ergebnis der Prüfung: Ford Focus, B-AB 123/)
    assert.match(german.text, /Guten Tag Ada Test,[\s\S]*Bis bald/)
    assert.match(german.html, /<a href="https:\/\/walkaround\.test\/o\/…"/)
    assert.match((await preview({ language: 'ru' })).text, /Здравствуйте, Ada Test!/)
    assert.equal((await eventsOf(place.client)).length, before)
    assert.deepEqual(await messagesOf(place.me, place.surveyId), [])
  })

  test('a VC survey asks for approval; a closed one sends nothing more', async () => {
    const place = await makeSender()
    const { message } = await sendTo(place.me, place.types.VC as string)
    assert.equal(message.type, 'vcApproval')
    await place.client.put('/service-orders/1', order({ closed: true }))
    refusal(await place.me.put(`/surveys/${place.surveyId}/messages/${newId()}`, messageOf()), 'surveyClosed')
    // A message that already waits is still sent: the advisor sent it before.
    await deliver(place)
    assert.equal((await messagesOf(place.me, place.types.VC as string))[0]?.state, 'sent')
  })

  test('without a channel they stay in the outbox, with a link that only shows, and count as sent', async () => {
    const place = await makeSender()
    await sendTo(place.me, place.surveyId)
    const post = await startPost(place.client)
    await post.drain()
    await post.stop()
    const [message] = await messagesOf(place.me, place.surveyId)
    assert.deepEqual([message?.state, message?.inOutbox], ['sent', true])
    assert.doesNotMatch(JSON.stringify(message), LINK)
    const [kept] = (await place.me.get('/outbox')).json()
    assert.match(kept.linkUrl, LINK)
    assert.ok(kept.text.includes(kept.linkUrl))
    assert.notEqual((await callbacksOf(place.client))[0]?.linkUrl, kept.linkUrl, 'it decides nothing')
    assert.equal(kept.demoLinkUrl, undefined)
    const technician = await person(place.client.id, 'technician')
    assert.equal((await technician.get('/outbox')).statusCode, 403)
    assert.equal((await technician.get(`/surveys/${place.surveyId}/messages`)).statusCode, 403)
  })

  test('upkeep forgets links that are over, and no others', async () => {
    const { database } = await testApp()
    const place = await makeSender()
    const ids = [newId(), newId()]
    for (const id of ids) await sendTo(place.me, place.surveyId, {}, id)
    // A demo keeps them.
    await database.run(
      sql`update system_clients set is_demo = true where system_client_id = ${place.client.id}`,
    )
    const post = await startPost(place.client)
    await post.drain()
    await post.stop()
    const now = new Date()
    await database.run(sql`
      update messages set link_valid_until = ${new Date(now.getTime() - HOUR)}
      where system_client_id = ${place.client.id} and id = ${ids[0]}`)
    assert.ok((await forgetOldLinks(database, now)) >= 1)
    const kept = await database.rows<{ id: string }>(sql`
      select id from messages where system_client_id = ${place.client.id} and sealed_link is not null`)
    assert.deepEqual(kept, [{ id: ids[1] }])
    assert.equal(await forgetOldLinks(database, now), 0)
  })

  test('a withdrawn link opens nothing, and a message that waits with one is not sent', async () => {
    const place = await makeSender()
    const { message } = await sendTo(place.me, place.surveyId)
    const path = `/surveys/${place.surveyId}/messages/${message.id}`
    assert.equal((await place.me.delete(`${path}/link`)).statusCode, 204)
    await deliver(place)
    const [shown] = await messagesOf(place.me, place.surveyId)
    assert.deepEqual(
      [shown?.state, shown?.linkWithdrawn, shown?.failureCode],
      ['failed', true, 'linkWithdrawn'],
    )
    assert.match(shown?.failure ?? '', /withdrawn/)
    assert.equal(mailsTo(place.address).length, 0)
    // Sent again, it is a new message with a new link.
    const newMessageId = newId()
    const again = await place.me.post(`${path}/resend`, { newMessageId })
    assert.equal(again.json().id, newMessageId, again.body)
    await deliver(place)
    assert.equal(mailsTo(place.address).length, 1)
    refusal(await place.me.delete(`/surveys/${place.surveyId}/messages/nothing/link`), 'noSuchResource')
  })

  test('no name or comment of the DMS makes a header, a recipient or a tag', async () => {
    const place = await makeSender()
    const evil = 'Eve\r\nBcc: spy@example.net\r\n\r\n<img src=x onerror=alert(1)>'
    await place.client.put(
      '/service-orders/1',
      order({
        externalId: evil,
        description: evil,
        customer: { category: 'person', firstName: evil, lastName: evil, email: place.address },
        vehicle: { make: evil, model: evil, numberPlate: evil.slice(0, 100) },
        serviceAdvisor: { firstName: evil, lastName: evil, email: `jo-${place.address}` },
      }),
    )
    await sendTo(place.me, place.surveyId, { note: evil })
    await deliver(place)
    const [taken] = mailsTo(place.address)
    assert.ok(taken)
    assert.deepEqual(taken.to, [place.address])
    const { headers, bodies } = readMail(taken.raw)
    assert.equal(headers.get('bcc'), undefined)
    assert.deepEqual([headers.get('to')?.length, headers.get('subject')?.length], [1, 1])
    assert.doesNotMatch(bodies[1] ?? '', /<img/)
  })
})

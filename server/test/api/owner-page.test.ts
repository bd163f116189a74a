// The owner's page (D5, E7, E8, G1, G4): who gets in, what is shown, what a decision does, and what can go wrong.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Receipt } from '@walkaround/contract/owner-page.ts'
import { withdrawOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { makeToken, toLinkName } from '../../src/features/owner-links/token.ts'
import { listOwnerActs } from '../../src/features/owner-page/owner-acts.ts'
import { makeClient, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { answer, send } from '../support/edits.ts'
import {
  batteryQuote,
  choose,
  decide,
  everything,
  fieldsOf,
  hostile,
  makeLink,
  makeOwnerScene,
  type OwnerScene,
  pathOf,
  read,
  submit,
  TELEPHONE,
} from '../support/owner.ts'
import { eventsDuring, inClientOf, putOrder, readQuestion, surveyIdOf } from '../support/scenes.ts'
import { begun, fakeVideo, patch } from '../support/uploads.ts'

const quoteOf = async ({ client, surveyId }: OwnerScene, id: string) =>
  (await client.get(`/surveys/${surveyId}/quotes/${id}`)).json()

const receiptOf = async (scene: OwnerScene, location: string) =>
  (await read(`${scene.path}/${location.split('?')[0]}.json`)).json<Receipt>()

const namesTelephone = (body: string) => body.includes(`>${TELEPHONE}</span>`)

describe("The owner's page", () => {
  it('shows what was measured at the last visit, and only to the same customer', async () => {
    const client = await makeClient({ releaseTypes: ['VC'] })
    const me = await person(client.id, 'advisor')
    const visitOf = async (id: string, customer: string, value: string) => {
      const about = {
        vehicle: { vin: 'ZZZ1A2B35PX000001' },
        customer: { id: customer, category: 'person', lastName: 'Example' },
      }
      const surveyId = surveyIdOf(await putOrder(client, about, id), 'VC')
      await send({ me, surveyId }, answer('vc.padFL', 'bad', { value }))
      const { body } = await read(`${pathOf(await makeLink(client, surveyId))}?lang=en`)
      await putOrder(client, { ...about, closed: true }, id)
      return body
    }
    assert.doesNotMatch(await visitOf('1', 'C-1', '2.9'), /last visit/)
    const second = await visitOf('2', 'C-1', '1.9')
    assert.match(second, /At the last visit on [^:]+: 2\.9\u00a0mm\./)
    assert.match(second, /Measured: 1\.9/)
    assert.doesNotMatch(await visitOf('3', 'C-2', '1.8'), /last visit/, 'the car was sold')
  })

  it('shows what was found, urgent first, and every value as text', async () => {
    const scene = await makeOwnerScene()
    const page = await read(`${scene.path}?lang=en`)
    assert.equal(page.statusCode, 200)
    const { body } = page
    assert.ok(!body.includes(hostile), 'a value came through as markup')
    assert.ok(!body.includes('INTERNAL-COMMENT'))
    assert.ok(!body.includes('Secretname'))
    assert.ok(body.includes('WA 100') && body.includes('tel:01711234'))
    assert.ok(body.indexOf('Front pads') < body.indexOf('Battery'))
    assert.match(body, /Measured: 2\u00a0mm\. Good from/)
    // 80 labour + 50 parts, 96 + 60 with VAT; 180 before the discount.
    assert.ok(body.includes('€156.00') && body.includes('€180.00') && body.includes('€26.00'), body)
    assert.match(body, /every 20,000\u00a0km; 50,000\u00a0km since new/)
    assert.match(body, /Not checked: \d+/)
  })

  it('is not kept, indexed, framed or told to anyone, and sets no cookie', async () => {
    const { path } = await makeOwnerScene()
    const { headers } = await read(path)
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(String(headers['x-robots-tag']), /noindex/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
    assert.equal(headers['set-cookie'], undefined)
  })

  it('speaks the language asked for, else that of the browser, else that of the dealership', async () => {
    const { path } = await makeOwnerScene()
    const languageOf = async (query: string, accept?: string) => {
      const { body } = await read(path + query, accept === undefined ? {} : { 'accept-language': accept })
      return /<html lang="(\w+)"/.exec(body)?.[1]
    }
    assert.equal(await languageOf('?lang=ru', 'de'), 'ru')
    assert.equal(await languageOf('', 'de-AT,en;q=0.5'), 'de')
    assert.equal(await languageOf('', 'it'), 'en')
  })

  it('changes nothing when it is read, whoever reads it', async () => {
    const scene = await makeOwnerScene()
    const done = await decide(scene, { [scene.ids.pads]: 'approve' })
    const receipt = String(done.headers.location).split('?')[0]
    // The secret of links is made when it is first needed.
    await read(`${scene.path}/photos/photo%201/large`)
    const before = await everything()
    const paths = [
      '',
      '?lang=de',
      '/review',
      '/decide',
      '/ask',
      '/feedback',
      `/${receipt}`,
      `/${receipt}.pdf`,
      `/${receipt}.json`,
    ]
    for (const path of [
      ...paths,
      '/photos/photo%201/large',
      '/photos/none/large',
      '/videos/none',
      '/videos/none/watched',
      '/receipt/none',
    ]) {
      const { statusCode } = await read(scene.path + path, { 'user-agent': 'scanner' })
      assert.ok([200, 302, 303, 404].includes(statusCode), `${path}: ${statusCode}`)
    }
    const { app } = await testApp()
    await app.inject({ method: 'HEAD', url: scene.path })
    assert.deepEqual(await everything(), before)
  })

  it('lists what a video shows, as links into it, in the words of the owner', async () => {
    const scene = await makeOwnerScene()
    const video = fakeVideo()
    const location = await begun(scene, video.length, {
      kind: 'video',
      id: 'v 1',
      chapters: '[[75,"vc.battery"],[12.4,"vc.padFL"],[80,"vc.video"]]',
    })
    assert.equal((await patch(scene, location, 0, video)).statusCode, 204)
    const { body } = await read(scene.path)
    const links = [
      ...body.matchAll(
        /<li><a href="([^"]+)" data-second="(\d+)"><span class="at">([^<]+)<\/span> <span>([^<]+)</g,
      ),
    ]
    assert.deepEqual(
      links.map(([, href, second, at, title]) => [href?.replace(/^[^/]+\//, ''), second, at, title]),
      [
        ['videos/v%201#t=12', '12', '0:12', 'Brake pads front left'],
        ['videos/v%201#t=75', '75', '1:15', 'Starting power of the 12 V battery'],
      ],
      'a chapter of something that is no finding is not named',
    )
  })

  it('shows photos by links of their own', async () => {
    const { path } = await makeOwnerScene()
    const link = await read(`${path}/photos/photo%201/large`)
    assert.equal(link.statusCode, 302)
    const photo = await read(String(link.headers.location))
    assert.equal(photo.statusCode, 200)
    assert.equal(photo.headers['content-type'], 'image/jpeg')
    assert.equal((await read(`${path}/photos/photo%201/original`)).statusCode, 404)
  })
})

describe('Somebody without a valid link', () => {
  it('learns nothing from a guessed token, not even that there is such a client', async () => {
    const { client } = await makeOwnerScene()
    const name = toLinkName(client.id, makeToken())
    const guess = await read(`/o/${name}?lang=en`)
    assert.equal(guess.statusCode, 404)
    assert.ok(!namesTelephone(guess.body))
    const none = toLinkName(`no${client.id}`.slice(0, client.id.length), makeToken())
    const other = await read(`/o/${none}?lang=en`)
    assert.equal(
      other.body.replaceAll(none, ''),
      guess.body.replaceAll(name, ''),
      'the same for every client',
    )
    for (const secret of ['WA 100', 'Secretname', 'Sample']) assert.ok(!guess.body.includes(secret), secret)
    for (const name of [toLinkName('no-such-client', makeToken()), 'x', '..%2f', `${'a'.repeat(3000)}`]) {
      const answer = await read(`/o/${name}`)
      assert.equal(answer.statusCode, 404, name)
      assert.ok(!namesTelephone(answer.body))
    }
  })

  it("finds nothing with another client's token", async () => {
    const scene = await makeOwnerScene()
    const other = await makeClient()
    assert.equal((await read(`/o/${toLinkName(other.id, scene.link.token)}`)).statusCode, 404)
  })

  it('cannot read receipts or photos of another survey by a link of its own', async () => {
    const [one, two] = [await makeOwnerScene(), await makeOwnerScene()]
    const done = await decide(one, { [one.ids.pads]: 'approve' })
    const receipt = String(done.headers.location).split('?')[0]
    assert.equal((await read(`${two.path}/${receipt}`)).statusCode, 404)
    assert.equal((await read(`${two.path}/photos/photo%201/huge`)).statusCode, 302)
    assert.equal((await read(`${two.path}/photos/elsewhere/huge`)).statusCode, 404)
  })

  for (const kind of ['expired', 'withdrawn'] as const) {
    it(`is told in plain words that it is ${kind}, and may ask for another`, async () => {
      const { setNow } = await testApp()
      const scene = await makeOwnerScene()
      const fields = await choose(scene, { [scene.ids.pads]: 'approve' })
      if (kind === 'withdrawn') {
        await inClientOf(scene.client, (scope) => withdrawOwnerLinks(scope, scene.surveyId))
      } else setNow(new Date(scene.link.validUntil.getTime() + 1))
      try {
        const page = await read(`${scene.path}?lang=en`)
        assert.equal(page.statusCode, 410)
        assert.ok(page.body.includes('Ask for a new link') && namesTelephone(page.body))
        for (const secret of ['WA 100', 'Secretname', 'Sample', 'pads'])
          assert.ok(!page.body.includes(secret), secret)
        for (const path of ['/review', '/edit', '/decide', '/feedback'])
          assert.equal((await submit(scene.path + path, { ...fields, stars: '5' })).statusCode, 410, path)
        assert.equal((await read(`${scene.path}/photos/photo%201/large`)).statusCode, 410)
        assert.equal((await quoteOf(scene, scene.ids.pads)).approvalStatus, undefined)
        const asked = () => submit(`${scene.path}/ask`, {})
        assert.deepEqual(await eventsDuring(scene.client, asked), ['owner.linkAsked', 'message.notSent'])
        assert.deepEqual(await eventsDuring(scene.client, asked), [], 'twice within the hour')
      } finally {
        setNow(undefined)
      }
    })
  }

  it('is slowed down after many wrong links, and nobody who has a link is', async () => {
    const { app } = await testApp()
    const scene = await makeOwnerScene()
    const from = (remoteAddress: string, url: string) => app.inject({ method: 'GET', url, remoteAddress })
    const guess = (address = '198.51.100.7') => from(address, `/o/${toLinkName('x', makeToken())}`)
    for (let count = 0; count < 60; count++) assert.equal((await guess()).statusCode, 404)
    const refused = await guess()
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '600'])
    const url = `/o/${toLinkName(scene.client.id, makeToken())}`
    for (const path of ['/review', '/decide', '/feedback', '/ask', '/opened', '/videos/v/watched']) {
      const payload = `form=${'f'.repeat(20)}&stars=5`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const remoteAddress = '198.51.100.7'
      const answer = await app.inject({ method: 'POST', url: url + path, headers, payload, remoteAddress })
      assert.equal(answer.statusCode, 429, path)
    }
    assert.equal((await guess('198.51.100.8')).statusCode, 404)
    assert.equal((await from('198.51.100.7', scene.path)).statusCode, 200)
    assert.equal((await from('198.51.100.7', `${scene.path}/photos/photo%201/large`)).statusCode, 302)
    await inClientOf(scene.client, (scope) => withdrawOwnerLinks(scope, scene.surveyId))
    assert.equal((await from('198.51.100.7', scene.path)).statusCode, 410, 'told why')
  })
})

describe("The owner's decision", () => {
  it('lands on the quotes and the variant as the DMS reads them', async () => {
    const scene = await makeOwnerScene()
    const { pads, battery, due } = scene.ids
    const later = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    const done = await decide(
      scene,
      { [pads]: 'approve', [battery]: 'later', [due]: 'no' },
      { [`date:${battery}`]: later, [`reason:${due}`]: 'tooExpensive' },
    )
    assert.equal(done.statusCode, 303, done.body)
    const [one, two, three] = [
      await quoteOf(scene, pads),
      await quoteOf(scene, battery),
      await quoteOf(scene, due),
    ]
    assert.deepEqual([one.approvalStatus, one.approvalMedium], ['approved', 'internet'])
    assert.ok(Math.abs(Date.parse(one.approvalDate) - Date.now()) < 3_600_000)
    assert.equal(two.approvalStatus, 'deferred')
    assert.match(two.deferralDate, new RegExp(`^${later}T00:00:00\\+0[12]:00$`))
    assert.deepEqual([three.approvalStatus, three.rejectionReasonCode], ['rejected', 'tooExpensive'])
    const { answers } = await readQuestion(scene.client, scene.surveyId, 'vc.padFL')
    const variants = answers
      .flatMap(
        (answer) => (answer as { packages?: { variants: { customerApproved?: string }[] }[] }).packages ?? [],
      )
      .flatMap((one) => one.variants)
    assert.deepEqual(
      variants.flatMap(({ customerApproved }) => customerApproved ?? []),
      ['approved'],
    )
  })

  it('gives a receipt of exactly what was shown, with its hash, as a page, a file and a PDF', async () => {
    const scene = await makeOwnerScene()
    const done = await decide(scene, { [scene.ids.pads]: 'approve' })
    const path = `${scene.path}/${String(done.headers.location).split('?')[0]}`
    const file = await read(`${path}.json`)
    const receipt = file.json<Receipt>()
    const [line] = receipt.lines
    assert.deepEqual(line?.total, { exVat: 130, incVat: 156 })
    assert.deepEqual(line?.before, { exVat: 150, incVat: 180 })
    assert.equal(line?.title, `Front pads ${hostile}`)
    assert.match(line?.finding?.photos[0] ?? '', /^[0-9a-f]{64}$/)
    assert.deepEqual(receipt.totals, [{ currency: 'EUR', sum: { exVat: 130, incVat: 156 } }])
    const page = await read(`${path}?lang=de`)
    assert.ok(page.body.includes(hash('sha256', file.body, 'hex')))
    assert.ok(!page.body.includes(hostile))
    const pdf = await read(`${path}.pdf`)
    assert.equal(pdf.headers['content-type'], 'application/pdf')
    assert.equal(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-')
  })

  it('is made once, however often the form is sent', async () => {
    const scene = await makeOwnerScene()
    const review = await submit(`${scene.path}/review`, await choose(scene, { [scene.ids.pads]: 'approve' }))
    const fields = fieldsOf(review.body)
    const send = () => submit(`${scene.path}/decide?lang=en`, fields)
    const events = await eventsDuring(scene.client, async () => {
      const answers = await Promise.all([send(), send(), send()])
      const places = new Set(answers.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`))
      assert.equal(places.size, 1, [...places].join())
      assert.match([...places].join(), /^303 /)
      assert.equal((await send()).headers.location, answers[0]?.headers.location)
    })
    assert.equal(events.filter((kind) => kind === 'owner.decided').length, 1)
  })

  it('asks again when a price has changed since the page was opened, at the review and at the confirmation', async () => {
    const scene = await makeOwnerScene()
    const { pads, battery } = scene.ids
    const fields = await choose(scene, { [battery]: 'approve', [pads]: 'approve' })
    const fresh = await submit(`${scene.path}/review?lang=en`, fields)
    const put = await scene.client.put(
      `/surveys/${scene.surveyId}/quotes/${battery}`,
      batteryQuote({ contents: [{ itemCategory: 'material', amountExVat: 200, amountIncVat: 238 }] }),
    )
    assert.equal(put.statusCode, 204, put.body)
    for (const answer of [
      await submit(`${scene.path}/review?lang=en`, fields),
      await submit(`${scene.path}/decide?lang=en`, fieldsOf(fresh.body)),
    ]) {
      assert.ok(
        answer.body.includes('has changed since you opened the page') && answer.body.includes('€238.00'),
      )
      const asked = fieldsOf(answer.body)
      assert.equal(asked[`choice:${battery}`], undefined, 'nothing is chosen for the owner')
      assert.equal(asked[`choice:${pads}`], 'approve')
    }
    assert.equal((await quoteOf(scene, pads)).approvalStatus, undefined, 'nothing was decided')
    const again = await submit(`${scene.path}/review?lang=en`, fields)
    const answered = { ...fieldsOf(again.body), [`choice:${battery}`]: 'approve' }
    const reviewed = await submit(`${scene.path}/review?lang=en`, answered)
    const done = await submit(`${scene.path}/decide?lang=en`, fieldsOf(reviewed.body))
    assert.equal(done.statusCode, 303)
    const receipt = await receiptOf(scene, String(done.headers.location))
    assert.deepEqual(receipt.totals, [{ currency: 'EUR', sum: { exVat: 330, incVat: 394 } }])
  })

  it('asks again when somebody decided meanwhile, or the offer is gone', async () => {
    const scene = await makeOwnerScene()
    const { battery } = scene.ids
    const fields = await choose(scene, { [battery]: 'approve' })
    const path = `/surveys/${scene.surveyId}/quotes/${battery}`
    await scene.client.put(path, batteryQuote({ approvalStatus: 'rejected', approvalMedium: 'phone' }))
    assert.equal((await submit(`${scene.path}/decide`, fields)).statusCode, 409)
    assert.equal((await quoteOf(scene, battery)).approvalStatus, 'rejected')
    await scene.client.delete(path)
    const gone = await submit(`${scene.path}/decide?lang=en`, fields)
    assert.equal(gone.statusCode, 409)
    assert.ok(gone.body.includes('“Battery” is no longer offered'))
  })

  it('takes nothing from a form that was tampered with', async () => {
    const scene = await makeOwnerScene()
    const { pads, battery } = scene.ids
    const fields = await choose(scene, { [battery]: 'approve' })
    const tampered: [string, Record<string, string>, number][] = [
      ['a word nobody knows', { [`choice:${battery}`]: 'free' }, 400],
      ['another state', { [`state:${battery}`]: 'x' }, 409],
      ['a line of nobody', { 'choice:nobody': 'approve' }, 409],
      ['a date that is none', { [`choice:${battery}`]: 'later', [`date:${battery}`]: '2026-02-31' }, 409],
      ['a date in the past', { [`choice:${battery}`]: 'later', [`date:${battery}`]: '2001-01-01' }, 409],
      ['no form id', { form: '' }, 400],
      ['a form id that is none', { form: "'; drop" }, 400],
      ['a NUL', { [`reason:${pads}`]: '\0' }, 400],
    ]
    const before = await everything()
    for (const [what, more, status] of tampered) {
      const answer = await submit(`${scene.path}/decide`, { ...fields, ...more })
      assert.equal(answer.statusCode, status, what)
    }
    assert.deepEqual(await everything(), before)
    const unknown = { ...fields, [`choice:${battery}`]: 'no', [`reason:${battery}`]: 'invented' }
    assert.equal((await submit(`${scene.path}/decide`, unknown)).statusCode, 303)
    assert.equal((await quoteOf(scene, battery)).rejectionReasonCode, undefined)
  })

  it('is refused from a foreign page', async () => {
    const scene = await makeOwnerScene()
    const fields = await choose(scene, { [scene.ids.pads]: 'approve' })
    const from = (headers: Record<string, string>) => submit(`${scene.path}/decide`, fields, headers)
    assert.equal((await from({ origin: 'https://evil.example' })).statusCode, 403)
    assert.equal((await from({ 'sec-fetch-site': 'cross-site', origin: 'null' })).statusCode, 403)
    assert.equal((await from({ origin: 'null', 'sec-fetch-site': 'same-origin' })).statusCode, 303)
  })

  it('can be changed until the survey is closed; after that a first decision still counts (D5)', async () => {
    const scene = await makeOwnerScene()
    const { pads, battery } = scene.ids
    await decide(scene, { [pads]: 'no' })
    const changed = await decide(scene, { [pads]: 'approve' })
    assert.equal(changed.statusCode, 303)
    assert.equal((await quoteOf(scene, pads)).approvalStatus, 'approved')
    const closing = await scene.client.put('/service-orders/1', { externalBranchId: 'B1', closed: true })
    assert.ok(closing.statusCode < 300, closing.body)
    const stale = { [`choice:${pads}`]: 'no', [`state:${pads}`]: 'whatever' }
    const fields = await choose(scene, { [battery]: 'approve' })
    assert.equal(fields[`state:${pads}`], undefined, 'a settled line has no form')
    assert.equal((await submit(`${scene.path}/decide`, { ...fields, ...stale })).statusCode, 409)
    assert.equal((await submit(`${scene.path}/decide`, fields)).statusCode, 303)
    assert.equal((await quoteOf(scene, battery)).approvalStatus, 'approved')
    assert.equal((await quoteOf(scene, pads)).approvalStatus, 'approved')
  })

  it('can be taken up again from the review, and nothing chosen is lost', async () => {
    const scene = await makeOwnerScene()
    const { pads, battery } = scene.ids
    const review = await submit(
      `${scene.path}/review`,
      await choose(scene, { [pads]: 'no', [battery]: 'later' }, { [`reason:${pads}`]: 'other' }),
    )
    const before = await everything()
    const page = await submit(`${scene.path}/edit?lang=en`, fieldsOf(review.body))
    assert.equal(page.statusCode, 200)
    const fields = fieldsOf(page.body)
    assert.deepEqual([fields[`choice:${pads}`], fields[`choice:${battery}`]], ['no', 'later'])
    assert.match(page.body, /<option value="other" selected>/)
    assert.deepEqual(await everything(), before)
  })

  it('needs at least one choice', async () => {
    const scene = await makeOwnerScene()
    const empty = await submit(`${scene.path}/review?lang=en`, await choose(scene, {}))
    assert.equal(empty.statusCode, 400)
    assert.ok(empty.body.includes('You have not chosen anything yet'))
  })
})

describe('What the board is told', () => {
  it('opened by a deliberate act alone, decided, feedback', async () => {
    const scene = await makeOwnerScene()
    const acts = () => inClientOf(scene.client, (scope) => listOwnerActs(scope, [scene.surveyId, 'none']))
    const actsOf = async () => (await acts()).find(({ surveyId }) => surveyId === scene.surveyId)
    await read(scene.path)
    assert.deepEqual(await actsOf(), { surveyId: scene.surveyId })
    const opened = () => submit(`${scene.path}/opened`, {})
    assert.deepEqual(await eventsDuring(scene.client, opened), ['owner.opened'])
    assert.deepEqual(await eventsDuring(scene.client, opened), [])
    const other = pathOf(await makeLink(scene.client, scene.surveyId))
    await decide({ ...scene, path: other }, { [scene.ids.due]: 'later' })
    const form = 'f'.repeat(20)
    const feedback = () => submit(`${scene.path}/feedback`, { form, stars: '4', text: ' Good <i> ' })
    const events = await eventsDuring(scene.client, async () => {
      assert.equal((await feedback()).statusCode, 200)
      assert.equal((await feedback()).statusCode, 200)
      assert.equal((await submit(`${scene.path}/feedback`, { form, stars: '6' })).statusCode, 400)
    })
    assert.equal(events.filter((kind) => kind === 'owner.feedback').length, 1)
    const found = await actsOf()
    assert.ok(found?.openedAt && found.decidedAt && found.receiptId)
    assert.deepEqual({ ...found.feedback, at: undefined }, { stars: 4, text: 'Good <i>', at: undefined })
  })
})

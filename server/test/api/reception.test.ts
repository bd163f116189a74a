// Receiving a car over HTTP: what is known beforehand, the act in the customer's language, and the copy of what was signed.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { listOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { selectVariant } from '../../src/features/quotes/select-variant.ts'
import { BASE_URL, makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { answer, send, states } from '../support/edits.ts'
import { everything, listHolding, read, submit } from '../support/owner.ts'
import { item, putPackage, simplePackage, variant } from '../support/packages.ts'
import { readPdf, wordsOfPdf } from '../support/read-pdf.ts'
import { inClientOf, putOrder, refusal, surveyIdOf } from '../support/scenes.ts'
import { onApp, putSignature } from '../support/survey-media.ts'

const pageOf = async (client: TestClient, surveyId: string): Promise<SurveyPage> => {
  const reply = await onApp(client, 'GET', `/surveys/${surveyId}`)
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json()
}

const ada = { category: 'person' as const, id: 'ada', firstName: 'Ada', lastName: 'Example' }
const car = (numberPlate: string) => ({ numberPlate, make: 'Fjell', model: 'One', recordedMileage: 48_000 })

describe('what is known before a car is received', () => {
  let client: TestClient
  let me: AppPerson
  before(async () => {
    client = await makeClient()
    me = await person(client.id, 'advisor')
    await putPackage(
      client,
      'blades',
      simplePackage({ description: 'Wiper blades', variants: [variant('v', [item('1', 40)])] }),
    )
    await client.put('/survey-templates/open!health/package-assignment', [
      { questionId: 'h.wipers', answerId: 'adv', packageIds: ['blades'] },
    ])
  })

  const visit = async (id: string, plate: string, more: Record<string, unknown> = {}) =>
    surveyIdOf(await putOrder(client, { customer: ada, vehicle: car(plate), ...more }, id))

  const close = (id: string, plate: string) => visit(id, plate, { closed: true })

  const decided = async (surveyId: string, quoteId: string, approval: Record<string, unknown>) => {
    const description = 'Renew the wipers'
    const made = await client.put(`/surveys/${surveyId}/quotes/${quoteId}`, {
      category: 'quote',
      currency: 'EUR',
      questionId: 'h.wipers',
      answerId: 'adv',
      description,
      contents: [{ itemCategory: 'labour', description, amountExVat: 100, amountIncVat: 119 }],
      ...approval,
    })
    assert.ok(made.statusCode < 300, made.body)
  }
  const later = { approvalStatus: 'deferred', deferralDate: '2027-03-01T00:00:00Z' }

  const putOffBlades = async (surveyId: string) => {
    const quoteId = await inClientOf(client, (scope) =>
      selectVariant(scope, surveyId, {
        questionId: 'h.wipers',
        answerId: 'adv',
        packageId: 'blades',
        variantId: 'v',
      }),
    )
    const sent = await send({ me, surveyId }, { kind: 'decision', quoteId, ...later } as never)
    assert.deepEqual(states(sent), ['applied'])
    return quoteId
  }

  test('is the last visit with its mileage, and what this customer put off, with day and price', async () => {
    const former = await visit('former', 'WA RC 1')
    await decided(former, 'later', later)
    await decided(former, 'no', { approvalStatus: 'rejected' })
    await send({ me, surveyId: former }, answer('h.mileage', 'value', { value: '47500' }))
    await close('former', 'WA RC 1')
    const { reception } = await pageOf(client, await visit('now', 'WA RC 1'))
    assert.equal(reception?.visit?.mileage, 47_500, 'as it was read, not as the order had it')
    assert.equal(reception?.visit?.isSameCustomer, true)
    const [open, ...more] = reception?.deferred ?? []
    assert.deepEqual(more, [])
    const { decidedAt, ...rest } = open ?? {}
    assert.ok(decidedAt)
    assert.deepEqual(rest, {
      surveyId: former,
      quoteId: 'later',
      text: 'Renew the wipers',
      until: '2027-03-01',
      currency: 'EUR',
      amountExVat: 100,
      amountIncVat: 119,
    })
    const sold = await visit('sold', 'WA RC 1', { customer: { ...ada, id: 'bob', firstName: 'Bob' } })
    const ofBuyer = (await pageOf(client, sold)).reception
    assert.deepEqual(ofBuyer?.deferred, [], 'the next owner does not learn what the former one put off')
    assert.equal(ofBuyer?.visit?.isSameCustomer, undefined)
    const other = await visit('other', 'WA RC 2')
    assert.deepEqual((await pageOf(client, other)).reception, { deferred: [], open: [] })
  })

  test('offers a package at the price of today, until it was decided otherwise or done', async () => {
    const former = await visit('f3', 'WA RC 3')
    await putOffBlades(former)
    await close('f3', 'WA RC 3')
    await putPackage(
      client,
      'blades',
      simplePackage({ description: 'Wiper blades', variants: [variant('v', [item('1', 44)])] }),
    )
    const now = await visit('n3', 'WA RC 3')
    const [open] = (await pageOf(client, now)).reception?.deferred ?? []
    assert.equal(open?.text, 'Wiper blades')
    assert.equal(open?.amountExVat, 40, 'as it was')
    assert.equal(open?.offer?.amountExVat, 44, 'as it is')
    const { questionId, answerId, packageId, variantId } = open?.offer ?? {}
    const sent = await send({ me, surveyId: now }, {
      kind: 'variant',
      questionId,
      answerId,
      packageId,
      variantId,
    } as never)
    assert.deepEqual(states(sent), ['applied'])
    const offered = (await pageOf(client, now)).quotes.find((one) => one.packageId === 'blades')
    assert.equal(offered?.contents?.[0]?.amountExVat, 44)
    const said = { kind: 'decision', quoteId: offered?.id, approvalStatus: 'rejected' }
    assert.deepEqual(states(await send({ me, surveyId: now }, said as never)), ['applied'])
    const after = await visit('a3', 'WA RC 3')
    assert.deepEqual((await pageOf(client, after)).reception?.deferred, [], 'declined since')

    await putOffBlades(await visit('f4', 'WA RC 4'))
    await close('f4', 'WA RC 4')
    await visit('w4', 'WA RC 4', {
      contents: [
        {
          id: '1',
          itemCategory: 'labour',
          description: 'Blades',
          healthPackageId: 'blades',
          soldQuantity: 1,
        },
      ],
    })
    const done = await visit('n4', 'WA RC 4')
    assert.deepEqual((await pageOf(client, done)).reception?.deferred, [], 'done and invoiced since')
  })
})

describe("the act in the customer's language", () => {
  test('is chosen until the inspection is completed, and changes what is signed and printed', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const surveyId = surveyIdOf(await putOrder(client, { customer: ada, vehicle: car('WA RC 5') }))
    await putSignature(client, surveyId, 'english', { name: 'Ada Example' })
    const page = await pageOf(client, surveyId)
    assert.equal(page.act?.language, 'en')
    const words = page.actWords?.ru
    assert.match(words?.questions['h.mileage']?.text ?? '', /[а-я]/i)
    assert.equal(words?.questions['h.wipers'], undefined, 'only what stands on the act')
    const chosen = await send({ me, surveyId }, { kind: 'actLanguage', language: 'ru' })
    assert.deepEqual(states(chosen), ['applied'])
    const after = await pageOf(client, surveyId)
    assert.equal(after.act?.language, 'ru')
    assert.deepEqual(after.act?.terms, words?.terms)
    refusal(await onApp(client, 'POST', `/surveys/${surveyId}/act-copies`), 'actNotSigned')
    await putSignature(client, surveyId, 'russian', { name: 'Ada Example' })
    const pdf = await client.get(`/surveys/${surveyId}/pdf-forms/handover-act`)
    const printed = wordsOfPdf(readPdf(pdf.rawPayload))
    assert.ok(printed.includes(words?.terms[0]?.title ?? '?'), 'the terms that were signed')
    const wrong = await onApp(client, 'POST', `/surveys/${surveyId}/edits`, {
      edits: [{ id: 'x', kind: 'actLanguage', language: 'xx' }],
    })
    assert.match(wrong.body, /language/)
  })
})

describe('a copy of the signed act', () => {
  let client: TestClient
  let surveyId: string
  const add = () => onApp(client, 'POST', `/surveys/${surveyId}/act-copies`)
  const pathOf = (url: string) => url.slice(BASE_URL.length)

  before(async () => {
    client = await makeClient()
    const company = { category: 'legalEntity' as const, name: 'Example Fleet Ltd', id: 'c-1' }
    const vehicle = { ...car('WA RC 9'), driver: { id: 'd', firstName: 'Dana', lastName: 'Driver' } }
    surveyId = surveyIdOf(await putOrder(client, { customer: company, vehicle }))
  })

  test('is made once the driver has signed, and never for a company that signs', async () => {
    refusal(await add(), 'actNotSigned', /no signature/)
    refusal(
      await putSignature(client, surveyId, 's0', { role: 'driver', name: 'EXAMPLE FLEET LTD' }),
      'signerNotNamed',
      /is the company/,
    )
    assert.equal((await onApp(client, 'GET', `/surveys/${surveyId}/act-copies`)).statusCode, 405)
    const signed = await putSignature(client, surveyId, 's1', { role: 'driver', name: 'Dana Driver' })
    assert.equal(signed.statusCode, 201, signed.body)
    const made = await add()
    assert.equal(made.statusCode, 200, made.body)
    const { url } = made.json<{ url: string }>()
    assert.match(url, /\/o\/[\w-]+\.[\w-]{32}$/, 'an address without anything personal')
    const before = await everything()
    const page = await read(`${pathOf(url)}?lang=en`)
    assert.equal(page.statusCode, 200, page.body)
    assert.match(page.body, /Dana Driver, driver/)
    assert.match(page.body, /WA RC 9/)
    assert.doesNotMatch(page.body, /Example Fleet/, 'a company signed nothing')
    assert.doesNotMatch(page.body, /<form/, 'nothing can be decided')
    const pdf = await read(`${pathOf(url)}/forms/handover-act.pdf`)
    assert.equal(pdf.headers['content-type'], 'application/pdf')
    assert.match(wordsOfPdf(readPdf(pdf.rawPayload)), /Dana Driver/)
    assert.deepEqual(await everything(), before, 'reading changes nothing')
  })

  test('opens nothing else, decides nothing, and is of one system client', async () => {
    const { url } = (await add()).json<{ url: string }>()
    for (const path of ['/forms/survey-summary.pdf', '/review', '/receipt/x', '/photos/x', '/videos/x'])
      assert.equal((await read(pathOf(url) + path)).statusCode, 404, path)
    for (const path of ['/review', '/decide', '/feedback']) {
      const reply = await submit(pathOf(url) + path, { form: 'f'.repeat(20), stars: '5' })
      assert.equal(reply.statusCode, 403, path)
    }
    const [, token = ''] = url.split('.').slice(-2)
    const stranger = await makeClient()
    const elsewhere = `/o/${Buffer.from(stranger.id).toString('base64url')}.${token}`
    assert.equal((await read(elsewhere)).statusCode, 404, 'the token is of another client')
    refusal(await onApp(stranger, 'POST', `/surveys/${surveyId}/act-copies`), 'noSuchResource')
    const links = await inClientOf(client, (scope) => listOwnerLinks(scope, surveyId))
    assert.ok(links.every(({ tokenHash, form }) => tokenHash === null && form === 'handover-act'))
    const { url: mine } = (await add()).json<{ url: string }>()
    assert.deepEqual(await listHolding(mine.split('.').at(-1) ?? ''), [], 'kept as a hash only')
    assert.ok((await listHolding(surveyId)).includes('owner_links'), 'and what is kept is found')
  })

  test('ends by its time, and when it is withdrawn', async () => {
    const { setNow } = await testApp()
    const ended = (await add()).json<{ id: string; url: string; validUntil: string }>()
    setNow(new Date(Date.parse(ended.validUntil) + 1))
    try {
      assert.equal((await read(pathOf(ended.url))).statusCode, 410)
      assert.equal((await read(`${pathOf(ended.url)}/forms/handover-act.pdf`)).statusCode, 410)
    } finally {
      setNow(undefined)
    }
    const gone = (await add()).json<{ id: string; url: string }>()
    const withdraw = (id: string) => onApp(client, 'DELETE', `/surveys/${surveyId}/act-copies/${id}`)
    assert.equal((await withdraw(gone.id)).statusCode, 204)
    assert.equal((await withdraw(gone.id)).statusCode, 204, 'again it changes nothing')
    refusal(await withdraw('nothing'), 'noSuchResource', /"nothing"/)
    assert.equal((await read(pathOf(gone.url))).statusCode, 410)
    assert.equal((await read(pathOf(ended.url))).statusCode, 200, 'the other one still opens')
  })

  test('says that the act has changed since, and is not made of a changed act', async () => {
    const { url } = (await add()).json<{ url: string }>()
    const me = await person(client.id, 'advisor')
    await send({ me, surveyId }, answer('h.mileage', 'value', { value: '48100' }))
    assert.match((await read(`${pathOf(url)}?lang=en`)).body, /has changed since it was signed/)
    refusal(await add(), 'actNotSigned')
  })
})

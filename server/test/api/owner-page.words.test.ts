// What the owner reads and what only staff see: titles, decisions by telephone, a price that changed, photos.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadForm } from '../../src/features/printed-forms/load-form.ts'
import { makePdf } from '../../src/features/printed-forms/make-pdf.ts'
import { person } from '../support/app.ts'
import { answer, send } from '../support/edits.ts'
import { batteryQuote, fieldsOf, makeOwnerScene, read, submit } from '../support/owner.ts'
import { readPdf, wordsOfPdf } from '../support/read-pdf.ts'
import { inClientOf } from '../support/scenes.ts'

describe("The words of the owner's page", () => {
  it('leave out what a template tells the technician in brackets', async () => {
    const { path } = await makeOwnerScene()
    const { body } = await read(`${path}?lang=en`)
    assert.match(body, />Brake pads front left</)
    assert.doesNotMatch(body, /friction material|lowest of inner/)
  })

  it('and what it tells the workshop to do; paper says the same', async () => {
    const { client, surveyId, path } = await makeOwnerScene()
    const me = await person(client.id, 'advisor')
    await send({ me, surveyId }, answer('vc.tyreWear', 'adv'), answer('vc.hvCooling', 'bad'))
    for (const [language, staff, customers] of [
      ['en', 'check alignment', 'One edge worn'],
      ['de', 'Achsvermessung', 'Eine Kante abgefahren'],
      ['ru', 'сход-развал', 'Изношен один край'],
    ] as const) {
      const { body } = await read(`${path}?lang=${language}`)
      assert.match(body, new RegExp(`>${customers}<`))
      assert.doesNotMatch(body, new RegExp(staff))
    }
    const { model } = await inClientOf(client, (scope) => loadForm(scope, surveyId, 'survey-summary'))
    assert.match(JSON.stringify(model), /"One edge worn"/)
    assert.doesNotMatch(JSON.stringify(model), /check alignment/)
  })

  it('name who told a decision on the telephone, on paper too', async () => {
    const { client, surveyId, path, ids } = await makeOwnerScene()
    const me = await person(client.id, 'advisor')
    const told = {
      approvalStatus: 'approved',
      approvalMedium: 'phone',
      spokeWith: 'Grace <Example>',
    } as const
    await send({ me, surveyId }, { kind: 'decision', quoteId: ids.battery, ...told })
    const { body } = await read(`${path}?lang=en`)
    assert.match(body, /Decided by phone on [^<]* by Grace &lt;Example&gt;</)
    const { model } = await inClientOf(client, (scope) => loadForm(scope, surveyId, 'survey-summary'))
    const pdf = await readPdf(await makePdf(model, new Map()))
    assert.match(wordsOfPdf(pdf), /by phone, Grace <Example>/)
  })

  it('call a decision on the telephone what it is', async () => {
    const { client, surveyId, path, ids } = await makeOwnerScene()
    const told = (approvalMedium: string) =>
      batteryQuote({ approvalStatus: 'approved', approvalMedium, approvalDate: '2026-11-15T10:00:00Z' })
    const put = (medium: string) =>
      client
        .put(`/surveys/${surveyId}/quotes/${ids.battery}`, told(medium))
        .then(() => read(`${path}?lang=de`))
    assert.match((await put('phone')).body, /Am Telefon entschieden am 15\. November 2026/)
    assert.match((await put('direct')).body, /Persönlich entschieden am 15\. November 2026/)
    assert.match((await put('internet')).body, />Entschieden am 15\. November 2026/)
  })

  it('show the price that was on the page beside one that changed', async () => {
    const { client, surveyId, path, ids } = await makeOwnerScene()
    const shown = fieldsOf((await read(`${path}?lang=en`)).body)
    const dearer = batteryQuote({
      contents: [
        { itemCategory: 'material', amountExVat: 150, amountIncVat: 178.5, description: 'Battery 70 Ah' },
      ],
    })
    assert.equal((await client.put(`/surveys/${surveyId}/quotes/${ids.battery}`, dearer)).statusCode, 204)
    const { body } = await submit(`${path}/review?lang=en`, {
      ...shown,
      [`choice:${ids.battery}`]: 'approve',
    })
    assert.match(body, /Price when you opened the page: <s><span class="amount">€142\.80<\/span>/)
    assert.match(body, /€178\.50/)
    assert.equal(body.match(/class="was"/g)?.length, 1)
  })

  it('have a page for each photo that leads back, and none for another', async () => {
    const { path } = await makeOwnerScene()
    const { body } = await read(`${path}?lang=en`)
    const [, address = ''] = /<a href="([^"]*photos\/[^"]*)"/.exec(body) ?? []
    assert.match(address, /photos\/photo%201\?lang=en$/)
    const photo = await read(`/o/${address}`)
    assert.equal(photo.statusCode, 200)
    assert.match(photo.headers['content-type'] as string, /^text\/html/)
    assert.match(photo.body, /<img src="photo%201\/huge"[^>]* alt="Photo 1: Brake pads front left"/)
    assert.match(photo.body, /<a class="second" href="[^"]*\?lang=en">Back to the inspection result</)
    assert.equal((await read(`${path}/photos/other?lang=en`)).statusCode, 404)
  })
})

// What the owner reads and what only the staff is told: titles, decisions on the telephone, a price that changed, photos.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { batteryQuote, fieldsOf, makeOwnerScene, read, submit } from '../support/owner.ts'

describe("The words of the owner's page", () => {
  it('leave out what a template tells the technician in brackets', async () => {
    const { path } = await makeOwnerScene()
    const { body } = await read(`${path}?lang=en`)
    assert.match(body, />Pad thickness front left</)
    assert.doesNotMatch(body, /friction material|lowest of inner/)
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
    assert.match((await put('direct')).body, /Vor Ort entschieden am 15\. November 2026/)
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
    assert.match(photo.body, /<img src="photo%201\/huge"[^>]* alt="Photo 1: Pad thickness front left"/)
    assert.match(photo.body, /<a class="second" href="[^"]*\?lang=en">Back to the inspection result</)
    assert.equal((await read(`${path}/photos/other?lang=en`)).statusCode, 404)
  })
})

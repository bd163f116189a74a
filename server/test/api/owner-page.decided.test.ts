// The owner's page once nothing waits for the owner, and what an offer of a package is called there (E2, D5).
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listOwnerActs } from '../../src/features/owner-page/owner-acts.ts'
import { deselectVariant, selectVariant } from '../../src/features/quotes/select-variant.ts'
import { person } from '../support/app.ts'
import { answer, send } from '../support/edits.ts'
import { batteryQuote, fieldsOf, makeOwnerScene, type OwnerScene, read, submit } from '../support/owner.ts'
import { item, putPackage, simplePackage, variant } from '../support/packages.ts'
import { readPdf, wordsOfPdf } from '../support/read-pdf.ts'
import { inClientOf } from '../support/scenes.ts'

const padsVariant = { questionId: 'vc.padFL', answerId: 'bad', packageId: 'pads', variantId: 'v' }

const onTelephone = (approvalStatus: string) => ({
  approvalStatus,
  approvalMedium: 'phone',
  approvalDate: '2026-11-15T10:00:00Z',
})

/** As an advisor writes it down. */
async function decideOnTelephone({ client, surveyId, ids }: OwnerScene): Promise<void> {
  const put = (path: string, body: unknown) => client.put(`/surveys/${surveyId}/quotes/${path}`, body)
  const battery = batteryQuote(onTelephone('approved'))
  assert.equal((await put(ids.battery, battery)).statusCode, 204)
  const pads = batteryQuote({
    ...onTelephone('rejected'),
    ...padsVariant,
  })
  assert.equal((await put('Q-2', pads)).statusCode, 201)
}

describe("The owner's page after all decisions", () => {
  it('says so, with what was approved, and takes feedback although nothing was decided on it', async () => {
    const scene = await makeOwnerScene()
    const before = await read(`${scene.path}?lang=en`)
    assert.ok(!before.body.includes('You have decided') && !before.body.includes('/feedback'))
    await decideOnTelephone(scene)
    const { body } = await read(`${scene.path}?lang=en`)
    assert.match(body, /You have decided about everything we found/)
    assert.match(body, /Approved: 1<\/strong> <span class="tally-sum"><span class="amount">€142\.80/)
    assert.match(body, /Declined: 1/)
    assert.ok(!body.includes('/receipt/'))
    const { form } = fieldsOf(body)
    const thanks = await submit(`${scene.path}/feedback?lang=en`, { form: form ?? '', stars: '5' })
    assert.equal(thanks.statusCode, 200)
    const [acts] = await inClientOf(scene.client, (scope) => listOwnerActs(scope, [scene.surveyId]))
    assert.equal(acts?.feedback?.stars, 5)
    assert.equal(acts?.decidedAt, undefined)
  })
})

describe('An urgent finding without an offer', () => {
  it('keeps the page from saying that everything is decided, and is named', async () => {
    const scene = await makeOwnerScene()
    const me = await person(scene.client.id, 'advisor')
    await send({ me, surveyId: scene.surveyId }, answer('vc.treadRL', 'bad', { value: '1.1' }))
    await decideOnTelephone(scene)
    const { body } = await read(`${scene.path}?lang=en`)
    assert.ok(!body.includes('You have decided about everything we found'))
    assert.match(body, /You have decided about everything we offered/)
    assert.match(body, /Still urgent: Tread depth rear left\.<\/strong> There is no offer for this yet/)
    const german = (await read(`${scene.path}?lang=de`)).body
    assert.match(german, /Weiterhin dringend: [^<]+\.<\/strong> Dafür gibt es noch kein Angebot/)
    const wheel = batteryQuote({ questionId: 'vc.treadRL', answerId: 'bad', ...onTelephone('deferred') })
    assert.equal((await scene.client.put(`/surveys/${scene.surveyId}/quotes/Q-3`, wheel)).statusCode, 201)
    assert.match((await read(`${scene.path}?lang=en`)).body, /You have decided about everything we found/)
  })
})

describe('An offer of a package', () => {
  const named = (id: string, description: string, more = {}) =>
    variant(id, [item('1', 100)], { description, ...more })
  const titles = async ({ path }: OwnerScene) =>
    [...(await read(`${path}?lang=en`)).body.matchAll(/<h4 [^>]*>([^<]*)</g)].map(([, title]) => title)

  it('names its variant only where the vehicle has more than one', async () => {
    const scene = await makeOwnerScene()
    const pads = (...variants: ReturnType<typeof named>[]) =>
      putPackage(scene.client, 'pads', simplePackage({ description: 'Pads', variants }))
    const selectAnew = () =>
      inClientOf(scene.client, async (scope) => {
        await deselectVariant(scope, scene.surveyId, padsVariant)
        await selectVariant(scope, scene.surveyId, padsVariant)
      })
    await pads(named('v', 'All vehicles'), named('w', 'Diesel', { makeApplicabilityList: ['Other'] }))
    await selectAnew()
    assert.equal((await titles(scene))[0], 'Pads')
    await pads(named('v', 'Original parts'), named('w', 'Budget'))
    await selectAnew()
    assert.equal((await titles(scene))[0], 'Pads · Original parts')
  })
})

describe('Several of something', () => {
  it('are told with their unit and the price of one, on the page and on paper', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId, path } = scene
    const item = { itemCategory: 'material', description: 'Bulb', unitOfMeasure: 'ea' }
    const contents = [
      { ...item, quantity: 2, amountExVat: 200, amountIncVat: 238 },
      { ...item, quantity: 3, amountExVat: 100, amountIncVat: 119 },
    ]
    const put = await client.put(`/surveys/${surveyId}/quotes/Q-1`, batteryQuote({ contents }))
    assert.equal(put.statusCode, 204)
    const { body } = await read(`${path}?lang=en`)
    assert.match(body, /Bulb <small>2\s[^<×]+ × €100\.00<\/small>/)
    assert.match(body, /Bulb <small>3\s[^<×]+<\/small>/, 'a third of 100 is no price')
    const pdf = await client.get(`/surveys/${surveyId}/pdf-forms/survey-summary`)
    assert.match(wordsOfPdf(readPdf(pdf.rawPayload)).replaceAll(/\s+/g, ' '), /Bulb, 2 \S+ × €100\.00/)
  })
})

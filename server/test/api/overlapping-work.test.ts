// Work that several offers contain, work the order already has, what an hour costs, and discounts: as tablet, owner and DMS read them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { exportCatalogue, importCatalogue } from '../../src/features/assignment/catalogue-file.ts'
import { setSite } from '../../src/organisation/sites.ts'
import { makeClient, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { answer, send } from '../support/edits.ts'
import { makeLink, pathOf, read } from '../support/owner.ts'
import { item, simplePackage, variant } from '../support/packages.ts'
import { readPdf, wordsOfPdf } from '../support/read-pdf.ts'
import { inClientOf, putOrder, refusal, surveyIdOf } from '../support/scenes.ts'

const priced = (id: string, description: string, more: object = {}) => ({
  ...simplePackage({ description, variants: [variant('v', [item('1', 100)])] }),
  id,
  ...more,
})

interface Scene {
  client: TestClient
  me: AppPerson
  surveyId: string
}

/** A minor service contains an oil service; both are offered on old oil. The order has a wash, which contains a vacuum. */
async function makeScene(): Promise<Scene> {
  const client = await makeClient({ releaseTypes: ['VC'] })
  await inClientOf(client, (scope) =>
    importCatalogue(scope, {
      packages: [
        priced('oil', 'Oil service'),
        priced('minor', 'Minor service', {
          contains: ['oil'],
          texts: [{ language: 'pl', text: 'Minor service', translation: 'Mały przegląd u nas' }],
        }),
        priced('vacuum', 'Vacuum'),
        priced('wash', 'Wash', { contains: ['vacuum'] }),
      ],
      bindings: [
        {
          template: 'open!vc',
          questionId: 'vc.oilState',
          answerId: 'bad',
          packageIds: ['oil', 'minor', 'vacuum'],
        },
      ],
    }),
  )
  const contents = [
    { id: '10', itemCategory: 'labour', description: 'Car wash', quantity: 1, healthPackageId: 'wash' },
  ]
  const surveyId = surveyIdOf(await putOrder(client, { contents }), 'VC')
  const me = await person(client.id, 'advisor')
  await send({ me, surveyId }, answer('vc.oilState', 'bad'))
  return { client, me, surveyId }
}

const choose = (packageId: string) =>
  ({ kind: 'variant', questionId: 'vc.oilState', answerId: 'bad', packageId, variantId: 'v' }) as const

const pageOf = async ({ me, surveyId }: Scene) => (await me.get(`/surveys/${surveyId}`)).json<SurveyPage>()
const ownersOf = async ({ client, surveyId }: Scene, language = 'en') =>
  (await read(`${pathOf(await makeLink(client, surveyId))}?lang=${language}`)).body

describe('packages that contain others', () => {
  it('are told to the tablet with the lines of the order, and never to the interface', async () => {
    const scene = await makeScene()
    const { contained, orderLines } = await pageOf(scene)
    assert.deepEqual([contained?.minor, contained?.wash], [['oil'], ['vacuum']])
    assert.deepEqual(
      contained?.['open!brk-set-f'],
      ['open!brk-pads-f'],
      'a central package under its shown id',
    )
    assert.equal(contained?.['open!svc-minor'], undefined, 'nothing here has to do with it')
    assert.deepEqual(orderLines, [{ description: 'Car wash', quantity: 1, healthPackageId: 'wash' }])
    assert.ok(!(await scene.client.get('/packages/minor')).body.includes('contains'))
  })

  it('are named to the owner beside the offer they contain, on the page and on paper, until one is declined', async () => {
    const scene = await makeScene()
    const { client, me, surveyId } = scene
    const words = 'Also part of “Minor service”: you do not need more than one of them.'
    await send({ me, surveyId }, choose('oil'))
    assert.ok(!(await ownersOf(scene)).includes(words))
    await send({ me, surveyId }, choose('minor'))
    assert.equal((await ownersOf(scene)).split(words).length, 2, 'once, at the smaller offer')
    assert.match(await ownersOf(scene, 'de'), /Auch in „Kleine Inspektion“ enthalten/)
    const form = await client.get(`/surveys/${surveyId}/pdf-forms/survey-summary`)
    assert.match(wordsOfPdf(await readPdf(form.rawPayload)), /Also part of “Minor service”/)
    const quotes = (await client.get(`/surveys/${surveyId}/quotes`)).json<
      { id: string; packageId: string }[]
    >()
    const minor = quotes.find(({ packageId }) => packageId === 'minor')?.id ?? ''
    await send({ me, surveyId }, { kind: 'decision', quoteId: minor, approvalStatus: 'rejected' })
    assert.ok(!(await ownersOf(scene)).includes(words))
  })

  it('are called in the language of the reader, as their file or that of a master says; the DMS reads their own words', async () => {
    const scene = await makeScene()
    const { client, me, surveyId } = scene
    await send({ me, surveyId }, choose('minor'))
    assert.match(await ownersOf(scene, 'pl'), /Mały przegląd u nas/)
    assert.match(await ownersOf(scene, 'de'), /Kleine Inspektion/)
    assert.match(await ownersOf(scene), /Minor service/)
    const inPolish = await client.get(`/surveys/${surveyId}/quotes`)
    assert.ok(inPolish.body.includes('Minor service') && !inPolish.body.includes('przegląd'))
    const page = (await me.get(`/surveys/${surveyId}?language=pl`)).json<SurveyPage>()
    assert.equal(page.packageTexts?.['Minor service'], 'Mały przegląd u nas')
    assert.equal(page.packageTexts?.['Oil service'], undefined, 'without a translation')
    assert.equal((await pageOf(scene)).packageTexts, undefined)
    const form = await me.get(`/surveys/${surveyId}/pdf-forms/survey-summary?lang=pl`)
    assert.match(wordsOfPdf(await readPdf(form.rawPayload)), /Mały przegląd u nas/)
    const { packages } = await inClientOf(client, (scope) => exportCatalogue(scope))
    assert.deepEqual(
      packages.find(({ id }) => id === 'minor')?.texts?.map(({ translation }) => translation),
      ['Mały przegląd u nas'],
    )
  })

  it('name packages the client sees: a mistake in a file names the place', async () => {
    const client = await makeClient({ releaseTypes: ['VC'] })
    const packages = [
      priced('a', 'A', { contains: ['b', 'nowhere'] }),
      priced('b', 'B', { contains: ['b', 'open!svc-oil'] }),
    ]
    await assert.rejects(
      inClientOf(client, (scope) => importCatalogue(scope, { packages })),
      ({ errorInfo }: { errorInfo: string }) => {
        assert.deepEqual(errorInfo.split('\n'), [
          'packages[0].contains[1]: there is no package "nowhere"',
          'packages[1].contains[0]: "b" is the package itself',
        ])
        return true
      },
    )
    assert.equal((await client.get('/packages/a')).statusCode, 404)
  })
})

describe('what an hour costs', () => {
  it('is told for the site of the survey, and for no other client', async () => {
    const [scene, other] = [await makeScene(), await makeScene()]
    const hourlyRates = [{ labourType: 'mechanical', amountExVat: 118.5, currency: 'EUR' }]
    await inClientOf(scene.client, ({ db, actor, now }) =>
      setSite({ db, actor, now }, { clientId: scene.client.id, id: 'main', changes: { hourlyRates } }),
    )
    assert.deepEqual((await pageOf(scene)).hourlyRates, hourlyRates)
    assert.deepEqual((await pageOf(other)).hourlyRates, [])
  })
})

describe('a discount', () => {
  const line = { id: '1', itemCategory: 'labour', amountExVat: 90, amountIncVat: 107.1 }
  const quote = (more: object) => ({
    category: 'quote',
    currency: 'EUR',
    questionId: 'vc.oilState',
    answerId: 'bad',
    description: 'Oil, our price',
    contents: [{ ...line, ...more }],
  })

  it('is kept beside the amounts that are paid, and shown to the owner as the former price', async () => {
    const scene = await makeScene()
    const { client, surveyId } = scene
    const full = { fullAmountExVat: 100, fullAmountIncVat: 119 }
    assert.equal((await client.put(`/surveys/${surveyId}/quotes/d`, quote(full))).statusCode, 201)
    const { contents } = (await client.get(`/surveys/${surveyId}/quotes/d`)).json()
    assert.deepEqual(contents, [{ ...line, ...full }])
    const shown = await ownersOf(scene)
    assert.match(shown, /<s><span class="unseen">Before discount: <\/span>€119\.00<\/s>/)
    assert.match(shown, /Discount: €11\.90/)
    // Without it, as a DMS that does not know the field sends it back, there is none.
    await client.put(`/surveys/${surveyId}/quotes/d`, quote({}))
    assert.doesNotMatch(await ownersOf(scene), /Before discount/)
  })

  it('never makes work dearer: field, value and rule are named', async () => {
    const { client, me, surveyId } = await makeScene()
    const path = `/surveys/${surveyId}/quotes/d`
    const lower = await client.put(path, quote({ fullAmountExVat: 89.99 }))
    refusal(
      lower,
      'outOfRange',
      /^contents\[0\]\.fullAmountExVat: 89\.99 must be at least amountExVat, which is 90$/,
    )
    const alone = await client.put(path, quote({ fullAmountIncVat: 119, amountIncVat: undefined }))
    refusal(alone, 'outOfRange', /^contents\[0\]\.fullAmountIncVat: 119 needs amountIncVat/)
    assert.equal((await client.put(path, quote({ fullAmountExVat: 'much' }))).statusCode, 400)
    const [refused] = await send(
      { me, surveyId },
      { kind: 'quote', quoteId: 'd', quote: quote({ fullAmountExVat: 1 }) as never },
    )
    assert.equal(refused?.state, 'refused')
    assert.equal((await client.get(path)).statusCode, 404)
  })
})

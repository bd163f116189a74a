// Work that covers several findings (I4): one offer, at whichever of them it is selected and by anybody; counted and shown once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importCatalogue } from '../../src/features/assignment/catalogue-file.ts'
import { makeClient, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { answer, type NewEdit, send, states } from '../support/edits.ts'
import { makeLink, pathOf, read } from '../support/owner.ts'
import { item, putPackage, simplePackage, variant } from '../support/packages.ts'
import { readPdf, wordsOfPdf } from '../support/read-pdf.ts'
import {
  complete,
  inClientOf,
  putOrder,
  smallQuestion,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

interface Scene {
  client: TestClient
  me: AppPerson
  surveyId: string
}

const wheels = ['FL', 'FR', 'RL', 'RR']
const brakes = simplePackage({
  description: 'Front brakes',
  variants: [variant('v', [item('1', 100)]), variant('w', [item('1', 200)])],
})

/** Front pads bad on both sides, all four tyres bad; brakes for the front pads, tyres and hubs for each tread. */
async function makeScene(): Promise<Scene> {
  const client = await makeClient({ releaseTypes: ['VC'] })
  await putPackage(client, 'brakes', brakes)
  await putPackage(client, 'tyres', simplePackage({ description: 'Two tyres' }))
  await inClientOf(client, (scope) =>
    importCatalogue(scope, { packages: [{ ...simplePackage(), id: 'hub', covers: 'each' }] }),
  )
  const bind = (questionId: string, packageIds: string[]) => ({ questionId, answerId: 'bad', packageIds })
  const bound = await client.put('/survey-templates/open!vc/package-assignment', [
    bind('vc.padFL', ['brakes']),
    bind('vc.padFR', ['brakes']),
    bind('vc.discF', ['brakes']),
    ...wheels.map((wheel) => bind(`vc.tread${wheel}`, ['tyres', 'hub'])),
  ])
  assert.equal(bound.statusCode, 204, bound.body)
  const surveyId = surveyIdOf(await putOrder(client), 'VC')
  const me = await person(client.id, 'advisor')
  const worn = wheels.map((wheel) => answer(`vc.tread${wheel}`, 'bad', { value: '1.1' }))
  await send({ me, surveyId }, ...worn)
  await send(
    { me, surveyId },
    answer('vc.padFL', 'bad', { value: '2' }),
    answer('vc.padFR', 'bad', { value: '2.5' }),
  )
  return { client, me, surveyId }
}

const choose = (questionId: string, packageId: string, variantId = 'v', selected = true): NewEdit => ({
  kind: 'variant',
  questionId,
  answerId: 'bad',
  packageId,
  variantId,
  selected,
})

interface Shown {
  id: string
  category: string
  questionId: string
  packageId: string
}

const quotesOf = async ({ client, surveyId }: Scene): Promise<string[]> =>
  (await client.get(`/surveys/${surveyId}/quotes`))
    .json<Shown[]>()
    .map(({ category, packageId, questionId }) => `${category} ${packageId} ${questionId}`)
    .sort()

const quoted = (questionId: string, more: object = {}) => ({
  category: 'quote',
  currency: 'EUR',
  description: 'Brakes, our price',
  questionId,
  answerId: 'bad',
  packageId: 'brakes',
  variantId: 'v',
  contents: [{ itemCategory: 'labour', amountExVat: 90, amountIncVat: 108 }],
  ...more,
})

describe('I4: work that covers several findings', () => {
  it('is one offer, chosen at either wheel, one after the other or at once', async () => {
    const scene = await makeScene()
    assert.deepEqual(states(await send(scene, choose('vc.padFL', 'brakes'), choose('vc.padFR', 'brakes'))), [
      'applied',
      'applied',
    ])
    assert.deepEqual(await quotesOf(scene), ['package brakes vc.padFL'])
    const other = await makeScene()
    const tablet = { ...other, me: await person(other.client.id, 'advisor') }
    await Promise.all([
      send(other, choose('vc.padFL', 'brakes')),
      send(tablet, choose('vc.padFR', 'brakes')),
      send(other, choose('vc.discF', 'brakes')),
    ])
    assert.equal((await quotesOf(other)).length, 1)
  })

  it('is refused at the other wheel with another variant, naming the offer that has it', async () => {
    const scene = await makeScene()
    await send(scene, choose('vc.padFL', 'brakes'))
    const [refused] = await send(scene, choose('vc.padFR', 'brakes', 'w'))
    assert.equal(refused?.errorCode, 40066)
    assert.match(String(refused?.errorInfo), /"brakes" is offered already.*"vc.padFL"/)
    assert.deepEqual(await quotesOf(scene), ['package brakes vc.padFL'])
    await send(scene, choose('vc.padFL', 'brakes', 'v', false))
    assert.deepEqual(states(await send(scene, choose('vc.padFR', 'brakes', 'w'))), ['applied'])
  })

  it('of both axles is an offer for each of them', async () => {
    const scene = await makeScene()
    await send(scene, ...wheels.map((wheel) => choose(`vc.tread${wheel}`, 'tyres')))
    assert.deepEqual(await quotesOf(scene), ['package tyres vc.treadFL', 'package tyres vc.treadRL'])
  })

  it('is not offered again by the DMS, nor beside what the DMS quoted', async () => {
    const scene = await makeScene()
    const { client, surveyId } = scene
    await send(scene, choose('vc.padFL', 'brakes'))
    const second = await client.put(`/surveys/${surveyId}/quotes/D-1`, quoted('vc.padFR'))
    assert.deepEqual([second.statusCode, second.json().errorCode], [400, 40066], second.body)
    // A quote that replaces the chosen variant follows E7, and the work has one offer again.
    const instead = await client.put(`/surveys/${surveyId}/quotes/D-1`, quoted('vc.padFL'))
    assert.equal(instead.statusCode, 201, instead.body)
    const again = await client.put(`/surveys/${surveyId}/quotes/D-2`, quoted('vc.padFR', { variantId: 'w' }))
    assert.equal(again.json().errorCode, 40066)
    const moved = await client.put(`/surveys/${surveyId}/quotes/D-1`, quoted('vc.padFR'))
    assert.equal(moved.json().errorCode, 40066, 'its variant would be current again beside it')
    assert.deepEqual(states(await send(scene, choose('vc.padFR', 'brakes'))), ['applied'])
    assert.deepEqual(await quotesOf(scene), ['quote brakes vc.padFL'])
    // Without the package it is another work, and says so.
    const own = quoted('vc.padFR', { packageId: undefined, variantId: undefined })
    assert.equal((await client.put(`/surveys/${surveyId}/quotes/D-3`, own)).statusCode, 201)
  })

  it('covers: each is separate work at every wheel; the interface never sees the field', async () => {
    const scene = await makeScene()
    const { client, me, surveyId } = scene
    await send(scene, choose('vc.treadFL', 'hub'), choose('vc.treadFR', 'hub'))
    assert.deepEqual(await quotesOf(scene), ['package hub vc.treadFL', 'package hub vc.treadFR'])
    for (const path of ['/packages/hub', '/packages/hub/master', `/surveys/${surveyId}`])
      assert.ok(!(await client.get(path)).body.includes('"covers"'), path)
    const { covers } = (await me.get(`/surveys/${surveyId}`)).json()
    assert.deepEqual([covers.hub, covers['open!tyre-2'], covers.brakes], ['each', 'axle', undefined])
  })

  it('own templates say the axle in their settings, and completing freezes what is covered', async () => {
    const client = await makeClient()
    const wheel = (id: string, axle: 'front' | 'rear') => ({ ...smallQuestion, id, clientSettings: { axle } })
    const contents = [wheel('q1', 'front'), wheel('q2', 'front'), wheel('q3', 'rear')]
    await useOwnTemplate(client, { contents })
    const file = (covers: 'each' | 'vehicle') => ({
      packages: [
        { ...simplePackage(), id: 'pads' },
        { ...simplePackage(), id: 'hub', covers },
      ],
      bindings: ['q1', 'q2', 'q3'].map((questionId) => ({
        template: 'small',
        questionId,
        answerId: 'bad',
        packageIds: ['pads', 'hub'],
      })),
    })
    await inClientOf(client, (scope) => importCatalogue(scope, file('each')))
    const surveyId = surveyIdOf(await putOrder(client))
    const scene = { client, surveyId, me: await person(client.id, 'advisor') }
    await send(scene, ...['q1', 'q2', 'q3'].map((id) => answer(id, 'bad')))
    await complete(client, surveyId)
    await inClientOf(client, (scope) => importCatalogue(scope, file('vehicle')))
    await send(scene, ...['q1', 'q2', 'q3'].flatMap((id) => [choose(id, 'pads'), choose(id, 'hub')]))
    assert.deepEqual(await quotesOf(scene), [
      'package hub q1',
      'package hub q2',
      'package hub q3',
      'package pads q1',
      'package pads q3',
    ])
  })

  it('a PUT of the package by the DMS keeps what a file said of it', async () => {
    const scene = await makeScene()
    await putPackage(scene.client, 'hub', simplePackage({ description: 'Wheel bearing' }))
    await send(scene, choose('vc.treadFL', 'hub'), choose('vc.treadFR', 'hub'))
    assert.equal((await quotesOf(scene)).length, 2)
  })

  it("stands once on the owner's page and on paper, and is named at the other findings", async () => {
    const scene = await makeScene()
    const { client, surveyId } = scene
    await send(scene, choose('vc.padFR', 'brakes'))
    const { body } = await read(`${pathOf(await makeLink(client, surveyId))}?lang=en`)
    const findingOf = (title: string) =>
      body.split('<article').find((one) => one.includes(`>${title}`) && one.includes('</article>')) ?? ''
    const [left, right] = [findingOf('Brake pads front left'), findingOf('Brake pads front right')]
    assert.ok(right.includes('€120.00') && !right.includes('Included in the offer'), right)
    assert.match(left, /Included in the offer “Front brakes[^”]*”, which stands at “Brake pads front right”/)
    assert.ok(!left.includes('There is no') && !left.includes('€'), left)
    assert.ok(findingOf('Tread depth front left').includes('There is no offer for this yet'))
    const pdf = await client.get(`/surveys/${surveyId}/pdf-forms/survey-summary`)
    const words = wordsOfPdf(readPdf(pdf.rawPayload)).replaceAll(/\s+/g, ' ')
    assert.match(words, /Included in the offer “Front brakes” at “Brake pads front right/)
  })
})

// Names nobody thought of in packages, price lists, assignments and quotes: those of the language, those that look like a
// centrally run package, those of somebody else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { selectVariant } from '../../src/features/quotes/select-variant.ts'
import { callerWith, makeClient, type TestClient } from '../support/api.ts'
import {
  fullPackage,
  item,
  masterAndDealer,
  packagePath,
  putPackage,
  readPackage,
  simplePackage,
  variant,
} from '../support/packages.ts'
import {
  complete,
  inClientOf,
  putOrder,
  readQuestion,
  refusal,
  smallQuestion,
  useOwnTemplate,
} from '../support/scenes.ts'
import { fingerprint } from '../support/stored.ts'
import { assertRefused } from './wire.ts'

// biome-ignore format: a table
const odd = [

  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'null', '0', ' ', '/', 'a/b', '//', '../..x', '%2F', '%', '?',
  '#', 'prices', 'master', 'é', 'e\u0301', 'ß', '中文', '👩‍🔧', '\u202e', 'a\ufeff', "'; drop table packages; --", 'x'.repeat(128), '🚗'.repeat(128),
]

/** What is, looks like or decodes to the mark of a centrally run package (E5). */
const central = ['!', 'a!b', 'open!x', '！', 'open！x', '﹗', '%21', 'open%21x', '!%21！']

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

const quote = (more: object = {}) => ({
  category: 'quote',
  currency: 'EUR',
  questionId: 'glass',
  answerId: 'bad',
  contents: [item('1', 1)],
  ...more,
})

const ASSIGNMENT = '/survey-templates/small/package-assignment'

/** A client with the own template `small`, an own package `p`, and a survey on whose red glass it is offered. */
async function makeShop(): Promise<{ client: TestClient; surveyId: string }> {
  const client = await makeClient({ releaseTypes: ['health'] })
  await useOwnTemplate(client)
  await putPackage(client, 'p', simplePackage())
  const body = [{ questionId: 'glass', answerId: 'bad', packageIds: ['p'] }]
  assert.equal((await client.put(ASSIGNMENT, body)).statusCode, 204)
  const [survey] = (await putOrder(client)).surveys
  assert.ok(survey)
  return { client, surveyId: survey.id }
}

const answerOf = ({ statusCode, body }: { statusCode: number; body: string }) => ({
  status: statusCode,
  text: body,
})

describe('the id of a package', () => {
  test('that is odd is taken, told apart, priced, bound, offered, selected and quoted', async () => {
    const { client, surveyId } = await makeShop()
    for (const id of odd) {
      await putPackage(client, id, {
        ...simplePackage({ description: id }),
        variants: [variant(id, [item(id, 1)])],
      })
      const prices = {
        currency: 'EUR',
        variants: [{ id, contents: [{ id, amountExVat: 7, amountIncVat: 8 }] }],
      }
      assert.equal((await client.put(packagePath(id, '/prices'), prices)).statusCode, 204, id)
    }
    const list = (await client.get('/packages')).json() as { id: string; masterClient: string }[]
    const own = list.filter(({ masterClient }) => masterClient === client.id).map(({ id }) => id)
    assert.deepEqual(own.sort(), [...odd, 'p'].sort())
    for (const id of odd) {
      const shown = await readPackage(client, id)
      assert.deepEqual([shown.id, shown.description, shown.variants?.[0]?.priceExVat], [id, id, 7])
    }
    const body = [{ questionId: 'glass', answerId: 'bad', packageIds: odd }]
    assert.equal((await client.put(ASSIGNMENT, body)).statusCode, 204)
    const place = { questionId: 'glass', answerId: 'bad' }
    for (const [index, id] of odd.entries()) {
      if (index % 2 === 0)
        await inClientOf(client, (scope) =>
          selectVariant(scope, surveyId, { ...place, packageId: id, variantId: id }),
        )
      else {
        const path = `/surveys/${surveyId}/quotes/${encodeURIComponent(id)}`
        const response = await client.put(path, quote({ packageId: id, variantId: id }))
        assert.equal(response.statusCode, 201, response.body)
      }
    }
    const offeredIds = async () => {
      const { answers } = await readQuestion(client, surveyId, 'glass')
      const packages = answers.find((one) => one.id === 'bad')?.packages as { id: string }[]
      return packages.map((one) => one.id)
    }
    assert.deepEqual(await offeredIds(), odd)
    const quotes = (await client.get(`/surveys/${surveyId}/quotes`)).json() as { packageId: string }[]
    assert.deepEqual(quotes.map(({ packageId }) => packageId).sort(), [...odd].sort())
    // Frozen and read again: stored objects are keyed by these names.
    await complete(client, surveyId)
    assert.deepEqual(await offeredIds(), odd)
    assert.equal(({} as Record<string, unknown>).v, undefined)
  })

  test('E5: that could be taken for a centrally run one is refused, however it is written', async () => {
    const { client } = await makeShop()
    const before = await fingerprint(client.id)
    for (const id of central) {
      refusal(await client.put(packagePath(id), fullPackage), 'centralPackage')
      refusal(await client.put(packagePath(id), {}), 'centralPackage')
      for (const path of [packagePath(id), packagePath(id, '/master')])
        assertRefused(answerOf(await client.get(path)), path, 404)
      const prices = { currency: 'EUR', variants: [] }
      assertRefused(answerOf(await client.put(packagePath(id, '/prices'), prices)), id, 404)
      const body = [{ questionId: 'glass', answerId: 'bad', packageIds: ['p', id] }]
      refusal(await client.put(ASSIGNMENT, body), 'unknownPackage', /^\[0\]\.packageIds\[1\]: /)
    }
    assert.equal(await fingerprint(client.id), before)
  })

  test('beyond 128 characters is refused in the path and in every body', async () => {
    const { client, surveyId } = await makeShop()
    const before = await fingerprint(client.id)
    for (const sign of ['x', 'ж', '🚗']) {
      const id = sign.repeat(129)
      const bodies: [string, unknown][] = [
        [packagePath(id), fullPackage],
        [packagePath(id, '/prices'), { currency: 'EUR' }],
        [packagePath('p'), { currency: 'EUR', variants: [{ id }] }],
        [packagePath('p', '/prices'), { currency: 'EUR', variants: [{ id }] }],
        [ASSIGNMENT, [{ questionId: 'glass', answerId: 'bad', packageIds: [id] }]],
        [ASSIGNMENT, [{ questionId: id, answerId: 'bad', packageIds: [] }]],
        [ASSIGNMENT, [{ questionId: 'glass', answerId: 'bad', packageIds: [], siteId: id }]],
        [`/survey-templates/${encodeURIComponent(id)}/package-assignment`, []],
        [`/surveys/${surveyId}/quotes/${encodeURIComponent(id)}`, quote()],
        [`/surveys/${surveyId}/quotes/q`, quote({ packageId: id, variantId: 'v' })],
        [`/surveys/${surveyId}/quotes/q`, quote({ contents: [item(id, 1)] })],
      ]
      for (const [path, body] of bodies) {
        assertRefused(
          answerOf(await client.put(path, body)),
          `${path.slice(0, 60)} ${JSON.stringify(body)}`,
          400,
        )
      }
    }
    assert.equal(await fingerprint(client.id), before)
  })
})

describe('names of the language', () => {
  test('are no variant, item, question, answer, place or quote', async () => {
    const { client, surveyId } = await makeShop()
    const before = await fingerprint(client.id)
    const priced = (id: string, at: string) => ({
      currency: 'EUR',
      variants: [{ id, contents: [{ id: at, amountExVat: 1, amountIncVat: 1 }] }],
    })
    const bound = (more: object) => [{ questionId: 'glass', answerId: 'bad', packageIds: ['p'], ...more }]
    const path = `/surveys/${surveyId}/quotes/q`
    for (const name of names) {
      refusal(
        await client.put('/packages/p/prices', priced(name, '1')),
        'unknownItem',
        /^variants\[0\]\.id: /,
      )
      refusal(await client.put('/packages/p/prices', priced('v', name)), 'unknownItem', /contents\[0\]\.id: /)
      refusal(
        await client.put(ASSIGNMENT, bound({ questionId: name })),
        'unknownAnswer',
        /^\[0\]\.answerId: /,
      )
      refusal(await client.put(ASSIGNMENT, bound({ answerId: name })), 'unknownAnswer', /^\[0\]\.answerId: /)
      refusal(
        await client.put(ASSIGNMENT, bound({ packageIds: [name] })),
        'unknownPackage',
        /packageIds\[0\]: /,
      )
      refusal(await client.put(ASSIGNMENT, bound({ siteId: name })), 'unknownPlace', /^\[0\]\.siteId: /)
      refusal(
        await client.put(ASSIGNMENT, bound({ siteId: 'main', branchId: name })),
        'unknownPlace',
        /^\[0\]\.branchId: /,
      )
      refusal(await client.put(path, quote({ questionId: name })), 'unknownAnswer', /^questionId: /)
      refusal(await client.put(path, quote({ answerId: name })), 'unknownAnswer', /^answerId: /)
      const replaces = (packageId: string, variantId: string) => quote({ packageId, variantId })
      refusal(await client.put(path, replaces(name, 'v')), 'variantNotOffered', /^variantId: /)
      refusal(await client.put(path, replaces('p', name)), 'variantNotOffered', /^variantId: /)
      for (const address of [packagePath(name), `/surveys/${surveyId}/quotes/${name}`])
        assertRefused(answerOf(await client.get(address)), address, 404)
      assertRefused(answerOf(await client.delete(`/surveys/${surveyId}/quotes/${name}`)), name, 404)
    }
    assert.equal(await fingerprint(client.id), before)
  })

  test('hide nothing: what is sent under one is not sent', async () => {
    const { client, surveyId } = await makeShop()
    const before = await fingerprint(client.id)
    for (const name of names) {
      refusal(await client.put('/packages/p', `{"${name}":{"currency":"EUR"}}`), 'missingField')
      const hidden = `{"${name}":{"currency":"EUR","variants":[]},"variants":[]}`
      refusal(await client.put('/packages/p/prices', hidden), 'missingField', /^currency: /)
      const bound = `[{"${name}":{"packageIds":["p"]},"questionId":"glass","answerId":"bad"}]`
      refusal(await client.put(ASSIGNMENT, bound), 'missingField', /^\[0\]\.packageIds: /)
      const sent = JSON.stringify(quote({ currency: undefined })).replace(
        '{',
        `{"${name}":{"currency":"EUR"},`,
      )
      refusal(await client.put(`/surveys/${surveyId}/quotes/q`, sent), 'missingField', /^currency: /)
    }
    assert.equal(await fingerprint(client.id), before)
    assert.equal(({} as Record<string, unknown>).currency, undefined)
  })
})

describe("somebody else's", () => {
  test('client is out of reach for every operation', async () => {
    const mine = await makeShop()
    const theirs = await makeShop()
    const before = await fingerprint(theirs.client.id)
    const thief = callerWith(theirs.client.id, mine.client.key)
    const quotes = `/surveys/${theirs.surveyId}/quotes`
    for (const [method, path, body] of [
      ['GET', '/packages'],
      ['GET', '/packages/p'],
      ['GET', '/packages/p/master'],
      ['PUT', '/packages/p', simplePackage()],
      ['PUT', '/packages/new', simplePackage()],
      ['PUT', '/packages/p/prices', { currency: 'USD' }],
      ['GET', ASSIGNMENT],
      ['PUT', ASSIGNMENT, []],
      ['GET', quotes],
      ['PUT', `${quotes}/q`, quote()],
      ['DELETE', `${quotes}/q`],
      ['GET', `/surveys/${theirs.surveyId}/upsale-quotes`],
      ['GET', '/vehicle-info/1HGCM82633A004352'],
    ] as const)
      assertRefused(answerOf(await thief.call(method, path, body)), `${method} ${path}`, 403)
    assert.equal(await fingerprint(theirs.client.id), before)
  })

  test('package, template and survey are not found under the own client', async () => {
    const mine = await makeShop()
    const theirs = await makeShop()
    await putPackage(theirs.client, 'theirs', simplePackage())
    const ids = [mine.client.id, theirs.client.id]
    const before = await Promise.all(ids.map(fingerprint))
    const central = `${theirs.client.id}!theirs`
    const quotes = `/surveys/${theirs.surveyId}/quotes`
    for (const id of ['theirs', central]) {
      assertRefused(answerOf(await mine.client.get(packagePath(id))), id, 404)
      assertRefused(answerOf(await mine.client.get(packagePath(id, '/master'))), id, 404)
      assertRefused(answerOf(await mine.client.put(packagePath(id, '/prices'), { currency: 'EUR' })), id, 404)
      const body = [{ questionId: 'glass', answerId: 'bad', packageIds: [id] }]
      refusal(await mine.client.put(ASSIGNMENT, body), 'unknownPackage', /packageIds\[0\]/)
      refusal(
        await mine.client.put(`/surveys/${mine.surveyId}/quotes/q`, quote({ packageId: id, variantId: 'v' })),
        'variantNotOffered',
      )
    }
    const template = `/survey-templates/${theirs.client.id}!small/package-assignment`
    for (const [method, path, body] of [
      ['PUT', template, []],
      ['GET', template],
      ['GET', quotes],
      ['PUT', `${quotes}/q`, quote()],
      // Not there comes before what is wrong with the fields (B2).
      ['PUT', `${quotes}/q`, { category: 5 }],
      ['DELETE', `${quotes}/q`],
      ['GET', `/surveys/${theirs.surveyId}/upsale-quotes`],
      ['GET', `/surveys/${theirs.surveyId}/upsale-quotes/q`],
    ] as const)
      assertRefused(answerOf(await mine.client.call(method, path, body)), `${method} ${path}`, 404)
    assert.deepEqual(await Promise.all(ids.map(fingerprint)), before)
  })

  test('centrally run package takes prices from a dealer, and nothing else', async () => {
    const { master, dealer, id } = await masterAndDealer()
    const before = await fingerprint(master.id)
    refusal(await dealer.put(packagePath(id), simplePackage()), 'centralPackage')
    const list = (more: object) => ({
      currency: 'EUR',
      description: 'stolen',
      variants: [
        { id: 'v', description: 'stolen', contents: [{ id: '1', amountExVat: 1, amountIncVat: 2 }], ...more },
      ],
    })
    assert.equal((await dealer.put(packagePath(id, '/prices'), list({}))).statusCode, 204)
    refusal(await dealer.put(packagePath(id, '/prices'), list({ id: 'w' })), 'unknownItem')
    assert.equal(await fingerprint(master.id), before)
    const shown = await readPackage(dealer, id)
    assert.deepEqual([shown.description, shown.variants?.[0]?.description], ['Central', undefined])
  })
})

test('the scene offers what its tests refuse', async () => {
  const { client, surveyId } = await makeShop()
  assert.equal(smallQuestion.id, 'glass')
  const good = quote({ packageId: 'p', variantId: 'v' })
  assert.equal((await client.put(`/surveys/${surveyId}/quotes/q`, good)).statusCode, 201)
})

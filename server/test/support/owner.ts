// A survey with findings, offers of all three kinds and photos, a link to its owner's page, and a browser without script.

import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'
import { type CreatedLink, createOwnerLink } from '../../src/features/owner-links/owner-links.ts'
import { selectVariant } from '../../src/features/quotes/select-variant.ts'
import { setSite } from '../../src/organisation/sites.ts'
import { listStored, rowText } from './all-rows.ts'
import { BASE_URL, makeClient, request, type TestClient, testApp } from './api.ts'
import { person } from './app.ts'
import { answer, send } from './edits.ts'
import { item, putPackage, simplePackage, variant } from './packages.ts'
import { inClientOf, putOrder, surveyIdOf } from './scenes.ts'
import { putPhoto } from './survey-media.ts'

export const hostile = `<b>"'&</b>`
export const TELEPHONE = '+49 30 23125 100'

export interface OwnerScene {
  client: TestClient
  surveyId: string
  /** Behind the base URL. */
  path: string
  link: CreatedLink
  /** Quotes: of a package on red pads, of the DMS on an amber battery, of what is due. */
  ids: { pads: string; battery: string; due: string }
}

const pads = () =>
  simplePackage({
    description: `Front pads ${hostile}`,
    variants: [
      variant('v', [
        item('1', 100, { discountAmountExVat: 80, discountAmountIncVat: 96 }),
        item('2', 50, { itemCategory: 'material', description: 'Pad set' }),
      ]),
    ],
  })

export const batteryQuote = (more: Record<string, unknown> = {}) => ({
  category: 'quote',
  description: 'Battery',
  currency: 'EUR',
  questionId: 'vc.battery',
  answerId: 'adv',
  contents: [
    { itemCategory: 'material', amountExVat: 120, amountIncVat: 142.8, description: 'Battery 70 Ah' },
  ],
  ...more,
})

export async function makeOwnerScene(validUntil?: Date): Promise<OwnerScene> {
  const client = await makeClient({ releaseTypes: ['VC'], timeZone: 'Europe/Berlin' })
  await inClientOf(client, (scope) =>
    setSite(scope, { clientId: client.id, id: 'main', changes: { telephone: TELEPHONE } }),
  )
  await putPackage(client, 'pads', pads())
  const interval = { serviceIntervalMileage: 20_000, customerSelectionAvailable: true }
  await putPackage(client, 'oil', simplePackage({ description: 'Oil service', ...interval }))
  await client.put('/survey-templates/open!vc/package-assignment', [
    { questionId: 'vc.padFL', answerId: 'bad', packageIds: ['pads'] },
  ])
  const made = await putOrder(client, {
    customer: { category: 'person', firstName: 'Ada', lastName: 'Secretname', email: 'ada@example.org' },
    vehicle: {
      vin: 'ZZZ1A2B35PX000001',
      numberPlate: 'WA 100',
      make: 'Make',
      model: hostile,
      recordedMileage: 50_000,
      mileageUnit: 'km',
      warrantyOn: false,
    },
    serviceAdvisor: { id: 'SA-1', firstName: 'Jo', lastName: `Sample ${hostile}`, mobilePhone: '0171 1234' },
  })
  const surveyId = surveyIdOf(made, 'VC')
  const me = await person(client.id, 'advisor')
  await send(
    { me, surveyId },
    answer('vc.padFL', 'bad', { value: '2', comment: 'INTERNAL-COMMENT' }),
    answer('vc.battery', 'adv', { value: '60' }),
    answer('vc.wipers', 'ok'),
  )
  assert.equal((await putPhoto(client, surveyId, 'photo 1', '?question_id=vc.padFL')).statusCode, 201)
  const padsId = await inClientOf(client, (scope) =>
    selectVariant(scope, surveyId, {
      questionId: 'vc.padFL',
      answerId: 'bad',
      packageId: 'pads',
      variantId: 'v',
    }),
  )
  assert.equal((await client.put(`/surveys/${surveyId}/quotes/Q-1`, batteryQuote())).statusCode, 201)
  const quotes = (await client.get(`/surveys/${surveyId}/quotes`)).json<{ id: string; category: string }[]>()
  const due = quotes.find(({ category }) => category === 'upsaleQuote')?.id
  assert.ok(due !== undefined)
  const link = await makeLink(client, surveyId, validUntil)
  return { client, surveyId, link, path: pathOf(link), ids: { pads: padsId, battery: 'Q-1', due } }
}

export const makeLink = (client: TestClient, surveyId: string, validUntil?: Date): Promise<CreatedLink> =>
  inClientOf(client, (scope) => createOwnerLink(scope, surveyId, { baseUrl: BASE_URL, validUntil }))

export const pathOf = ({ url }: Pick<CreatedLink, 'url'>): string => url.slice(BASE_URL.length)

export const read = (path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  request({ method: 'GET', url: path, headers })

export const submit = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  request({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

const toText = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** What a browser would send of the form: hidden fields, dates, and radios that are checked. */
export function fieldsOf(page: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [tag] of page.matchAll(/<input [^>]*>/g)) {
    const value = (name: string) => {
      const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
      return found === undefined ? undefined : toText(found)
    }
    const name = value('name')
    if (name === undefined || (value('type') === 'radio' && !tag.includes(' checked'))) continue
    fields[name] ??= value('value') ?? ''
  }
  return fields
}

/** The page's form with these choices made. */
export async function choose(
  scene: OwnerScene,
  choices: Record<string, string>,
  more: Record<string, string> = {},
): Promise<Record<string, string>> {
  const page = await read(`${scene.path}?lang=en`)
  assert.equal(page.statusCode, 200, page.body)
  const chosen = Object.entries(choices).map(([id, word]) => [`choice:${id}`, word])
  return { ...fieldsOf(page.body), ...Object.fromEntries(chosen), ...more }
}

/** Chosen, looked at once more and confirmed. */
export async function decide(
  scene: OwnerScene,
  choices: Record<string, string>,
  more: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const fields = await choose(scene, choices, more)
  const review = await submit(`${scene.path}/review?lang=en`, fields)
  assert.equal(review.statusCode, 200, review.body)
  return submit(`${scene.path}/decide?lang=en`, fieldsOf(review.body))
}

/** The number of rows of every table and the sum of their hashes, to see that nothing moved. Sorting the rows would take longer. */
export async function everything(): Promise<Record<string, string>> {
  const { database } = await testApp()
  const contents: Record<string, string> = {}
  for (const name of await listStored(database)) {
    const hash = `hashtextextended(${rowText(name)}, 0)::numeric`
    const text = `select count(*) || ' ' || coalesce(sum(${hash}), 0) as sum from "${name}" t`
    const found = await database.row<{ sum: string }>({ name: `sum-${name}`, text, values: [] })
    contents[name] = found?.sum ?? ''
  }
  return contents
}

/** The tables that hold a word somewhere, as it is. */
export async function listHolding(word: string): Promise<string[]> {
  const { database } = await testApp()
  const holding: string[] = []
  for (const name of await listStored(database)) {
    const text = `select from "${name}" t where strpos(${rowText(name)}, $1) > 0 limit 1`
    if ((await database.rows({ name: `holds-${name}`, text, values: [word] })).length > 0) holding.push(name)
  }
  return holding
}

// Two system clients that sell under the same ids, side by side with what the model expects of them: runs a command on both
// and compares packages, assignment, offers and quotes.
import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { decideVariant } from '../../src/features/quotes/decide-variant.ts'
import { deselectVariant, selectVariant } from '../../src/features/quotes/select-variant.ts'
import { completeSurvey, reopenSurvey } from '../../src/features/surveys/complete-survey.ts'
import { useTemplate } from '../../src/features/templates/choose-templates.ts'
import { importTemplate } from '../../src/features/templates/import-template.ts'
import { getClient } from '../../src/organisation/clients.ts'
import { Problem } from '../../src/problems.ts'
import type { Scope } from '../../src/scope.ts'
import { makeClient, order, type TestClient, testApp } from '../support/api.ts'
import {
  answers,
  type Command,
  type DrawnQuote,
  type Instruction,
  type PackageFields,
  type PriceList,
  packageIds,
  type QuoteFields,
  type QuoteId,
  type Ref,
  type VehicleFields,
} from './commerce-commands.ts'
import * as expected from './commerce-model.ts'
import { type Json, templateDocument, templateIds } from './templates.ts'

export interface Side {
  client: TestClient
  model: expected.Model
}
export type World = [Side, Side]

const enc = encodeURIComponent
const ASSIGNMENT = `/survey-templates/${templateIds.VC}/package-assignment`

let lastNow = 0
/** Never the same moment twice: what was selected is shown in the order of selecting. */
function nextNow(): Date {
  lastNow = Math.max(lastNow + 1, Date.now())
  return new Date(lastNow)
}

async function inScope<T>(clientId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { database } = await testApp()
  const now = nextNow()
  return inTransaction(database, async (db) => {
    const access = { db, actor: { kind: 'system', id: 'model' }, now } as const
    return work({ ...access, clientId, client: await getClient(access, clientId) })
  })
}

const orderBody = (vehicle: VehicleFields, closed: boolean) =>
  order({
    technicianSurveyRelease: true,
    defaultSurveyReleaseDisabled: true,
    currency: 'EUR',
    vehicle,
    ...(closed ? { closed } : {}),
  })

export async function newWorld(): Promise<World> {
  const side = async (mark: string): Promise<Side> => {
    const client = await makeClient()
    await inScope(client.id, async (scope) => {
      await importTemplate(scope, templateDocument('VC', mark))
      await useTemplate(scope, { surveyType: 'VC', template: templateIds.VC })
    })
    const vehicle = { fuelType: 'petrol', warrantyOn: true }
    assert.equal((await client.put('/service-orders/1', orderBody(vehicle, false))).statusCode, 201)
    const [survey] = (await client.get('/service-orders/1')).json().surveys
    const path = `/surveys/${survey.id}/questions/q.pedal/answers`
    const given = await client.post(path, { value: 'Firm', status: 'green' })
    assert.equal(given.statusCode, 201)
    const customId = decodeURIComponent(String(given.headers.location).split('/').at(-1) ?? '')
    const known = { mark, clientId: client.id, surveyId: survey.id, customId, vehicle }
    return { client, model: expected.newModel(known) }
  }
  return [await side('A'), await side('B')]
}

type Response = Awaited<ReturnType<TestClient['get']>>

function outcomeOf(response: Response): expected.Outcome {
  if (response.statusCode < 400) return { status: response.statusCode }
  return { status: response.statusCode, errorCode: (response.json() as { errorCode: number }).errorCode }
}

/** Use cases that have no operation of the interface, with the replies the interface would give. */
async function run(clientId: string, work: (scope: Scope) => Promise<void>): Promise<expected.Outcome> {
  try {
    await inScope(clientId, work)
    return { status: 204 }
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, errorCode: error.errorCode }
    throw error
  }
}

const numbers = (fields: Record<string, string | undefined>): Json =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, Number(text)]])),
  )

/** Computed prices, and item amounts under a fixed price, are sent along: neither is kept (A3, E3). */
const packageBody = (mark: string, { text, currency, variants }: PackageFields): Json => ({
  description: `${text} of ${mark}`,
  ...(currency === undefined ? {} : { currency }),
  variants: variants.map(({ id, fuel, fixed, items }) => ({
    id,
    ...(fuel === undefined ? {} : { fuelTypeApplicabilityList: [fuel] }),
    ...(fixed
      ? {
          variantPricingCategory: 'fixedVariantPrice',
          ...numbers({ priceExVat: fixed.ex, priceIncVat: fixed.inc }),
        }
      : { priceExVat: 999, discountPriceExVat: 999 }),
    contents: items.map((item, index) => ({
      id: String(index + 1),
      itemCategory: item.category,
      ...numbers({
        amountExVat: item.ex,
        amountIncVat: item.inc,
        discountAmountExVat: item.discountEx,
        discountAmountIncVat: item.discountInc,
      }),
    })),
  })),
})

const priceBody = ({ currency, variants }: PriceList): Json => ({
  currency,
  variants: variants.map(({ id, items }) => ({
    id,
    contents: items.map(({ id: itemId, ex, inc }) => ({
      id: itemId,
      ...numbers({ amountExVat: ex, amountIncVat: inc }),
    })),
  })),
})

function instructionBody({ answer, packageIds: ids, place }: Instruction): Json {
  const [questionId, answerId] = answer === 'unknown' ? ['q.pedal', 'none'] : answers[answer]
  return {
    questionId,
    answerId,
    packageIds: ids,
    ...(place === 'site' || place === 'branch' ? { siteId: 'main' } : {}),
    ...(place === 'branch' || place === 'branch without site' ? { branchId: 'B1' } : {}),
  }
}

function quoteBody(model: expected.Model, fields: QuoteFields): Json {
  const [questionId, answerId] = expected.placeOf(model, fields.answer)
  const isUpsale = fields.fault === 'upSale'
  return {
    category: 'quote',
    currency: 'EUR',
    questionId: isUpsale ? 'upSale' : questionId,
    answerId: isUpsale ? 'upSale' : fields.fault === 'unknown answer' ? 'none' : answerId,
    ...(fields.description === undefined ? {} : { description: fields.description }),
    ...(fields.fault === 'no variantId' ? { packageId: 'p1' } : fields.replaces),
    ...fields.approval,
    contents: [
      {
        id: '1',
        itemCategory: 'material',
        ...(fields.fault === 'no amount' ? {} : { amountExVat: Number(fields.amount) }),
      },
    ],
  }
}

function refOf(model: expected.Model, { answer, packageId, variantId }: Ref) {
  const [questionId, answerId] = expected.placeOf(model, answer)
  return { questionId, answerId, packageId, variantId }
}

const nowhere: Ref = { answer: 'ok', packageId: 'p9', variantId: 'v9' }
const pick = (choice: number | Ref, from: Ref[]): Ref =>
  typeof choice === 'number' ? (from[choice % Math.max(from.length, 1)] ?? nowhere) : choice

function resolved(model: expected.Model, { replaces, ...fields }: DrawnQuote): QuoteFields {
  if (typeof replaces !== 'number') return { ...fields, replaces }
  const { answer, packageId, variantId } = pick(replaces, expected.offeredRefs(model))
  return { ...fields, answer, replaces: { packageId, variantId } }
}

/** What was never selected has no package quote, and no id that could be known. */
const quoteIdOf = (model: expected.Model, id: QuoteId): string =>
  typeof id === 'string'
    ? id
    : (model.packageQuoteIds.get(expected.keyOf(model, pick(id, expected.knownRefs(model)))) ?? 'q3')

/** Runs the command against the service and the model; tells whether anything may have changed. */
export async function step(world: World, command: Command): Promise<boolean> {
  const { client, model } = world[command.client] as Side
  const { surveyId } = model
  const surveyOf = (isForeign: boolean) =>
    isForeign ? (world[1 - command.client] as Side).model.surveyId : surveyId
  const absent = { status: 404, errorCode: 40401 }
  switch (command.kind) {
    case 'putPackage': {
      const body = packageBody(model.mark, command.fields)
      const response = await client.put(`/packages/${enc(command.id)}`, body)
      return agree(outcomeOf(response), expected.putPackage(model, command.id, command.fields))
    }
    case 'echoPackage':
      return echo(client, `/packages/${enc(command.id)}`, model.packages.has(command.id))
    case 'putPrices': {
      const response = await client.put(`/packages/${enc(command.id)}/prices`, priceBody(command.list))
      return agree(outcomeOf(response), expected.putPrices(model, command.id, command.list))
    }
    case 'assign': {
      const response = await client.put(ASSIGNMENT, command.instructions.map(instructionBody))
      return agree(outcomeOf(response), expected.assign(model, command.instructions))
    }
    case 'select': {
      const ref = pick(command.ref, expected.offeredRefs(model))
      const at = expected.keyOf(model, ref)
      const outcome = await run(client.id, async (scope) => {
        const quoteId = await selectVariant(scope, surveyId, refOf(model, ref))
        assert.equal(model.packageQuoteIds.get(at) ?? quoteId, quoteId, 'the id of a package quote is stable')
        model.packageQuoteIds.set(at, quoteId)
      })
      return agree(outcome, expected.select(model, ref))
    }
    case 'deselect': {
      const ref = pick(command.ref, expected.knownRefs(model))
      const outcome = await run(client.id, (scope) => deselectVariant(scope, surveyId, refOf(model, ref)))
      return agree(outcome, expected.deselect(model, ref))
    }
    case 'decide': {
      const ref = pick(command.ref, expected.knownRefs(model))
      const quoteId = quoteIdOf(model, ref)
      const outcome = await run(client.id, (scope) =>
        decideVariant(scope, surveyId, quoteId, command.approval),
      )
      return agree(outcome, expected.decide(model, ref, command.approval))
    }
    case 'putQuote': {
      const id = quoteIdOf(model, command.id)
      const fields = resolved(model, command.fields)
      const body = quoteBody(model, fields)
      const path = `/surveys/${surveyOf(command.isForeign)}/quotes/${enc(id)}`
      const outcome = outcomeOf(await client.put(path, body))
      return agree(outcome, command.isForeign ? absent : expected.putQuote(model, id, fields, body))
    }
    case 'echoQuote': {
      const id = quoteIdOf(model, command.id)
      // A package quote is not taken back (E7).
      if (!model.quotes.has(id)) return false
      return echo(client, `/surveys/${surveyId}/quotes/${enc(id)}`, true)
    }
    case 'deleteQuote': {
      const id = quoteIdOf(model, command.id)
      const response = await client.delete(`/surveys/${surveyOf(command.isForeign)}/quotes/${enc(id)}`)
      return agree(outcomeOf(response), command.isForeign ? absent : expected.deleteQuote(model, id))
    }
    case 'putOrder': {
      const { vehicle, closed } = command
      const response = await client.put('/service-orders/1', orderBody(vehicle, closed || model.closed))
      return agree(outcomeOf(response), expected.putOrder(model, vehicle, closed))
    }
    case 'complete':
      return agree(await run(client.id, (scope) => completeSurvey(scope, surveyId)), expected.complete(model))
    case 'reopen':
      return agree(
        await run(client.id, (scope) => reopenSurvey(scope, surveyId, 'a wheel was forgotten')),
        expected.reopen(model),
      )
  }
}

function agree(actual: expected.Outcome, wanted: expected.Outcome): boolean {
  assert.deepEqual(actual, wanted)
  return actual.status < 400
}

/** The reply of a GET, sent back, is accepted and changes nothing (A1). */
async function echo(client: TestClient, path: string, isThere: boolean): Promise<boolean> {
  const shown = await client.get(path)
  if (!isThere) assert.equal(shown.statusCode, 404)
  else assert.equal((await client.put(path, shown.body)).statusCode, 204)
  return false
}

/** Everything of a client that can be bought or offered, against its model. */
export async function compare({ client, model }: Side): Promise<void> {
  for (const id of packageIds) {
    const response = await client.get(`/packages/${enc(id)}`)
    const wanted = expected.shownPackage(model, id)
    if (wanted) assert.deepEqual(response.json(), wanted, `package ${id}`)
    else assert.equal(response.statusCode, 404, `package ${id}`)
  }
  const sorted = (list: Json[]) => list.map((one) => JSON.stringify(Object.entries(one).sort())).sort()
  const assignment = (await client.get(ASSIGNMENT)).json() as Json[]
  assert.deepEqual(sorted(assignment), sorted(expected.shownAssignment(model)), 'assignment')

  const survey = (await client.get(`/surveys/${model.surveyId}`)).json() as { contents: Element[] }
  assert.deepEqual(
    Object.fromEntries(packagesIn(survey.contents)),
    Object.fromEntries(expected.shownOffers(model)),
    'packages of the survey',
  )

  const quotes = (await client.get(`/surveys/${model.surveyId}/quotes`)).json() as Json[]
  assert.deepEqual(quotes, expected.shownQuotes(model), 'quotes')
}

/** One by one: every quote of the list can be read, and no package quote that is not in it (E7). */
export async function compareEachQuote({ client, model }: Side): Promise<void> {
  const listed = new Map(expected.shownQuotes(model).map((one) => [one.id as string, one]))
  for (const id of new Set([...listed.keys(), ...model.packageQuoteIds.values()])) {
    const response = await client.get(`/surveys/${model.surveyId}/quotes/${enc(id)}`)
    const wanted = listed.get(id)
    if (wanted) assert.deepEqual(response.json(), wanted, `quote ${id}`)
    else assert.equal(response.statusCode, 404, `quote ${id}`)
  }
}

interface Element {
  id: string
  contents?: Element[]
  answers?: { id: string; packages?: Json[] }[]
}

function packagesIn(elements: Element[]): [string, Json[]][] {
  return elements.flatMap(({ id, contents = [], answers: given = [] }) => [
    ...packagesIn(contents),
    ...given.flatMap((answer): [string, Json[]][] =>
      answer.packages ? [[JSON.stringify([id, answer.id]), answer.packages]] : [],
    ),
  ])
}

/** Everything stored of a client, as one hash: equal before and after means that nothing at all was touched. */
export async function fingerprint({ client }: Side): Promise<string> {
  const { database } = await testApp()
  const row = await database.row<{ hash: string }>(sql`
    select md5(string_agg(stored, e'\\n' order by stored)) as hash from (
      select to_jsonb(t)::text as stored from packages t where system_client_id = ${client.id}
      union all select to_jsonb(t)::text from package_prices t where system_client_id = ${client.id}
      union all select to_jsonb(t)::text from package_assignments t where system_client_id = ${client.id}
      union all select to_jsonb(t)::text from catalogue_versions t where system_client_id = ${client.id}
      union all select to_jsonb(t)::text from service_orders t where system_client_id = ${client.id}
      union all select to_jsonb(t)::text from surveys t where system_client_id = ${client.id}
      union all select to_jsonb(t)::text from survey_variants t where system_client_id = ${client.id}
      union all select to_jsonb(t)::text from survey_quotes t where system_client_id = ${client.id}
      union all select (to_jsonb(t) - 'logged_at' - 'position' - 'card' - 'branch_id')::text from events t where system_client_id = ${client.id}
    ) everything`)
  return row?.hash ?? ''
}

// The two system clients under test, side by side with what the model expects of them: runs a command on both and
// compares everything that can be read.
import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { completeSurvey, reopenSurvey } from '../../src/features/surveys/complete-survey.ts'
import { useTemplate } from '../../src/features/templates/choose-templates.ts'
import { importTemplate } from '../../src/features/templates/import-template.ts'
import { getClient } from '../../src/organisation/clients.ts'
import { Problem } from '../../src/problems.ts'
import type { Scope } from '../../src/scope.ts'
import { BASE_URL, makeClient, type TestClient, testApp } from '../support/api.ts'
import {
  type AnswerRef,
  type Command,
  dealBodies,
  leadIds,
  orderIds,
  type Target,
  toBody,
} from './commands.ts'
import * as expected from './model.ts'
import { type Json, surveyTypes, templateDocument, templateIds } from './templates.ts'

export interface Side {
  client: TestClient
  model: expected.Model
  /** Of leads, as the service stored it first. */
  createdAt: Map<string, string>
}
export type World = [Side, Side]

const enc = encodeURIComponent

async function inScope<T>(clientId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { database } = await testApp()
  return inTransaction(database, async (db) => {
    const access = { db, actor: { kind: 'system', id: 'model' }, now: new Date() } as const
    return work({ ...access, clientId, client: await getClient(access, clientId) })
  })
}

export async function newWorld(): Promise<World> {
  const side = async (mark: string): Promise<Side> => {
    const client = await makeClient()
    await inScope(client.id, async (scope) => {
      for (const type of surveyTypes) {
        await importTemplate(scope, templateDocument(type, mark))
        await useTemplate(scope, { surveyType: type, template: templateIds[type] })
      }
    })
    return { client, model: expected.newModel(mark), createdAt: new Map() }
  }
  return [await side('A'), await side('B')]
}

/** Use cases that have no operation of the interface yet, with the replies the interface would give. */
async function run(clientId: string, work: (scope: Scope) => Promise<void>): Promise<expected.Outcome> {
  try {
    await inScope(clientId, work)
    return { status: 204 }
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, errorCode: error.errorCode }
    throw error
  }
}

type Response = Awaited<ReturnType<TestClient['get']>>

function outcomeOf(response: Response): expected.Outcome {
  if (response.statusCode < 400) return { status: response.statusCode }
  const body = response.json() as Json
  assert.deepEqual(Object.keys(body).sort(), ['error', 'errorCode', 'errorInfo'])
  return { status: response.statusCode, errorCode: body.errorCode as number }
}

const surveysOf = ({ model }: Side): expected.Seen[] =>
  [...model.orders.values(), ...model.leads.values()].flatMap((origin) =>
    [...origin.surveys.values()].map((survey) => ({ origin, survey })),
  )

/** A foreign survey is addressed by its real id through the wrong client, and must not exist there. */
function aim(world: World, { client, target }: { client: number; target: Target }) {
  const surveys = surveysOf(world[target.isForeign ? 1 - client : client] as Side)
  const found = surveys[target.nth % Math.max(surveys.length, 1)]
  return { seen: target.isForeign ? undefined : found, surveyId: found?.survey.id ?? 'none' }
}

/** Where the answer is addressed: question and id. */
function aimAnswer(seen: expected.Seen | undefined, ref: AnswerRef): [question: string, answerId: string] {
  const all = Object.entries(seen?.survey.answers ?? {}).flatMap(([question, answers]) =>
    answers.map(({ id }): [string, string] => [question, id]),
  )
  if (ref === 'standard') return ['q.pedal', 'ok']
  if (ref === 'unknown') return ['q.note', 'unknown']
  const [question, id] = all[(typeof ref === 'number' ? ref : 0) % Math.max(all.length, 1)] ?? [
    'q.note',
    'none',
  ]
  return ref === 'other question' ? [question === 'q.pedal' ? 'q.cause' : 'q.pedal', id] : [question, id]
}

/** Runs the command against the service and the model; tells whether anything may have changed. */
export async function step(world: World, command: Command): Promise<boolean> {
  const { client, model } = world[command.client] as Side
  switch (command.kind) {
    case 'putOrder': {
      const path = `/service-orders/${enc(command.id)}`
      const { gender, ...fields } = command.fields
      const body = { ...toBody(fields), ...(gender ? { payer: { gender: 'unheard of' } } : {}) }
      const response = await client.put(path, body)
      assertLocation(response, client, path)
      return agree(outcomeOf(response), expected.putOrder(model, command.id, command.fields))
    }
    case 'putLead': {
      const path = `/leads/${enc(command.id)}`
      const { deals, ...fields } = command.fields
      const list = deals === undefined ? {} : { deals: dealBodies(command.fields) ?? null }
      const body = { ...toBody(fields), ...list }
      const before = Date.now()
      const response = await client.put(path, body)
      assertLocation(response, client, path)
      const createdAt = await createdAtOf(world[command.client] as Side, command.id, before)
      return agree(outcomeOf(response), expected.putLead(model, command.id, command.fields, createdAt))
    }
    case 'echoOrder':
    case 'echoLead': {
      // The reply of a GET, sent back, is accepted and changes nothing (A1).
      const [room, origins] =
        command.kind === 'echoOrder' ? ['service-orders', model.orders] : (['leads', model.leads] as const)
      const path = `/${room}/${enc(command.id)}`
      const shown = await client.get(path)
      if (!origins.has(command.id)) assert.equal(shown.statusCode, 404)
      else assert.equal((await client.put(path, shown.body)).statusCode, 204)
      return false
    }
    case 'putDeal': {
      const path = `/leads/${enc(command.leadId)}/deals/${enc(command.id)}`
      const response = await client.put(path, toBody(command.fields))
      return agree(outcomeOf(response), expected.putDeal(model, command.leadId, command.id, command.fields))
    }
    case 'deleteDeal': {
      const response = await client.delete(`/leads/${enc(command.leadId)}/deals/${enc(command.id)}`)
      return agree(outcomeOf(response), expected.deleteDeal(model, command.leadId, command.id))
    }
    case 'addAnswer': {
      const { seen, surveyId } = aim(world, command)
      const path = `/surveys/${surveyId}/questions/${enc(command.question)}/answers`
      const response = await client.post(path, toBody(command.fields))
      const { outcome, made } = expected.addAnswer(model, seen, command.question, command.fields)
      if (made) {
        const location = String(response.headers.location)
        const base = `${BASE_URL}/v1/system-clients/${client.id}${path}/`
        assert.ok(location.startsWith(base), location)
        made.id = decodeURIComponent(location.slice(base.length))
      }
      return agree(outcomeOf(response), outcome)
    }
    case 'putAnswer':
    case 'deleteAnswer': {
      const { seen, surveyId } = aim(world, command)
      const [question, answerId] = aimAnswer(seen, command.answerRef)
      const path = `/surveys/${surveyId}/questions/${enc(question)}/answers/${enc(answerId)}`
      const fields = command.kind === 'putAnswer' ? command.fields : undefined
      const response = fields ? await client.put(path, toBody(fields)) : await client.delete(path)
      return agree(outcomeOf(response), expected.changeAnswer(model, seen, question, answerId, fields))
    }
    case 'completeSurvey': {
      const { seen, surveyId } = aim(world, command)
      const outcome = await run(client.id, (scope) => completeSurvey(scope, surveyId))
      return agree(outcome, expected.completeSurvey(model, seen))
    }
    case 'reopenSurvey': {
      const { seen, surveyId } = aim(world, command)
      const outcome = await run(client.id, (scope) => reopenSurvey(scope, surveyId, 'a wheel was forgotten'))
      return agree(outcome, expected.reopenSurvey(model, seen))
    }
  }
}

function agree(actual: expected.Outcome, wanted: expected.Outcome): boolean {
  assert.deepEqual(actual, wanted)
  return actual.status < 400
}

function assertLocation(response: Response, client: TestClient, path: string): void {
  const wanted = response.statusCode === 201 ? `${BASE_URL}/v1/system-clients/${client.id}${path}` : undefined
  assert.equal(response.headers.location, wanted)
}

/** C7: the creation time, which only the service knows; asked for once, for it must not move. */
async function createdAtOf({ client, createdAt }: Side, leadId: string, before: number): Promise<string> {
  const known = createdAt.get(leadId)
  if (known !== undefined) return known
  const { database } = await testApp()
  const row = await database.row<{ at: Date }>(sql`
    select created_at as at from leads where system_client_id = ${client.id} and id = ${leadId}`)
  if (!row) return 'not created'
  assert.ok(row.at.getTime() >= before && row.at.getTime() <= Date.now(), 'created neither before nor after')
  createdAt.set(leadId, row.at.toISOString())
  return row.at.toISOString()
}

/** Everything readable of a client against its model. */
export async function compare({ client, model }: Side): Promise<void> {
  for (const id of orderIds) {
    await compareOrigin(client, model, `/service-orders/${enc(id)}`, model.orders.get(id))
  }
  for (const id of leadIds) await compareOrigin(client, model, `/leads/${enc(id)}`, model.leads.get(id))
  const list = (await client.get('/leads')).json() as Json[]
  const shortLeads = [...model.leads.values()].map((lead) => shown(client, lead))
  assert.deepEqual(list, shortLeads)
}

/** No id of a survey serves two clients. */
export function assertApart(world: World): void {
  const ids = world.flatMap((side) => surveysOf(side).map(({ survey }) => survey.id))
  assert.equal(new Set(ids).size, ids.length, 'a survey id was given out twice')
}

/** An order or lead without its deals. */
function shown(client: TestClient, origin: expected.ModelOrigin): Json {
  return {
    ...origin.document,
    branchId: origin.document.externalBranchId,
    siteId: 'main',
    siteName: `Test ${client.id}`,
    surveys: [...origin.surveys.values()].map(({ id, type }) => ({
      id,
      surveyType: type,
      templateId: templateIds[type],
    })),
  }
}

async function compareOrigin(
  client: TestClient,
  model: expected.Model,
  path: string,
  origin: expected.ModelOrigin | undefined,
): Promise<void> {
  const response = await client.get(path)
  const listResponse = await client.get(`${path}/surveys`)
  if (!origin) {
    assert.deepEqual([response.statusCode, listResponse.statusCode], [404, 404], path)
    return
  }
  const actual = response.json() as Json & { surveys: { id: string; surveyType: string }[] }
  for (const { id, surveyType } of actual.surveys) {
    const survey = [...origin.surveys.values()].find(({ type }) => type === surveyType)
    if (survey && survey.id === undefined) survey.id = id
  }
  const deals = path.startsWith('/leads/') ? { deals: origin.deals.map(({ document }) => document) } : {}
  assert.deepEqual(actual, { ...shown(client, origin), ...deals }, path)

  const byType = (a: Json, b: Json) => String(a.surveyType).localeCompare(String(b.surveyType))
  const seen = [...origin.surveys.values()].map((survey) => ({ survey, origin }))
  assert.deepEqual(
    (listResponse.json() as Json[]).sort(byType),
    seen.map((one) => expected.shownListItem(model, one)).sort(byType),
    `${path}/surveys`,
  )
  for (const one of seen) {
    const survey = await client.get(`/surveys/${one.survey.id}`)
    assert.deepEqual(survey.json(), expected.shownSurvey(model, one), `survey ${one.survey.type} of ${path}`)
  }
}

/** Every change wrote one event row, and nothing else did. */
export async function compareEvents(world: World): Promise<void> {
  const { database } = await testApp()
  for (const { client, model } of world) {
    const rows = await database.rows<{ event: string }>(sql`
      select kind || ' ' || subject as event from events
      where system_client_id = ${client.id} and kind ~ '^(order|lead|survey|answer|deal)[.]'`)
    assert.deepEqual(rows.map(({ event }) => event).sort(), model.events.map((event) => event()).sort())
  }
}

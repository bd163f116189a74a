// A DMS that writes all day and keeps a ledger: what the service acknowledged must be there after any crash, what it
// did not acknowledge may be there whole or not at all.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import type { Access, Answer, Sent } from '../support/process.ts'

export type Send = (sent: Sent) => Promise<Answer>

/** One order with its answers, or one lead with its deals; written by one worker, one request after the other. */
interface Entry {
  kind: 'order' | 'lead'
  id: string
  /** Version last acknowledged, and the one that was sent and got no reply. */
  acknowledged?: number
  pending?: number
  /** Answers of the order's survey, or deals of the lead, by their text. */
  parts: Set<string>
  pendingPart?: { path: string; text: string }
}

export interface Ledger {
  access: Access
  entries: Entry[]
  /** How many of them were looked at after a crash already. */
  verified: number
  /** Requests the service acknowledged. */
  acknowledgements: number
  /** Refusals for the time being (503), each checked for its form. */
  unavailable: number
}

export const newLedger = (access: Access): Ledger => ({
  access,
  entries: [],
  verified: 0,
  acknowledgements: 0,
  unavailable: 0,
})

const orderBody = (id: string, version: number) => ({
  externalBranchId: 'B1',
  externalId: `v${version}`,
  description: `${id} v${version}`,
  technicianSurveyRelease: true,
})
const leadBody = (id: string, version: number) => ({
  externalBranchId: 'B1',
  externalId: `v${version}`,
  description: `${id} v${version}`,
  reviewSurveyRelease: true,
})

/** Told apart from a broken connection: the service is there and says that it cannot now. */
class Unavailable extends Error {}

function caller(ledger: Ledger, send: Send) {
  const { clientId, key } = ledger.access
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await send({
      method,
      path: `/v1/system-clients/${clientId}${path}`,
      headers: { 'x-api-key': key, ...headers },
      body,
    })
    if (answer.status === 503) {
      assertUnavailable(answer)
      ledger.unavailable++
      throw new Unavailable()
    }
    return answer
  }
}

/** B5, B6: the three fields, and when to come back. */
export function assertUnavailable(answer: Answer): void {
  assert.equal(answer.status, 503, answer.text)
  assert.match(String(answer.headers['retry-after']), /^\d+$/)
  const { errorCode, error, errorInfo, ...more } = JSON.parse(answer.text)
  assert.deepEqual([errorCode, error, typeof errorInfo, more], [50300, 'Service unavailable', 'string', {}])
}

const RETRY_MS = 50
let names = 0

/**
 * Writes until `isOver`, or until the connection breaks; returns the error that broke it. A 503 leaves the request in
 * doubt and goes on with something new. All that was written is read again in the end: who writes beside others pauses.
 */
export async function write(
  ledger: Ledger,
  send: Send,
  isOver: () => boolean,
  pauseMs = 0,
): Promise<unknown> {
  const call = caller(ledger, send)
  while (!isOver()) {
    if (pauseMs > 0) await delay(pauseMs)
    const kind = ++names % 4 === 0 ? 'lead' : 'order'
    const entry: Entry = { kind, id: `${kind} ${names}`, parts: new Set() }
    ledger.entries.push(entry)
    try {
      if (kind === 'order') await writeOrder(ledger, entry, call)
      else await writeLead(ledger, entry, call)
    } catch (error) {
      if (error instanceof Unavailable) {
        // A caller that did not wait at all would fill the ledger with requests in doubt.
        await delay(RETRY_MS)
        continue
      }
      if (error instanceof assert.AssertionError) throw error
      return error
    }
  }
  return undefined
}

type Call = ReturnType<typeof caller>
const at = (entry: Entry) =>
  `/${entry.kind === 'order' ? 'service-orders' : 'leads'}/${encodeURIComponent(entry.id)}`

async function putVersion(ledger: Ledger, entry: Entry, call: Call, version: number): Promise<void> {
  entry.pending = version
  const body = entry.kind === 'order' ? orderBody(entry.id, version) : leadBody(entry.id, version)
  const answer = await call('PUT', at(entry), body)
  assert.equal(answer.status, entry.acknowledged === undefined ? 201 : 204, answer.text)
  entry.acknowledged = version
  delete entry.pending
  ledger.acknowledgements++
}

async function addPart(ledger: Ledger, entry: Entry, call: Call, path: string, text: string): Promise<void> {
  entry.pendingPart = { path, text }
  const answer = await sendPart(call, entry, entry.pendingPart)
  assert.equal(answer.status, entry.kind === 'order' ? 201 : 204, answer.text)
  entry.parts.add(text)
  delete entry.pendingPart
  ledger.acknowledgements++
}

const sendPart = (call: Call, entry: Entry, { path, text }: { path: string; text: string }) =>
  entry.kind === 'order'
    ? call('POST', path, { value: text }, { 'idempotency-key': text })
    : call('PUT', path, { orderId: text })

async function writeOrder(ledger: Ledger, entry: Entry, call: Call): Promise<void> {
  await putVersion(ledger, entry, call, 1)
  const answers = await answersPath(entry, call)
  await addPart(ledger, entry, call, answers, `${entry.id} one`)
  await putVersion(ledger, entry, call, 2)
  await addPart(ledger, entry, call, answers, `${entry.id} two`)
}

async function writeLead(ledger: Ledger, entry: Entry, call: Call): Promise<void> {
  await putVersion(ledger, entry, call, 1)
  for (const text of ['one', 'two']) {
    await addPart(ledger, entry, call, `${at(entry)}/deals/${text}`, `${entry.id} ${text}`)
  }
  await putVersion(ledger, entry, call, 2)
}

interface Shown {
  externalId: string
  description: string
  surveys: { id: string; surveyType: string }[]
  deals?: { orderId: string }[]
}

async function read<T>(call: Call, path: string): Promise<T> {
  const answer = await call('GET', path)
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  return JSON.parse(answer.text) as T
}

async function answersPath(entry: Entry, call: Call): Promise<string> {
  const { surveys } = await read<Shown>(call, at(entry))
  const survey = surveys.find(({ surveyType }) => surveyType === 'health')
  return `/surveys/${survey?.id}/questions/h.request/answers`
}

interface Element {
  id: string
  contents?: Element[]
  answers?: { custom?: boolean; value?: string }[]
}

function customValues(elements: Element[]): string[] {
  return elements.flatMap(({ contents, answers = [] }) => [
    ...answers.filter(({ custom }) => custom).map(({ value }) => value ?? ''),
    ...(contents ? customValues(contents) : []),
  ])
}

/** What was written since the last look against what can be read; what was in doubt is sent again, as a DMS would. */
export async function verify(ledger: Ledger, send: Send): Promise<void> {
  const call = caller(ledger, send)
  for (const entry of ledger.entries.slice(ledger.verified)) await verifyEntry(entry, call)
  ledger.verified = ledger.entries.length
}

/** The whole ledger. */
export async function verifyAll(ledger: Ledger, send: Send): Promise<void> {
  ledger.verified = 0
  await verify(ledger, send)
}

async function verifyEntry(entry: Entry, call: Call): Promise<void> {
  const { acknowledged, pending } = entry
  const answer = await call('GET', at(entry))
  if (answer.status === 404 && acknowledged === undefined) return
  assert.equal(answer.status, 200, `${entry.id} was acknowledged and is gone: ${answer.text}`)
  const shown = JSON.parse(answer.text) as Shown
  const found = Number(shown.externalId.slice(1))
  assert.ok(
    [acknowledged, pending].includes(found),
    `${entry.id} is ${found}, not ${acknowledged} or ${pending}`,
  )
  assert.equal(shown.description, `${entry.id} v${found}`, 'half an order')
  entry.acknowledged = found
  delete entry.pending

  const wanted = entry.kind === 'order' ? ['VC', 'health'] : ['CVR']
  assert.deepEqual(shown.surveys.map(({ surveyType }) => surveyType).sort(), wanted, entry.id)
  const listed = await read<{ id: string }[]>(call, `${at(entry)}/surveys`)
  assert.deepEqual(listed.map(({ id }) => id).sort(), shown.surveys.map(({ id }) => id).sort())

  // Sent again, the request in doubt takes effect once.
  const doubt = entry.pendingPart
  if (doubt) {
    const again = await sendPart(call, entry, doubt)
    assert.ok(again.status < 300, again.text)
    entry.parts.add(doubt.text)
    delete entry.pendingPart
  }
  assert.deepEqual((await partsOf(entry, call)).sort(), [...entry.parts].sort(), entry.id)
}

async function partsOf(entry: Entry, call: Call): Promise<string[]> {
  const { surveys, deals = [] } = await read<Shown>(call, at(entry))
  if (entry.kind === 'lead') return deals.map(({ orderId }) => orderId)
  const values: string[] = []
  for (const { id } of surveys) {
    const { contents, externalId } = await read<{ contents: Element[]; externalId: string }>(
      call,
      `/surveys/${id}`,
    )
    assert.equal(externalId, `v${entry.acknowledged}`, 'a survey that does not follow its order')
    values.push(...customValues(contents))
  }
  return values
}

/** What no reply of the interface shows: every change has its event, and no event is without its change. */
export async function assertWhole(database: Database, { clientId }: Access): Promise<void> {
  const broken = await database.rows<{ what: string; id: string }>(sql`
    with e as (select kind, subject, payload from events where system_client_id = ${clientId}),
      o as (select id, surveys from service_orders where system_client_id = ${clientId}),
      l as (select id, surveys from leads where system_client_id = ${clientId}),
      s as (select id, order_id, lead_id from surveys where system_client_id = ${clientId}),
      a as (select survey_id, id from survey_answers where system_client_id = ${clientId}),
      d as (select lead_id, id from lead_deals where system_client_id = ${clientId})
    select 'order without exactly one event' as what, id from o
      where (select count(*) from e where kind = 'order.created' and subject = 'order/' || o.id) <> 1
    union all select 'event without order', subject from e
      where kind = 'order.created' and not exists (select from o where 'order/' || o.id = subject)
    union all select 'lead without exactly one event', id from l
      where (select count(*) from e where kind = 'lead.created' and subject = 'lead/' || l.id) <> 1
    union all select 'event without lead', subject from e
      where kind = 'lead.created' and not exists (select from l where 'lead/' || l.id = subject)
    union all select 'survey without exactly one event', id from s
      where (select count(*) from e where kind = 'survey.created' and subject = 'survey/' || s.id) <> 1
    union all select 'event without survey', subject from e
      where kind = 'survey.created' and not exists (select from s where 'survey/' || s.id = subject)
    union all select 'survey its order does not name', s.id from s join o on o.id = s.order_id
      where not exists (select from json_array_elements(o.surveys) r where r->>'id' = s.id)
    union all select 'order with other than two surveys', o.id from o
      where (select count(*) from s where s.order_id = o.id) <> 2 or json_array_length(o.surveys) <> 2
    union all select 'lead with other than one survey', l.id from l
      where (select count(*) from s where s.lead_id = l.id) <> 1
    union all select 'answer without exactly one event', a.id from a
      where (select count(*) from e where kind = 'answer.added' and payload->>'answerId' = a.id) <> 1
    union all select 'event without answer', subject from e
      where kind = 'answer.added' and not exists (select from a where a.id = payload->>'answerId')
    union all select 'deal without an event', d.id from d
      where not exists (select from e where kind = 'deal.saved' and subject = 'lead/' || d.lead_id
        and payload->>'dealId' = d.id)
    union all select 'idempotency key without answer', k.answer_id from answer_idempotency_keys k
      where k.system_client_id = ${clientId} and not exists (select from a where a.id = k.answer_id)`)
  assert.deepEqual(broken, [])
}

/** Waits until this many more were acknowledged: a moment that depends on no clock. */
export const acknowledgedSince = (ledger: Ledger, from: number, more: number) =>
  ledger.acknowledgements >= from + more

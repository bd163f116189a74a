// Facts that are kept: who answered and when, what stood there before, what was offered, decided and sold, and which contact
// changed. Read by SQL from columns, as statistics read them, and from the log.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { cliActor, runCommand } from '../../src/cli/run-command.ts'
import { loadConfig } from '../../src/config/config.ts'
import { type Db, sql } from '../../src/db/sql.ts'
import { order, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import {
  answer,
  customer,
  makePlace,
  type NewEdit,
  type Place,
  send,
  states,
  vehicle,
} from '../support/edits.ts'
import { batteryQuote, decide, makeOwnerScene } from '../support/owner.ts'

const now = Date.now()
const media = () => Promise.reject(new Error('no command here needs files'))
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000)

interface AnswerRow {
  questionId: string
  answeredBy: string
  device: string | null
  tappedAt: Date | null
  deviceAt: Date | null
  seconds: number | null
  beforeAnswerId: string | null
  beforeStatus: string | null
  beforeValue: string | null
}

type At = Pick<Place, 'client' | 'surveyId'>

const listAnswers = async (at: At): Promise<AnswerRow[]> => answersIn((await testApp()).database, at)

function answersIn(db: Db, { client, surveyId }: At): Promise<AnswerRow[]> {
  return db.rows(sql`
    select question_id, answered_by, device, tapped_at, device_at, before_answer_id, before_status, before_value,
      extract(epoch from tapped_at - lag(tapped_at) over (partition by answered_by, device order by tapped_at))::float8
        as seconds
    from survey_answers
    where system_client_id = ${client.id} and survey_id = ${surveyId} and selected and answered_at is not null
    order by tapped_at, answered_at`)
}

/** The part of a migration that fills what was there before it. */
async function fillOf(name: string, from: string): Promise<string> {
  const text = await readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8')
  assert.ok(text.includes(from))
  return text.slice(text.indexOf(from))
}

const emptied = (...columns: string[]) => columns.map((name) => `${name} = null`).join(', ')

/** Empties columns, fills them again, reads them, and leaves everything as it was. */
async function inFilled<T>(empty: string, fill: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { database } = await testApp()
  return database.exclusively(async (script, db) => {
    await script('begin')
    try {
      await script(`${empty}\n${fill}`)
      return await work(db)
    } finally {
      await script('rollback')
    }
  })
}

interface LoggedEvent {
  payload: {
    answers: { questionId: string }[]
    before: Record<string, unknown>
    after: Record<string, unknown>
    changed: string[]
    contacts: unknown
  }
  actor: string
}

async function listEvents(client: TestClient, kind: string): Promise<LoggedEvent[]> {
  const { database } = await testApp()
  return database.rows(sql`
    select payload, actor from events where system_client_id = ${client.id} and kind = ${kind} order by sequence`)
}

const idOf = async ({ login }: AppPerson): Promise<string | undefined> =>
  (await (await testApp()).database.row<{ id: string }>(sql`select id from logins where login = ${login}`))
    ?.id

describe('an answer', () => {
  const post = ({ me, surveyId }: Place, device: string, ...edits: NewEdit[]) =>
    me.post(`/surveys/${surveyId}/edits`, {
      device,
      edits: edits.map((edit, index) => ({ id: `${device}-${index}`, ...edit })),
    })
  const tapped = (edit: NewEdit, secondsAgo: number, more = {}): NewEdit => ({
    ...edit,
    at: at(secondsAgo).toISOString(),
    ...more,
  })

  test('tells the seconds of each question, also if all of them arrive together hours later', async () => {
    const place = await makePlace('technician')
    const ahead = { clockAhead: 7000 }
    await post(
      place,
      'tablet-1',
      tapped(answer('h.wipers', 'adv'), 7200, ahead),
      tapped(answer('h.glass', 'ok'), 7188, ahead),
      tapped(answer('h.wipers', 'bad'), 7150, ahead),
    )
    const rows = await listAnswers(place)
    const [wipers] = rows.filter(({ questionId }) => questionId === 'h.wipers')
    assert.ok(wipers)
    assert.equal(wipers.answeredBy, `login:${await idOf(place.me)}`)
    assert.equal(wipers.device, 'tablet-1')
    assert.deepEqual([wipers.deviceAt, wipers.tappedAt], [at(7150), at(7157)])
    assert.deepEqual([wipers.beforeAnswerId, wipers.beforeStatus, wipers.beforeValue], ['adv', 'amber', null])
    assert.deepEqual(
      rows.map(({ questionId, seconds }) => [questionId, seconds]),
      [
        ['h.glass', null],
        ['h.wipers', 38],
      ],
    )
    assert.deepEqual(await filledAgain(place), [
      ...rows.map((row) => ({ ...row, deviceAt: null, beforeAnswerId: null, beforeStatus: null })),
    ])
    const [, second] = (await listEvents(place.client, 'survey.answered')).flatMap(({ payload }) =>
      payload.answers.filter(({ questionId }) => questionId === 'h.wipers'),
    )
    assert.deepEqual(second, {
      questionId: 'h.wipers',
      answerId: 'bad',
      status: 'red',
      before: { answerId: 'adv', status: 'amber' },
    })
  })

  const filledAgain = async (at: At) => {
    const facts = ['answered_by', 'tapped_at', 'device_at', 'answered_at', 'device']
    const before = ['before_answer_id', 'before_status', 'before_value']
    return inFilled(
      `update survey_answers set ${emptied(...facts, ...before)};`,
      await fillOf('0035_facts_of_answers_and_contacts.sql', '-- Answers from before'),
      (db) => answersIn(db, at),
    )
  }

  test('that is in force again was given by its author at its time', async () => {
    const place = await makePlace('technician')
    const ben = await person(place.client.id, 'technician', 'Ben Cole')
    const seen = { seen: [] }
    await post(place, 'one', tapped(answer('h.wipers', 'adv', seen), 100))
    await post({ ...place, me: ben }, 'two', tapped(answer('h.wipers', 'bad', seen), 50))
    const clear: NewEdit = { kind: 'clear', questionId: 'h.wipers', seen: ['two-0'] }
    await post({ ...place, me: ben }, 'three', tapped(clear, 40))
    const [row] = await listAnswers(place)
    assert.deepEqual(
      [row?.answeredBy, row?.device, row?.tappedAt, row?.beforeAnswerId],
      [`login:${await idOf(place.me)}`, 'one', at(100), 'bad'],
    )
  })

  test('of the DMS has the login of its key, and says what it was', async () => {
    const place = await makePlace()
    const path = `/surveys/${place.surveyId}/questions/h.wipers/answers`
    const { location } = (await place.client.post(path, { value: '1', status: 'amber' })).headers
    const own = `${path}/${String(location).split('/').at(-1)}`
    await place.client.put(own, { value: '2', status: 'red' })
    const [row] = await listAnswers(place)
    assert.match(row?.answeredBy ?? '', /^login:./)
    assert.deepEqual([row?.beforeStatus, row?.beforeValue, row?.tappedAt], ['amber', '1', null])
    const before = { selected: true, value: '1', status: 'amber' }
    const after = { selected: true, value: '2', status: 'red' }
    const [changed] = await listEvents(place.client, 'answer.changed')
    assert.deepEqual([changed?.payload.before, changed?.payload.after], [before, after])
    assert.equal(changed?.actor, row?.answeredBy)
    await place.client.delete(own)
    const [removed] = await listEvents(place.client, 'answer.removed')
    assert.deepEqual(removed?.payload.before, after)
  })
})

test('a contact is kept as it was, and its values are not in the log', async () => {
  const place = await makePlace()
  const wanted: NewEdit = { kind: 'contact', partner: 'customer', email: 'corrected@example.org' }
  assert.deepEqual(states(await send(place, wanted)), ['applied'])
  const driver = { lastName: 'Driver', mobilePhone: '0171 99' }
  await place.client.put(
    '/service-orders/1',
    order({ customer, vehicle: { ...vehicle, driver }, closed: true }),
  )
  const { database } = await testApp()
  const rows = await database.rows<{ id: string; partner: string; before: unknown; after: unknown }>(sql`
    select id, partner, before, after from contact_changes
    where system_client_id = ${place.client.id} and order_id = '1' order by changed_at`)
  assert.deepEqual(
    rows.map(({ partner, before, after }) => [partner, before, after]),
    [
      ['customer', { email: 'old@example.org' }, { email: 'corrected@example.org' }],
      ['driver', null, { mobilePhone: '0171 99' }],
    ],
  )
  const corrected = await listEvents(place.client, 'contact.corrected')
  const told = { changeId: rows[0]?.id, partner: 'customer', fields: ['email'] }
  assert.deepEqual(
    corrected.map(({ payload }) => payload),
    [told, told],
  )
  const [changed] = await listEvents(place.client, 'order.changed')
  assert.deepEqual(changed?.payload.contacts, [
    { changeId: rows[1]?.id, partner: 'driver', fields: ['mobilePhone'] },
  ])
  assert.ok(changed?.payload.changed.includes('closed') && changed.payload.changed.includes('vehicle'))
  assert.deepEqual([changed?.payload.before.closed, changed?.payload.after.closed], [false, true])
  const closed = await listEvents(place.client, 'survey.closed')
  assert.deepEqual(closed[0]?.payload, {
    before: { completed: false, closed: false },
    after: { completed: false, closed: true },
  })
  const log = await database.rows<{ text: string }>(sql`
    select payload::text as text from events where system_client_id = ${place.client.id}`)
  assert.ok(!log.some(({ text }) => /@example\.org|0171/.test(text ?? '')))

  const forget = (client: string, whose: { order?: string; lead?: string; value?: string }) =>
    runCommand(
      {
        database,
        config: loadConfig({}),
        media,
        now: new Date(now),
        actor: cliActor('anna'),
        progress: () => {},
      },
      'contact forget',
      { client, ...whose },
    )
  const listKept = async () =>
    (
      await database.rows<{ id: string }>(sql`
        select id from contact_changes where system_client_id = ${place.client.id}`)
    ).map(({ id }) => id)
  const other = await makePlace()
  for (const whose of [{ order: '1' }, { value: 'old@example.org' }])
    assert.deepEqual(
      await forget(other.client.id, whose),
      { changes: 0, notes: 0, questions: 0, parts: 0 },
      "another client's are not touched",
    )
  for (const whose of [{}, { value: ' ' }, { order: '1', value: 'old@example.org' }])
    await assert.rejects(forget(place.client.id, whose), { name: 'Problem' })
  assert.deepEqual(await forget(place.client.id, { lead: '1' }), {
    changes: 0,
    notes: 0,
    questions: 0,
    parts: 0,
  })
  assert.deepEqual(await forget(place.client.id, { value: 'OLD@example.org' }), {
    changes: 1,
    notes: 0,
    questions: 0,
    parts: 0,
  })
  assert.deepEqual(await listKept(), [rows[1]?.id])
  assert.deepEqual(await forget(place.client.id, { order: '1' }), {
    changes: 1,
    notes: 0,
    questions: 0,
    parts: 0,
  })
  assert.deepEqual(await listKept(), [])
  assert.equal((await listEvents(place.client, 'contact.corrected')).length, 2, 'that it changed stays known')
  const erased = await listEvents(place.client, 'client.changed')
  assert.deepEqual(
    erased.map(({ payload }) => payload).filter((payload) => 'forgottenContactChanges' in payload),
    [{ forgottenContactChanges: 1 }, { forgottenContactChanges: 1 }],
  )
})

describe('what was offered, decided and sold', () => {
  interface Columns {
    id: string
    currency: string
    offered: string | null
    approved: string | null
    approvalStatus: string | null
    deferredTo: string | null
    decidedAt: Date | null
    decidedBy: string | null
  }

  const listColumns = (db: Db, clientId: string): Promise<Columns[]> =>
    db.rows(sql`
      select id, currency, offered_ex_vat || '/' || offered_inc_vat as offered,
        approved_ex_vat || '/' || approved_inc_vat as approved, approval_status, deferred_to::text as deferred_to,
        decided_at, decided_by
      from survey_quotes where system_client_id = ${clientId}
      union all
      select quote_id, currency, offered_ex_vat || '/' || offered_inc_vat, approved_ex_vat || '/' || approved_inc_vat,
        approval_status, deferred_to::text, decided_at, decided_by
      from survey_variants where system_client_id = ${clientId}
      union all
      select 'recorded ' || quote_id, currency, offered_ex_vat || '/' || offered_inc_vat,
        approved_ex_vat || '/' || approved_inc_vat, approval_status, deferred_to::text, decided_at, decided_by
      from recorded_decisions where system_client_id = ${clientId}
      union all
      select 'owner ' || quote_id, currency, offered_ex_vat || '/' || offered_inc_vat,
        approved_ex_vat || '/' || approved_inc_vat, approval_status, deferred_to::text, decided_at, null
      from owner_decision_lines where system_client_id = ${clientId}
      union all
      select 'order ' || id, currency, sold_ex_vat || '/' || sold_inc_vat, null, null, null, null, null
      from service_orders where system_client_id = ${clientId}
      order by 1`)

  test('stand in columns, and a migration fills them with the same', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId, ids } = scene
    const cents = [
      { itemCategory: 'material', amountExVat: 0.1, amountIncVat: 0.12 },
      { itemCategory: 'labour', amountExVat: 0.2, amountIncVat: 0.24 },
    ]
    await client.put(
      `/surveys/${surveyId}/quotes/Q-1`,
      batteryQuote({ contents: cents, approvalStatus: 'approved', approvalDate: '2026-03-02T00:30:00' }),
    )
    await client.put(
      `/surveys/${surveyId}/quotes/Q-2`,
      batteryQuote({ description: 'No price', contents: [] }),
    )
    const me = await person(client.id, 'advisor')
    const decision: NewEdit = {
      kind: 'decision',
      quoteId: ids.due,
      approvalStatus: 'deferred',
      deferralDate: '2026-12-24T23:30:00Z',
    }
    assert.deepEqual(states(await send({ me, surveyId }, decision)), ['applied'])
    assert.equal((await decide(scene, { [ids.pads]: 'approve' })).statusCode, 303)
    const sold = [
      { itemCategory: 'labour', soldQuantity: 1, soldAmountExVat: 10.1, soldAmountIncVat: 12.02 },
      { itemCategory: 'material', soldQuantity: 1, soldAmountExVat: 20.2, soldAmountIncVat: 24.04 },
      { itemCategory: 'material', amountExVat: 5 },
    ]
    await client.put('/service-orders/sold', order({ currency: 'EUR', contents: sold }))
    const { database } = await testApp()
    const written = await listColumns(database, client.id)
    const told = Object.fromEntries(written.map((row) => [row.id, row]))
    const own = told['Q-1']
    assert.deepEqual(
      [own?.offered, own?.approved, own?.approvalStatus, own?.decidedAt, own?.decidedBy?.split(':')[0]],
      ['0.3/0.36', '0.3/0.36', 'approved', new Date('2026-03-01T23:30:00Z'), 'login'],
    )
    assert.equal(told['Q-2']?.offered, null)
    const [pads, due] = [told[ids.pads], told[ids.due]]
    assert.deepEqual(
      [pads?.offered, pads?.approved, pads?.decidedBy],
      ['130/156', '130/156', 'system:owner-page'],
    )
    assert.deepEqual({ ...told[`owner ${ids.pads}`], id: ids.pads, decidedBy: 'system:owner-page' }, pads)
    assert.deepEqual(
      [due?.approvalStatus, due?.deferredTo, due?.approved, due?.decidedBy],
      ['deferred', '2026-12-25', null, `login:${await idOf(me)}`],
    )
    assert.deepEqual({ ...told[`recorded ${ids.due}`], id: ids.due }, due)
    assert.equal(told['order sold']?.offered, '30.3/36.06')
    await compareWithMigration(client.id, written)
  })

  /** Empties the columns, fills them as the migration does, compares, and leaves everything as it was. */
  async function compareWithMigration(clientId: string, written: Columns[]): Promise<void> {
    const columns = ['currency', 'offered_ex_vat', 'offered_inc_vat', 'approved_ex_vat', 'approved_inc_vat']
    const decision = ['approval_status', 'rejection_reason_code', 'deferred_to', 'decided_at', 'decided_by']
    const nothing = emptied(...columns, ...decision)
    const filled = await inFilled(
      `update survey_quotes set ${nothing}, approval_medium = null;
      update survey_variants set ${nothing}, approval_medium = null;
      update recorded_decisions set ${nothing};
      update service_orders set ${emptied('currency', 'sold_ex_vat', 'sold_inc_vat')};
      delete from owner_decision_lines;`,
      await fillOf('0036_decisions_and_amounts.sql', '-- Existing rows.'),
      (db) => listColumns(db, clientId),
    )
    assert.deepEqual(
      filled,
      written.map((row) => ({ ...row, decidedBy: null })),
    )
  }
})

// Many requests at the same thing at once: whatever order they take effect in, the outcome must be one that some order
// of theirs explains. On the embedded engine they queue; on PostgreSQL they meet.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Db, sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { completeSurvey } from '../../src/features/surveys/complete-survey.ts'
import { getClient } from '../../src/organisation/clients.ts'
import { Problem } from '../../src/problems.ts'
import { makeClient, order, type TestClient, testApp } from '../support/api.ts'
import { putSignature } from '../support/survey-media.ts'

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const PARALLEL = 32

type Response = Awaited<ReturnType<TestClient['get']>>

function tally(responses: Response[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { statusCode } of responses) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

interface Ref {
  id: string
  surveyType: string
}

const readOrder = async (client: TestClient, id: string) =>
  (await client.get(`/service-orders/${id}`)).json() as Record<string, unknown> & { surveys: Ref[] }

/** The surveys of an order by three ways: on the order, in the list, and each by itself. */
async function assertSurveys(client: TestClient, orderId: string, types: string[]): Promise<Ref[]> {
  const { surveys } = await readOrder(client, orderId)
  const listed = (await client.get(`/service-orders/${orderId}/surveys`)).json() as Ref[]
  assert.deepEqual(surveys.map(({ surveyType }) => surveyType).sort(), [...types].sort())
  assert.deepEqual(listed.map(({ id }) => id).sort(), surveys.map(({ id }) => id).sort())
  for (const { id, surveyType } of surveys) {
    assert.equal((await client.get(`/surveys/${id}`)).json().surveyType, surveyType)
  }
  return surveys
}

async function countEvents(client: TestClient, kind: string): Promise<number> {
  const { database } = await testApp()
  const row = await database.row<{ count: number }>(sql`
    select count(*) as count from events where system_client_id = ${client.id} and kind = ${kind}`)
  return row?.count ?? 0
}

interface ShownSurvey {
  completed: boolean
  closed: boolean
  contents: Element[]
}
interface Element {
  category: string
  id: string
  mandatory?: boolean | string
  contents?: Element[]
  answers?: { id: string; value?: string; custom?: boolean }[]
}

const questionsOf = (elements: Element[]): Element[] =>
  elements.flatMap((element) =>
    element.category === 'question' ? [element] : questionsOf(element.contents ?? []),
  )

const readSurvey = async (client: TestClient, id: string) =>
  (await client.get(`/surveys/${id}`)).json() as ShownSurvey

async function customAnswers(client: TestClient, surveyId: string): Promise<Map<string, string | undefined>> {
  const { contents } = await readSurvey(client, surveyId)
  const all = questionsOf(contents).flatMap(({ answers = [] }) => answers.filter(({ custom }) => custom))
  return new Map(all.map(({ id, value }) => [id, value]))
}

const answerIdOf = (response: Response) => String(response.headers.location).split('/').at(-1) as string

async function newSurvey(client: TestClient, orderId = '1') {
  await client.put(`/service-orders/${orderId}`, order())
  const [{ id }] = (await readOrder(client, orderId)).surveys as [Ref]
  const [first] = questionsOf((await readSurvey(client, id)).contents)
  return { surveyId: id, answers: `/surveys/${id}/questions/${first?.id}/answers` }
}

describe('one order sent many times at once', () => {
  test('is created once, with one survey per type (C2)', async () => {
    const client = await makeClient()
    const body = order({ technicianSurveyRelease: true, qcSurveyRelease: true })
    const responses = await Promise.all(times(PARALLEL, () => client.put('/service-orders/1', body)))
    assert.deepEqual(tally(responses), { 201: 1, 204: PARALLEL - 1 })
    await assertSurveys(client, '1', ['health', 'VC', 'QC'])
    assert.equal(await countEvents(client, 'order.created'), 1)
    assert.equal(await countEvents(client, 'survey.created'), 3)
    assert.equal(await countEvents(client, 'order.changed'), 0, 'the same body changes nothing')
  })

  test('with other contents each time ends as one of them', async () => {
    const client = await makeClient()
    const responses = await Promise.all(
      times(PARALLEL, (n) =>
        client.put('/service-orders/1', order({ externalId: `E${n}`, description: `E${n}` })),
      ),
    )
    assert.deepEqual(tally(responses), { 201: 1, 204: PARALLEL - 1 })
    const shown = await readOrder(client, '1')
    assert.equal(shown.externalId, shown.description)
    const [survey] = await assertSurveys(client, '1', ['health'])
    assert.equal((await client.get(`/surveys/${survey?.id}`)).json().externalId, shown.externalId)
    assert.equal(await countEvents(client, 'order.changed'), PARALLEL - 1)
  })

  test('with alternating flags gets each survey once, and none is lost', async () => {
    const client = await makeClient()
    const flags = [
      { technicianSurveyRelease: true },
      { technicianSurveyRelease: false },
      { qcSurveyRelease: true, defaultSurveyReleaseDisabled: true },
      { qcSurveyRelease: false, defaultSurveyReleaseDisabled: false },
    ]
    const responses = await Promise.all(
      times(PARALLEL, (n) => client.put('/service-orders/1', order(flags[n % flags.length]))),
    )
    assert.deepEqual(tally(responses), { 201: 1, 204: PARALLEL - 1 })
    await assertSurveys(client, '1', ['health', 'VC', 'QC'])
    assert.equal(await countEvents(client, 'survey.created'), 3)
  })

  test('by two clients under one id makes two orders that know nothing of each other', async () => {
    const clients = [await makeClient(), await makeClient()]
    const responses = await Promise.all(
      times(PARALLEL, (n) => (clients[n % 2] as TestClient).put('/service-orders/1', order())),
    )
    assert.deepEqual(tally(responses), { 201: 2, 204: PARALLEL - 2 })
    const [one, two] = await Promise.all(clients.map((client) => assertSurveys(client, '1', ['health'])))
    assert.notEqual(one?.[0]?.id, two?.[0]?.id)
  })

  test('under one ETag is changed by exactly one of the callers (B7)', async () => {
    const client = await makeClient()
    await client.put('/service-orders/1', order())
    const { etag } = (await client.get('/service-orders/1')).headers
    const responses = await Promise.all(
      times(PARALLEL, (n) =>
        client.put('/service-orders/1', order({ externalId: `E${n}` }), { 'if-match': String(etag) }),
      ),
    )
    assert.deepEqual(tally(responses), { 204: 1, 412: PARALLEL - 1 })
  })
})

describe('answers at once', () => {
  test('with one Idempotency-Key become one answer (B7)', async () => {
    const client = await makeClient()
    const { surveyId, answers } = await newSurvey(client)
    const responses = await Promise.all(
      times(PARALLEL, () => client.post(answers, { value: 'once' }, { 'idempotency-key': 'k' })),
    )
    assert.deepEqual(tally(responses), { 201: PARALLEL })
    assert.equal(new Set(responses.map(answerIdOf)).size, 1)
    assert.equal((await customAnswers(client, surveyId)).size, 1)
    assert.equal(await countEvents(client, 'answer.added'), 1)
  })

  test('with one Idempotency-Key and two bodies: one of the bodies wins, the other is refused', async () => {
    const client = await makeClient()
    const { surveyId, answers } = await newSurvey(client)
    const responses = await Promise.all(
      times(PARALLEL, (n) => client.post(answers, { value: `v${n % 2}` }, { 'idempotency-key': 'k' })),
    )
    assert.deepEqual(tally(responses), { 201: PARALLEL / 2, 400: PARALLEL / 2 })
    assert.equal((await customAnswers(client, surveyId)).size, 1)
  })

  test('of their own are all there', async () => {
    const client = await makeClient()
    const { surveyId, answers } = await newSurvey(client)
    const responses = await Promise.all(times(PARALLEL, (n) => client.post(answers, { value: `v${n}` })))
    assert.deepEqual(tally(responses), { 201: PARALLEL })
    const kept = await customAnswers(client, surveyId)
    assert.deepEqual([...kept.keys()].sort(), responses.map(answerIdOf).sort())
    assert.deepEqual(new Set(kept.values()), new Set(times(PARALLEL, (n) => `v${n}`)))
  })

  test('changed and removed: an acknowledged removal is final', async () => {
    const client = await makeClient()
    const { surveyId, answers } = await newSurvey(client)
    const id = answerIdOf(await client.post(answers, { value: 'first' }))
    const responses = await Promise.all(
      times(PARALLEL, (n) =>
        n % 4 === 3 ? client.delete(`${answers}/${id}`) : client.put(`${answers}/${id}`, { value: `v${n}` }),
      ),
    )
    const removed = responses.filter(({ statusCode }, n) => n % 4 === 3 && statusCode === 204)
    assert.equal(removed.length, 1, 'removed once')
    assert.ok(responses.every(({ statusCode }) => statusCode === 204 || statusCode === 404))
    assert.equal((await customAnswers(client, surveyId)).size, 0)
    assert.equal(await countEvents(client, 'answer.removed'), 1)
    const changes = responses.filter(({ statusCode }, n) => n % 4 !== 3 && statusCode === 204)
    assert.equal(await countEvents(client, 'answer.changed'), changes.length)
  })
})

describe('deals at once', () => {
  const lead = (more: object = {}) => ({ externalBranchId: 'B1', ...more })

  test('set one by one are all there, in one order', async () => {
    const client = await makeClient()
    await client.put('/leads/1', lead())
    const responses = await Promise.all(
      times(PARALLEL, (n) => client.put(`/leads/1/deals/d${n}`, { orderId: `o${n}` })),
    )
    assert.deepEqual(tally(responses), { 204: PARALLEL })
    const { deals } = (await client.get('/leads/1')).json() as { deals: { id: string; orderId: string }[] }
    assert.deepEqual(
      deals.map(({ id, orderId }) => `${id} ${orderId}`).sort(),
      times(PARALLEL, (n) => `d${n} o${n}`).sort(),
    )
  })

  test('set one by one while the lead replaces them: what came after the last replacement is there (A2)', async () => {
    const client = await makeClient()
    await client.put('/leads/1', lead())
    const responses = await Promise.all(
      times(PARALLEL, (n) =>
        n % 4 === 0
          ? client.put('/leads/1', lead({ externalId: `L${n}`, deals: [{ id: 'base', orderId: `L${n}` }] }))
          : client.put(`/leads/1/deals/d${n}`, { orderId: `o${n}` }),
      ),
    )
    assert.deepEqual(tally(responses), { 204: PARALLEL })
    const shown = (await client.get('/leads/1')).json() as {
      externalId: string
      deals: { id: string; orderId: string }[]
    }
    const [base, ...rest] = shown.deals
    assert.deepEqual(base, { id: 'base', orderId: shown.externalId }, 'lead and deals are of one PUT')
    for (const { id, orderId } of rest) assert.equal(`o${id.slice(1)}`, orderId)
    assert.equal(new Set(shown.deals.map(({ id }) => id)).size, shown.deals.length)

    // The log tells which came last: every deal saved after the last replacement must be there, and no other.
    const { database } = await testApp()
    const rows = await database.rows<{ kind: string; deal: string | null }>(sql`
      select kind, payload->>'dealId' as deal from events
      where system_client_id = ${client.id} and subject = 'lead/1' order by sequence`)
    const last = rows.findLastIndex(({ kind }) => kind === 'lead.changed')
    const after = rows.slice(last + 1).map(({ deal }) => deal)
    assert.deepEqual(rest.map(({ id }) => id).sort(), after.sort())
  })

  test('with a lead whose flag goes to and fro: one survey all the same', async () => {
    const client = await makeClient()
    await client.put('/leads/1', lead())
    const responses = await Promise.all(
      times(PARALLEL, (n) =>
        client.put(
          '/leads/1',
          lead({ ...(n % 3 ? { reviewSurveyRelease: n % 3 === 1 } : {}), externalId: `L${n}` }),
        ),
      ),
    )
    assert.deepEqual(tally(responses), { 204: PARALLEL })
    const { surveys } = (await client.get('/leads/1')).json() as { surveys: Ref[] }
    assert.equal(surveys.length, 1)
    assert.equal(((await client.get('/leads/1/surveys')).json() as Ref[])[0]?.id, surveys[0]?.id)
    assert.equal(await countEvents(client, 'survey.created'), 1)
  })

  test('under one ETag of the lead exactly one caller replaces them (B7)', async () => {
    const client = await makeClient()
    await client.put('/leads/1', lead({ deals: [{ id: 'base' }] }))
    const { etag } = (await client.get('/leads/1')).headers
    const responses = await Promise.all(
      times(PARALLEL, (n) =>
        client.put('/leads/1', lead({ deals: [{ id: `d${n}` }] }), { 'if-match': String(etag) }),
      ),
    )
    assert.deepEqual(tally(responses), { 204: 1, 412: PARALLEL - 1 })
    const winner = responses.findIndex(({ statusCode }) => statusCode === 204)
    assert.deepEqual((await client.get('/leads/1')).json().deals, [{ id: `d${winner}` }])
  })

  test('inside a new lead sent many times are stored once', async () => {
    const client = await makeClient()
    const body = lead({ reviewSurveyRelease: true, deals: [{ id: 'a' }, { id: 'b' }] })
    const responses = await Promise.all(times(PARALLEL, () => client.put('/leads/1', body)))
    assert.deepEqual(tally(responses), { 201: 1, 204: PARALLEL - 1 })
    const shown = (await client.get('/leads/1')).json() as { deals: unknown[]; surveys: Ref[] }
    assert.deepEqual(shown.deals, [{ id: 'a' }, { id: 'b' }])
    assert.deepEqual(
      shown.surveys.map(({ surveyType }) => surveyType),
      ['CVR'],
    )
    assert.equal(await countEvents(client, 'lead.created'), 1)
  })
})

describe('answering while the survey ends', () => {
  /** No event of an answer may come after the one that ended the survey. */
  async function assertNothingAfter(client: TestClient, surveyId: string, kind: string): Promise<void> {
    const { database } = await testApp()
    const rows = await database.rows<{ kind: string }>(sql`
      select kind from events where system_client_id = ${client.id} and subject = ${`survey/${surveyId}`}
        and kind in ('answer.added', ${kind}) order by sequence`)
    assert.equal(rows.filter((row) => row.kind === kind).length, 1)
    const end = rows.findIndex((row) => row.kind === kind)
    // Sequence numbers are drawn inside transactions; the lock on the survey puts them into the order of commits.
    assert.equal(end, rows.length - 1, `${rows.length - 1 - end} answers after ${kind}`)
  }

  test('by closing the order: acknowledged answers stay, later ones are refused (D5)', async () => {
    const client = await makeClient()
    const { surveyId, answers } = await newSurvey(client)
    let isClosedKnown = false
    const late: number[] = []
    const posts = times(PARALLEL * 2, async (n) => {
      if (n === PARALLEL) {
        const closed = await client.put('/service-orders/1', order({ closed: true }))
        isClosedKnown = true
        return closed
      }
      // Some are sent when the close has been acknowledged already.
      if (n > PARALLEL * 1.5) await client.get('/service-orders/1')
      const wasClosedKnown = isClosedKnown
      const response = await client.post(answers, { value: `v${n}` })
      if (wasClosedKnown) late.push(response.statusCode)
      return response
    })
    const responses = await Promise.all(posts)
    assert.equal(responses[PARALLEL]?.statusCode, 204)
    const sent = responses.filter((_, n) => n !== PARALLEL)
    const accepted = sent.filter(({ statusCode }) => statusCode === 201)
    for (const response of sent.filter(({ statusCode }) => statusCode !== 201)) {
      assert.equal(response.statusCode, 400)
      assert.equal(response.json().errorCode, 40041)
    }
    assert.ok(late.every((status) => status === 400))
    assert.equal((await client.post(answers, { value: 'too late' })).json().errorCode, 40041)
    const kept = await customAnswers(client, surveyId)
    assert.deepEqual([...kept.keys()].sort(), accepted.map(answerIdOf).sort())
    assert.equal((await readSurvey(client, surveyId)).closed, true)
    await assertNothingAfter(client, surveyId, 'survey.closed')
  })

  test('by completing it: what is frozen is what was acknowledged (D5)', async () => {
    const client = await makeClient()
    const { surveyId } = await newSurvey(client)
    // Not on the act: an answer that comes first leaves the signature as it is (I2).
    const answers = `/surveys/${surveyId}/questions/h.recall/answers`
    for (const { id, mandatory } of questionsOf((await readSurvey(client, surveyId)).contents)) {
      if (mandatory !== false)
        await client.post(`/surveys/${surveyId}/questions/${id}/answers`, { value: 'x' })
    }
    await putSignature(client, surveyId, 's1', { questionId: 'h.sign' })
    const before = await customAnswers(client, surveyId)
    const { database } = await testApp()
    const complete = () =>
      inTransaction(database, async (db) => {
        const access = { db, actor: { kind: 'system', id: 'test' }, now: new Date() } as const
        const scope = { ...access, clientId: client.id, client: await getClient(access, client.id) }
        await completeSurvey(scope, surveyId)
      }).then(
        () => 204,
        (error: unknown) => (error instanceof Problem ? error.errorCode : Promise.reject(error)),
      )
    const completions: Promise<number>[] = []
    const responses = await Promise.all(
      times(PARALLEL, (n) => {
        if (n % 8 === 4) completions.push(complete())
        return client.post(answers, { value: `v${n}` })
      }),
    )
    const outcomes = (await Promise.all(completions)).sort()
    assert.deepEqual(outcomes, [204, ...times(outcomes.length - 1, () => 40040)], 'completed once')
    const accepted = responses.filter(({ statusCode }) => statusCode === 201).map(answerIdOf)
    for (const response of responses.filter(({ statusCode }) => statusCode !== 201)) {
      assert.equal(response.json().errorCode, 40040)
    }
    const kept = await customAnswers(client, surveyId)
    assert.deepEqual([...kept.keys()].sort(), [...before.keys(), ...accepted].sort())
    await assertNothingAfter(client, surveyId, 'survey.completed')
  })

  test('by closing and completing at once, with the order changing: both happen, neither waits for ever', async () => {
    const client = await makeClient()
    const surveys = await Promise.all(times(8, (n) => newSurvey(client, `o${n}`)))
    const responses = await Promise.all(
      surveys.flatMap(({ answers }, n) => [
        client.post(answers, { value: 'a' }),
        client.put(`/service-orders/o${n}`, order({ closed: true })),
        client.put(`/service-orders/o${n}`, order({ externalId: 'later' })),
        client.post(answers, { value: 'b' }),
      ]),
    )
    assert.ok(responses.every(({ statusCode }) => [201, 204, 400].includes(statusCode)))
    for (const { surveyId } of surveys) assert.equal((await readSurvey(client, surveyId)).closed, true)
  })
})

describe('unknown dealer codes at once (C1)', () => {
  async function branches(client: TestClient): Promise<string[]> {
    const { database } = await testApp()
    const rows = await database.rows<{ id: string }>(sql`
      select b.id from branches b
      join branch_codes c on c.system_client_id = b.system_client_id and c.branch_id = b.id
      where b.system_client_id = ${client.id} order by b.id`)
    return rows.map(({ id }) => id)
  }

  test('one code on many orders and leads becomes one branch', async () => {
    const client = await makeClient()
    const body = { externalBranchId: 'new' }
    const responses = await Promise.all(
      times(PARALLEL, (n) => client.put(n % 2 ? `/leads/${n}` : `/service-orders/${n}`, body)),
    )
    assert.deepEqual(tally(responses), { 201: PARALLEL })
    assert.deepEqual(await branches(client), ['new'])
    assert.equal(await countEvents(client, 'branch.registered'), 1)
  })

  test('of 25 new codes exactly 20 are taken, and the rest leave nothing behind', async () => {
    const client = await makeClient()
    const responses = await Promise.all(
      times(25, (n) => client.put(`/service-orders/${n}`, { externalBranchId: `B${n}` })),
    )
    assert.deepEqual(tally(responses), { 201: 20, 400: 5 })
    for (const response of responses.filter(({ statusCode }) => statusCode === 400)) {
      assert.equal(response.json().errorCode, 40031)
    }
    const taken = responses.flatMap(({ statusCode }, n) => (statusCode === 201 ? [`B${n}`] : []))
    assert.deepEqual(await branches(client), taken.sort())
    const stored = await Promise.all(times(25, (n) => client.get(`/service-orders/${n}`)))
    assert.deepEqual(tally(stored), { 200: 20, 404: 5 })
    assert.equal(await countEvents(client, 'order.created'), 20)
  })

  test('a branch merged away while orders and leads name it: they land in the one that stays', async () => {
    const client = await makeClient()
    const { database } = await testApp()
    for (const externalBranchId of ['stays', 'goes']) {
      await client.put(`/service-orders/of-${externalBranchId}`, { externalBranchId })
    }
    const known = '/service-orders/of-goes'
    const paths = [known, ...times(8, (n) => `/${n % 2 ? 'leads' : 'service-orders'}/${n}`)]
    let puts: Promise<Response>[] = []
    await database.transaction(async (db) => {
      const scope = { db, actor: { kind: 'system', id: 'test' }, now: new Date() } as const
      await mergeBranch(scope, { clientId: client.id, from: 'goes', into: 'stays' })
      // They have found the branch as it was, and wait for what becomes of it.
      puts = paths.map((path) => client.put(path, { externalBranchId: 'goes', externalId: 'x' }))
      await someoneWaits(db)
    })
    assert.deepEqual(tally(await Promise.all(puts)), { 201: paths.length - 1, 204: 1 })
    for (const path of paths) {
      const { branchId, externalId } = (await client.get(path)).json()
      assert.deepEqual([branchId, externalId], ['stays', 'x'], path)
    }
    await assertSurveys(client, 'of-goes', ['health'])
    assert.deepEqual(new Set(await branches(client)), new Set(['stays']))
  })

  /** On the embedded engine everybody waits for the open transaction anyway. */
  async function someoneWaits(db: Db): Promise<void> {
    if ((await testApp()).database.engine === 'embedded') return
    const deadline = Date.now() + 10_000
    for (;;) {
      // Not pg_stat_activity: a transaction sees that as it was when it first looked.
      const row = await db.row<{ waiting: number }>(sql`
        select count(*) as waiting from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`)
      if (row && row.waiting > 0) return
      assert.ok(Date.now() < deadline, 'nobody came to wait')
    }
  }
})

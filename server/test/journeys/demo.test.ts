import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { CustomerReviewRequest } from '@walkaround/contract/dms/leads.ts'
import { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { Question, ReferenceQuestion, Survey } from '@walkaround/contract/dms/surveys.ts'
import { addDays, dateIn } from '@walkaround/contract/rules/days.ts'
import { groupRepeats } from '@walkaround/contract/rules/logged-requests.ts'
import { forecastOf, type MeasuredQuestion } from '@walkaround/contract/rules/wear-basis.ts'
import { ensureDemo, isUntouched } from '@walkaround/demo/ensure-demo.ts'
import { loadDemo } from '@walkaround/demo/load-demo.ts'
import { checkDigit } from '@walkaround/demo/vin.ts'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { listAssignments } from '../../src/features/assignment/get-assignment.ts'
import { getLeadJson } from '../../src/features/leads/get-lead.ts'
import { listAllPackages } from '../../src/features/packages/get-package.ts'
import { listQuotesJson, listUpsaleQuotesJson } from '../../src/features/quotes/read-quotes.ts'
import { getRequest, listRequests } from '../../src/features/request-log/read-requests.ts'
import { getOrderJson } from '../../src/features/service-orders/get-order.ts'
import { putOrder } from '../../src/features/service-orders/put-order.ts'
import { getSurveyJson } from '../../src/features/surveys/read-surveys.ts'
import { getSurveyPageJson } from '../../src/features/workshop/read-survey-page.ts'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import { addLogin, listLogins } from '../../src/identity/logins.ts'
import { checkPassword } from '../../src/identity/sign-in.ts'
import { compileReader } from '../../src/input/reader.ts'
import { getClient } from '../../src/organisation/clients.ts'
import { Problem } from '../../src/problems.ts'
import type { DemoAccess } from '../../src/process/demo.ts'
import { type ClientSettings, unconditional } from '../../src/scope.ts'
import { asSystem, inClient, newClient, uniqueId } from '../support/clients.ts'
import {
  type Element,
  getOrder,
  getSurvey,
  listIds,
  listOrders,
  listQuestions,
  NOW,
  type Order,
  passwords,
  quick,
  type Shown,
  selectedOf,
  theDemo,
} from '../support/demo.ts'

let database: Database
let client: ClientSettings
let access: DemoAccess

before(async () => {
  ;({ database, client, access } = await theDemo())
})

async function countEvents(clientId: string): Promise<number> {
  const row = await database.row<{ count: number }>(
    sql`select count(*) as count from events where system_client_id = ${clientId}`,
  )
  return row?.count ?? 0
}

/** Packages, prices, what was offered and quoted and what is known of vehicles, as one hash. */
async function fingerprint(): Promise<string | undefined> {
  const { clientId } = client
  const row = await database.row<{ hash: string }>(sql`
    select md5(string_agg(stored, e'\\n' order by stored)) as hash from (
      select to_jsonb(t)::text as stored from packages t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from package_prices t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from package_assignments t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from catalogue_versions t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from survey_variants t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from survey_quotes t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from vehicles t where system_client_id = ${clientId}
      union all select to_jsonb(t)::text from vehicle_services t where system_client_id = ${clientId}
    ) everything`)
  return row?.hash
}

function assertMatches(schema: TSchema, value: unknown, what: string): void {
  assert.deepEqual(
    Value.Errors(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`),
    [],
    what,
  )
}

describe('Making the demo dealership', () => {
  test('happens once: asked again, nothing changes and no secret is shown', async () => {
    const [before, stored] = [await countEvents(client.clientId), await fingerprint()]
    const again = await ensureDemo(database, {
      ...quick,
      wanted: true,
      isNewEmbedded: true,
      clientId: client.clientId,
    })
    assert.deepEqual(again, { isDemo: true })
    assert.equal(await countEvents(client.clientId), before)
    assert.equal(await fingerprint(), stored)
  })

  test('is told by a flag: a client of that name whom somebody added is none', async () => {
    const { clientId } = await newClient()
    const made = await ensureDemo(database, { ...quick, wanted: true, isNewEmbedded: false, clientId })
    assert.deepEqual(made, { isDemo: false })
  })

  test('is refused by the command when it is there already', async () => {
    await assert.rejects(loadDemo(database, { ...quick, clientId: client.clientId }), (error) => {
      assert.ok(error instanceof Problem)
      assert.equal(error.kind, 'alreadyExists')
      assert.match(error.errorInfo, new RegExp(`"${client.clientId}" already`))
      return true
    })
  })

  test('is what the operator says: never by 0, and not by itself on a database in use', async () => {
    await newClient()
    for (const wanted of [false, undefined]) {
      const clientId = uniqueId('demo')
      const made = await ensureDemo(database, { ...quick, wanted, isNewEmbedded: false, clientId })
      assert.deepEqual(made, { isDemo: false })
      await assert.rejects(
        asSystem((scope) => getClient(scope, clientId)),
        Problem,
      )
    }
  })

  test('knows a database nobody has used from one somebody has', async () => {
    const rollBack = new Error('roll back')
    await assert.rejects(
      database.transaction(async (db) => {
        assert.equal(await isUntouched(db), false)
        await db.run(sql`delete from event_inbox where actor not in ('system:templates', 'system:packages')`)
        await db.run(sql`delete from event_log where actor not in ('system:templates', 'system:packages')`)
        assert.equal(await isUntouched(db), true)
        const loaded = await db.row(
          sql`select 1 from events where kind = 'client.created' and subject = 'client/open'`,
        )
        assert.ok(loaded, 'the templates and packages of the service are no use of it')
        throw rollBack
      }),
      rollBack,
    )
  })

  test('leaves nothing behind when it fails half-way', async () => {
    const clientId = uniqueId('demo')
    const other = await newClient()
    await asSystem((scope) =>
      addLogin(scope, { login: `${clientId}-admin`, clientId: other.clientId, role: 'admin' }),
    )
    await assert.rejects(loadDemo(database, { ...quick, clientId }), Problem)
    await assert.rejects(
      asSystem((scope) => getClient(scope, clientId)),
      Problem,
    )
    assert.equal(await countEvents(clientId), 0)
  })

  test('succeeds for one of two processes that start at once, and gives the same for the same clock', async () => {
    const options = { ...quick, wanted: true, isNewEmbedded: false, clientId: uniqueId('demo') }
    const made = await Promise.all([ensureDemo(database, options), ensureDemo(database, options)])
    assert.deepEqual(
      made.map(({ isDemo }) => isDemo),
      [true, true],
    )
    const [twin, ...others] = made.flatMap((one) => one.access ?? [])
    assert.ok(twin)
    assert.deepEqual(others, [])
    const twinClient = await asSystem((scope) => getClient(scope, twin.clientId))
    assert.deepEqual(await dump(twinClient), await dump(client), 'ids and secrets apart')
    assert.notEqual(twin.key, access.key)
    assert.notDeepEqual(
      twin.logins.map(({ password }) => password),
      access.logins.map(({ password }) => password),
    )
  })
})

/** All that can be read, and all that was recorded, without the ids that are given out and what the queue sends later. */
async function dump(of: ClientSettings): Promise<unknown[]> {
  const withoutIds = (text: string) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
  const [orders, leads, surveys] = [
    await listIds('service_orders', of),
    await listIds('leads', of),
    await listIds('surveys', of),
  ]
  const read = await inClient(of, async (scope) => {
    const texts: string[] = []
    for (const id of orders) texts.push(await getOrderJson(scope, id))
    for (const id of leads) texts.push(await getLeadJson(scope, id))
    for (const id of surveys) {
      texts.push(await getSurveyJson(scope, id))
      texts.push(await listQuotesJson(scope, id), await listUpsaleQuotesJson(scope, id))
    }
    for (const one of await listAllPackages(scope)) texts.push(JSON.stringify(one))
    texts.push(JSON.stringify(await listAssignments(scope)))
    return texts
  })
  const events = await database.rows<{ at: Date; kind: string; subject: string }>(sql`
    select at, kind, subject from events where system_client_id = ${of.clientId} and kind not in ('key.issued', 'message.sent')
    order by sequence`)
  return [
    ...read.map((text) => withoutIds(text).replaceAll(of.clientId, 'demo')),
    ...events.map(({ at, kind, subject }) =>
      withoutIds(`${at.toISOString()} ${kind} ${subject}`).replaceAll(of.clientId, 'demo'),
    ),
  ]
}

describe('What is shown of the demo', () => {
  test('opens the doors: the key reaches the client, the passwords sign in', async () => {
    const authenticator = createAuthenticator(database)
    const caller = await authenticator.authenticate(access.key)
    assert.equal(caller?.reaches.get(client.clientId)?.role, 'dms')
    for (const { login, password } of access.logins) {
      assert.equal((await checkPassword(database, passwords, { login, password }))?.login, login)
    }
    const logins = await asSystem((scope) => listLogins(scope, { clientId: client.clientId }))
    const people = logins.filter(({ roles }) => roles[0]?.role !== 'dms')
    assert.equal(people.length, 7)
    assert.deepEqual(
      people
        .filter(({ hasPassword }) => !hasPassword)
        .map(({ login }) => login)
        .sort(),
      [...access.loginsWithoutPassword].sort(),
    )
  })

  test('begins with an order that has customer, vehicle, lines and two surveys', async () => {
    const order = await getOrder(access.orderId)
    assert.ok(order.customer && order.vehicle && order.contents)
    assert.deepEqual(
      order.surveys?.map(({ surveyType }) => surveyType),
      ['health', 'VC'],
    )
  })
})

describe('The demo as the interface gives it', () => {
  test('matches the contract: every order, lead and survey, and none holds null', async () => {
    const { contents: _, ...headerFields } = Survey.properties
    const Header = Type.Object(headerFields)
    const [orders, leads, surveys] = [
      await listIds('service_orders'),
      await listIds('leads'),
      await listIds('surveys'),
    ]
    assert.equal(leads.length, 3)
    await inClient(client, async (scope) => {
      for (const id of orders) {
        const text = await getOrderJson(scope, id)
        assert.doesNotMatch(text, /:null[,}\]]/, id)
        assertMatches(ServiceOrder, JSON.parse(text), id)
      }
      for (const id of leads) {
        const text = await getLeadJson(scope, id)
        assert.doesNotMatch(text, /:null[,}\]]/, id)
        assertMatches(CustomerReviewRequest, JSON.parse(text), id)
      }
      for (const id of surveys) {
        const text = await getSurveyJson(scope, id)
        assert.doesNotMatch(text, /:null[,}\]]/, id)
        const survey = JSON.parse(text) as Shown
        assertMatches(Header, survey, id)
        for (const question of listQuestions(survey.contents as Element[])) {
          const schema = question.category === 'question' ? Question : ReferenceQuestion
          assertMatches(schema, question, `${id} ${question.id}`)
        }
      }
    })
  })

  test('takes each of its orders back by PUT without a change', async () => {
    const read = compileReader(ServiceOrder)
    const before = await countEvents(client.clientId)
    for (const order of await listOrders()) {
      const { value, violations } = read(order)
      assert.deepEqual(violations, [], order.id)
      const fields = { get: () => value as Order }
      await inClient(client, (scope) => putOrder(scope, order.id ?? '', fields, unconditional))
    }
    assert.equal(await countEvents(client.clientId), before)
  })

  test('has right check digits in all VINs, and no VIN on two cars', async () => {
    const vinOf = new Map<string, string>()
    for (const { vehicle } of await listOrders()) {
      const vin = vehicle?.vin ?? ''
      assert.match(vin, /^GWA[A-HJ-NPR-Z0-9]{14}$/)
      assert.equal(vin[8], checkDigit(vin), vin)
      const other = vinOf.get(vin)
      assert.ok(other === undefined || other === vehicle?.id, `${vin} is on ${other} and ${vehicle?.id}`)
      vinOf.set(vin, vehicle?.id ?? '')
    }
    assert.ok(vinOf.size > 50)
  })

  test('rings and writes to nobody: reserved telephone numbers and example domains only', async () => {
    const text = JSON.stringify([await listOrders(), await dump(client)])
    const phones = [...text.matchAll(/\+\d[\d ]+\d/g)].map(([phone]) => phone)
    assert.ok(phones.length > 100)
    const reserved = /^\+49 (30 23125 \d{3}|69 90009 \d{3}|89 99998 \d{3}|171 39200 \d{2}|176 040690 \d{2})$/
    assert.deepEqual(
      phones.filter((phone) => !reserved.test(phone) && !/^\+0\d$/.test(phone)),
      [],
    )
    const mails = [...text.matchAll(/[\w.-]+@([\w.-]+)/g)].map(([, domain]) => domain)
    assert.deepEqual(
      mails.filter((domain) => !/(^|\.)example\.(org|com)$/.test(domain ?? '')),
      [],
    )
  })

  test('reckons 19 % VAT on every line', async () => {
    for (const { id, contents = [] } of await listOrders()) {
      for (const { amountExVat = Number.NaN, amountIncVat = Number.NaN } of contents) {
        assert.ok(
          Math.abs(amountExVat * 1.19 - amountIncVat) <= 0.005_000_1,
          `${id}: ${amountExVat} → ${amountIncVat}`,
        )
      }
    }
  })
})

describe('The states the demo shows', () => {
  const types = async (id: string) => (await getOrder(id)).surveys?.map(({ surveyType }) => surveyType)

  test('a van to receive: with a driver, its last visit, and what was put off then', async () => {
    const { id } = await getSurvey('SO-1004', 'health')
    const page = JSON.parse(
      await inClient(client, (scope) => getSurveyPageJson(scope, id ?? '', '')),
    ) as SurveyPage
    assert.ok(page.act?.request)
    assert.ok((page.act.mileage ?? 0) > (page.reception?.visit?.mileage ?? Number.NaN))
    assert.deepEqual(
      page.reception?.deferred.map(({ text, offer }) => [text, offer !== undefined]),
      [
        ['Front wiper blades', true],
        ['Two tyres for the rear axle', false],
      ],
    )
  })

  test('18 orders around today, the rest before them', async () => {
    const ids = await listIds('service_orders')
    assert.equal(ids.filter((id) => id >= 'SO-1001').length, 18)
  })

  test('measured values select the answer of their band', async () => {
    const survey = await getSurvey('SO-1001', 'VC')
    const [pad, remark] = selectedOf(survey, 'vc.padFL')
    const { packages: _, ...measured } = pad ?? { id: '' }
    assert.deepEqual(measured, {
      id: 'bad',
      value: '2.4',
      unitOfMeasurement: 'mm',
      status: 'red',
      selected: true,
    })
    assert.equal(remark?.custom, true)
    assert.equal(selectedOf(survey, 'vc.treadFL')[0]?.id, 'ok')
    assert.equal(survey.completed, false)
    assert.equal(survey.surveyor?.lastName, 'Aydın')
    assert.equal(survey.plannedSurveyor?.lastName, 'Aydın')
  })

  test('the pad that is left to write down was 4.1 mm at the last visit and is photographed today', async () => {
    const today = await getSurvey('SO-1001', 'VC')
    assert.deepEqual(selectedOf(today, 'vc.padFR'), [])
    const asked = listQuestions(today.contents as Element[]).find(({ id }) => id === 'vc.padFR')
    assert.equal((asked as { photos?: unknown[] }).photos?.length, 1)
    const { lastVisit } = JSON.parse(
      await inClient(client, (scope) => getSurveyPageJson(scope, today.id ?? '', '')),
    ) as SurveyPage
    const last = new Map(lastVisit.map(({ questionId, value }) => [questionId, value]))
    assert.deepEqual([last.get('vc.padFL'), last.get('vc.padFR')], ['4.3', '4.1'])
  })

  test('pads that were measured at three visits say when they become urgent', async () => {
    const survey = await getSurvey('SO-1005', 'VC')
    const page = JSON.parse(
      await inClient(client, (scope) => getSurveyPageJson(scope, survey.id ?? '', '')),
    ) as SurveyPage
    const questions = listQuestions(page.survey.contents as Element[])
    const pad = questions.find(({ id }) => id === 'vc.padRR')
    const today = dateIn(NOW, 'Europe/Berlin')
    assert.ok(pad && page.basis?.wear)
    assert.deepEqual(
      page.basis.wear.readings.flatMap(({ questionId, value }) => (questionId === pad.id ? [value] : [])),
      [5.7, 6.5],
    )
    const { amber, red } =
      forecastOf(pad as MeasuredQuestion, pad.answers ?? [], page.basis.wear, today) ?? {}
    assert.deepEqual(amber, { kind: 'reached' })
    assert.ok(red?.kind === 'ahead' && red.date > addDays(today, 90), JSON.stringify(red))
  })

  test('completed surveys hold an answer to every visible mandatory question', async () => {
    const health = await getSurvey('SO-1001', 'health')
    const quality = await getSurvey('SO-1008', 'QC')
    for (const survey of [health, quality]) {
      assert.deepEqual([survey.completed, survey.closed], [true, false])
      const needed = listQuestions(survey.contents as Element[]).filter(
        ({ visible, mandatory }) => visible && mandatory === true,
      )
      assert.ok(needed.length > 5)
      for (const { id } of needed) assert.ok(selectedOf(survey, id).length > 0, id)
    }
    assert.equal(selectedOf(health, 'h.limit')[0]?.id, 'v2')
    assert.equal(selectedOf(quality, 'qc.remedy')[0]?.custom, true)
  })

  test('by order: none, one, two or three surveys, as its flags say', async () => {
    assert.deepEqual(await types('SO-1003'), ['health'])
    assert.deepEqual(await types('SO-1005'), ['health', 'VC', 'QC'])
    assert.deepEqual(await types('SO-1007'), ['VC'])
    assert.deepEqual(await types('SO-1008'), ['QC'])
    assert.deepEqual(await types('SO-1009'), [])
    assert.deepEqual(await types('SO-1011'), [], 'a sub-order')
    assert.deepEqual(await types('SO-1017'), [], 'arrived rejected')
  })

  test('an electric car is not asked about oil, but about its drive battery', async () => {
    const questions = [
      ...listQuestions((await getSurvey('SO-1006', 'health')).contents as Element[]),
      ...listQuestions((await getSurvey('SO-1006', 'VC')).contents as Element[]),
    ]
    const visible = (id: string) => questions.find((question) => question.id === id)?.visible
    assert.equal(visible('h.oil'), false)
    assert.equal(visible('vc.hvSoh'), true)
  })

  test('a van counts miles, in the order and in the inspection', async () => {
    assert.equal((await getOrder('SO-1012')).vehicle?.mileageUnit, 'mi')
    assert.equal(selectedOf(await getSurvey('SO-1012', 'health'), 'h.mileage')[0]?.unitOfMeasurement, 'mi')
  })

  test('a completion taken back leaves the survey open with what was added', async () => {
    const survey = await getSurvey('SO-1010', 'health')
    assert.equal(survey.completed, false)
    assert.deepEqual(
      selectedOf(survey, 'h.body').map(({ id, status, custom }) => [custom ? '' : id, status]),
      [
        ['adv', 'amber'],
        ['bad', 'red'],
        ['', 'red'],
      ],
    )
  })

  test('closed, rejected and reopened orders have closed surveys; reopening makes the missing one', async () => {
    for (const id of ['SO-1015', 'SO-1016', 'SO-1018']) {
      assert.equal((await getSurvey(id, 'health')).closed, true, id)
    }
    assert.equal((await getOrder('SO-1016')).rejected, true)
    assert.equal((await getOrder('SO-1018')).closed, false)
    assert.equal((await getSurvey('SO-1018', 'QC')).closed, false)
  })

  test('lines of sold work name survey, answer, package and variant they came from', async () => {
    const order = await getOrder('SO-1015')
    const survey = await getSurvey('SO-1015', 'health')
    const lines = order.contents?.filter(({ healthSurveyId }) => healthSurveyId !== undefined) ?? []
    for (const line of lines) assert.equal(line.healthSurveyId, survey.id)
    const origins = lines.map((line) => [
      line.healthAnswerId,
      line.healthPackageId,
      line.healthPackageVariantId,
      line.soldQuantity !== undefined,
    ])
    assert.deepEqual(origins, [
      // Found and done without asking: the page Today shows it.
      [undefined, undefined, undefined, true],
      ['adv', undefined, undefined, false],
      ['adv', undefined, undefined, false],
      ['bad', 'open!wiper-f', 'standard', true],
      ['bad', 'open!wiper-f', 'standard', true],
      ['upSale', 'open!brk-fluid', 'standard', true],
      ['upSale', 'open!brk-fluid', 'standard', true],
    ])
    assert.ok(lines.every(({ soldQuantity, deferralDateTime }) => soldQuantity || deferralDateTime))
  })
})

describe('26 weeks of history', () => {
  test('hold about 120 closed orders, each with a completed and closed reception', async () => {
    const past = (await listOrders()).filter(({ id = '' }) => id < 'SO-1001')
    const closed = past.filter((order) => order.closed)
    assert.ok(closed.length >= 110 && closed.length <= 130, `${closed.length} closed`)
    assert.ok(past.some((order) => order.rejected))
    for (const { id = '' } of closed) {
      const survey = await getSurvey(id, 'health')
      assert.deepEqual([survey.completed, survey.closed], [true, true], id)
    }
    const days = past.map(({ plannedStartTimestamp = '' }) => Date.parse(plannedStartTimestamp))
    const weeksAgo = (day: number) => (NOW.getTime() - day) / (7 * 24 * 3_600_000)
    assert.ok(weeksAgo(Math.min(...days)) > 25 && weeksAgo(Math.min(...days)) <= 26.2)
    assert.ok(weeksAgo(Math.max(...days)) > 0)
  })

  test('let no car lose mileage from one visit to the next', async () => {
    const last = new Map<string, { id: string; mileage: number }>()
    const dated = (await listOrders()).filter((order) => order.plannedStartTimestamp && order.vehicle?.id)
    dated.sort(
      (a, b) => Date.parse(a.plannedStartTimestamp ?? '') - Date.parse(b.plannedStartTimestamp ?? ''),
    )
    for (const { id = '', vehicle } of dated) {
      const mileage = vehicle?.recordedMileage ?? Number.NaN
      const before = last.get(vehicle?.id ?? '')
      assert.ok(mileage > 0 && (!before || mileage >= before.mileage), `${id} after ${before?.id}`)
      last.set(vehicle?.id ?? '', { id, mileage })
    }
  })

  test('are recorded in the order of time, and nothing lies in the future', async () => {
    const rows = await database.rows<{ at: Date }>(sql`
      select at from events where system_client_id = ${client.clientId} and kind <> 'message.sent' order by sequence`)
    const times = rows.map(({ at }) => at.getTime())
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
    )
    assert.ok((times.at(-1) ?? 0) <= NOW.getTime())
  })
})

test('its log has requests of the DMS, and one that was refused three times says why', async () => {
  // Other tests of the process may have called since.
  const { requests } = await inClient(client, (scope) => listRequests(scope, { until: NOW.toISOString() }))
  assert.deepEqual(
    groupRepeats(requests).map(({ request, times }) => [request.operation, request.status, times]),
    [
      ['getServiceOrder', 200, 1],
      ['getLead', 404, 1],
      ['putServiceOrder', 400, 3],
      ['listServiceOrderSurveys', 200, 1],
      ['putServiceOrder', 204, 1],
    ],
  )
  const refused = requests.find(({ status }) => status === 400)
  assert.equal(
    refused?.info,
    'plannedStartTimestamp: "18.03.2026 08:30" is not an ISO 8601 date or date-time that exists\n' +
      'contents[0].unitOfMeasure: "pcs" is not one of mm, m, km, mi, mile, in, inch, %, hour, hr, ea, pc, pac, l, liter, ml, kg, g, Cel, Fa, K',
  )
  const { body, differences } = await inClient(client, (scope) => getRequest(scope, refused?.id ?? ''))
  assert.ok(!body?.includes('Sample') && !body?.includes('000002'), body)
  assert.ok(differences?.some(({ path }) => path === 'plannedStartTimestamp'))
})

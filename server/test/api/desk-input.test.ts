// What the desk asks of the service: who may, and with input that no page of ours sends. Every answer is one of the declared ones, says
// which field, value and rule, and never is a failure of ours.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { operations as all } from '@walkaround/contract/app/operations.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import { mayCall } from '@walkaround/contract/rules/roles.ts'
import type { TObject } from 'typebox'
import { makeClient, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { answer, send, states } from '../support/edits.ts'
import { putOrder, refusal, surveyIdOf } from '../support/scenes.ts'

/** What the desk reads and does with findings, offered work and cars. */
const names = [
  'getToday',
  'listPutOffWork',
  'putFollowUpAct',
  'closeFinding',
  'reopenFinding',
  'previewReminder',
  'sendReminder',
  'listReminderMarks',
  'getReminderFigures',
  'getVehiclePage',
  'getVehiclePdf',
]
const operations = all.filter(({ id }) => names.includes(id))

const values = [
  '',
  ' ',
  '\u0000',
  'null',
  '-1',
  '0',
  '201',
  '1e309',
  '0x10',
  '2026-02-30',
  '2026-01-01T00:00:00',
  '9999-12-31',
  '0000-00-00',
  'WyIyMDI2LTAxLTAxIiwiYSIsImIiXQ',
  'x'.repeat(700),
  '🚗',
  "' or 1=1 --",
]

const bodies: unknown[] = [
  {},
  [],
  { reason: 7, act: {}, revision: '1', channel: [] },
  { reason: 'whim', act: 'sell', revision: -1, channel: 'fax' },
  { act: 'putOff', revision: 0, on: '2026-13-01' },
  { act: 'call', revision: 1e300, outcome: 'reached' },
]

let client: TestClient
let me: AppPerson
let path: Record<string, string>

before(async () => {
  client = await makeClient()
  me = await person(client.id, 'manager')
  const surveyId = surveyIdOf(await putOrder(client, { vehicle: { vin: 'WVWZZZ1KZAW000001' } }))
  await putOrder(client, { externalBranchId: 'elsewhere' }, 'elsewhere')
  assert.deepEqual(states(await send({ me, surveyId }, answer('h.wipers', 'adv'))), ['applied'])
  path = {
    survey_id: surveyId,
    question_id: 'h.wipers',
    quote_id: 'q',
    act_id: 'a',
    reminder_id: 'r',
    vehicle_key: 'vin/WVWZZZ1KZAW000001',
  }
})

const addressOf = (operation: (typeof operations)[number], more: Record<string, string> = {}) =>
  fillPath(operation.path, { ...path, ...more, system_client_id: client.id }).replace(
    `/system-clients/${client.id}`,
    '',
  )

const ask = (method: string, address: string, body?: unknown) =>
  method === 'GET'
    ? me.get(address)
    : method === 'DELETE'
      ? me.delete(address)
      : method === 'PUT'
        ? me.put(address, body ?? {})
        : me.post(address, body ?? {})

describe('input that makes no sense', () => {
  test('every operation is there', () => assert.equal(operations.length, names.length))

  for (const operation of operations) {
    const { id, method, query, params, body } = operation
    test(id, async () => {
      const declared = new Set([...Object.keys(operation.replies).map(Number), 400, 404, 412])
      const tell: string[] = []
      const check = async (address: string, given?: unknown) => {
        const reply = await ask(method, address, given)
        const what = `${method} ${address.slice(0, 200)} ${JSON.stringify(given)} ${reply.statusCode} ${reply.body.slice(0, 300)}`
        if (!declared.has(reply.statusCode)) tell.push(what)
        if (reply.statusCode >= 400 && typeof reply.json().errorInfo !== 'string') tell.push(what)
      }
      for (const name of Object.keys((query as TObject | undefined)?.properties ?? {}))
        for (const value of values) {
          await check(`${addressOf(operation)}?${new URLSearchParams([[name, value]])}`)
          await check(
            `${addressOf(operation)}?${new URLSearchParams([
              [name, value],
              [name, value],
            ])}`,
          )
        }
      for (const name of Object.keys(params).filter((one) => one !== 'system_client_id'))
        for (const value of values.filter((one) => one !== ''))
          await check(addressOf(operation, { [name]: value }), {})
      if (body) for (const given of bodies) await check(addressOf(operation), given)
      assert.deepEqual(tell, [])
    })
  }

  test('10,000 branches', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `branch=${n}`).join('&')
    for (const path of ['/today', '/put-off-work']) {
      const reply = await me.get(`${path}?${many}`)
      refusal(reply, 'tooLong', /^branch: .*10000/)
    }
  })

  test('a place in the list of another client tells nothing of it', async () => {
    const after = Buffer.from(JSON.stringify(['1970-01-01', path.survey_id, 'q'])).toString('base64url')
    const stranger = await person((await makeClient()).id, 'manager')
    assert.deepEqual((await stranger.get(`/put-off-work?after=${after}`)).json(), { work: [] })
  })
})

describe('who may', () => {
  const valid: Record<string, object> = {
    putFollowUpAct: { act: 'claim', revision: 0 },
    closeFinding: { reason: 'mistake' },
    previewReminder: {},
    sendReminder: {},
  }

  for (const operation of operations) {
    const { id, method, path: template, right } = operation
    test(`${id}: by role, branch and client`, async () => {
      const askAs = (who: AppPerson, address: string) =>
        method === 'GET'
          ? who.get(address)
          : method === 'DELETE'
            ? who.delete(address)
            : method === 'PUT'
              ? who.put(address, valid[id])
              : who.post(address, valid[id])
      for (const role of ['technician', 'advisor', 'manager', 'admin'] as const) {
        const reply = await askAs(await person(client.id, role), addressOf(operation))
        const may = mayCall(role, right, false)
        assert.equal(reply.statusCode === 403, !may, `${role}: ${reply.statusCode} ${reply.body}`)
      }
      const stranger = await person((await makeClient()).id, 'admin')
      const whole = fillPath(template, { ...path, system_client_id: client.id })
      assert.equal((await askAs(stranger, `/app${whole}`)).statusCode, 403)
      if (!template.includes('{survey_id}') && !template.includes('{vehicle_key}')) return
      // Out of reach is like not there.
      const unknown = { survey_id: 'none', vehicle_key: 'vin/WVWZZZ1KZAW999999' }
      const elsewhere = await limitedPerson(client.id, 'advisor', ['elsewhere'])
      const foreign = await askAs(elsewhere, addressOf(operation))
      const none = await askAs(elsewhere, addressOf(operation, unknown))
      assert.deepEqual([foreign.statusCode, none.statusCode], [404, 404], foreign.body)
      const told = (reply: typeof foreign, ids: Record<string, string>) =>
        Object.values(ids).reduce((text, one) => text.replaceAll(one, '…'), reply.json().errorInfo as string)
      assert.equal(told(foreign, path), told(none, { ...path, ...unknown }))
    })
  }
})

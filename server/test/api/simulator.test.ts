// The DMS simulator: every scenario of the project comes out as it says, against the real interface, and what does not is told.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Played, play, type Told } from '../../src/simulator/play.ts'
import type { Scenario } from '../../src/simulator/scenario.ts'
import { findScenario, listScenarios } from '../../src/simulator/scenarios.ts'
import { BASE_URL, makeClient, type TestClient } from '../support/api.ts'
import { fetchInProcess } from '../support/take-home.ts'

/** Orders join inspections that were made by hand within three days. */
const TODAY = new Date().toISOString().slice(0, 10)

async function playAll(client: TestClient, scenario: Scenario, more: object = {}): Promise<Told[]> {
  const target = {
    baseUrl: BASE_URL,
    key: client.key,
    client: client.id,
    dealerCode: 'B1',
    fetch: fetchInProcess,
  }
  const told: Told[] = []
  const options = { run: 'K7F2', today: TODAY, language: 'en', ...more }
  for await (const one of play(scenario, target, options)) told.push(one)
  return told
}

const stepsOf = (told: readonly Told[]) => told.filter((one): one is Played => one.kind === 'step')

const SHOWN = ['01', '03', '04', '07', '09']

/** With a part of its rows: forty cars take a minute. One of each kind is among them. */
function shortened(scenario: Scenario): Scenario {
  const { tables = {} } = scenario
  const cars = tables.cars ?? []
  const few = cars.filter(({ no }) => SHOWN.includes(String(no)))
  return few.length < 5 ? scenario : { ...scenario, tables: { ...tables, cars: few } }
}

async function assertPlayed(client: TestClient, scenario: Scenario, run = 'K7F2'): Promise<void> {
  const steps = stepsOf(await playAll(client, shortened(scenario), { run }))
  assert.deepEqual(
    steps.flatMap(({ faults, changes: _, ...step }) => (faults.length > 0 ? { ...step, faults } : [])),
    [],
  )
}

describe('scenarios of the project', () => {
  for (const scenario of listScenarios()) {
    test(`"${scenario.id}" comes out as it says`, async () => {
      await assertPlayed(await makeClient({ isSandbox: true }), scenario)
    })
  }

  test('a second run finds what the first one left, and comes out alike', async () => {
    const client = await makeClient({ isSandbox: true })
    const scenario = findScenario('nightly-prices') as Scenario
    for (const run of ['K7F2', 'P3XA']) await assertPlayed(client, scenario, run)
  })

  test('the rows of the shortened day have every kind of car', () => {
    const rows = shortened(findScenario('normal-day') as Scenario).tables?.cars ?? []
    const kinds = new Set(
      rows.map(({ arrives, hasFindings, decision }) => `${arrives} ${hasFindings} ${decision}`),
    )
    const wanted = [
      'true true approve',
      'true true defer',
      'true true decline',
      'true false undefined',
      'false undefined undefined',
    ]
    assert.deepEqual([...kinds].sort(), wanted.sort())
  })
})

describe('a play', () => {
  const scenario = (...steps: object[]) =>
    ({ id: 'mine', title: 'Mine', about: 'x', chapters: [{ title: 'One', steps }] }) as Scenario
  const put = {
    say: 'Order {run}',
    call: 'putServiceOrder',
    params: { id: 'SIM-{run}' },
    body: { externalBranchId: '{dealerCode}', description: 'Noise' },
  }

  test('tells what was sent, what came back and what changed since the step before', async () => {
    const client = await makeClient({ isSandbox: true })
    const told = await playAll(client, scenario(put, { ...put, body: { ...put.body, closed: true } }))
    const [created, closed] = stepsOf(told)
    assert.equal(created?.say, 'Order K7F2')
    assert.equal(created?.path, `/v1/system-clients/${client.id}/service-orders/SIM-K7F2`)
    assert.deepEqual([created?.method, created?.status, closed?.status], ['PUT', 201, 204])
    assert.deepEqual(created?.body, { externalBranchId: 'B1', description: 'Noise' })
    assert.deepEqual(
      closed?.changes.map(({ kind }) => kind),
      ['order.changed', 'survey.closed'],
    )
    assert.match(created?.requestId ?? '', /./)
  })

  test('ends at once when its signal says so', async () => {
    const client = await makeClient({ isSandbox: true })
    const controller = new AbortController()
    const target = {
      baseUrl: BASE_URL,
      key: client.key,
      client: client.id,
      dealerCode: 'B1',
      fetch: fetchInProcess,
    }
    const seen: string[] = []
    const playing = async () => {
      const options = { run: 'K7F2', today: TODAY, language: 'en', signal: controller.signal }
      for await (const { kind } of play(scenario(put, put, put), target, options)) {
        seen.push(kind)
        if (kind === 'step') controller.abort()
      }
    }
    await assert.rejects(playing, { name: 'AbortError' })
    assert.deepEqual(seen, ['begun', 'chapter', 'step'])
  })

  test('a value that is not in the reply is told where it is missing, and where it is needed', async () => {
    const client = await makeClient({ isSandbox: true })
    const read = { say: 'x', call: 'getSelf', keep: { nothing: ['clients', 5, 'id'] } }
    const [first, second] = stepsOf(
      await playAll(client, scenario(read, { ...put, params: { id: '{nothing}' } })),
    )
    assert.deepEqual(first?.faults, ['the reply has no value for {nothing}'])
    assert.deepEqual(second?.faults, ['it was not sent: {nothing} has no value'])
    assert.equal(second?.method, undefined)
  })
})

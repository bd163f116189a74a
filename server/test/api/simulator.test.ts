// The DMS simulator: every scenario of the project comes out as it says, against the real interface, and one that does not is told.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { play, type Played, type Told } from '../../src/simulator/play.ts'
import type { Scenario } from '../../src/simulator/scenario.ts'
import { listScenarios } from '../../src/simulator/scenarios.ts'
import { BASE_URL, makeClient, type TestClient } from '../support/api.ts'
import { fetchInProcess } from '../support/take-home.ts'

const makeSandbox = () => makeClient({ isSandbox: true })

async function playAll(client: TestClient, scenario: Scenario, more: object = {}): Promise<Told[]> {
  const target = { baseUrl: BASE_URL, key: client.key, client: client.id, dealerCode: 'B1', fetch: fetchInProcess }
  const options = { run: 'K7F2', today: '2026-05-04', language: 'en', ...more }
  return Array.fromAsync(play(scenario, target, options))
}

const stepsOf = (told: readonly Told[]) => told.filter((one): one is Played => one.kind === 'step')

describe('scenarios of the project', () => {
  for (const scenario of listScenarios()) {
    test(`"${scenario.id}" comes out as it says`, async () => {
      const client = await makeSandbox()
      const told = await playAll(client, scenario)
      const faulty = stepsOf(told).filter(({ faults }) => faults.length > 0)
      assert.deepEqual(
        faulty.map(({ number, say, status, reply, faults }) => ({ number, say, status, reply, faults })),
        [],
      )
    })
  }
})

// The scenarios of the project, in the order people are shown them.
import { readFileSync } from 'node:fs'
import type { Scenario } from './scenario.ts'

const names = [
  'normal-day',
  'video-check-only',
  'closed-in-mid-inspection',
  'own-quote',
  'nightly-prices',
  'lead-with-deals',
  'other-order-ids',
] as const

let loaded: readonly Scenario[] | undefined

/** Read when the first person asks. */
export function listScenarios(): readonly Scenario[] {
  loaded ??= names.map((name) =>
    JSON.parse(readFileSync(new URL(`./scenarios/${name}.json`, import.meta.url), 'utf8')),
  )
  return loaded
}

export const findScenario = (id: string): Scenario | undefined =>
  listScenarios().find((scenario) => scenario.id === id)

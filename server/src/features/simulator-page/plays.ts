// The plays of the page: a scenario, played with a test key through the interface of this service. A play runs as long as somebody
// looks, and is stored nowhere.
import { problem } from '../../problems.ts'
import { asFetch, type SendRequest } from '../../simulator/as-fetch.ts'
import { countSteps, DEALER_CODE } from '../../simulator/play.ts'
import { wordsIn } from '../../simulator/scenario.ts'
import { findScenario, listScenarios } from '../../simulator/scenarios.ts'
import { beginPlay } from './play-live.ts'

/** Where the demo plays. */
export interface DemoPlace {
  lendKey(): Promise<string>
  dealerCode: string
}

interface PlaysOptions {
  /** The interface of this service, without a network in between. */
  send: SendRequest
  /** Undefined if there is no demo. */
  demo: () => DemoPlace | undefined
  baseUrl: () => string
  clock: () => Date
}

interface WantedPlay {
  scenario: string
  key?: string | undefined
  dealerCode?: string | undefined
  pauseMs?: number | undefined
  language: string
  signal: AbortSignal
}

/** Of each process: a play keeps it as busy as a DMS that never pauses. */
const MOST_PLAYS = 3

/** What the page proposes for orders in a sandbox of one's own. */
export const usualDealerCode = DEALER_CODE

export const describeScenarios = (language: string) =>
  listScenarios().map((scenario) => ({
    id: scenario.id,
    title: wordsIn(scenario.title, language),
    about: wordsIn(scenario.about, language),
    steps: countSteps(scenario),
  }))

export const isScenario = (id: unknown): id is string =>
  typeof id === 'string' && findScenario(id) !== undefined

export function createPlays({ send, demo, baseUrl, clock }: PlaysOptions) {
  let running = 0
  // A proxy takes the path of the base URL away; here is none.
  const fetch = asFetch((request) => {
    const prefix = new URL(baseUrl()).pathname.replace(/\/+$/, '')
    return send({ ...request, path: request.path.slice(prefix.length) })
  })

  /** A person's own key, or one that the demo lends. */
  async function accessOf({ key, dealerCode = DEALER_CODE }: WantedPlay) {
    if (key !== undefined && key !== '') return { key, dealerCode }
    const place = demo()
    if (!place) throw problem('missingField', 'key: is missing; give a test key of a sandbox')
    return { key: await place.lendKey(), dealerCode: place.dealerCode }
  }

  /** Lines as they come. Whoever reads them to their end, or returns before it, makes room for another play. */
  return async function* playFor(wanted: WantedPlay): AsyncGenerator<string, void> {
    const scenario = findScenario(wanted.scenario)
    if (!scenario) throw problem('invalidArgument', `scenario: there is no scenario "${wanted.scenario}"`)
    if (running >= MOST_PLAYS) {
      throw problem('busy', `${MOST_PLAYS} plays are running; wait until one ends`, { 'retry-after': '30' })
    }
    running++
    try {
      const { language, pauseMs = 0, signal } = wanted
      const today = clock().toISOString().slice(0, 10)
      const access = await accessOf(wanted)
      const live = { scenario, baseUrl: baseUrl(), fetch, ...access, language, today, pauseMs, signal }
      yield* await beginPlay(live)
    } finally {
      running--
    }
  }
}

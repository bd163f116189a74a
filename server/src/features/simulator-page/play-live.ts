// One play for the page: what the simulator tells, as lines of JSON that the page shows while they come.
import { setTimeout as wait } from 'node:timers/promises'
import { problem } from '../../problems.ts'
import { CannotPlay, findSandbox } from '../../simulator/find-sandbox.ts'
import { newRun } from '../../simulator/new-run.ts'
import { play, type Told } from '../../simulator/play.ts'
import type { Scenario } from '../../simulator/scenario.ts'

/** Longer texts of a reply are cut: a page with hundreds of steps keeps them all. */
const LONGEST_SHOWN = 12_000

interface LivePlay {
  scenario: Scenario
  baseUrl: string
  key: string
  dealerCode: string
  fetch: typeof fetch
  language: string
  today: string
  pauseMs: number
  signal: AbortSignal
}

/** Refuses a key that reaches no sandbox before anything is sent. */
export async function beginPlay(live: LivePlay): Promise<AsyncGenerator<string, void>> {
  const { baseUrl, key, fetch } = live
  try {
    const client = await findSandbox({ baseUrl, key, fetch })
    return tell(live, client)
  } catch (error) {
    if (error instanceof CannotPlay) throw problem('invalidArgument', `key: ${error.message}`)
    throw error
  }
}

async function* tell(live: LivePlay, client: string): AsyncGenerator<string, void> {
  const { scenario, baseUrl, key, dealerCode, fetch, language, today, pauseMs, signal } = live
  const pause = () => wait(pauseMs, undefined, { signal })
  const told = play(
    scenario,
    { baseUrl, key, client, dealerCode, fetch },
    { run: newRun(), today, language, signal, ...(pauseMs > 0 ? { pause } : {}) },
  )
  try {
    for await (const one of told) yield `${JSON.stringify(forPage(one))}\n`
  } catch (error) {
    // Nobody reads any more.
    if (signal.aborted) return
    yield `${JSON.stringify({ kind: 'failed', info: (error as Error).message })}\n`
  }
}

const textOf = (value: unknown): string => {
  const text = JSON.stringify(value, undefined, 2)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}\n…` : text
}

/** Bodies as people read them; events without what the page does not show. */
function forPage(told: Told): object {
  if (told.kind === 'begun' || told.kind === 'chapter') return told
  const changes = told.changes.map(({ kind, subject }) => ({ kind, subject }))
  if (told.kind === 'ended') return { ...told, changes }
  const { body, reply, ...step } = told
  return {
    ...step,
    ...(body === undefined ? {} : { body: textOf(body) }),
    ...(reply === undefined ? {} : { reply: textOf(reply) }),
    changes,
  }
}

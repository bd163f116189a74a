// walkaround dms: a small DMS that plays scenarios against a sandbox of any service, through the interface alone.
import { setTimeout as wait } from 'node:timers/promises'
import { styleText } from 'node:util'
import { NoReplyError } from '../../../clients/typescript/src/client.ts'
import { asFetch } from '../simulator/as-fetch.ts'
import { CannotPlay, findSandbox } from '../simulator/find-sandbox.ts'
import { newRun } from '../simulator/new-run.ts'
import { countSteps, DEALER_CODE, type Ended, type Played, play, type Told } from '../simulator/play.ts'
import { faultsOf, type Scenario, wordsIn } from '../simulator/scenario.ts'
import { findScenario, listScenarios } from '../simulator/scenarios.ts'
import { exitCodes, Misuse, Unreachable } from './failures.ts'
import {
  addressOf,
  given,
  keyOptions,
  needed,
  type Options,
  readFile,
  text,
  withHttp,
  withoutSlash,
} from './interface-options.ts'
import type { LocalCommand, LocalContext } from './local-command.ts'
import { wrapped } from './table.ts'
import type { Terminal } from './terminal.ts'

/** Longer than a video or a PDF takes, and longer than the wait for an event. */
const TIMEOUT_MS = 60_000
const LANGUAGE = 'en'
const LONGEST_PAUSE_SECONDS = 60

export const listScenariosCommand: LocalCommand = {
  summary: 'show the scenarios that it can play',
  async run({ terminal }) {
    const scenarios = listScenarios().map((scenario) => ({
      id: scenario.id,
      title: wordsIn(scenario.title, LANGUAGE),
      about: wordsIn(scenario.about, LANGUAGE),
      steps: countSteps(scenario),
    }))
    const texts = scenarios.map(
      ({ id, title, about, steps }) =>
        `${styleText('bold', id)}  ${title}, ${steps} steps\n  ${wrapped(about, terminal.cells - 2, '  ')}`,
    )
    terminal.result(scenarios, texts.join('\n\n'))
    return exitCodes.ok
  },
}

export const playScenarioCommand: LocalCommand = {
  summary: 'play a scenario in a sandbox',
  description:
    'Play a scenario in a sandbox, through the interface alone, and show each request, its reply, and what changed at the service. ' +
    'Everything it makes has an id that begins with SIM-; its packages begin with sim- and stay. walkaround dms list shows the ' +
    'scenarios; --file takes one of your own.',
  define(command) {
    command.argument('[scenario]', 'id of a scenario; or give --file')
    command.option('--url <address>', 'address of the interface: https://host/v1')
    keyOptions(command, 'test key of a sandbox')
      .option('--client <id>', 'the sandbox, if the key reaches several')
      .option('--ca <file>', 'certificate authority to trust beside the public ones')
      .option('--dealer-code <code>', `dealer code of the orders; ${DEALER_CODE} if left out`)
      .option('--file <file>', 'a scenario of your own, as JSON')
      .option('--pause <seconds>', 'wait before each step')
      .option('--bodies', 'show what was sent and what came back')
  },
  run: playScenario,
}

function scenarioOf(words: readonly string[], options: Options): Scenario {
  const [id] = words
  const file = text(options, 'file')
  if ((id === undefined) === (file === undefined)) {
    throw new Misuse(
      'give the id of a scenario, or --file',
      'Run walkaround dms list to see what can be played.',
    )
  }
  if (file !== undefined) return readScenario(file)
  const found = findScenario(id ?? '')
  if (found) return found
  throw new Misuse(`there is no scenario "${id}"`, 'Run walkaround dms list to see what can be played.')
}

function readScenario(file: string): Scenario {
  let read: unknown
  try {
    read = JSON.parse(readFile(file))
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Misuse(`${file} is not JSON: ${(error as Error).message}`)
  }
  const faults = faultsOf(read)
  if (faults.length > 0) throw new Misuse(`${file} is not a scenario:\n${faults.join('\n')}`)
  return read as Scenario
}

function pauseOf(options: Options): number {
  const seconds = Number(text(options, 'pause') ?? 0)
  if (!(seconds >= 0 && seconds <= LONGEST_PAUSE_SECONDS)) {
    throw new Misuse(`--pause: "${text(options, 'pause')}" must be 0 to ${LONGEST_PAUSE_SECONDS} seconds`)
  }
  return seconds * 1000
}

async function playScenario({ terminal, words, options, signal }: LocalContext): Promise<number> {
  const scenario = scenarioOf(words, options)
  const pauseMs = pauseOf(options)
  const url = addressOf(needed(options, 'url', '--url', 'walkaround dms play'), '--url')
  const key = await given(options, 'key')
  if (!key) {
    throw new Misuse(
      '--key is missing',
      'Give --key or --key-file; walkaround key issue sandbox-dms makes a key for the sandbox of the demo.',
    )
  }
  return withHttp(options, url, TIMEOUT_MS, async (send) => {
    const target = {
      baseUrl: url.origin + withoutSlash(url.pathname).replace(/\/v1$/, ''),
      key,
      fetch: asFetch(send),
      dealerCode: text(options, 'dealerCode') ?? DEALER_CODE,
    }
    try {
      const client = await findSandbox({ ...target, client: text(options, 'client') })
      const run = newRun()
      const today = new Date().toISOString().slice(0, 10)
      const pause = () => wait(pauseMs, undefined, { signal })
      let end: Ended | undefined
      for await (const told of play(
        scenario,
        { ...target, client },
        { run, today, language: LANGUAGE, signal, ...(pauseMs > 0 ? { pause } : {}) },
      )) {
        terminal.result(told, shown(told, terminal, Boolean(options.bodies)))
        if (told.kind === 'ended') end = told
      }
      return end?.faults === 0 ? exitCodes.ok : exitCodes.refused
    } catch (error) {
      if (signal.aborted) return exitCodes.interrupted
      if (error instanceof CannotPlay) throw new Misuse(error.message)
      // The cause says it in the words of the command line.
      if (error instanceof NoReplyError)
        throw new Unreachable(`${url.origin}: ${messageOf(error.cause ?? error)}`)
      throw error
    }
  })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const paint = (style: Parameters<typeof styleText>[0], words: string) => styleText(style, words)

function shown(told: Told, terminal: Terminal, hasBodies: boolean): string {
  if (told.kind === 'begun') return `${paint('bold', told.title)}, ${told.steps} steps, run ${told.run}`
  if (told.kind === 'chapter') return `\n${paint('bold', told.title)}`
  if (told.kind === 'ended') return shownEnd(told)
  return shownStep(told, terminal, hasBodies)
}

const actorWords = { dms: 'DMS', technician: 'technician', advisor: 'advisor', owner: 'owner' } as const

function shownStep(step: Played, { cells }: Terminal, hasBodies: boolean): string {
  const { number, say, who, method, path, status, ms, faults, changes } = step
  const mark = faults.length > 0 ? paint('red', '✗') : paint('green', '✓')
  const lead = `${String(number).padStart(4)} ${mark} `
  const indent = ' '.repeat(7)
  const lines = [lead + wrapped(`${actorWords[who].padEnd(10)} ${say}`, cells - 7, indent)]
  if (method !== undefined) {
    lines.push(indent + paint('dim', `${method} ${path} · ${status} · ${Math.round(ms ?? 0)} ms`))
  }
  if (hasBodies) {
    for (const body of [step.body, step.reply]) {
      if (body !== undefined) lines.push(JSON.stringify(body, undefined, 2).replaceAll(/^/gm, indent))
    }
  }
  for (const fault of faults) lines.push(indent + paint('red', wrapped(fault, cells - 7, indent)))
  for (const { kind, subject } of changes) lines.push(`${indent}→ ${kind} ${paint('dim', subject)}`)
  return lines.join('\n')
}

function shownEnd({ steps, faults, changes, ms }: Ended): string {
  const after = changes.map(({ kind, subject }) => `       → ${kind} ${paint('dim', subject)}`)
  const sum =
    faults === 0
      ? paint('green', `All ${steps} steps came out as expected`)
      : paint('red', `${faults} of ${steps} steps did not come out as expected`)
  return [...after, '', `${sum}, in ${(ms / 1000).toFixed(1)} s.`].join('\n')
}

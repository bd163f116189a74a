// Plays a scenario: a small DMS that sends one request after another through the interface and reads the log of events after each
// write. Knows nothing of the service but its address and a key.
import {
  type Client,
  createClient,
  type FeedEvent,
  type Reply,
  routes,
  WalkaroundError,
} from '../../../clients/typescript/src/client.ts'
import { judge } from './expect.ts'
import { fill, find, has, NothingThere, type Values } from './fill.ts'
import { type Actor, type Call, isEach, type Row, type Scenario, type Step, wordsIn } from './scenario.ts'

interface Begun {
  kind: 'begun'
  scenario: string
  title: string
  /** Part of every id that the run makes. */
  run: string
  steps: number
}

interface ChapterBegun {
  kind: 'chapter'
  title: string
}

/** One request, its reply, and what happened at the service since the step before. */
export interface Played {
  kind: 'step'
  number: number
  say: string
  who: Actor
  operation: string
  /** Left out, with those below, if the request could not be sent. */
  method?: string
  path?: string
  body?: unknown
  status?: number
  ms?: number
  requestId?: string | undefined
  reply?: unknown
  /** What is not as the scenario expects; empty if everything is. */
  faults: string[]
  changes: FeedEvent[]
}

/** What happened after the last step, and the sum of it all. */
export interface Ended {
  kind: 'ended'
  steps: number
  faults: number
  changes: FeedEvent[]
  ms: number
}

export type Told = Begun | ChapterBegun | Played | Ended

interface Target {
  /** Of the service, without `/v1`. */
  baseUrl: string
  key: string
  client: string
  dealerCode: string
  fetch: typeof fetch
}

interface PlayOptions {
  run: string
  /** YYYY-MM-DD, the day of the orders. */
  today: string
  language: string
  /** Before each step, so that a person can follow. */
  pause?: () => Promise<void>
  signal?: AbortSignal | undefined
}

/** Of the orders, unless another one is given. */
export const DEALER_CODE = 'SIMULATOR'

/** An event follows its change within a second; on a busy machine it may take longer, and it is only missing after this. */
const EVENT_WAIT_SECONDS = 20
const MOMENT_SECONDS = 1
const EVENTS = 500
const NEXT = 'x-walkaround-next'
const writes = new Set(['PUT', 'POST', 'DELETE'])

type Method = (params: object, options: object) => Promise<Reply<number, unknown>>
interface Exchange {
  method: string
  path: string
  ms: number
}

export async function* play(
  scenario: Scenario,
  target: Target,
  options: PlayOptions,
): AsyncGenerator<Told, void> {
  const { run, today, language, signal, pause = async () => {} } = options
  const began = performance.now()
  const { parts = {} } = scenario
  const dms = openDms(target, signal)
  await dms.begin()
  const shared: Record<string, unknown> = { run, today, dealerCode: target.dealerCode }
  const rows = new Map<Row, Record<string, unknown>>()
  const valuesOf = (row: Row) => {
    const own = rows.get(row) ?? { ...row }
    rows.set(row, own)
    return own
  }

  yield {
    kind: 'begun',
    scenario: scenario.id,
    title: wordsIn(scenario.title, language),
    run,
    steps: countSteps(scenario),
  }
  let number = 0
  let faulty = 0
  for (const { title, steps } of scenario.chapters) {
    yield { kind: 'chapter', title: wordsIn(title, language) }
    for (const { call, row } of steps.flatMap((step) => callsOf(step, scenario))) {
      signal?.throwIfAborted()
      await pause()
      const own = row && valuesOf(row)
      const played = await takeStep(dms, call, { values: { ...shared, ...own }, parts, language })
      Object.assign(own ?? shared, played.kept)
      if (played.step.faults.length > 0) faulty++
      number++
      yield { ...played.step, number }
    }
  }
  const changes = await dms.readEvents(MOMENT_SECONDS)
  yield { kind: 'ended', steps: number, faults: faulty, changes, ms: performance.now() - began }
}

/** A step of a table is taken whole for one row before the next row begins. */
function callsOf(step: Step, { tables = {} }: Scenario): { call: Call; row?: Row }[] {
  if (!isEach(step)) return [{ call: step }]
  const { where = {}, steps } = step
  return (tables[step.each] ?? [])
    .filter((row) => has(row, where))
    .flatMap((row) => steps.map((call) => ({ call, row })))
}

export const countSteps = (scenario: Scenario): number =>
  scenario.chapters.reduce(
    (sum, { steps }) => sum + steps.flatMap((step) => callsOf(step, scenario)).length,
    0,
  )

type Dms = ReturnType<typeof openDms>

/** The side of the DMS: its connection, and its place in the log of events. */
function openDms({ baseUrl, key, client: systemClientId, fetch: send }: Target, signal?: AbortSignal) {
  let exchange: Exchange | undefined
  const recording: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    const began = performance.now()
    try {
      return await send(input, init)
    } finally {
      exchange = {
        method: init?.method ?? 'GET',
        path: pathname + search,
        ms: Math.round((performance.now() - began) * 10) / 10,
      }
    }
  }
  const client = createClient({ baseUrl, key, systemClientId, fetch: recording })
  const given = signal ? { signal } : {}
  let position = ''

  async function readEvents(wait: number): Promise<FeedEvent[]> {
    const { data, headers } = await client.listEvents(
      {},
      { query: { after: position, wait, limit: EVENTS }, ...given },
    )
    position = headers.get(NEXT) ?? position
    return data
  }
  return {
    readEvents,
    async begin() {
      const { headers } = await client.listEvents({}, { query: { after: 'now' }, ...given })
      position = headers.get(NEXT) ?? ''
    },
    async send(operation: string, params: object, more: object) {
      exchange = undefined
      const call = client[operation as keyof Client] as unknown as Method
      const answer = await answerOf(call(params, { ...more, ...given }))
      return { ...answer, exchange: exchange as Exchange | undefined }
    },
  }
}

/** A refusal is an answer like any other: a scenario may expect it. */
async function answerOf(
  reply: Promise<Reply<number, unknown>>,
): Promise<{ status: number; data: unknown; requestId: string | undefined }> {
  try {
    const { status, data, requestId } = await reply
    return { status, data: data instanceof Blob ? describeFile(data) : data, requestId }
  } catch (error) {
    if (!(error instanceof WalkaroundError)) throw error
    const { status, errorCode, error: title, errorInfo, requestId } = error
    return { status, data: { errorCode, error: title, errorInfo }, requestId }
  }
}

const describeFile = ({ type, size }: Blob) => ({ file: type, bytes: size })

interface Taken {
  step: Omit<Played, 'number'>
  kept: Values
}

async function takeStep(
  dms: Dms,
  call: Call,
  { values, parts, language }: { values: Values; parts: Values; language: string },
): Promise<Taken> {
  const { who = 'dms', call: operation } = call
  const shown: Pick<Played, 'kind' | 'who' | 'operation'> = { kind: 'step', who, operation }
  let filled: { say: string; params: object; query: unknown; body: unknown; expect: Call['expect'] }
  try {
    filled = {
      say: String(fill(wordsIn(call.say, language), values)),
      params: fill(call.params ?? {}, values) as object,
      query: fill(call.query, values),
      body: fill(call.body, values, parts),
      expect: fill(call.expect, values) as Call['expect'],
    }
  } catch (error) {
    if (!(error instanceof NothingThere)) throw error
    const faults = [`it was not sent: ${error.message}`]
    return { step: { ...shown, say: wordsIn(call.say, language), faults, changes: [] }, kept: {} }
  }
  const { say, params, query, body, expect } = filled
  const { status, data, requestId, exchange } = await dms.send(operation, params, {
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
  })
  const isWrite = writes.has(routes[operation as keyof typeof routes].method) && status < 400
  const wait = call.changes === 'perhaps' ? MOMENT_SECONDS : EVENT_WAIT_SECONDS
  const changes = isWrite ? await dms.readEvents(wait) : []
  const kept: Record<string, unknown> = {}
  const faults = judge({ status, data }, expect)
  for (const [name, path] of Object.entries(call.keep ?? {})) {
    const value = find(data, fill(path, values) as typeof path)
    if (value === undefined) faults.push(`the reply has no value for {${name}}`)
    else kept[name] = value
  }
  const { method, path, ms } = exchange ?? {}
  return {
    step: {
      ...shown,
      say,
      ...(method === undefined || path === undefined ? {} : { method, path }),
      ...(ms === undefined ? {} : { ms }),
      ...(body === undefined ? {} : { body }),
      status,
      requestId,
      ...(data === undefined ? {} : { reply: data }),
      faults,
      changes,
    },
    kept,
  }
}

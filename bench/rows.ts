// Ours compared with a bare node:https + pg server that sends the same statements and the same bytes, in one run with interleaved
// rounds. Only ratios matter: machines differ, and so do minutes on one machine. Run by run.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '../scripts/postgres.ts'
import type { Database } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { useTemplate } from '../server/src/features/templates/choose-templates.ts'
import { loadDefaultTemplates } from '../server/src/features/templates/default-templates.ts'
import { importTemplate } from '../server/src/features/templates/import-template.ts'
import { issueKey } from '../server/src/identity/issue-key.ts'
import { addLogin } from '../server/src/identity/logins.ts'
import { addClient } from '../server/src/organisation/clients.ts'
import { cpuSeconds } from './cpu.ts'
import { load } from './load.ts'
import { median } from './median.ts'
import { openRecorder } from './recorder.ts'
import { type BenchClient, makeScenarios, type Scenario, template60 } from './scenarios.ts'
import { ended, portOf, type Service, startService } from './start-ours.ts'
import { sustain } from './sustain.ts'

const CONNECTIONS = 16
const POOL = 10
/** Longer than the thread for price lists stays without a job. */
const REST_S = 20

interface Running {
  child: ChildProcess
  port: number
}

/** A database with the clients and things that the requests are about, a folder, and the servers that were started. */
interface Stage {
  folder: string
  url: string
  scenarios: Scenario[]
  running: Running[]
}

async function onStage(work: (stage: Stage) => Promise<string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-bench-'))
  process.stderr.write('starting PostgreSQL …\n')
  const postgres = await startPostgres({})
  const running: Running[] = []
  try {
    const { scenarios, close } = await prepare(postgres.url)
    try {
      return await work({ folder, url: postgres.url, scenarios, running })
    } finally {
      await close()
    }
  } finally {
    await Promise.all(running.map(({ child }) => ended(child)))
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** `words`: only operations whose name has them. */
export const benchRows = ({ rounds, words = '' }: { rounds: number; words?: string }): Promise<string> =>
  onStage(async (stage) => {
    const ours = await startOurs(stage)
    const servers = { ours, bareOne: await startBare(stage), bareTwo: await startBare(stage), ca: ours.ca }
    const rows: string[] = []
    for (const [index, scenario] of stage.scenarios.entries()) {
      if (!scenario.name.includes(words)) continue
      const measured = await measure(scenario, index, servers, rounds)
      // Printed at once too, so that somebody who stops a long run keeps the results so far.
      process.stderr.write(`${measured.join('\n')}\n`)
      rows.push(...measured)
    }
    const busyMegabytes = memoryMegabytes(ours.child)
    await setTimeout(REST_S * 1000)
    return [
      `${rounds} rounds, medians, ${CONNECTIONS} connections, TLS:`,
      '',
      '| operation | ours, req/s | bare, req/s | ours ÷ bare | goal | CPU per request, ours / bare | bare ÷ bare |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
      '',
      `The service used ${busyMegabytes} MB of memory right after these rows, and ${memoryMegabytes(ours.child)} MB ${REST_S} seconds later; the goal is at most 220.`,
    ].join('\n')
  })

/** What a DMS and tablets do all day, in shares of the requests: six reads and four writes of ten. */
const mixture = [
  ['GET order', 30],
  ['GET survey, 60 questions, 20 answers', 20],
  ['GET leads, a page of 100', 5],
  ['GET survey, 40 packages of 5 variants', 5],
  ['PUT order, update', 20],
  ['POST edits, a tap in the workshop app', 10],
  ['PUT order, create with survey', 5],
  ['POST answer', 5],
] as const

export const benchSustained = (): Promise<string> =>
  onStage(async (stage) => {
    const { port, ca, child } = await startOurs(stage)
    const requests = mixture.flatMap(([name, share]) => {
      const scenario = stage.scenarios.find((one) => one.name === name)
      if (!scenario) throw new Error(`there is no operation "${name}"`)
      return Array.from({ length: share }, () => scenario.ours)
    })
    return sustain({ port, ca, pid: child.pid, requests })
  })

/** Long enough that what a round noted is mostly written within it. */
const LOGGED_ROUND = 8

/** The service with the log of requests beside itself without it, in one run with interleaved rounds. */
export const benchRequestLog = (rounds: number): Promise<string> =>
  onStage(async (stage) => {
    const servers = [
      await startOurs(stage, { WALKAROUND_REQUEST_LOG_DAYS: '0' }),
      await startOurs(stage, { WALKAROUND_REQUEST_LOG_DAYS: '14' }),
    ] as const
    const rows: string[] = []
    for (const name of ['GET order', 'PUT order, update']) {
      const scenario = stage.scenarios.find((one) => one.name === name)
      if (!scenario) throw new Error(`there is no operation "${name}"`)
      const requests = scenario.requests * LOGGED_ROUND
      const rates: [number[], number[]] = [[], []]
      for (let round = -1; round < rounds; round++) {
        for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const { port, ca } = servers[which]
          const { ours: next, expect } = scenario
          const seconds = await load({ port, ca, connections: CONNECTIONS, requests, next, expect })
          if (round >= 0) rates[which].push(requests / seconds)
          // What was noted last is written before the other one has its turn.
          await setTimeout(2_000)
        }
        process.stderr.write(`\r${name}: round ${round + 1} of ${rounds}   `)
      }
      const [off, on] = rates
      const ratio = median(on.map((rate, round) => rate / (off[round] ?? Number.NaN)))
      rows.push(
        `| ${name} | ${Math.round(median(on))} | ${Math.round(median(off))} | **${ratio.toFixed(3)}** | 0.97 |`,
      )
      process.stderr.write(`\n${rows.at(-1)}\n`)
    }
    return [
      `${rounds} rounds, medians, ${CONNECTIONS} connections, TLS:`,
      '',
      '| operation | with the log, req/s | without, req/s | with ÷ without | goal |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n')
  })

async function prepare(url: string): Promise<{ scenarios: Scenario[]; close: () => Promise<void> }> {
  const recorder = await openRecorder({ url, poolSize: POOL, dataDir: tmpdir() })
  const { app, take, database: plain } = recorder
  await migrate(plain)
  await loadDefaultTemplates(plain)
  // Packages on a template make every survey of it longer, so they have a separate client.
  const plainClient = await makeClient(plain, 'bench')
  const shop = await makeClient(plain, 'bench-shop')
  const scenarios = await makeScenarios({ app, take, plain: plainClient, shop })
  const survey = scenarios.find(({ against }) => against)
  await plain.script(
    'create table bench_surveys (system_client_id text, id text, document jsonb, primary key (system_client_id, id));' +
      'alter table bench_surveys alter column document set compression lz4',
  )
  await plain.script(
    `insert into bench_surveys select '${plainClient.clientId}', '${survey?.against?.script.statements[0]?.values[1]}', $body$${survey?.script.body}$body$`,
  )
  await plain.script('vacuum analyze')
  return { scenarios, close: () => recorder.close() }
}

/** A system client that makes its health surveys from the template of 60 questions. */
function makeClient(database: Database, clientId: string): Promise<BenchClient> {
  return database.transaction(async (db) => {
    const system = { db, actor: { kind: 'system' as const, id: 'bench' }, now: new Date() }
    const client = await addClient(system, { id: clientId, name: clientId })
    const scope = { ...system, clientId, client }
    await importTemplate(scope, template60())
    await useTemplate(scope, { surveyType: 'health', template: 'bench' })
    await addLogin(system, { login: clientId, clientId, role: 'dms' })
    return { clientId, key: (await issueKey(system, { login: clientId })).key }
  })
}

async function startOurs(
  { url, folder, running }: Stage,
  settings: Record<string, string> = {},
): Promise<Service> {
  const own = { WALKAROUND_DATABASE_POOL: String(POOL), ...settings }
  const service = await startService({ url, dataDir: folder }, own)
  running.push(service)
  return service
}

/** With the certificate of the service, which was started before. */
async function startBare({ url, folder, scenarios, running }: Stage): Promise<Running> {
  const pem = await readFile(join(folder, 'tls', 'server.pem'), 'utf8')
  const scripts: Record<string, unknown> = {}
  let number = 0
  for (const { script, against } of scenarios) {
    scripts[number++] = script
    if (against) scripts[number++] = against.script
  }
  const file = join(folder, 'bare.json')
  await writeFile(file, JSON.stringify({ key: pem, cert: pem, databaseUrl: url, pool: POOL, scripts }))
  const child = spawn(process.execPath, ['bench/bare.ts', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const server = { child, port: await portOf(child, /listening (\d+)/) }
  running.push(server)
  return server
}

interface Servers {
  ours: Running
  bareOne: Running
  bareTwo: Running
  ca: string
}

async function measure(
  scenario: Scenario,
  index: number,
  { ours, bareOne, bareTwo, ca }: Servers,
  rounds: number,
): Promise<string[]> {
  const { requests, expect, against } = scenario
  const once = async (server: Running, next: () => Buffer) => {
    const cpu = cpuSeconds(server.child.pid)
    const seconds = await load({ port: server.port, ca, connections: CONNECTIONS, requests, next, expect })
    return { rate: requests / seconds, micros: ((cpuSeconds(server.child.pid) - cpu) * 1e6) / requests }
  }
  const kinds = {
    ours: () => once(ours, scenario.ours),
    bare: () => once(bareOne, scenario.bare),
    again: () => once(bareTwo, scenario.bare),
    ...(against ? { against: () => once(bareOne, against.bare) } : {}),
  }
  const seen: Record<string, { rate: number; micros: number }[]> = {}
  for (let round = -1; round < rounds; round++) {
    // The first in a round may meet a colder machine, so the order rotates.
    const names = Object.keys(kinds) as (keyof typeof kinds)[]
    for (const name of [
      ...names.slice((round + 1) % names.length),
      ...names.slice(0, (round + 1) % names.length),
    ]) {
      const result = await kinds[name]?.()
      if (round >= 0 && result) seen[name] = [...(seen[name] ?? []), result]
    }
    process.stderr.write(`\r${index + 1} ${scenario.name}: round ${round + 1} of ${rounds}   `)
  }
  process.stderr.write('\n')
  const rate = (name: string) => median((seen[name] ?? []).map((one) => one.rate))
  const micros = (name: string) => Math.round(median((seen[name] ?? []).map((one) => one.micros)))
  const ratio = (a: string, b: string) =>
    median((seen[a] ?? []).map((one, round) => one.rate / (seen[b]?.[round]?.rate ?? Number.NaN)))
  const row = (label: string, base: string, goal: number) =>
    `| ${label} | ${Math.round(rate('ours'))} | ${Math.round(rate(base))} | **${ratio('ours', base).toFixed(2)}** | ${goal.toFixed(2)} | ` +
    `${micros('ours')} / ${micros(base)} µs | ${ratio('again', 'bare').toFixed(2)} |`
  return [
    row(scenario.name, 'bare', scenario.goal),
    ...(against ? [row(`… beside ${against.name}`, 'against', against.goal)] : []),
  ]
}

function memoryMegabytes(child: ChildProcess): number {
  try {
    return Math.round(
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    )
  } catch {
    return Number.NaN
  }
}

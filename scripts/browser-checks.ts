// Drives a real Chromium against the real service: pages in all languages, sizes and colours, and what people do there.
// node scripts/browser-checks.ts [--all] [--screenshots <folder>] [words of check names …]
// Without a browser it says so and checks nothing.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { checkActs } from '../web/e2e/acts.ts'
import { checkJourney } from '../web/e2e/journey.ts'
import { checkLooks, checkUnfolded } from '../web/e2e/looks.ts'
import { checkOwner } from '../web/e2e/owner.ts'
import { checkOwnerLargeText } from '../web/e2e/owner-large-text.ts'
import { checkOwnerPhoto } from '../web/e2e/owner-photo.ts'
import type { Service } from '../web/e2e/visit.ts'
import { checkWorkshopAccount } from '../web/e2e/workshop-account.ts'
import { checkWorkshopBeginOffline } from '../web/e2e/workshop-begin-offline.ts'
import { checkWorkshopBoard } from '../web/e2e/workshop-board.ts'
import { checkWorkshopConflicts } from '../web/e2e/workshop-conflicts.ts'
import { checkWorkshopDay } from '../web/e2e/workshop-day.ts'
import { checkWorkshopInspection } from '../web/e2e/workshop-inspection.ts'
import { checkWorkshopJoining } from '../web/e2e/workshop-joining.ts'
import { checkWorkshopLeftBehind } from '../web/e2e/workshop-left-behind.ts'
import { checkWorkshopMedia } from '../web/e2e/workshop-media.ts'
import { checkWorkshopRail } from '../web/e2e/workshop-rail.ts'
import { checkWorkshopSecondTaps } from '../web/e2e/workshop-second-taps.ts'
import { checkWorkshopSend } from '../web/e2e/workshop-send.ts'
import { checkWorkshopTechnician } from '../web/e2e/workshop-technician.ts'
import { ensureWeb } from './setup/web-build.mjs'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const browserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** A slow machine makes and fills an embedded database within this time. */
const startDeadlineMs = 180_000
const toldLines = 25
const tally = { passed: 0, failed: [] as string[] }

const { values: options, positionals: words } = parseArgs({
  options: { screenshots: { type: 'string' }, all: { type: 'boolean', default: false } },
  allowPositionals: true,
})

async function check(name: string, act: () => Promise<void>): Promise<void> {
  if (words.length > 0 && !words.some((word) => name.includes(word))) return
  const began = performance.now()
  try {
    await act()
  } catch (error) {
    tally.failed.push(`${name}: ${toLines(error)[0]}`)
    tell(`✖ ${name}`, error)
    return
  }
  console.log(`✔ ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  tally.passed += 1
}

/** The browser's own log comes along with its failures; the first lines say what was wrong. */
function tell(title: string, error: unknown): void {
  console.log([title, ...toLines(error).slice(0, toldLines)].join('\n  '))
}

function toLines(error: unknown): string[] {
  return String(error instanceof Error ? error.message : error).split('\n')
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

/** Settings of the machine must not reach the service under test: it has its own folder and its own database. */
function toCleanEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(WALKAROUND_|DATABASE_URL)/.test(name))
  return { ...Object.fromEntries(kept), ...settings }
}

async function startService(folder: string): Promise<Service> {
  const [port, plainPort] = [await findFreePort(), await findFreePort()]
  const env = toCleanEnvironment({
    WALKAROUND_DATA: join(folder, 'data'),
    WALKAROUND_PORT: String(port),
    WALKAROUND_LOCAL_HTTP_PORT: String(plainPort),
  })
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    const told = await waitUntilUp(child)
    const command = async (words: readonly string[], input = '') => {
      const running = run(process.execPath, ['server/src/cli.ts', ...words], { cwd: root, env })
      running.child.stdin?.end(input)
      return (await running).stdout
    }
    const { key } = JSON.parse(await command(['key', 'issue', 'demo-dms', '--json'])) as { key: string }
    const passwords = new Map(
      [...told.matchAll(/Login +(\S+) +(\S+) +\(/g)].map(([, login = '', word = '']) => [login, word]),
    )
    const [base, plain] = [`https://localhost:${port}`, `http://localhost:${plainPort}`]
    const dataDir = join(folder, 'data')
    return { base, plain, key, passwords, dataDir, run: command, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What it has told by then, the passwords of the demo among it. */
function waitUntilUp(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let complaints = ''
    let told = ''
    const timer = setTimeout(() => {
      child.kill()
      fail(new Error(`the service did not come up within ${startDeadlineMs / 1000} s`))
    }, startDeadlineMs)
    child.stderr?.on('data', (chunk) => {
      complaints += chunk
    })
    child.stdout?.on('data', (chunk) => {
      told += chunk
      // The last thing it says to a newcomer.
      if (!told.includes('Walkaround is up') || !told.includes('Read an order')) return
      clearTimeout(timer)
      done(told)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(new Error(`the service ended with ${code}: ${complaints}`))
    })
  })
}

type Desk = {
  readonly service: Service
  readonly browser: Browser
  readonly launch: (flags: readonly string[]) => Promise<Browser>
  readonly screenshots: string
}
type Round = (desk: Desk) => Promise<void>

/** Two rounds at a time, each at a service of its own: what one does to the demo, the other does not see. */
const rounds: readonly Round[] = [
  async ({ browser, launch, service, screenshots }) => {
    await checkWorkshopInspection(check, launch, service, screenshots)
    await checkWorkshopMedia(check, launch, service, screenshots)
    await checkWorkshopDay(check, launch, service)
    await checkWorkshopRail(check, launch, service)
    await checkWorkshopSecondTaps(check, launch, service)
    await checkWorkshopTechnician(check, launch, service)
    await checkJourney(check, launch, service, screenshots)
    await checkUnfolded(check, browser, service, screenshots)
  },
  async ({ browser, service, screenshots }) => {
    await checkActs(check, browser, service)
    await checkOwner(check, browser, service, screenshots)
    await checkOwnerPhoto(check, browser, service)
    await checkOwnerLargeText(check, browser, service, screenshots)
    await checkWorkshopAccount(check, browser, service, screenshots)
    await checkWorkshopLeftBehind(check, browser, service, screenshots)
    await checkWorkshopBeginOffline(check, browser, service, screenshots)
    await checkWorkshopJoining(check, browser, service, screenshots)
    await checkWorkshopBoard(check, browser, service, screenshots)
    await checkWorkshopConflicts(check, browser, service, screenshots)
    await checkWorkshopSend(check, browser, service, screenshots)
    await checkLooks(check, browser, service, screenshots, options.all)
  },
]

async function checkRound(round: Round, executablePath: string, folder: string, screenshots: string) {
  const service = await startService(folder)
  const launch = (flags: readonly string[]) =>
    chromium.launch({ executablePath, args: [...browserFlags, ...flags] })
  try {
    const browser = await launch([])
    try {
      await round({ service, browser, launch, screenshots })
    } finally {
      await browser.close()
    }
  } finally {
    await service.stop()
  }
}

async function checkAll(executablePath: string, folder: string, screenshots: string): Promise<void> {
  const begun = rounds.map((round, index) =>
    checkRound(round, executablePath, join(folder, String(index)), screenshots),
  )
  for (const outcome of await Promise.allSettled(begun))
    if (outcome.status === 'rejected') throw outcome.reason
}

async function main(): Promise<void> {
  const executablePath = browserPaths.find((path) => existsSync(path))
  if (executablePath === undefined) {
    console.log(
      `Skipped: no browser found (looked for ${browserPaths.join(', ')}); the pages were not checked.`,
    )
    console.log('0 passed, 0 failed')
    if (process.env.CI === 'true') process.exitCode = 1
    return
  }
  // Called by itself, it must not look at the app of yesterday.
  if (!(await ensureWeb(root, process.execPath))) throw new Error('there is no workshop app to look at')
  const screenshots = resolve(options.screenshots ?? mkdtempSync(join(tmpdir(), 'walkaround-screenshots-')))
  mkdirSync(screenshots, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-browser-'))
  try {
    await checkAll(executablePath, folder, screenshots)
  } finally {
    rmSync(folder, { recursive: true })
  }
  console.log(`Screenshots: ${screenshots}`)
  for (const name of tally.failed) console.log(`Failed: ${name}`)
  console.log(`${tally.passed} passed, ${tally.failed.length} failed`)
  process.exitCode = tally.failed.length > 0 || tally.passed === 0 ? 1 : 0
}

await main()

// Drives a real Chromium against the real service: pages in all languages, sizes and colours, and what people do there.
// node scripts/browser-checks.ts [--all] [--screenshots <folder>] [--data <folder>] [--record] [words of check names …]
// Each screen is looked at once, all languages, sizes and colour schemes being seen on some screen; --all looks at each in all of
// them, and runs the families that are for the whole build. Without a browser it says so and checks nothing. --record keeps the times,
// by which the checks are split the next time.
// --data names the data folder of a service that has ended. Each service of the checks begins with a copy of it, or of a demo that is
// made first.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { writeCameraFile } from '../web/e2e/barcodes.ts'
import { type Family, families } from '../web/e2e/families.ts'
import { splitFamilies, type Times } from '../web/e2e/split-families.ts'
import { startTablet } from '../web/e2e/tablet.ts'
import { trustService } from '../web/e2e/trust.ts'
import { startEmpty, startService } from '../web/e2e/under-test.ts'
import { type BrowserKind, type Desk, type Service, scannedVin } from '../web/e2e/visit.ts'
import { browserPaths, findBrowser } from './browsers.ts'
import { ensureWeb } from './setup/web-build.mjs'

const root = resolve(import.meta.dirname, '..')
const timesFile = join(root, 'web/e2e/times.json')
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const cameraFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const toldLines = 25
const mostRepeated = 2_000
const tally = { passed: 0, failed: [] as string[] }
const taken: Times = {}

const { values: options, positionals: words } = parseArgs({
  options: {
    screenshots: { type: 'string' },
    all: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
  allowPositionals: true,
})

async function check(
  family: string,
  name: string,
  act: () => Promise<void>,
  isRepeat = false,
): Promise<void> {
  const isWanted = words.length > 0 ? words.some((word) => name.includes(word)) : options.all || !isRepeat
  if (!isWanted) return
  const began = performance.now()
  try {
    await act()
  } catch (error) {
    // In one line: it is repeated at the end of a build, whose log may be cut before it.
    tally.failed.push(`${name}: ${toLines(error).join(' ').slice(0, mostRepeated)}`)
    tell(`✖ ${name}`, error)
    return
  }
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
  console.log(`✔ ${name} (${seconds} s)`)
  tally.passed += 1
  taken[family] = { ...taken[family], [name]: seconds }
}

/** The browser's log is part of its error messages; the first lines say what was wrong. */
function tell(title: string, error: unknown): void {
  console.log([title, ...toLines(error).slice(0, toldLines)].join('\n  '))
}

function toLines(error: unknown): string[] {
  return String(error instanceof Error ? error.message : error).split('\n')
}

async function checkFamilies(lane: readonly Family[], desk: Desk): Promise<void> {
  const began = performance.now()
  for (const { name: family, check: checkFamily } of lane)
    await checkFamily((name, act, isRepeat) => check(family, name, act, isRepeat), desk)
  const minutes = (performance.now() - began) / 60_000
  console.log(`${lane.map(({ name }) => name).join(', ')}: ${minutes.toFixed(1)} min`)
}

/** Each lane has its own service: neither sees the other's changes of the demo. */
async function checkLane(
  lane: readonly Family[],
  executablePath: string,
  folder: string,
  data: string,
  screenshots: string,
): Promise<void> {
  const service = await startService(root, folder, data)
  const browsers = new Map<BrowserKind, Promise<Browser>>()
  try {
    await checkFamilies(lane, await openDesk(service, browsers, executablePath, screenshots))
  } finally {
    for (const browser of browsers.values()) await (await browser).close()
    await service.stop()
  }
}

async function openDesk(
  service: Service,
  browsers: Map<BrowserKind, Promise<Browser>>,
  executablePath: string,
  screenshots: string,
): Promise<Desk> {
  const trusted = await trustService(service)
  const cameraFile = join(service.dataDir, 'camera.mjpeg')
  await writeCameraFile(cameraFile, scannedVin)
  const flagsOf = {
    plain: [],
    trusting: trusted.flags,
    camera: [...trusted.flags, ...cameraFlags],
    scanner: [...trusted.flags, ...cameraFlags, `--use-file-for-fake-video-capture=${cameraFile}`],
  } satisfies Record<BrowserKind, readonly string[]>
  return {
    service,
    trusted,
    browserOf: (kind) => {
      const started =
        browsers.get(kind) ?? chromium.launch({ executablePath, args: [...browserFlags, ...flagsOf[kind]] })
      browsers.set(kind, started)
      return started
    },
    startTablet: (folder, size) =>
      startTablet(executablePath, [...browserFlags, ...flagsOf.camera], folder, size),
    pictureOf: (name) => join(screenshots, `${name}.png`),
    atEmpty: async (settings, act) => {
      const folder = mkdtempSync(join(tmpdir(), 'walkaround-empty-'))
      const empty = await startEmpty(root, folder, settings)
      const own = new Map<BrowserKind, Promise<Browser>>()
      try {
        await act({ ...(await openDesk(empty, own, executablePath, screenshots)), service: empty })
      } finally {
        for (const browser of own.values()) await (await browser).close()
        await empty.stop()
        rmSync(folder, { recursive: true })
      }
    },
  }
}

/** The data folder of a demo that nobody has used yet. */
async function makeDemo(folder: string): Promise<string> {
  const service = await startService(root, folder)
  await service.stop()
  return service.dataDir
}

async function checkAll(executablePath: string, folder: string, screenshots: string): Promise<void> {
  const known = JSON.parse(readFileSync(timesFile, 'utf8')) as Times
  const data = options.data ?? (await makeDemo(join(folder, 'demo')))
  const isWanted = ({ isForWhole }: Family) => options.all || words.length > 0 || !isForWhole
  const begun = splitFamilies(families.filter(isWanted), known).map((lane, index) =>
    checkLane(lane, executablePath, join(folder, String(index)), data, screenshots),
  )
  for (const outcome of await Promise.allSettled(begun))
    if (outcome.status === 'rejected') throw outcome.reason
  if (options.record) writeFileSync(timesFile, `${JSON.stringify({ ...known, ...taken }, null, 2)}\n`)
}

async function main(): Promise<void> {
  const executablePath = findBrowser()
  if (executablePath === undefined) {
    console.log(
      `Skipped: no browser found (looked for ${browserPaths.join(', ')}); the pages were not checked.`,
    )
    console.log('0 passed, 0 failed')
    if (process.env.CI === 'true') process.exitCode = 1
    return
  }
  // If called directly, it must not use an outdated build of the app.
  if (!(await ensureWeb(root, process.execPath)))
    throw new Error('the workshop app is not built: node scripts/build-web.ts builds it')
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

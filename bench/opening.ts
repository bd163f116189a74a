// `npm run bench -- --only=opening`: from the wish for the app to the first cards of a board of 314 cars, in a Chromium at a quarter of the
// processor's speed, with the service on the same machine. `--beside=<folder>` names another checkout, which is opened in turn with this
// one: on a machine that others use as well, go by the ratio.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { findBrowser } from '../scripts/browsers.ts'
import { ensureWeb } from '../scripts/setup/web-build.mjs'
import { firstCardsAt, watchFirstCards } from '../web/e2e/first-cards.ts'
import { trustService } from '../web/e2e/trust.ts'
import { startService } from '../web/e2e/under-test.ts'
import { landscape, type Service } from '../web/e2e/visit.ts'
import { advisor, enter, waitUntilOffline } from '../web/e2e/workshop.ts'
import { cars, putOrders } from '../web/e2e/workshop-many-cars.ts'
import { openBoard } from '../web/e2e/workshop-survey.ts'
import { median } from './median.ts'

const own = resolve(import.meta.dirname, '..')
const SLOWER = 4
const goalMs = 1000

interface Tablet {
  /** As on every morning: the files and the board are on the device. */
  again(): Promise<number>
  /** A device that has nothing but the cookie of the session. */
  first(): Promise<number>
  stop(): Promise<void>
}

/** A data folder with all cars, which the services begin with. */
async function makeCars(root: string, folder: string): Promise<string> {
  const service = await startService(root, folder)
  await putOrders(await trustService(service), 201, {})
  await service.stop()
  return service.dataDir
}

async function startTablet(
  root: string,
  folder: string,
  data: string,
  executablePath: string,
): Promise<Tablet> {
  if (!(await ensureWeb(root, process.execPath))) throw new Error(`the app of ${root} could not be built`)
  const service = await startService(root, folder, data)
  const trusted = await trustService(service)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...trusted.flags] })
  const known = await browser.newContext(landscape)
  const page = await openBoard(known, service)
  await waitUntilOffline(page)
  await page.close()
  return {
    again: () => timeOpening(known, service),
    first: async () => {
      const fresh = await browser.newContext(landscape)
      await enter(fresh, service, service.base, advisor)
      try {
        return await timeOpening(fresh, service)
      } finally {
        await fresh.close()
      }
    },
    stop: async () => {
      await browser.close()
      await service.stop()
    },
  }
}

async function timeOpening(context: BrowserContext, service: Service): Promise<number> {
  const page = await context.newPage()
  try {
    await watchFirstCards(page)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(`${service.base}/workshop/`, { waitUntil: 'commit' })
    return await firstCardsAt(page)
  } finally {
    await page.close()
  }
}

export async function benchOpening(rounds: number, beside: string | undefined): Promise<string> {
  const executablePath = process.env.CHROMIUM ?? findBrowser()
  if (executablePath === undefined) return 'skipped: no Chromium was found (set CHROMIUM to its path)'
  const roots = [own, ...(beside === undefined ? [] : [resolve(beside)])]
  const tablets: Tablet[] = []
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-opening-'))
  try {
    // By the other one, which may be older: a newer service takes over what an older one made.
    const data = await makeCars(roots.at(-1) ?? own, join(folder, 'cars'))
    for (const [index, root] of roots.entries())
      tablets.push(await startTablet(root, join(folder, String(index)), data, executablePath))
    const rows: string[] = []
    for (const [kind, name] of [
      ['again', 'an opening of every day'],
      ['first', 'the very first opening'],
    ] as const) {
      const times: number[][] = tablets.map(() => [])
      for (let round = 0; round < rounds; round++) {
        for (const [index, tablet] of tablets.entries()) times[index]?.push(await tablet[kind]())
        process.stderr.write(`\ropening: ${name}, round ${round + 1} of ${rounds}   `)
      }
      process.stderr.write('\n')
      rows.push(rowOf(name, times, kind === 'again'))
    }
    return [
      `The browser at a quarter of its speed, ${cars} cars, ${rounds} rounds:`,
      '',
      `| to the first cards | median | fastest |${beside === undefined ? '' : ' before, median | before, fastest | ratio |'} goal |`,
      `| --- | --- | --- |${beside === undefined ? '' : ' --- | --- | --- |'} --- |`,
      ...rows,
    ].join('\n')
  } finally {
    for (const tablet of tablets) await tablet.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function rowOf(name: string, [ours = [], before]: readonly number[][], hasGoal: boolean): string {
  const told = (times: readonly number[]) =>
    `${Math.round(median(times))} ms | ${Math.round(Math.min(...times))} ms`
  // Of each round, because both met the same other work of the machine.
  const ratio = before && median(ours.map((time, round) => time / (before[round] ?? Number.NaN)))
  return (
    `| ${name} | ${told(ours)} |` +
    (before && ratio !== undefined ? ` ${told(before)} | **${ratio.toFixed(2)}** |` : '') +
    ` ${hasGoal ? `${goalMs} ms` : ''} |`
  )
}

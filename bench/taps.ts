// `npm run bench -- --only=taps`: from a tap in the checklist to the changed screen, in a Chromium at a quarter of the processor's
// speed, with the service on the same machine; and how many taps and seconds a faultless video check takes. Times of a busy machine mean nothing: run it alone.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/browsers.ts'
import { ensureWeb } from '../scripts/setup/web-build.mjs'
import {
  allGoodOf,
  answerOf,
  checklistShown,
  givenOf,
  keyOf,
  listRests,
  numberOf,
  type QuestionId,
  type Status,
} from '../web/e2e/checklist.ts'
import { countTaps, type Taps, timeAt } from '../web/e2e/taps.ts'
import { type Trusted, trustService } from '../web/e2e/trust.ts'
import { startService } from '../web/e2e/under-test.ts'
import { landscape, type Service } from '../web/e2e/visit.ts'
import { inspectFaultless } from '../web/e2e/whole-inspection.ts'
import { makeSurvey, openBoard } from '../web/e2e/workshop-survey.ts'

const root = resolve(import.meta.dirname, '..')
const SLOWER = 4
const cameraFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const goal = { median: 80, most: 150 }

const answers: readonly (readonly [QuestionId, Status])[] = [
  ['vc.testDrive', 'green'],
  ['vc.tyreWear', 'amber'],
  ['vc.tyreDamage', 'green'],
  ['vc.discF', 'red'],
  ['vc.discR', 'green'],
  ['vc.shocks', 'amber'],
  ['vc.springs', 'green'],
  ['vc.exhaust', 'green'],
  ['vc.oilState', 'green'],
  ['vc.lamps', 'amber'],
]

/** Kinds of taps, each done as a person does it: the next one when the screen rests. */
const kinds: Record<string, (page: Page, taps: Taps) => Promise<void>> = {
  'an answer': async (page, { tap }) => {
    for (const [id, status] of answers) {
      await listRests(page)
      await tap(answerOf(page, id, status))
      await givenOf(page, id, status).waitFor()
    }
  },
  'all good in a section': async (page, { tap }) => {
    for (const name of ['Tyres', 'Underneath', 'Engine bay']) {
      const section = page.getByRole('region', { name, exact: true })
      await listRests(page)
      await tap(allGoodOf(section))
      await section.getByRole('button', { name: /^Undo/ }).waitFor()
    }
  },
  'a key of the pad': async (page, { tap }) => {
    await listRests(page)
    await numberOf(page, 'vc.treadFL').click()
    for (const digit of '65583249') await tap(keyOf(page, digit))
    await numberOf(page, 'vc.treadRR', 'green').waitFor()
  },
}

export async function benchTaps(rounds: number): Promise<string> {
  const executablePath = process.env.CHROMIUM ?? findBrowser()
  if (executablePath === undefined) return 'skipped: no Chromium was found (set CHROMIUM to its path)'
  if (!(await ensureWeb(root, process.execPath))) throw new Error('the app could not be built')
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-taps-'))
  const service = await startService(root, folder)
  try {
    const trusted = await trustService(service)
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', ...cameraFlags, ...trusted.flags],
    })
    try {
      const context = await browser.newContext(landscape)
      const seen = await measure(rounds, context, service, trusted)
      const whole = await inspectWhole(await browser.newContext(landscape), service, trusted)
      return `${tableOf(rounds, seen)}\n\n${whole}`
    } finally {
      await browser.close()
    }
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each round is a new page with a new survey, as in the workshop: what the engine's compiler learnt is gone. */
async function measure(
  rounds: number,
  context: BrowserContext,
  service: Service,
  trusted: Trusted,
): Promise<Map<string, number[]>> {
  const seen = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]))
  const page = await openBoard(context, service)
  const taps = await countTaps(page)
  const session = await context.newCDPSession(page)
  for (let round = 0; round < rounds; round++) {
    const { surveyId } = await makeSurvey(trusted, `taps${round}`)
    await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
    await checklistShown(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    for (const [name, act] of Object.entries(kinds)) {
      await taps.list()
      await act(page, taps)
      seen.get(name)?.push(...(await taps.list()))
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    process.stderr.write(`\rtaps: round ${round + 1} of ${rounds}   `)
  }
  process.stderr.write('\n')
  return seen
}

/** From the open checklist to the completed inspection, at full speed, by a hand that never waits. */
async function inspectWhole(context: BrowserContext, service: Service, trusted: Trusted): Promise<string> {
  const { surveyId } = await makeSurvey(trusted, 'whole')
  const page = await openBoard(context, service)
  const taps = await countTaps(page)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await checklistShown(page)
  const began = performance.now()
  await inspectFaultless(page, taps)
  const seconds = Math.round((performance.now() - began) / 1000)
  // Opening the car on the board is the first tap.
  return `A faultless hybrid, the whole video check with equal readings on each axle: ${taps.count() + 1} taps (goal: at most 35), ${seconds} s by a script that never reads.`
}

function tableOf(rounds: number, seen: ReadonlyMap<string, readonly number[]>): string {
  const row = (name: string, times: readonly number[]) =>
    `| ${name} | ${times.length} | ${timeAt(times, 0.5)} ms | ${timeAt(times, 0.95)} ms | at most ${goal.median} and ${goal.most} ms |`
  return [
    `The browser at a quarter of its speed, ${rounds} surveys:`,
    '',
    '| tap to screen | taps | median | 95 % | goal |',
    '| --- | --- | --- | --- | --- |',
    ...[...seen].map(([name, times]) => row(name, times)),
    row('**all**', [...seen.values()].flat()),
  ].join('\n')
}

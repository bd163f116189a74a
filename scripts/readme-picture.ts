// Makes the pictures of the docs from a running demo, so that they can be made again after every change: the screens of the workshop
// app, pages of desk and console, the owner's page and the callback inspector. The picture of the README combines three of them.
// node scripts/readme-picture.ts; needs Chromium.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { demo } from '@walkaround/demo/demo.ts'
import pino from 'pino'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { commandRunner } from '../server/src/cli/run-command.ts'
import { loadConfig } from '../server/src/config/config.ts'
import { type Service, serve } from '../server/src/process/serve.ts'
import { browserPaths, findBrowser } from './browsers.ts'
import { ensureWeb } from './setup/web-build.mjs'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'docs/images')
/** A README is also opened on slow connections. */
const LARGEST_BYTES = 400_000

const landscape = { width: 1180, height: 820 }
const portrait = { width: 820, height: 1180 }
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 1000 }
type Size = typeof landscape
// Sharp on dense screens, and still small.
const SCALE = 1.25

const dataDir = await mkdtemp(join(tmpdir(), 'walkaround-picture-'))
let service: Service | undefined
let browser: Browser | undefined
try {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(`no browser at ${browserPaths.join(', ')}`)
  if (!(await ensureWeb(root, process.execPath))) throw new Error('there is no workshop app to show')
  service = await serve({
    commandRunner,
    demo,
    config: loadConfig({
      WALKAROUND_DATA: dataDir,
      WALKAROUND_PORT: '0',
      WALKAROUND_LOCAL_HTTP_PORT: '0',
      WALKAROUND_DEMO: '1',
    }),
    logger: pino({ level: 'silent' }),
    onProgress: (text) => console.error(text),
  })
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  await makePictures(browser, service)
} finally {
  await browser?.close()
  await service?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(0)

async function makePictures(on: Browser, { baseUrl, demo }: Service): Promise<void> {
  if (!demo) throw new Error('the demo was not made')
  const open = async (size: Size, login?: string): Promise<Page> => {
    const context = await on.newContext({
      viewport: size,
      deviceScaleFactor: SCALE,
      ignoreHTTPSErrors: true,
      colorScheme: 'light',
      locale: 'en-GB',
    })
    const page = await context.newPage()
    if (login === undefined) return page
    await page.goto(`${baseUrl}/workshop/?lang=en`)
    await page.getByLabel('Login', { exact: true }).fill(login)
    const known = demo.logins.find((one) => one.login === login)
    await page.getByLabel('Password', { exact: true }).fill(known?.password ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.locator('.rail').waitFor()
    return page
  }
  const shoot = async (page: Page, path: string, name: string): Promise<Buffer> => {
    await page.goto(baseUrl + path, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
    await page.waitForTimeout(1500)
    return keep(name, await page.screenshot())
  }

  const advisor = await open(landscape, 'demo-advisor')
  const api = `${baseUrl}/v1/system-clients/${demo.clientId}`
  const answer = await advisor.request.get(`${api}/service-orders/${demo.orderId}/surveys`, {
    headers: { 'x-api-key': demo.key },
  })
  const surveys = (await answer.json()) as { id: string; surveyType: string }[]
  const idOf = (type: string) => surveys.find(({ surveyType }) => surveyType === type)?.id ?? ''
  const video = `/workshop/surveys/${encodeURIComponent(idOf('VC'))}`
  const reception = `/workshop/surveys/${encodeURIComponent(idOf('health'))}`

  await shoot(advisor, '/workshop/', 'workshop-board')
  const checklist = await shoot(advisor, video, 'workshop-checklist')
  await shoot(advisor, `${reception}/damage`, 'workshop-damage')
  await shoot(advisor, `${video}/quotes`, 'workshop-quotes')
  await shoot(advisor, `${reception}/handover`, 'workshop-handover')
  await shoot(advisor, `${video}/send`, 'workshop-send')
  // Sent, so that the owner has a page and the DMS gets a callback.
  await advisor.getByRole('button', { name: 'Send', exact: true }).click()
  await advisor.waitForTimeout(3000)
  await shoot(await open(portrait, 'demo-advisor'), video, 'workshop-checklist-portrait')
  await shoot(await open(phone, 'demo-advisor'), video, 'workshop-checklist-phone')

  await advisor.goto(`${baseUrl}/workshop/outbox`)
  await advisor.locator('.row-button').first().click()
  const link = await advisor.locator('a[href*="/o/"]').first().getAttribute('href')
  const owner = await shoot(await open(phone), new URL(link ?? '', baseUrl).pathname, 'owner-page')
  const callbacks = await shoot(
    await open(landscape, 'demo-admin'),
    '/workshop/callbacks',
    'callback-inspector',
  )
  const manager = await open(desk, 'demo-manager')
  const order = await advisor.request.get(`${api}/service-orders/${demo.orderId}`, {
    headers: { 'x-api-key': demo.key },
  })
  const { vehicle } = (await order.json()) as { vehicle: { vin: string } }
  await shoot(manager, '/desk/today', 'desk-today')
  await shoot(manager, '/desk/numbers?period=quarter', 'desk-numbers')
  await shoot(manager, `/desk/vehicles/vin/${vehicle.vin}`, 'desk-vehicle')
  await shoot(await open(desk, 'demo-admin'), '/admin/people', 'console-people')
  const overview = await keep('overview', await compose(on, { checklist, owner, callbacks }))
  if (overview.length > LARGEST_BYTES)
    throw new Error(`the picture is larger than ${LARGEST_BYTES / 1000} kB`)
}

/** With at most 256 colours: screens have few, and files stay small. */
async function keep(name: string, png: Buffer): Promise<Buffer> {
  const bytes = await sharp(png).png({ palette: true, quality: 90, effort: 8 }).toBuffer()
  const file = join(folder, `${name}.png`)
  await writeFile(file, bytes)
  console.error(`${name}: ${Math.ceil((await stat(file)).size / 1000)} kB`)
  return bytes
}

async function compose(on: Browser, pictures: Record<string, Buffer>): Promise<Buffer> {
  const frame = 14
  const shown = (name: string, width: number) =>
    `<div class="device"><img width="${width}" src="data:image/png;base64,${pictures[name]?.toString('base64')}"></div>`
  const page = await on.newPage({ viewport: { width: 1560, height: 760 }, deviceScaleFactor: 1 })
  // Transparent around the frames: the picture is shown on light and dark backgrounds.
  await page.setContent(`<!doctype html><style>
    * { box-sizing: border-box; margin: 0 }
    body { position: relative; width: 1560px; height: 760px; background: transparent }
    .device { position: absolute; background: #26313a; border-radius: 26px; padding: ${frame}px; box-shadow: 0 10px 30px #0005 }
    img { display: block; border-radius: 14px }
    .device:nth-child(1) { left: 690px; top: 0 } .device:nth-child(2) { left: 0; top: 30px } .device:nth-child(3) { left: 880px; top: 90px }
  </style>${shown('callbacks', 840)}${shown('checklist', 900)}${shown('owner', 286)}`)
  await page.waitForFunction('[...document.images].every((image) => image.complete)')
  const bytes = await page.screenshot({ omitBackground: true })
  await page.close()
  return bytes
}

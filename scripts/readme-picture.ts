// Makes docs/images/overview.png from a running demo: the start page on a tablet, and the curl walk of the README, run as
// printed, in a terminal beside it. node scripts/readme-picture.ts; needs Chromium, curl and bash.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { type Browser, chromium } from 'playwright-core'
import { loadConfig } from '../server/src/config.ts'
import { type Service, serve } from '../server/src/serve.ts'

const root = resolve(import.meta.dirname, '..')
const picture = join(root, 'docs/images/overview.png')
/** A README is opened on slow lines too. */
const LARGEST_BYTES = 400_000

const browserPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const tablet = { width: 1024, height: 768 }
const phone = { width: 400, height: 768 }
// Sharp on dense screens, and still small.
const SCALE = 1.25
/** In characters; a whole survey would fill the picture. */
const LONGEST_OUTPUT = 290

const dataDir = await mkdtemp(join(tmpdir(), 'walkaround-picture-'))
let service: Service | undefined
let browser: Browser | undefined
try {
  const executablePath = browserPaths.find(existsSync)
  if (!executablePath) throw new Error(`no browser at ${browserPaths.join(', ')}`)
  service = await serve({
    config: loadConfig({
      WALKAROUND_DATA: dataDir,
      WALKAROUND_PORT: '0',
      WALKAROUND_LOCAL_HTTP_PORT: '0',
      WALKAROUND_DEMO: '1',
    }),
    logger: pino({ level: 'silent' }),
    onProgress: (text) => console.error(text),
  })
  const transcript = await walk(service)
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  const page = await shoot(browser, service)
  await writeFile(picture, await compose(browser, page, transcript))
  const { size } = await stat(picture)
  console.error(`${picture}: ${Math.ceil(size / 1000)} kB`)
  if (size > LARGEST_BYTES) throw new Error(`the picture is larger than ${LARGEST_BYTES / 1000} kB`)
} finally {
  await browser?.close()
  await service?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(0)

/** Runs the walk of the README; bash itself writes each command before its output. */
async function walk({ baseUrl, certificate }: Service): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const printed = /## Ten lines of curl[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1]
  if (!printed) throw new Error('README.md has no curl walk')
  const script = printed
    .replaceAll('https://localhost:8443', baseUrl)
    .replaceAll('data/tls/walkaround-ca.crt', certificate?.caFile ?? '')
    .replaceAll('npx walkaround', `node ${join(root, 'bin/walkaround.mjs')}`)
  const file = join(dataDir, 'walk.sh')
  await writeFile(file, script)
  const { stdout } = await promisify(execFile)('bash', ['-c', `bash -ev '${file}' 2>&1`], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      WALKAROUND_DATA: dataDir,
    },
  })
  if (!stdout.includes(' 201')) throw new Error(`the walk did not create its order:\n${stdout}`)
  return (
    stdout
      .replaceAll(certificate?.caFile ?? '', 'data/tls/walkaround-ca.crt')
      .replaceAll(`node ${join(root, 'bin/walkaround.mjs')}`, 'npx walkaround')
      .replaceAll(baseUrl, 'https://localhost:8443')
      // Said beside the key by the command line, for a person.
      .replace(/^Shown this once:.*\n/m, '')
      .replaceAll('\r', '')
  )
}

async function shoot(on: Browser, { baseUrl }: Service): Promise<string> {
  const page = await on.newPage({
    viewport: tablet,
    deviceScaleFactor: SCALE,
    ignoreHTTPSErrors: true,
    colorScheme: 'light',
    locale: 'en',
  })
  await page.goto(baseUrl, { waitUntil: 'networkidle' })
  const bytes = await page.screenshot()
  await page.close()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** Commands light, answers dim; long answers end in dots. */
function toTerminal(transcript: string): string {
  const toHtml = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const isCommand = /^(KEY=|API=|call |SURVEY=| {2}"|call\(\))/
  return transcript
    .trim()
    .split('\n')
    .filter((line, index, all) => line !== '' || all[index - 1] !== '')
    .filter((line) => !/^(x-request-id|date|content-length):/.test(line))
    .map((line) => {
      const shown = line.length > LONGEST_OUTPUT ? `${line.slice(0, LONGEST_OUTPUT)} …` : line
      if (/^HTTP\//.test(line)) return `<b class="good">${toHtml(shown)}</b>`
      if (!isCommand.test(line)) return toHtml(shown)
      return `<b>${line.startsWith(' ') ? '' : '<i>$ </i>'}${toHtml(shown)}</b>`
    })
    .join('\n')
}

async function compose(on: Browser, image: string, transcript: string): Promise<Buffer> {
  const gap = 32
  // In whole pixels at that scale, or the page between the frames would be blurred.
  const frame = 16
  const width = tablet.width + phone.width + gap + 4 * frame
  const height = tablet.height + 2 * frame
  const page = await on.newPage({ viewport: { width, height }, deviceScaleFactor: SCALE })
  // Transparent around the frames: the picture stands on light and on dark.
  await page.setContent(`<!doctype html><style>
    * { box-sizing: border-box; margin: 0 }
    body { display: flex; gap: ${gap}px; background: transparent }
    .device { background: #26313a; border-radius: 26px; padding: ${frame}px }
    img, pre { display: block; border-radius: 14px; overflow: hidden }
    img { width: ${tablet.width}px; height: ${tablet.height}px }
    pre {
      width: ${phone.width}px; height: ${phone.height}px; padding: 16px 14px; background: #10171b; color: #9fb0b8;
      font: 12.5px/1.45 'Liberation Mono', 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere
    }
    b { color: #f2f6f7; font-weight: normal } i { color: #f0934e; font-style: normal } .good { color: #7fd49b }
  </style><div class="device"><img src="${image}"></div><div class="device"><pre>${toTerminal(transcript)}</pre></div>`)
  await page.waitForFunction('document.images[0].complete')
  const bytes = await page.screenshot({ omitBackground: true })
  await page.close()
  return bytes
}

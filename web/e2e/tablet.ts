// A tablet that can be killed: a browser of its own, whose profile survives it, as the storage of a tablet survives an empty battery.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

export interface Tablet {
  readonly context: BrowserContext
  readonly page: Page
  /** Without a warning, and with everything that belongs to it. */
  readonly kill: () => Promise<void>
}

/** Gives the address at which the browser listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let told = ''
    child.stderr?.on('data', (chunk) => {
      told += chunk
      const [, address] = /DevTools listening on (ws:\S+)/.exec(told) ?? []
      if (address !== undefined) done(address)
    })
    child.once('exit', (code) => fail(new Error(`the browser ended with ${code}: ${told}`)))
  })
}

/** The same folder is the same tablet. */
export async function startTablet(
  executablePath: string,
  flags: readonly string[],
  folder: string,
  { width, height }: { width: number; height: number },
): Promise<Tablet> {
  // A killed browser leaves its lock behind.
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
    await rm(join(folder, name), { force: true })
  const child = spawn(
    executablePath,
    [
      ...flags,
      '--headless',
      `--user-data-dir=${folder}`,
      `--window-size=${width},${height}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const browser: Browser = await chromium.connectOverCDP(await addressOf(child))
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no profile')
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setViewportSize({ width, height })
  return {
    context,
    page,
    kill: async () => {
      const gone = once(child, 'exit')
      process.kill(-(child.pid as number), 'SIGKILL')
      await gone
      await browser.close()
    },
  }
}

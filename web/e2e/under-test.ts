// Starts the service under test with its demo dealership, on free ports and in a folder of its own.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../scripts/free-port.ts'
import type { EmptyService, Service } from './visit.ts'

const run = promisify(execFile)
/** A slow machine makes and fills an embedded database within this time. */
const startDeadlineMs = 600_000

/** Settings of the machine must not reach the service under test: it has its own folder and its own database. */
function toCleanEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(WALKAROUND_|DATABASE_URL|DATABASE_DIRECT_URL)/.test(name),
  )
  return { ...Object.fromEntries(kept), ...settings }
}

interface Process {
  readonly base: string
  readonly plain: string
  readonly dataDir: string
  readonly run: Service['run']
  /** What it has written so far. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

async function startProcess(
  root: string,
  folder: string,
  settings: Record<string, string>,
): Promise<Process> {
  const [port, plainPort] = [await findFreePort(), await findFreePort()]
  const dataDir = join(folder, 'data')
  const env = toCleanEnvironment({
    WALKAROUND_DATA: dataDir,
    WALKAROUND_PORT: String(port),
    WALKAROUND_LOCAL_HTTP_PORT: String(plainPort),
    ...settings,
  })
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  const plain = `http://localhost:${plainPort}`
  try {
    await waitUntilUp(child)
    // The service also starts without them; another process would answer there.
    if (settings.WALKAROUND_DEMO !== '0' && !output.includes(plain))
      throw new Error(`the pages are not on ${plain}:\n${output}`)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    base: `https://localhost:${port}`,
    plain,
    dataDir,
    run: async (words, input = '') => {
      const running = run(process.execPath, ['server/src/cli.ts', ...words], { cwd: root, env })
      running.child.stdin?.end(input)
      return (await running).stdout
    },
    output: () => output,
    stop,
  }
}

/** `data` is the folder of a service that was started before and has ended: with a copy of it no demo has to be made. */
export async function startService(root: string, folder: string, data?: string): Promise<Service> {
  if (data !== undefined) cpSync(data, join(folder, 'data'), { recursive: true })
  // Providers that checks sign in at are on this machine.
  const started = await startProcess(root, folder, { WALKAROUND_CALLBACK_ALLOW: '127.0.0.1/32' })
  try {
    const { key } = JSON.parse(await started.run(['key', 'issue', 'demo-dms', '--json'])) as { key: string }
    const listed = readFileSync(join(started.dataDir, 'demo-passwords.txt'), 'utf8')
    const passwords = new Map(
      [...listed.matchAll(/^(demo-\S+) +(\S+)/gm)].map(([, login = '', word = '']) => [login, word]),
    )
    return { ...started, key, passwords }
  } catch (error) {
    await started.stop()
    throw error
  }
}

/** A service without anything, and the link that it prints for whoever reads the terminal. */
export async function startEmpty(
  root: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<EmptyService> {
  const started = await startProcess(root, folder, { WALKAROUND_DEMO: '0', ...settings })
  const [link] = /https:\/\/localhost:\d+\/set-up\/[\w-]{32}/.exec(started.output()) ?? []
  if (link === undefined) {
    await started.stop()
    throw new Error(`no link of the first start in:\n${started.output()}`)
  }
  // Without the demo there is no plain port.
  return { ...started, plain: started.base, key: '', passwords: new Map(), link }
}

function waitUntilUp(child: ChildProcess): Promise<void> {
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
      if (!told.includes('Walkaround is up')) return
      clearTimeout(timer)
      done()
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(new Error(`the service ended with ${code}: ${complaints}`))
    })
  })
}

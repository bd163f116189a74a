// Starts the service under test with its demo dealership, on free ports and in a folder of its own.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Service } from './visit.ts'

const run = promisify(execFile)
/** A slow machine makes and fills an embedded database within this time. */
const startDeadlineMs = 600_000

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

/** Settings of the machine must not reach the service under test: it has its own folder and its own database. */
function toCleanEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(WALKAROUND_|DATABASE_URL|DATABASE_DIRECT_URL)/.test(name),
  )
  return { ...Object.fromEntries(kept), ...settings }
}

/** `data` is the folder of a service that was started before and has ended: with a copy of it no demo has to be made. */
export async function startService(root: string, folder: string, data?: string): Promise<Service> {
  const [port, plainPort] = [await findFreePort(), await findFreePort()]
  const dataDir = join(folder, 'data')
  if (data !== undefined) cpSync(data, dataDir, { recursive: true })
  const env = toCleanEnvironment({
    WALKAROUND_DATA: dataDir,
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
    await waitUntilUp(child)
    const command = async (words: readonly string[], input = '') => {
      const running = run(process.execPath, ['server/src/cli.ts', ...words], { cwd: root, env })
      running.child.stdin?.end(input)
      return (await running).stdout
    }
    const { key } = JSON.parse(await command(['key', 'issue', 'demo-dms', '--json'])) as { key: string }
    const listed = readFileSync(join(dataDir, 'demo-passwords.txt'), 'utf8')
    const passwords = new Map(
      [...listed.matchAll(/^(demo-\S+) +(\S+)/gm)].map(([, login = '', word = '']) => [login, word]),
    )
    const [base, plain] = [`https://localhost:${port}`, `http://localhost:${plainPort}`]
    return { base, plain, key, passwords, dataDir, run: command, stop }
  } catch (error) {
    await stop()
    throw error
  }
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

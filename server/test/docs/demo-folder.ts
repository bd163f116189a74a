// A folder like a newcomer's clone, with a demo of its own running in it: everything in it is a link to this checkout, except
// the data folder and what the shell blocks write.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findFreePort } from '../../../scripts/free-port.ts'
import { root } from '../support/source-files.ts'
import { tellingCurl } from './shell-blocks.ts'

export interface DemoFolder {
  cwd: string
  env: NodeJS.ProcessEnv
  /** The same, and `npx walkaround` is the command itself: npx takes as long again each time. */
  quickEnv: NodeJS.ProcessEnv
  /** Of the interface, in place of 8443. */
  port: number
  /** Of the pages, in place of 8080. */
  plainPort: number
  stop(): Promise<void>
}

type Three = [string, string, string]

/** Only to detect a hang; a busy machine is not one. */
const START_LIMIT_MS = 600_000

/** `curl` is the path of the real one. */
export async function startDemoFolder(curl: string): Promise<DemoFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-docs-'))
  const [cwd, bin, quickBin] = ['walkaround', 'bin', 'quick'].map((name) => join(folder, name)) as Three
  for (const path of [cwd, bin, quickBin]) mkdirSync(path)
  for (const name of readdirSync(root)) if (name !== 'data') symlinkSync(join(root, name), join(cwd, name))
  writeFileSync(join(bin, 'curl'), tellingCurl(curl), { mode: 0o755 })
  writeFileSync(join(quickBin, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 })
  const [port, plainPort] = [await findFreePort(), await findFreePort()]
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(WALKAROUND_|DATABASE_URL|DATABASE_DIRECT_URL|NODE_TEST|NODE_OPTIONS|npm_)/.test(name),
  )
  const env = {
    ...Object.fromEntries(kept),
    PATH: [bin, join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    WALKAROUND_DATA: join(cwd, 'data'),
    WALKAROUND_PORT: String(port),
    WALKAROUND_LOCAL_HTTP_PORT: String(plainPort),
  }
  const child = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid) {
      const ended = once(child, 'close')
      process.kill(-child.pid, 'SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      let told = ''
      const timer = setTimeout(
        () => reject(new Error(`npm start is not up in time:\n${told}`)),
        START_LIMIT_MS,
      )
      const hear = (text: Buffer) => {
        told += text
        // The last thing it says to a newcomer.
        if (!told.includes('Read an order')) return
        clearTimeout(timer)
        resolve()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${told}`)))
    })
  } catch (error) {
    await stop()
    throw error
  }
  const quickEnv = { ...env, PATH: [quickBin, env.PATH].join(delimiter) }
  return { cwd, env, quickEnv, port, plainPort, stop }
}

// Starts the service as `npm start` does, on a database and a data folder of the bench.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Service {
  child: ChildProcess
  port: number
  /** PEM of the authority to trust. */
  ca: string
}

export async function startService(
  { url, dataDir }: { url: string; dataDir: string },
  settings: Record<string, string> = {},
): Promise<Service> {
  // With the flag of `npm start`: without it V8 keeps a hundred megabytes of short-lived objects.
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'server/src/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      WALKAROUND_DATA: dataDir,
      WALKAROUND_PORT: '0',
      WALKAROUND_DEMO: '0',
      WALKAROUND_LOG_LEVEL: 'warn',
      // Counted, but never reached.
      WALKAROUND_KEY_REQUESTS_PER_MINUTE: '10000000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await portOf(child, /Service\s+https:\/\/localhost:(\d+)/)
  return { child, port, ca: readFileSync(join(dataDir, 'tls', 'walkaround-ca.crt'), 'utf8') }
}

/** The port that a server writes to its output once it listens. */
export function portOf(child: ChildProcess, pattern: RegExp): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk
      const port = pattern.exec(text)?.[1]
      if (port) resolve(Number(port))
    })
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)))
  })
}

export function ended(child: ChildProcess): Promise<unknown> {
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return exit
}

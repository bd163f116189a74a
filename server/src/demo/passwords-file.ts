// The passwords of the demo in a file of the data folder, for whoever did not keep what the terminal showed once. Only the
// demo has such a file: its people are invented, and it is not reachable from other machines unless told to by hand.
import { mkdir, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { SignInHelp } from '@walkaround/contract/app/session.ts'
import { writeDurably } from '../outside/durable-file.ts'
import { DEMO_CLIENT, firstSignIns, loginOf, staff } from './dealership.ts'
import type { DemoAccess } from './load-demo.ts'

const NAME = 'demo-passwords.txt'

export async function writeDemoPasswords(dataDir: string, { logins }: DemoAccess): Promise<void> {
  const width = Math.max(...logins.map(({ login }) => login.length))
  const lines = logins.map(({ login, password, role }) => `${login.padEnd(width)}  ${password}  (${role})`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeDurably(join(dataDir, NAME), `${lines.join('\n')}\n`, 0o600)
}

/** Its path as somebody at the project's folder would type it; undefined when there is none. */
async function findDemoPasswords(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, NAME)
  if (!(await stat(file).catch(() => undefined))) return undefined
  const short = relative(process.cwd(), file)
  return short.startsWith('..') ? join(basename(dataDir), NAME) : short
}

export async function describeDemoSignIn(dataDir: string): Promise<NonNullable<SignInHelp['demo']>> {
  const file = await findDemoPasswords(dataDir)
  return {
    logins: firstSignIns.map((id) => ({
      login: loginOf(DEMO_CLIENT, id),
      role: staff[id].role as 'technician' | 'advisor' | 'manager' | 'admin',
    })),
    ...(file === undefined ? {} : { file }),
  }
}

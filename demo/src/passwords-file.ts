// The passwords of the demo in a file of the data folder, for people who did not keep what the terminal showed once. Only the demo
// has such a file: its people are invented, and other machines cannot reach it unless that is configured.
import { mkdir, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { SignInHelp } from '@walkaround/contract/app/session.ts'
import { writeDurably } from '@walkaround/server/lib/durable-file.ts'
import type { DemoAccess } from '@walkaround/server/process/demo.ts'
import { firstSignIns, loginOf, staff } from './dealership.ts'
import { DEMO_CLIENT } from './ids.ts'

const NAME = 'demo-passwords.txt'

export async function writeDemoPasswords(dataDir: string, { logins }: DemoAccess): Promise<void> {
  const width = Math.max(...logins.map(({ login }) => login.length))
  const lines = logins.map(({ login, password, role }) => `${login.padEnd(width)}  ${password}  (${role})`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeDurably(join(dataDir, NAME), `${lines.join('\n')}\n`, 0o600)
}

/** Its path as typed from the project's folder; undefined if there is none. */
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
    file,
  }
}

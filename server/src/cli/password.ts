// Reads a password from standard input, or typed without an echo. Never from an argument: other users can see those.
import { exitCodes, Misuse } from './failures.ts'

// Far above the longest password: anything longer is a wrong file, not a typing error.
const LONGEST_LINE = 10_000

export async function readPassword(isExpected: boolean): Promise<string> {
  if (process.stdin.isTTY) return typed()
  if (!isExpected) throw new Misuse('a password is needed: give it on standard input with --password-stdin')
  const line = await firstLine()
  if (line === '') throw new Misuse('--password-stdin: the first line of standard input is empty')
  return line
}

async function typed(): Promise<string> {
  const once = await asked('Password')
  const again = await asked('The same password again')
  if (once !== again) throw new Misuse('the two passwords differ')
  return once
}

/** The passphrase of a backup; asked twice when it is chosen, because it cannot be reset later. */
export async function askPassphrase(times: 'once' | 'twice'): Promise<string> {
  const given = (await asked('Passphrase of the backup')).trim()
  if (times === 'twice' && given !== (await asked('The same passphrase again')).trim()) {
    throw new Misuse('the two passphrases differ')
  }
  return given
}

async function asked(message: string): Promise<string> {
  // Imported only here, because most commands ask nothing.
  const { isCancel, password: ask } = await import('@clack/prompts')
  // On stderr: a program may read stdout.
  const given = await ask({ message, output: process.stderr })
  if (isCancel(given)) process.exit(exitCodes.interrupted)
  return given ?? ''
}

async function firstLine(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    text += chunk
    if (text.includes('\n') || text.length > LONGEST_LINE) break
  }
  return text.split('\n', 1)[0]?.replace(/\r$/, '') ?? ''
}

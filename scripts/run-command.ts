// Runs a command with more in its environment, and passes on the signals it gets.
import { spawn } from 'node:child_process'

/** The exit code if a program is missing: different from those of a test run, so that a caller can count it as skipped. */
export const exitLacking = 69

export async function runCommand(
  command: string,
  args: readonly string[],
  more: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(command, args, { env: { ...process.env, ...more }, stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
